"""Functions of Python's `math` on staged numbers: results are weak, as Python's own floats and ints."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.values.lowering import as_integer, as_tensor, backend
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber, promote

_FLOATS: dict[str, Callable[..., tf.Tensor]] = {
    "sqrt": tf.sqrt,
    "cbrt": lambda x: tf.sign(x) * tf.abs(x) ** (1 / 3),
    "exp": tf.exp,
    "exp2": lambda x: tf.constant(2.0, x.dtype) ** x,
    "log": lambda x, base=None: tf.math.log(x) if base is None else tf.math.log(x) / tf.math.log(base),
    "log2": lambda x: tf.math.log(x) / math.log(2),
    "log10": lambda x: tf.math.log(x) / math.log(10),
    "log1p": tf.math.log1p,
    "expm1": tf.math.expm1,
    "sin": tf.sin,
    "cos": tf.cos,
    "tan": tf.tan,
    "asin": tf.asin,
    "acos": tf.acos,
    "atan": tf.atan,
    "atan2": tf.atan2,
    "sinh": tf.sinh,
    "cosh": tf.cosh,
    "tanh": tf.tanh,
    "asinh": tf.asinh,
    "acosh": tf.acosh,
    "atanh": tf.atanh,
    "fabs": tf.abs,
    "erf": tf.math.erf,
    "erfc": tf.math.erfc,
    "lgamma": tf.math.lgamma,
    "degrees": lambda x: x * (180 / math.pi),
    "radians": lambda x: x * (math.pi / 180),
    "hypot": lambda *xs: tf.sqrt(tf.add_n([x * x for x in xs])),
    "copysign": lambda x, y: tf.where(_is_negative(y), -tf.abs(x), tf.abs(x)),
    "fmod": lambda x, y: tf.truncatemod(x, y),
    "pow": tf.pow,
    "ldexp": lambda x, n: x * tf.constant(2.0, x.dtype) ** n,
}
_TESTS: dict[str, Callable[[tf.Tensor], tf.Tensor]] = {
    "isnan": tf.math.is_nan,
    "isinf": tf.math.is_inf,
    "isfinite": tf.math.is_finite,
}
_ROUNDING: dict[str, Callable[[tf.Tensor], tf.Tensor]] = {
    "floor": tf.floor,
    "ceil": tf.math.ceil,
    "trunc": lambda x: tf.sign(x) * tf.floor(tf.abs(x)),
}
_DOMAINS: dict[str, Callable[..., tf.Tensor]] = {
    "sqrt": lambda x: x >= 0,
    "log": lambda x, *_: x > 0,
    "log2": lambda x: x > 0,
    "log10": lambda x: x > 0,
    "log1p": lambda x: x > -1,
    "asin": lambda x: tf.abs(x) <= 1,
    "acos": lambda x: tf.abs(x) <= 1,
    "acosh": lambda x: x >= 1,
    "atanh": lambda x: tf.abs(x) < 1,
    "fmod": lambda x, y: tf.not_equal(y, 0),
}
_EXACT = ("log", "log2", "log10", "cbrt")
"""Functions whose results are often made ints of: computed in float64, so that those of whole powers are exact."""


def _is_negative(value: tf.Tensor) -> tf.Tensor:
    """Whether a float has a minus sign; -0.0 has one."""
    return tf.logical_or(value < 0, tf.logical_and(tf.equal(value, 0), 1 / value < 0))


def call(name: str, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """`math.name(*args, **kwargs)`, or `NotImplemented` where there is no equivalent."""
    if name in _OTHERS:
        return _OTHERS[name](*args, **kwargs)
    if kwargs or name not in {*_FLOATS, *_TESTS, *_ROUNDING}:
        return NotImplemented
    if name == "ldexp":
        args = [args[0], as_integer(args[1])]
    held = [as_tensor(a) for a in args]
    dtype = tf.float64 if any(t.dtype == tf.float64 for t in held) else tf.float32
    if name in _ROUNDING:
        if held[0].dtype.is_integer:
            return args[0]
        return WeakNumber(tf.cast(_ROUNDING[name](tf.cast(held[0], dtype)), tf.int32), tf.int32)
    if name in _TESTS:
        return _TESTS[name](tf.cast(held[0], dtype))
    exact = dtype if name not in _EXACT and not any(t.dtype.is_integer for t in held) else tf.float64
    numbers = [tf.cast(t, exact) for t in held]
    if name in _DOMAINS:
        _require(_DOMAINS[name](*numbers), "math domain error")
    return WeakNumber(tf.cast(_FLOATS[name](*numbers), dtype), dtype)


def _require(holds: Any, message: str) -> None:
    backend().assert_stmt(holds, lambda: ValueError(message))


def _loop(
    state: tuple[Any, ...], names: tuple[str, ...], test: Callable[..., Any], body: Callable[..., Any]
) -> tuple[Any, ...]:
    from ag_notebook.staging.runtime.statements import while_stmt

    return while_stmt(test, body, state, names)


def _gcd(*values: Any) -> Any:
    found: Any = 0
    for value in values:
        a, b = found, abs(as_integer(value))
        state = _loop((a, b), ("a", "b"), lambda a, b: _nonzero(b), lambda a, b: (b, a % b))
        found = state[0]
    return found


def _nonzero(value: Any) -> Any:
    return tf.not_equal(as_tensor(value), 0)


def _lcm(*values: Any) -> Any:
    found: Any = 1
    for value in values:
        number = abs(as_integer(value))
        divisor = _gcd(found, number)
        safe = WeakNumber(tf.maximum(as_tensor(divisor), 1), as_tensor(divisor).dtype)
        found = found * (number // safe)
    return found


def _product(first: Any, last: Any) -> Any:
    """The product of the ints from one to another, 1 if there is none."""
    state = _loop((1, first), ("product", "factor"), lambda p, f: f <= last, lambda p, f: (p * f, f + 1))
    return state[0]


def _factorial(n: Any) -> Any:
    number = as_integer(n)
    _require(as_tensor(number) >= 0, "factorial() not defined for negative values")
    return _product(1, number)


def _perm(n: Any, k: Any = None) -> Any:
    if k is None:
        return _factorial(n)
    n, k = as_integer(n), as_integer(k)
    for value in (n, k):
        _require(as_tensor(value) >= 0, "perm() arguments must be non-negative integers")
    return _product(n - k + 1, n) * _as_int(as_tensor(k) <= as_tensor(n))


def _comb(n: Any, k: Any) -> Any:
    n, k = as_integer(n), as_integer(k)
    for value in (n, k):
        _require(as_tensor(value) >= 0, "comb() arguments must be non-negative integers")
    state = _loop(
        (1, 0),
        ("ways", "i"),
        lambda ways, i: i < k,
        lambda ways, i: (ways * (n - i) // (i + 1), i + 1),
    )
    return state[0]


def _as_int(flag: tf.Tensor) -> WeakNumber:
    return WeakNumber(tf.cast(flag, tf.int32), tf.int32)


def _isqrt(n: Any) -> Any:
    number = as_integer(n)
    tensor = as_tensor(number)
    _require(tensor >= 0, "isqrt() argument must be nonnegative")
    root = tf.cast(tf.floor(tf.sqrt(tf.cast(tensor, tf.float64))), tensor.dtype)
    return WeakNumber(root, root.dtype)


def _modf(x: Any) -> tuple[Any, Any]:
    tensor = as_tensor(x)
    number = tensor if tensor.dtype.is_floating else tf.cast(tensor, tf.float32)
    whole = tf.sign(number) * tf.floor(tf.abs(number))
    return WeakNumber(number - whole, number.dtype), WeakNumber(whole, number.dtype)


def _isclose(a: Any, b: Any, *, rel_tol: float = 1e-9, abs_tol: float = 0.0) -> tf.Tensor:
    left, right = (
        (as_tensor(v) for v in promote(a, b)[:2]) if _is_number(a, b) else (as_tensor(a), as_tensor(b))
    )
    coarse = tf.float64 not in (left.dtype, right.dtype)
    x, y = tf.cast(left, tf.float64), tf.cast(right, tf.float64)
    # A float32 is not known to nine digits: what may differ in the last two bits counts as close.
    relative = max(rel_tol, 2.0**-22) if coarse else rel_tol
    near = tf.abs(x - y) <= tf.maximum(relative * tf.maximum(tf.abs(x), tf.abs(y)), abs_tol)
    return tf.logical_or(tf.equal(x, y), tf.logical_and(near, tf.math.is_finite(x) & tf.math.is_finite(y)))


def _is_number(*values: Any) -> bool:
    return any(isinstance(v, WeakNumber) or type(v) in (int, float) for v in values)


def _prod(values: Any, *, start: Any = 1) -> Any:
    from ag_notebook.staging.backends.tensorflow.operations.ordering import rows

    found = tf.reduce_prod(rows(values), 0)
    return found if type(start) is int and start == 1 else found * start


def _fsum(values: Any) -> Any:
    from ag_notebook.staging.backends.tensorflow.operations.ordering import rows

    held = rows(values)
    dtype = held.dtype if held.dtype.is_floating else tf.float32
    return WeakNumber(tf.cast(tf.reduce_sum(tf.cast(held, tf.float64)), dtype), dtype)


def _dist(p: Any, q: Any) -> Any:
    from ag_notebook.staging.backends.tensorflow.operations.ordering import rows

    left, right = (tf.cast(rows(v), tf.float64) for v in (p, q))
    return WeakNumber(tf.cast(tf.norm(left - right), tf.float32), tf.float32)


_OTHERS: dict[str, Callable[..., Any]] = {
    "comb": _comb,
    "dist": _dist,
    "factorial": _factorial,
    "fsum": _fsum,
    "gcd": _gcd,
    "isclose": _isclose,
    "isqrt": _isqrt,
    "lcm": _lcm,
    "modf": _modf,
    "perm": _perm,
    "prod": _prod,
}
