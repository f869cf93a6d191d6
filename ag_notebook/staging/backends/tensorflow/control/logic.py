"""Stages `and`, `or`, `not`: lazily, and as one boolean op where the right side is cheap and pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.control.conditionals import (
    Branch,
    choose,
    merge,
    required_context,
)
from ag_notebook.staging.backends.tensorflow.control.truth import negated, truth
from ag_notebook.staging.runtime.aliases import EXPRESSION


def and_(left: Any, right: Callable[[], Any]) -> Any:
    """`left and right()`."""
    if isinstance(left, tf.Tensor) and left.dtype == tf.bool and left.shape.rank == 0:
        return _lazily(left, right, when=True)
    return choose(left, right, lambda: left)


def or_(left: Any, right: Callable[[], Any]) -> Any:
    """`left or right()`."""
    if isinstance(left, tf.Tensor) and left.dtype == tf.bool and left.shape.rank == 0:
        return _lazily(left, right, when=False)
    return choose(left, lambda: left, right)


def _lazily(left: tf.Tensor, right: Callable[[], Any], when: bool) -> Any:
    """Traces the right side as a branch; where that is cheap and pure it is built in place instead."""
    context = required_context()
    events = len(context.events)
    branch = Branch("then" if when else "else", lambda: (right(),))
    if branch.is_cheap():
        value = branch.traced.result[0]
        if type(value) is bool:
            return left if value is when else value
        if isinstance(value, tf.Tensor) and value.dtype == tf.bool and value.shape.rank == 0:
            del context.events[events:]
            return (tf.logical_and if when else tf.logical_or)(left, right())
    other = Branch("else" if when else "then", lambda: (left,))
    return merge(left, *((branch, other) if when else (other, branch)), (EXPRESSION,))[0]


def not_(value: Any) -> Any:
    """`not value`."""
    found = truth(value)
    return not found if isinstance(found, bool) else negated(found)


def as_number(value: Any) -> Any:
    """A staged bool as an int (a weak one, as Python's `True` is); any other value as it is."""
    if isinstance(value, tf.Tensor) and value.dtype == tf.bool:
        number = tf.cast(value, tf.int32)
        from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber

        return WeakNumber(number, tf.int32) if number.shape.rank == 0 else number
    return value
