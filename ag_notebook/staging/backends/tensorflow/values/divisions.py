"""Checks the divisors of staged numbers: Python raises `ZeroDivisionError` where an int is divided by zero.

TensorFlow's kernels of `//` and `%` report it (`failures` makes it Python's exception); `/` of ints is checked here.
Floats follow TensorFlow: the result is an infinity or not a number. An int to a negative power is a division too.
"""

from __future__ import annotations

import math
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.checks import check_if_caught
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.handlers import refuse_if_caught
from ag_notebook.staging.runtime.statements import raise_stmt

MESSAGES = {
    "truediv": "division by zero",
    "floordiv": "integer division or modulo by zero",
    "mod": "integer modulo by zero",
}
"""What Python says, by operator."""


def check_divisor(name: str, dividend: Any, divisor: Any) -> None:
    """Makes `dividend / divisor` (`//`, `%`) raise `ZeroDivisionError` at run time where Python's ints would.

    Raises:
        StagingError: AG270, a handler of the user's would have to catch it.
    """
    known = tf.get_static_value(divisor) if isinstance(divisor, tf.Tensor) else divisor
    if known is not None and (getattr(known, "ndim", 0) != 0 or known != 0):
        return
    error = ZeroDivisionError(MESSAGES[name])
    if not (_is_int(dividend) and _is_int(divisor)):
        _refuse_if_meant(ZeroDivisionError("float division by zero"))
        return
    if known is not None:
        raise_stmt(error)
    check_if_caught(lambda: tf.reduce_all(tf.not_equal(divisor, tf.cast(0, divisor.dtype))), error)
    context = current()
    if name != "truediv" or divisor.shape.rank != 0 or context is None or context.options.jit_compile:
        return
    from ag_notebook.staging.backends.tensorflow.backend import BACKEND

    BACKEND.assert_stmt(tf.not_equal(divisor, tf.cast(0, divisor.dtype)), lambda: error)


def exact_divisor(value: float) -> tf.Tensor:
    """A constant (float64, []) that TensorFlow's optimizer does not see: it would multiply by the rounded reciprocal.

    So `3 / 10` is 0.3 in a graph too, and not 0.30000000000000004.
    """
    constant = tf.constant(value, tf.float64)
    is_power_of_two = value != 0 and math.frexp(abs(value))[0] == 0.5
    return constant if is_power_of_two else tf.raw_ops.PlaceholderWithDefault(input=constant, shape=[])


def divides(exponent: Any) -> bool:
    """Whether an int to this int power is a float, as Python's is to a negative one: a literal, or a `-n`."""
    if type(exponent) is int:
        return exponent < 0
    return isinstance(exponent, tf.Tensor) and hasattr(exponent, "op") and exponent.op.type == "Neg"


def _is_int(value: Any) -> bool:
    return value.dtype.is_integer if isinstance(value, tf.Tensor) else type(value) in (int, bool)


def _refuse_if_meant(error: ZeroDivisionError) -> None:
    """Floats raise nothing in a graph: refused where a handler names this very exception."""
    context = current()
    for handlers in context.handlers if context is not None else ():
        if any(issubclass(kind, ArithmeticError) for kind in handlers.classes):
            refuse_if_caught(error)
