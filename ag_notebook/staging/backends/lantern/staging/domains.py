"""Where numbers of Python's raise and NumPy's do not: division by zero, powers and functions of `math` outside of their domains.

The checks are operations of the program; what NumPy gives there (NaN, infinity) is never seen. Numbers of NumPy's have none.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.lantern.ir.types import INTEGERS
from ag_notebook.staging.backends.lantern.staging.arithmetic import binary, cast, compare, negated
from ag_notebook.staging.backends.lantern.staging.checks import check, may_raise
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.values import Array

Test = Callable[[Array], Array]


def check_divisor(symbol: str, divisor: Array, dtype: str, weak: bool) -> None:
    """Before `/`, `//` and `%` of numbers of that dtype; `weak` ones are Python's."""
    if weak and (symbol == "/" or dtype == "f64"):
        zero: Any = 0.0 if dtype == "f64" else 0
        check(compare("!=", divisor, zero), _raised(_DIVISIONS[symbol], zero))
    elif symbol != "/" and dtype in INTEGERS:  # whose `//` and `%` raise by themselves
        may_raise(_raised(_DIVISIONS[symbol], 0), lambda: compare("!=", divisor, 0))


_DIVISIONS: dict[str, Callable[[Any, Any], Any]] = {
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}


def _raised(divide: Callable[[Any, Any], Any], zero: Any) -> Exception:
    """What Python raises, in the words of the version that runs."""
    try:
        divide(zero, zero)
    except ZeroDivisionError as error:
        return ZeroDivisionError(*error.args)
    raise AssertionError(divide)


def check_power(base: Any, exponent: Any, power: Array, *, of_math: bool = False) -> None:
    """After `base ** exponent` of Python's floats, or `math.pow`: what is no float is not returned as one."""
    domain = ValueError("math domain error")
    is_integer = type(exponent) is int or (isinstance(exponent, Array) and exponent.type.dtype != "f64")
    base, exponent = (cast(e, "f64", weak=True) if isinstance(e, Array) else e for e in (base, exponent))
    if not _is(exponent, lambda value: value >= 0):
        fits = _or(compare("!=", base, 0.0), compare(">=", exponent, 0.0), _is_nan(exponent))
        zero = ZeroDivisionError("0.0 cannot be raised to a negative power")
        check(fits, domain if of_math else zero)
    if not is_integer and not _is(exponent, lambda value: float(value).is_integer()):
        real = _or(negated(compare("<", base, 0.0)), _is_infinite(base), _is_whole(exponent))
        is_complex = ValueError(
            "a negative number has a complex power here, and Lantern has no complex numbers; np.float64(x) ** y is NaN"
        )
        check(real, domain if of_math else is_complex)
    if not _is(exponent, lambda value: 0 <= value <= 1):
        fits = _or(negated(_is_infinite(power)), negated(_is_finite(base)), negated(_is_finite(exponent)))
        large = (
            OverflowError("math range error")
            if of_math
            else OverflowError(34, "Numerical result out of range")
        )
        check(fits, large)


def check_argument(name: str, x: Array) -> None:
    """Before a function of `math` that is named so."""
    fits = _DOMAINS.get(name)
    if fits is not None:
        check(fits(x), ValueError("math domain error"))


def check_result(name: str, x: Array, result: Array) -> None:
    """After a function of `math`: a finite argument has a finite result."""
    if name in ("exp", "expm1"):
        fits = _or(negated(_is_infinite(result)), _is_infinite(x))
        check(fits, OverflowError("math range error"))


def _is(value: Any, test: Callable[[Any], bool]) -> bool:
    """Whether a number is known and fits."""
    return type(value) in (bool, int, float) and test(value)


def _or(*tests: Array) -> Array:
    first, *others = tests
    for each in others:
        first = binary("|", first, each)
    return first


def _is_nan(x: Any) -> Array:
    return compare("!=", x, x)


def _is_infinite(x: Any) -> Array:
    return _or(compare("==", x, math.inf), compare("==", x, -math.inf))


def _is_finite(x: Any) -> Array:
    return compare("<", abs(x), math.inf)


def _is_whole(x: Any) -> Array:
    """Whether a float is a whole number, or infinite; NaN counts as well."""
    if not isinstance(x, Array):
        return compare("==", float(x).is_integer() or not math.isfinite(x), True)
    floor = Array(session().emit("floor", x.variable), weak=True)
    return _or(compare("==", x, floor), _is_nan(x))


_DOMAINS: dict[str, Test] = {
    "sqrt": lambda x: negated(compare("<", x, 0.0)),
    "log": lambda x: negated(compare("<=", x, 0.0)),
    "log1p": lambda x: negated(compare("<=", x, -1.0)),
    **dict.fromkeys(("sin", "cos", "tan"), lambda x: negated(_is_infinite(x))),
}
"""What the argument of a function of `math` has to be."""
