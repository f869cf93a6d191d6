"""Makes the user's values of a graph's results: after a call nothing of ours is left in them."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, StagedItems, staged_items
from ag_notebook.staging.backends.tensorflow.structure import is_record
from ag_notebook.staging.backends.tensorflow.values import lift, shape_argument
from ag_notebook.staging.backends.tensorflow.weak import WeakNumber
from ag_notebook.staging.runtime.effects import MISSING, Contents, Location


def finished(value: Any) -> Any:
    """The value with tensors for weak numbers, Python lists for staged ones, and decided options."""
    if isinstance(value, WeakNumber):
        return value.tensor()
    if isinstance(value, Contents):
        return Contents(finished(value.value))
    if isinstance(value, Maybe):
        if value.ag_flag.numpy().item():
            return finished(value.ag_value)
        if value.ag_absent is None:
            return None
        raise value.ag_absent.error()
    if isinstance(value, Choice):
        return value.ag_objects[value.ag_index.numpy().item()]
    staged = staged_items(value)
    if staged is not None:
        return _unstacked(staged)
    if type(value) is list:
        return _same_or(value, [finished(v) for v in value])
    if isinstance(value, tuple):
        items = [finished(v) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if type(value) is dict:
        made = {k: finished(v) for k, v in value.items()}
        return value if all(made[k] is v for k, v in value.items()) else made
    if is_record(value) and any(_is_ours(v) for v in vars(value).values()):
        vars(value).update({k: finished(v) for k, v in vars(value).items()})
    return value


def _same_or(value: list[Any], made: list[Any]) -> list[Any]:
    """The list itself where nothing in it had to be finished."""
    return value if all(a is b for a, b in zip(value, made, strict=True)) else made


def store(location: Location, value: Any) -> None:
    """Writes the value of a location after a call; one that is absent on the path taken is deleted."""
    if isinstance(value, Maybe) and value.ag_absent is not None and not value.ag_flag.numpy().item():
        location.set(MISSING)
    else:
        location.set(finished(value))


def _is_ours(value: Any) -> bool:
    return isinstance(value, (WeakNumber, Maybe, Choice, list, dict, tuple)) or is_record(value)


def _unstacked(staged: StagedItems) -> list[Any]:
    """The items of a staged list, one by one where their shapes differ."""
    kinds = staged.element.tensors()
    if not kinds:
        return []
    columns = []
    for handle, kind in zip(staged.handles, kinds, strict=True):
        if kind.shape.is_fully_defined():
            rows = tf.raw_ops.TensorListStack(
                input_handle=handle,
                element_shape=shape_argument(kind),
                element_dtype=kind.dtype,
                num_elements=-1,
            )
            columns.append(tf.unstack(rows))
            continue
        count = tf.raw_ops.TensorListLength(input_handle=handle).numpy().item()
        columns.append(
            [
                tf.raw_ops.TensorListGetItem(
                    input_handle=handle, index=i, element_shape=shape_argument(kind), element_dtype=kind.dtype
                )
                for i in range(count)
            ]
        )
    return [finished(lift(staged.element, iter(parts))) for parts in zip(*columns, strict=True)]
