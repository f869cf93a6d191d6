"""Says what the truth value of a staged value is, as Python's `bool` would."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, StagedRange, staged_items
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.special import tested

_ORDERINGS = frozenset(("Less", "LessEqual", "Greater", "GreaterEqual"))


def negated(flags: tf.Tensor) -> tf.Tensor:
    """`not flag`, element by element.

    Of the negation of `x < y` TensorFlow's optimizer makes `x >= y`, which is false, too, where one of them is NaN. A
    comparison with False it leaves alone.
    """
    made = flags.op
    while made.type == "Identity":
        made = made.inputs[0].op
    of_floats = made.type in _ORDERINGS and made.inputs[0].dtype.is_floating
    return tf.equal(flags, False) if of_floats else tf.logical_not(flags)


def truth(value: Any) -> Any:
    """The truth value as a bool tensor of shape [] (or a Python bool where Python knows it).

    Raises:
        StagingError: AG220, a tensor of more than one element has no truth value.
    """
    if isinstance(value, Maybe):
        if value.ag_absent is not None:
            return truth(value.ag_resolve())
        return tf.logical_and(value.ag_flag, truth(value.ag_value))
    if staged_items(value) is not None:
        from ag_notebook.staging.backends.tensorflow.values.lists import list_length

        return list_length(value) > 0
    if isinstance(value, StagedRange):
        from ag_notebook.staging.backends.tensorflow.control.iteration import indexable

        return tf.convert_to_tensor(indexable(value).length) > 0
    if isinstance(value, Choice):
        kinds = {bool(o) for o in value.ag_objects}
        return (
            kinds.pop() if len(kinds) == 1 else tf.gather([bool(o) for o in value.ag_objects], value.ag_index)
        )
    if isinstance(value, WeakNumber):
        return tf.not_equal(value.tensor(), tf.cast(0, value.natural))
    if not isinstance(value, (tf.Tensor, tf.Variable)):
        decided = tested(value)
        return bool(value) if decided is value else truth(decided)
    tensor = tf.convert_to_tensor(value)
    if tensor.shape.rank != 0:
        if tensor.shape.num_elements() != 1:
            raise StagingError(
                "AG220",
                f"a tensor of shape {tensor.shape} has no truth value.",
                span=user_span(),
                fix="Reduce it first, with tf.reduce_any or tf.reduce_all.",
            )
        tensor = tf.reshape(tensor, [])
    if tensor.dtype == tf.bool:
        return tensor
    return tf.not_equal(tensor, "" if tensor.dtype == tf.string else tf.cast(0, tensor.dtype))
