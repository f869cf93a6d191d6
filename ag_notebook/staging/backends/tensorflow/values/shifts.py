"""`<<` and `>>` of staged ints, as Python means them: a count may be larger than the number has bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.runtime.statements import raise_stmt


def shift_left(number: Any, count: Any) -> tf.Tensor:
    """`number << count`; bits beyond the dtype are lost, as in its arithmetic."""
    number, count = _operands(number, count)
    moved = tf.bitwise.left_shift(number, tf.minimum(count, _bits(number) - 1))
    return tf.where(count < _bits(number), moved, tf.zeros_like(moved))


def shift_right(number: Any, count: Any) -> tf.Tensor:
    """`number >> count`: floor division by a power of two."""
    number, count = _operands(number, count)
    return tf.bitwise.right_shift(number, tf.minimum(count, _bits(number) - 1))


def _bits(number: tf.Tensor) -> tf.Tensor:
    return tf.constant(number.dtype.size * 8, number.dtype)


def _operands(number: Any, count: Any) -> tuple[tf.Tensor, tf.Tensor]:
    dtype = number.dtype if isinstance(number, tf.Tensor) else count.dtype
    if not dtype.is_integer or float in (type(number), type(count)):
        raise TypeError("unsupported operands for a shift: ints are needed")
    number, count = tf.convert_to_tensor(number, dtype), tf.convert_to_tensor(count, dtype)
    _check_count(count)
    return number, count


def _check_count(count: tf.Tensor) -> None:
    from ag_notebook.staging.backends.tensorflow.backend import BACKEND

    error = ValueError("negative shift count")
    known = tf.get_static_value(count)
    if known is None:
        BACKEND.assert_stmt(tf.reduce_all(count >= 0), lambda: error)
    elif (known < 0).any():
        raise_stmt(error)


SHIFTS: dict[str, Callable[[Any, Any], tf.Tensor]] = {"lshift": shift_left, "rshift": shift_right}
"""By the operator's name."""
