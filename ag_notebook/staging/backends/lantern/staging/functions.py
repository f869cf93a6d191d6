"""NumPy's functions on staged arrays, by their names; `lantern.numpy` and `np.f(x)` in converted code are these.

What is not here is refused by name (AG310).
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.carriers import Operand
from ag_notebook.staging.backends.lantern.ir.types import FLOATS, INTEGERS
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging import arithmetic, domains
from ag_notebook.staging.backends.lantern.staging.arithmetic import (
    as_array,
    binary,
    cast,
    compare,
    dtype_of,
    together,
)
from ag_notebook.staging.backends.lantern.staging.checks import check
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.shapes import (
    arange,
    array,
    astype,
    axes_of,
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
    transpose,
    zeros,
    zeros_like,
)
from ag_notebook.staging.backends.lantern.staging.values import Array

Function = Callable[..., Any]


def _emit(kind: str, *values: Array, **attributes: Any) -> Array:
    return Array(session().emit(kind, *(value.variable for value in values), **attributes))


def _floating(value: Any) -> Array:
    value = as_array(value)
    if value.type.dtype in FLOATS:
        return strong(value)
    if value.type.dtype == "bool":
        raise refusal(
            "AG310", "Lantern has no 16-bit floats, which NumPy makes of bools here.", "Cast it.", MisfitError
        )
    return cast(value, "f64")


# item by item ------------------------------------------------------------------------------------------


def _float_function(kind: str) -> Function:
    def function(x: Any) -> Array:
        return _emit(kind, _floating(x))

    function.__name__ = kind
    function.__doc__ = f"`{kind}` of each item."
    return function


def _two(kind: str) -> Function:
    def function(x: Any, y: Any) -> Array:
        (a, b), dtype, _ = together(x, y)
        if dtype == "bool":
            return _emit("or" if kind == "maximum" else "and", a, b)
        return _emit(kind, a, b)

    function.__name__ = kind
    function.__doc__ = f"The {kind} of two arrays, item by item."
    return function


def _operator(symbol: str) -> Function:
    return lambda x, y: strong(binary(symbol, x, y))


def _comparison(symbol: str) -> Function:
    return lambda x, y: strong(compare(symbol, x, y))


def _unary(name: str) -> Function:
    return lambda x: strong(arithmetic.unary(name, x))


def _rounding(kind: str) -> Function:
    def function(x: Any) -> Array:
        value = strong(x)
        return value if value.type.dtype in INTEGERS else _emit(kind, _floating(value))

    return function


def _sign(x: Any) -> Array:
    return _emit("sign", strong(x))


def square(x: Any) -> Array:
    """`x * x`."""
    value = strong(x)
    return _emit("*", value, value)


def where(condition: Any, x: Any = None, y: Any = None) -> Array:
    """`x` where the condition holds, `y` elsewhere."""
    if x is None or y is None:
        raise refusal(
            "AG310",
            "np.where of a condition alone has a size that is not known.",
            "Give it two values to choose from.",
        )
    test = as_array(condition)
    if test.type.dtype != "bool":
        test = compare("!=", test, 0)
    (a, b), _, _ = together(x, y)
    return _emit("where", test, a, b)


def select(test: Any, x: Any, y: Any) -> Array:
    """`x if test else y` of numbers, with both computed: `where` that keeps Python's numbers Python's."""
    (a, b), _, weak = together(x, y)
    return Array(session().emit("where", as_array(test).variable, a.variable, b.variable), weak=weak)


def clip(x: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Array:  # noqa: A002 - NumPy's names
    """`x`, no less than one bound and no more than the other."""
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    value = x if low is None else _two("maximum")(x, low)
    return strong(value if high is None else _two("minimum")(value, high))


def rounded(x: Any, digits: Any = None) -> Array:
    """`round(x)`: to the nearest integer, halves to even, as an int."""
    value = as_array(x)
    if digits is not None:
        raise refusal("AG310", "Lantern has no rounding to digits.", "Round x * 100 and divide.")
    if value.type.shape:
        raise TypeError("type numpy.ndarray doesn't define __round__ method")
    if value.type.dtype not in FLOATS:
        return cast(value, "i64", weak=True)
    return whole(nearest(value))


def whole(x: Array) -> Array:
    """`int(x)` of a number: what is no number, or more than 64 bits hold, raises as in Python."""
    if x.type.dtype in FLOATS:
        check(compare("==", x, x), ValueError("cannot convert float NaN to integer"))
        fits = compare("<", arithmetic.unary("abs", x), 2.0**63)
        check(fits, OverflowError("cannot convert float infinity to integer"))
    made = cast(x, "i64")
    return made if made.weak else Array(made.variable, weak=True)


def nearest(x: Any) -> Array:
    """The nearest whole number, halves to even (`np.round`)."""
    value = strong(x)
    if value.type.dtype not in FLOATS:
        return value
    floor = _emit("floor", value)
    over = binary("-", value, floor)
    odd = compare("!=", binary("%", floor, 2.0), 0.0)
    up = _emit("or", compare(">", over, 0.5), _emit("and", compare("==", over, 0.5), odd))
    # What is no number, or infinite, is itself.
    return where(compare("==", over, over), binary("+", floor, cast(up, value.type.dtype)), value)


# over axes -----------------------------------------------------------------------------------------------


def _reduction(kind: str, *, counts: bool = False) -> Function:
    def function(x: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
        value = strong(x)
        if dtype is not None:
            value = cast(value, dtype_of(dtype))
        elif counts and value.type.dtype not in FLOATS:
            value = cast(value, "i64")  # as NumPy adds up ints and bools
        axes = axes_of(value, axis)
        if kind in ("amax", "amin"):
            if any(value.type.shape[at] == 0 for at in axes):
                raise ValueError("zero-size array to reduction operation which has no identity")
            if value.type.dtype == "bool":
                return _emit("any" if kind == "amax" else "all", value, axes=axes, keepdims=keepdims)
        if kind in ("any", "all") and value.type.dtype != "bool":
            value = compare("!=", value, 0)
        return _emit(kind, value, axes=axes, keepdims=keepdims)

    function.__name__ = kind
    return function


def _place(kind: str) -> Function:
    def function(x: Any, axis: Any = None) -> Array:
        value = strong(x)
        if value.size == 0:
            raise ValueError(f"attempt to get {kind} of an empty sequence")
        if value.type.dtype == "bool":
            value = cast(value, "i32")
        return _emit(kind, value, axes=axes_of(value, axis))

    return function


add_up = _reduction("sum", counts=True)


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The mean over axes."""
    value = strong(x)
    value = value if value.type.dtype in FLOATS else cast(value, "f64")
    count = math.prod(int(value.type.shape[at]) for at in axes_of(value, axis))
    return binary("/", add_up(value, axis, keepdims=keepdims), float(count))  # type: ignore[no-any-return]


