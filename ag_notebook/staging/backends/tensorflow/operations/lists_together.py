"""Functions of TensorFlow and NumPy that put the tensors of a list together, where only the graph knows how many there are.

Given the list as one tensor, they would join along its first dimension, or not know what to do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import staged_items
from ag_notebook.staging.backends.tensorflow.values.lists import contents, stack
from ag_notebook.staging.backends.tensorflow.values.lowering import shape_argument
from ag_notebook.staging.backends.tensorflow.values.specs import TensorType
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span


def together(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`function(*args, **kwargs)` of a list with staged contents, or `NotImplemented` where that list is one tensor.

    Raises:
        StagingError: AG262, `tf.nest` of such a list.
    """
    if getattr(function, "__module__", "") == "tensorflow.python.util.nest":
        if any(staged_items(value) is not None for value in (*args, *kwargs.values())):
            raise StagingError(
                "AG262",
                f"tf.nest.{function.__name__} needs the length of a list that only the graph knows.",
                span=user_span(),
                fix="Write a list comprehension.",
            )
        return NotImplemented
    found = next((made for each, made in _FUNCTIONS if each is function), None)
    if found is None or not args or staged_items(args[0]) is None:
        return NotImplemented
    return found(*args, **kwargs)


def _concat(values: list[Any], axis: Any = 0, name: str | None = None) -> tf.Tensor:
    """The items one after the other along a dimension of theirs; along the first they may differ in length."""
    staged = contents(values)
    element = staged.element
    along = _place(axis, element, extra=0)
    if along == 0 and isinstance(element, TensorType) and element.shape.rank:
        rest = TensorType(element.dtype, tf.TensorShape([None, *element.shape[1:]]))
        found, _ = tf.raw_ops.TensorListConcatV2(
            input_handle=staged.handles[0],
            element_shape=shape_argument(rest),
            leading_dims=tf.zeros([0], tf.int64),
            element_dtype=element.dtype,
        )
        found.set_shape(rest.shape)
        return found
    moved = tf.experimental.numpy.moveaxis(stack(values), 0, along)
    shape = tf.shape(moved)
    return tf.reshape(moved, tf.concat([shape[:along], [-1], shape[along + 2 :]], 0))


def _stacked(values: list[Any], axis: Any = 0, name: str | None = None) -> tf.Tensor:
    return tf.experimental.numpy.moveaxis(stack(values), 0, _place(axis, contents(values).element, extra=1))


def _place(axis: Any, element: Any, *, extra: int) -> int:
    """The dimension that an axis means, of the items or of the tensor with one more.

    Raises:
        ValueError: there is no such dimension.
    """
    rank = element.shape.rank if isinstance(element, TensorType) else None
    known = tf.get_static_value(axis)
    place = None if known is None else int(known)
    if place is not None and place < 0 and rank is not None:
        place += rank + extra
    if place is None or place < 0 or (rank is not None and place >= rank + extra):
        raise ValueError(f"axis {axis} is no dimension of tensors of rank {rank}")
    return place


def _sum(values: list[Any], *_: Any, **__: Any) -> tf.Tensor:
    return tf.reduce_sum(stack(values), 0)


def _join(inputs: list[Any], separator: Any = "", name: str | None = None) -> tf.Tensor:
    return tf.strings.reduce_join(stack(inputs), axis=0, separator=separator)


def _vertically(rows: list[Any]) -> tf.Tensor:
    """`np.vstack`: vectors are rows."""
    held = stack(rows)
    return held if held.shape.rank == 2 else _concat(rows)


def _horizontally(columns: list[Any]) -> tf.Tensor:
    """`np.hstack`: along the second dimension, vectors along their only one."""
    element = contents(columns).element
    is_vector = isinstance(element, TensorType) and element.shape.rank == 1
    return _concat(columns, 0 if is_vector else 1)


_FUNCTIONS: tuple[tuple[Any, Callable[..., tf.Tensor]], ...] = (
    (tf.concat, _concat),
    (tf.stack, _stacked),
    (tf.add_n, _sum),
    (tf.math.accumulate_n, _sum),
    (tf.strings.join, _join),
    (np.concatenate, _concat),
    (np.stack, _stacked),
    (np.vstack, _vertically),
    (np.hstack, _horizontally),
)
