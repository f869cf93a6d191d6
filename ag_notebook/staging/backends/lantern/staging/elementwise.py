"""NumPy's functions of each item of staged arrays, of Lantern's operations on items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.lantern.ir.types import FLOATS, INTEGERS
from ag_notebook.staging.backends.lantern.staging import arithmetic
from ag_notebook.staging.backends.lantern.staging.arithmetic import (
    as_array,
    binary,
    cast,
    compare,
    operand,
    together,
)
from ag_notebook.staging.backends.lantern.staging.checks import check
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.shapes import stack, strong
from ag_notebook.staging.backends.lantern.staging.values import Array

Function = Callable[..., Any]


def emit(kind: str, *values: Array, **attributes: Any) -> Array:
    return Array(session().emit(kind, *(value.variable for value in values), **attributes))


def floating(value: Any) -> Array:
    value = as_array(value)
    if value.type.dtype in FLOATS:
        return strong(value)
    if value.type.dtype == "bool":
        raise refusal(
            "AG310", "Lantern has no 16-bit floats, which NumPy makes of bools here.", "Cast it.", MisfitError
        )
    return cast(value, "f64")


def float_function(kind: str) -> Function:
    def function(x: Any) -> Array:
        return emit(kind, floating(x))

    function.__name__ = kind
    function.__doc__ = f"`{kind}` of each item."
    return function


def two(kind: str) -> Function:
    def function(x: Any, y: Any) -> Array:
        (a, b), dtype, _ = together(x, y)
        if dtype == "bool":
            return emit("or" if kind == "maximum" else "and", a, b)
        return emit(kind, a, b)

    function.__name__ = kind
    function.__doc__ = f"The {kind} of two arrays, item by item."
    return function


def operator_function(symbol: str) -> Function:
    """`np.add` and its like, which takes numbers of Python's as NumPy's."""

    def function(x: Any, y: Any) -> Array:
        held = [operand(x), operand(y)]
        if all(not isinstance(each, Array) or each.weak for each in held):
            held[0] = strong(held[0])
        return strong(binary(symbol, *held))

    return function


def comparison(symbol: str) -> Function:
    return lambda x, y: strong(compare(symbol, x, y))


def unary_function(name: str) -> Function:
    return lambda x: strong(arithmetic.unary(name, x))


def rounding(kind: str) -> Function:
    def function(x: Any) -> Array:
        value = strong(x)
        return value if value.type.dtype in INTEGERS else emit(kind, floating(value))

    return function


def truths(x: Any) -> Array:
    """Whether each item is not 0."""
    value = as_array(x)
    return value if value.type.dtype == "bool" else compare("!=", value, 0)


def sign(x: Any) -> Array:
    """-1, 0 or 1 for each item."""
    return emit("sign", strong(x))


def square(x: Any) -> Array:
    """`x * x`."""
    value = strong(x)
    return emit("*", value, value)


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
    return emit("where", test, a, b)


def select(test: Any, x: Any, y: Any) -> Array:
    """`x if test else y` of numbers, with both computed: `where` that keeps Python's numbers Python's."""
    (a, b), _, weak = together(x, y)
    return Array(session().emit("where", as_array(test).variable, a.variable, b.variable), weak=weak)


def clip(x: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Array:  # noqa: A002 - NumPy's names
    """`x`, no less than one bound and no more than the other."""
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    value = x if low is None else two("maximum")(x, low)
    return strong(value if high is None else two("minimum")(value, high))


def isnan(x: Any) -> Array:
    """Whether each item is no number."""
    value = strong(x)
    return compare("!=", value, value)


def isfinite(x: Any) -> Array:
    """Whether each item is a number and no infinity."""
    value = strong(x)
    return (
        compare("==", binary("-", value, value), 0)
        if value.type.dtype in FLOATS
        else compare("==", value, value)
    )


def isinf(x: Any) -> Array:
    """Whether each item is an infinity."""
    return emit("not", emit("or", isfinite(x), isnan(x)))


def isclose(x: Any, y: Any, rtol: float = 1e-5, atol: float = 1e-8) -> Array:
    """Whether the items of two arrays are equal but for a small difference."""
    a, b = floating(x), floating(y)
    near = compare("<=", unary_function("abs")(binary("-", a, b)), atol + rtol * unary_function("abs")(b))
    return emit("or", emit("and", near, isfinite(b)), compare("==", a, b))


def logaddexp(x: Any, y: Any) -> Array:
    """`log(exp(x) + exp(y))`, which large numbers do not overflow."""
    (a, b), _, _ = together(*map(floating, together(x, y)[0]))
    highest = emit("maximum", a, b)
    known = isfinite(highest)  # else the highest is the result
    parts = stack([where(known, a, 0.0), where(known, b, 0.0)], -1)
    shares = emit("log-softmax", parts)
    less = emit("maximum", shares[..., 0], shares[..., 1])
    return where(known, binary("-", where(known, highest, 0.0), less), highest)


def truncated(x: Any) -> Array:
    """Without what comes after the point."""
    return where(compare("<", x, 0), rounding("ceil")(x), rounding("floor")(x))


def scaled(factor: float) -> Function:
    """A function that multiplies by a number."""
    return lambda x: strong(binary("*", floating(x), factor))


def fitting(kind: str) -> Function:
    """`np.fmax`, `np.fmin`: of a number and what is none, the number."""

    def function(x: Any, y: Any) -> Array:
        return where(isnan(x), y, where(isnan(y), x, two(kind)(x, y)))

    return function


def rounded_to(x: Any, decimals: int = 0) -> Array:
    """The nearest multiple of a power of ten, as `np.round` finds it."""
    if not decimals:
        return nearest(x)
    value = strong(x)
    if value.type.dtype not in FLOATS:
        if decimals > 0:
            return value
        raise refusal("AG310", "Lantern has no np.round of integers to tens.", "Cast them to floats.")
    power = 10.0 ** abs(decimals)
    up, down = ("*", "/") if decimals > 0 else ("/", "*")
    return strong(binary(down, nearest(binary(up, value, power)), power))


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
        check(fits, OverflowError("cannot convert a float to an integer of 64 bits"))
    made = cast(x, "i64")
    return made if made.weak else Array(made.variable, weak=True)


def nearest(x: Any) -> Array:
    """The nearest whole number, halves to even (`np.round`)."""
    value = strong(x)
    if value.type.dtype not in FLOATS:
        return value
    floor = emit("floor", value)
    over = binary("-", value, floor)
    odd = compare("!=", binary("%", floor, 2.0), 0.0)
    up = emit("or", compare(">", over, 0.5), emit("and", compare("==", over, 0.5), odd))
    # What is no number, or infinite, is itself.
    return where(compare("==", over, over), binary("+", floor, cast(up, value.type.dtype)), value)