def variance(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The mean of the squares of the differences from the mean."""
    value = strong(x)
    return mean(square(binary("-", value, mean(value, axis, keepdims=True))), axis, keepdims)


def softmax(x: Any) -> Array:
    """`exp(x) / sum(exp(x))` along the last axis."""
    return _emit("softmax", _floating(x))


def log_softmax(x: Any) -> Array:
    """The logarithm of `softmax(x)`."""
    return _emit("log-softmax", _floating(x))


def cross_entropy(logits: Any, label: Any) -> Array:
    """Minus the logarithm of the softmax of `logits` (along the last axis) at `label`, an integer or an array of them."""
    return _emit("cross-entropy", _floating(logits), as_array(label))


# products ----------------------------------------------------------------------------------------------


def matmul(x: Any, y: Any) -> Array:
    """The matrix product."""
    (a, b), dtype, _ = together(x, y)
    if dtype == "bool":
        raise refusal("AG310", "Lantern has no products of bools.", "Cast them.", MisfitError)
    return _emit("matmul", a, b)


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


def maximum_of(a: Any, b: Any) -> Any:
    """`max(a, b)` of numbers."""
    return select(compare(">", b, a), b, a) if isinstance(a, Array) or isinstance(b, Array) else max(a, b)


def _math(kind: str) -> Function:
    """A function of `math`, which gives numbers of Python's."""

    def function(x: Any) -> Array:
        value = as_array(x)
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


def _math_whole(kind: str) -> Function:
    return lambda x: whole(_math(kind)(x))


def _relu(x: Any) -> Array:
    return _emit("relu", strong(x))


_FLOAT_FUNCTIONS = ("exp", "expm1", "log", "log1p", "sin", "cos", "tan", "tanh", "sigmoid", "sqrt")

FUNCTIONS: dict[str, Function] = {
    **{name: _float_function(name) for name in _FLOAT_FUNCTIONS},
    **{name: _two(name) for name in ("maximum", "minimum")},
    "floor": _rounding("floor"),
    "ceil": _rounding("ceil"),
    "round": lambda x, decimals=0: nearest(x) if decimals == 0 else rounded(x, decimals),
    "rint": nearest,
    "abs": _unary("abs"),
    "absolute": _unary("abs"),
    "fabs": lambda x: _floating(_unary("abs")(x)),
    "negative": _unary("neg"),
    "positive": _unary("pos"),
    "sign": _sign,
    "square": square,
    "where": where,
    "clip": clip,
    "relu": _relu,
    "softmax": softmax,
    "log_softmax": log_softmax,
    "cross_entropy": cross_entropy,
    "add": _operator("+"),
    "subtract": _operator("-"),
    "multiply": _operator("*"),
    "divide": _operator("/"),
    "true_divide": _operator("/"),
    "floor_divide": _operator("//"),
    "mod": _operator("%"),
    "remainder": _operator("%"),
    "power": _operator("**"),
    "logical_and": lambda x, y: _emit("and", _truths(x), _truths(y)),
    "logical_or": lambda x, y: _emit("or", _truths(x), _truths(y)),
    "logical_not": lambda x: _emit("not", _truths(x)),
    "less": _comparison("<"),
    "less_equal": _comparison("<="),
    "greater": _comparison(">"),
    "greater_equal": _comparison(">="),
    "equal": _comparison("=="),
    "not_equal": _comparison("!="),
    "sum": add_up,
    "mean": mean,
    "average": mean,
    "var": variance,
    "std": lambda x, axis=None, keepdims=False: _emit("sqrt", variance(x, axis, keepdims)),
    "max": _reduction("amax"),
    "min": _reduction("amin"),
    "amax": _reduction("amax"),
    "amin": _reduction("amin"),
    "all": _reduction("all"),
    "any": _reduction("any"),
    "argmax": _place("argmax"),
    "argmin": _place("argmin"),
    "reshape": reshape,
    "ravel": flat,
    "squeeze": squeeze,
    "expand_dims": expand_dims,
    "transpose": transpose,
    "concatenate": concatenate,
    "stack": stack,
    "broadcast_to": broadcast_to,
    "array": array,
    "asarray": lambda x, dtype=None: array(x, dtype) if isinstance(x, (list, tuple)) else _as(x, dtype),
    "copy": copied,
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
    "take": take,
    "shape": shape_of,
    "ndim": lambda x: as_array(x).ndim,
    "size": lambda x: as_array(x).size,
}
"""By their names in NumPy."""
MAKERS = frozenset(("full", "full_like", "ones", "ones_like", "zeros", "zeros_like"))
"""Those that make arrays of nothing staged."""

MATH: dict[str, Function] = {
    **{name: _math(name) for name in ("exp", "expm1", "log", "log1p", "sin", "cos", "tan", "tanh", "sqrt")},
    "floor": _math_whole("floor"),
    "ceil": _math_whole("ceil"),
    "fabs": lambda x: abs(cast(as_array(x), "f64", weak=True)),
    "pow": _math_power,
    "isnan": lambda x: compare("!=", x, x),
}
"""By their names in `math`."""

METHODS: dict[str, Function] = {
    **{
        name: FUNCTIONS[name]
        for name in (
            *("sum", "mean", "var", "std", "max", "min", "all", "any", "argmax", "argmin"),
            *("reshape", "ravel", "squeeze", "transpose", "dot", "clip", "copy", "take", "round"),
        )
    },
    "astype": astype,
    "flatten": flat_copy,
    "item": item,
    "conjugate": lambda x: x,
}
"""Methods of arrays."""


def _truths(x: Any) -> Array:
    value = as_array(x)
    return value if value.type.dtype == "bool" else compare("!=", value, 0)


def _as(x: Any, dtype: Any) -> Array:
    value = strong(x)
    return value if dtype is None else cast(value, dtype_of(dtype))


def called(
    said: str, table: dict[str, Function], name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """The function of that name, called.

    Raises:
        StagingError: AG310, Lantern has none, or not with these options.
    """
    function = table.get(name)
    if function is None:
        raise refusal("AG310", f"Lantern has no {said}.", f"It has {', '.join(sorted(table))}.")
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError as problem:
        raise refusal(
            "AG310",
            f"Lantern has no {said} with these arguments: {problem}.",
            f"It takes {', '.join(inspect.signature(function).parameters)}.",
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
