"""NumPy's functions on staged arrays, by their names; `lantern.numpy` and `np.f(x)` in converted code are these.

What is not here is refused by name (AG310).
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.carriers import Operand
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging import arrangements, domains, elementwise, reductions
from ag_notebook.staging.backends.lantern.staging.arithmetic import (
    as_array,
    binary,
    cast,
    compare,
    dtype_of,
    together,
)
from ag_notebook.staging.backends.lantern.staging.elementwise import (
    comparison,
    emit,
    float_function,
    floating,
    nearest,
    operator_function,
    rounded_to,
    rounding,
    scaled,
    select,
    truths,
    two,
    unary_function,
    whole,
)
from ag_notebook.staging.backends.lantern.staging.reductions import add_up, mean, place, reduction
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.shapes import (
    arange,
    array,
    astype,
    broadcast_to,
    concatenate,
    copied,
    expand_dims,
    flat,
    flat_copy,
    full,
    full_like,
    item,
    ones,
    ones_like,
    reshape,
    shape_of,
    squeeze,
    stack,
    strong,
    take,
    tolist,
    transpose,
    zeros,
    zeros_like,
)
from ag_notebook.staging.backends.lantern.staging.values import Array
from ag_notebook.staging.wording import near

Function = Callable[..., Any]


# products ----------------------------------------------------------------------------------------------


def matmul(x: Any, y: Any) -> Array:
    """The matrix product."""
    (a, b), dtype, _ = together(x, y)
    if dtype == "bool":
        raise refusal("AG310", "Lantern has no products of bools.", "Cast them.", MisfitError)
    return emit("matmul", a, b)


def dot(x: Any, y: Any) -> Array:
    """The product of vectors and matrices; of numbers, `x * y`."""
    a, b = strong(x), strong(y)
    if not a.ndim or not b.ndim:
        return strong(binary("*", a, b))
    if b.ndim > 2:
        raise refusal(
            "AG310", "Lantern has no np.dot with an array of three dimensions on the right.", "Use `@`."
        )
    return matmul(a, b)


def outer(x: Any, y: Any) -> Array:
    """All products of the items of two vectors."""
    return binary("*", expand_dims(flat(strong(x)), 1), expand_dims(flat(strong(y)), 0))  # type: ignore[no-any-return]


def inner(x: Any, y: Any) -> Array:
    """The sums of products along the last axes."""
    a, b = strong(x), strong(y)
    if not a.ndim or not b.ndim:
        return strong(binary("*", a, b))
    return tensordot(a, b, ([-1], [-1]))


def vdot(x: Any, y: Any) -> Array:
    """The sum of the products of all items."""
    return matmul(flat(strong(x)), flat(strong(y)))


def tensordot(x: Any, y: Any, axes: Any = 2) -> Array:
    """The sums of products along axes of both."""
    a, b = strong(x), strong(y)
    given = (range(a.ndim - axes, a.ndim), range(axes)) if isinstance(axes, int) else axes
    left, right = ([at] if isinstance(at, int) else list(at) for at in given)
    left, right = [at % a.ndim for at in left], [at % b.ndim for at in right]
    if [a.shape[at] for at in left] != [b.shape[at] for at in right]:
        raise ValueError("shape-mismatch for sum")
    mine = [at for at in range(a.ndim) if at not in left]
    other = [at for at in range(b.ndim) if at not in right]
    size = math.prod(int(a.shape[at]) for at in left)
    one = reshape(transpose(a, (*mine, *left)), (math.prod(int(a.shape[at]) for at in mine), size))
    two_ = reshape(transpose(b, (*right, *other)), (size, math.prod(int(b.shape[at]) for at in other)))
    return reshape(matmul(one, two_), (*(a.shape[at] for at in mine), *(b.shape[at] for at in other)))


def einsum(subscripts: str, *operands: Any) -> Array:
    """Sums of products by labels of axes: all operands in all labels, multiplied, and added up."""
    given, _, result = subscripts.replace(" ", "").partition("->")
    inputs = given.split(",")
    labels = sorted(set("".join(inputs)))
    if "->" not in subscripts:
        result = "".join(each for each in labels if given.count(each) == 1)
    if not given.replace(",", "").isalpha() or any(len(set(each)) != len(each) for each in (*inputs, result)):
        raise refusal(
            "AG310",
            "Lantern has np.einsum with letters that differ in each operand.",
            "Write it as sums of products.",
        )
    made: Any = None
    for each, operand in zip(inputs, map(strong, operands), strict=True):
        order = sorted(range(len(each)), key=lambda at, each=each: labels.index(each[at]))  # type: ignore[misc]
        sizes = iter(transpose(operand, tuple(order)).shape)
        wide = tuple(next(sizes) if label in each else 1 for label in labels)
        part = reshape(transpose(operand, tuple(order)), wide)
        made = part if made is None else binary("*", made, part)
    left = [label for label in labels if label in result]
    added = add_up(made, tuple(at for at, label in enumerate(labels) if label not in result))
    return transpose(added, tuple(left.index(label) for label in result))


def maximum_of(a: Any, b: Any) -> Any:
    """`max(a, b)` of numbers."""
    return select(compare(">", b, a), b, a) if isinstance(a, Array) or isinstance(b, Array) else max(a, b)


def _math(kind: str) -> Function:
    """A function of `math`, which gives numbers of Python's, and raises where NumPy's gives infinity or no number."""

    def function(x: Any) -> Array:
        value = as_array(x)
        if value.ndim:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        value = cast(value, "f64", weak=True)
        domains.check_argument(kind, value)
        result = Array(session().emit(kind, value.variable), weak=True)
        domains.check_result(kind, value, result)
        return result

    return function


def _math_power(x: Any, y: Any) -> Array:
    base, exponent = (cast(as_array(each), "f64", weak=True) for each in (x, y))
    power = Array(session().emit("**", base.variable, exponent.variable), weak=True)
    domains.check_power(base, exponent, power, of_math=True)
    return power


def _logarithm(x: Any, base: Any = None) -> Any:
    found = _math("log")(x)
    return (
        found
        if base is None
        else found / (math.log(base) if isinstance(base, (int, float)) else _math("log")(base))
    )


def _of_number(function: Function) -> Function:
    """A function of NumPy's, for numbers of Python's."""
    return lambda x: Array(function(cast(as_array(x), "f64")).variable, weak=True)


def _math_whole(kind: str) -> Function:
    return lambda x: whole(elementwise.rounding(kind)(x))


def _relu(x: Any) -> Array:
    return emit("relu", strong(x))


_FLOAT_FUNCTIONS = ("exp", "expm1", "log", "log1p", "sin", "cos", "tan", "tanh", "sigmoid", "sqrt")

FUNCTIONS: dict[str, Function] = {
    **{name: float_function(name) for name in _FLOAT_FUNCTIONS},
    "exp2": lambda x: strong(binary("**", 2.0, floating(x))),
    "logaddexp": elementwise.logaddexp,
    **{name: two(name) for name in ("maximum", "minimum")},
    "floor": rounding("floor"),
    "ceil": rounding("ceil"),
    "trunc": elementwise.truncated,
    "fix": elementwise.truncated,
    "round": rounded_to,
    "around": rounded_to,
    "rint": lambda x: nearest(floating(x)),
    **dict.fromkeys(("deg2rad", "radians"), scaled(math.pi / 180)),
    **dict.fromkeys(("rad2deg", "degrees"), scaled(180 / math.pi)),
    "fmax": elementwise.fitting("maximum"),
    "fmin": elementwise.fitting("minimum"),
    "isnan": elementwise.isnan,
    "isinf": elementwise.isinf,
    "isfinite": elementwise.isfinite,
    "isclose": elementwise.isclose,
    "allclose": lambda *values, **how: reduction("all")(elementwise.isclose(*values, **how)),
    "array_equal": lambda x, y: shape_of(x) == shape_of(y) and reduction("all")(comparison("==")(x, y)),
    **dict.fromkeys(("real", "conj", "conjugate"), strong),
    "abs": unary_function("abs"),
    "absolute": unary_function("abs"),
    "fabs": lambda x: floating(unary_function("abs")(x)),
    "negative": unary_function("neg"),
    "positive": unary_function("pos"),
    "sign": elementwise.sign,
    "square": elementwise.square,
    "where": elementwise.where,
    "clip": elementwise.clip,
    "relu": _relu,
    "softmax": reductions.softmax,
    "log_softmax": reductions.log_softmax,
    "cross_entropy": reductions.cross_entropy,
    "add": operator_function("+"),
    "subtract": operator_function("-"),
    "multiply": operator_function("*"),
    "divide": operator_function("/"),
    "true_divide": operator_function("/"),
    "floor_divide": operator_function("//"),
    "mod": operator_function("%"),
    "remainder": operator_function("%"),
    "power": operator_function("**"),
    "divmod": lambda x, y: (operator_function("//")(x, y), operator_function("%")(x, y)),
    "bitwise_and": operator_function("&"),
    "bitwise_or": operator_function("|"),
    "bitwise_xor": operator_function("^"),
    **dict.fromkeys(("invert", "bitwise_not"), unary_function("invert")),
    "logical_xor": lambda x, y: emit("!=", truths(x), truths(y)),
    "logical_and": lambda x, y: emit("and", truths(x), truths(y)),
    "logical_or": lambda x, y: emit("or", truths(x), truths(y)),
    "logical_not": lambda x: emit("not", truths(x)),
    "less": comparison("<"),
    "less_equal": comparison("<="),
    "greater": comparison(">"),
    "greater_equal": comparison(">="),
    "equal": comparison("=="),
    "not_equal": comparison("!="),
    "sum": add_up,
    "mean": lambda x, axis=None, *, keepdims=False: mean(x, axis, keepdims=keepdims),
    "average": lambda x, axis=None, *, keepdims=False: mean(x, axis, keepdims=keepdims),
    "var": lambda x, axis=None, *, ddof=0, keepdims=False: reductions.variance(x, axis, ddof, keepdims),
    "std": lambda x, axis=None, *, ddof=0, keepdims=False: reductions.deviation(x, axis, ddof, keepdims),
    "prod": reductions.prod,
    "cumsum": reductions.running("+", 0),
    "cumprod": reductions.running("*", 1),
    "count_nonzero": reductions.count_nonzero,
    "ptp": reductions.extent,
    "diff": reductions.diff,
    "norm": reductions.norm,
    "sort": reductions.sort,
    "argsort": reductions.argsort,
    "median": reductions.median,
    "take_along_axis": reductions.take_along_axis,
    "max": reduction("amax"),
    "min": reduction("amin"),
    "amax": reduction("amax"),
    "amin": reduction("amin"),
    "all": reduction("all"),
    "any": reduction("any"),
    "argmax": place("argmax"),
    "argmin": place("argmin"),
    "reshape": reshape,
    "ravel": flat,
    "squeeze": squeeze,
    "expand_dims": expand_dims,
    "transpose": transpose,
    "concatenate": concatenate,
    "stack": stack,
    "vstack": arrangements.vstack,
    "hstack": arrangements.hstack,
    "column_stack": arrangements.column_stack,
    "append": arrangements.append,
    "swapaxes": arrangements.swapaxes,
    "moveaxis": arrangements.moveaxis,
    "flip": arrangements.flip,
    "flipud": lambda x: arrangements.flip(x, 0),
    "fliplr": lambda x: arrangements.flip(x, 1),
    "roll": arrangements.roll,
    "repeat": arrangements.repeat,
    "tile": arrangements.tile,
    "pad": arrangements.pad,
    "split": arrangements.split,
    "atleast_1d": arrangements.at_least(1),
    "atleast_2d": arrangements.at_least(2),
    "diagonal": arrangements.diagonal,
    "diag": arrangements.diag,
    "trace": arrangements.trace,
    "triu": arrangements.triangle(upper=True),
    "tril": arrangements.triangle(upper=False),
    "broadcast_to": broadcast_to,
    "array": array,
    "asarray": lambda x, dtype=None: array(x, dtype) if isinstance(x, (list, tuple)) else _as(x, dtype),
    "ascontiguousarray": strong,
    "copy": copied,
    "eye": arrangements.eye,
    "identity": arrangements.eye,
    "empty": zeros,
    "empty_like": zeros_like,
    "full": full,
    "full_like": full_like,
    "zeros": zeros,
    "zeros_like": zeros_like,
    "ones": ones,
    "ones_like": ones_like,
    "arange": arange,
    "matmul": matmul,
    "dot": dot,
    "outer": outer,
    "inner": inner,
    "vdot": vdot,
    "tensordot": tensordot,
    "einsum": einsum,
    "take": take,
    "shape": shape_of,
    "ndim": lambda x: as_array(x).ndim,
    "size": lambda x: as_array(x).size,
}
"""By their names in NumPy."""
MAKERS = frozenset(
    (
        "empty",
        "empty_like",
        "eye",
        "full",
        "full_like",
        "identity",
        "ones",
        "ones_like",
        "zeros",
        "zeros_like",
    )
)
"""Those that make arrays of nothing staged."""

MATH: dict[str, Function] = {
    **{name: _math(name) for name in ("exp", "expm1", "log1p", "sin", "cos", "tan", "tanh", "sqrt")},
    "log": _logarithm,
    "floor": _math_whole("floor"),
    "ceil": _math_whole("ceil"),
    "trunc": whole,
    "fabs": lambda x: abs(cast(as_array(x), "f64", weak=True)),
    "pow": _math_power,
    "degrees": _of_number(scaled(180 / math.pi)),
    "radians": _of_number(scaled(math.pi / 180)),
    "isnan": _of_number(elementwise.isnan),
    "isinf": _of_number(elementwise.isinf),
    "isfinite": _of_number(elementwise.isfinite),
    "prod": lambda items, *, start=1: functools.reduce(lambda a, b: a * b, items, start),
}
"""By their names in `math`."""

METHODS: dict[str, Function] = {
    **{
        name: FUNCTIONS[name]
        for name in (
            *("sum", "mean", "var", "std", "max", "min", "all", "any", "argmax", "argmin", "argsort", "prod"),
            *("cumsum", "cumprod", "trace", "diagonal", "repeat", "swapaxes", "conj", "conjugate"),
            *("reshape", "ravel", "squeeze", "transpose", "dot", "clip", "copy", "take", "round"),
        )
    },
    "astype": astype,
    "flatten": flat_copy,
    "item": item,
    "tolist": tolist,
}
"""Methods of arrays."""


def _as(x: Any, dtype: Any) -> Array:
    value = strong(x)
    return value if dtype is None else cast(value, dtype_of(dtype))


def _parameters(function: Function) -> list[str]:
    return list(inspect.signature(function).parameters)


def called(
    said: str, table: dict[str, Function], name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """The function of that name, called.

    Raises:
        StagingError: AG310, Lantern has none, or not with these options.
    """
    function = table.get(name)
    if function is None:
        known = ", ".join(near(name, table, most=5, likeness=0.7))
        fix = f"It has {known}." if known else "Write it with those that it has, which lantern.numpy names."
        raise refusal("AG310", f"Lantern has no {said}.", fix)
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError as problem:
        raise refusal(
            "AG310",
            f"Lantern has no {said} with these arguments: {problem}.",
            f"It takes {', '.join(_parameters(function))}.",
            MisfitError,
        ) from None
    return function(*args, **kwargs)


def holds_staged(value: Any) -> bool:
    """Whether a value is staged, or holds something that is."""
    if isinstance(value, (tuple, list)):
        return any(map(holds_staged, value))
    if isinstance(value, dict):
        return any(map(holds_staged, value.values()))
    return isinstance(value, (Array, Parameter, Operand))
