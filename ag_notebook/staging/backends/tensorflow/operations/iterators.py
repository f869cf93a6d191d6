"""`iter` and `next` of something staged, and what is left of such an iterator."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import LazySequence, SequenceIterator, staged_items
from ag_notebook.staging.backends.tensorflow.control.iteration import indexable, is_dataset
from ag_notebook.staging.backends.tensorflow.values.lengths import known_length
from ag_notebook.staging.backends.tensorflow.values.lists import list_length
from ag_notebook.staging.backends.tensorflow.values.lowering import as_tensor, backend
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import attribute_location, touch
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.lists import list_pop


def has_source(iterable: Any) -> bool:
    return is_dataset(iterable) or (isinstance(iterable, LazySequence) and iterable.source is not None)


def is_whole(iterable: Any) -> bool:
    """Whether a value is the iterator of a list, and stands before its first item."""
    return (
        isinstance(iterable, SequenceIterator)
        and iterable.items is not None
        and type(iterable.position) is int
        and iterable.position == 0
    )


def is_counted(iterator: SequenceIterator) -> bool:
    """Whether it is known while tracing which items of an iterator are left."""
    items = iterator.items
    is_same = items is None or staged_items(items) is None or known_length(items) == iterator.length
    return is_same and type(iterator.position) is int and type(iterator.length) is int


def used_up(iterator: SequenceIterator) -> list[Any]:
    """The list of an iterator, of which all items are taken."""
    touch(current(), attribute_location(iterator, "position"))
    iterator.position = iterator.length
    return iterator.items or []


def iter_of(value: Any, *rest: Any) -> Any:
    if is_dataset(value):
        return iter(value)
    if isinstance(value, SequenceIterator):
        return value
    if rest or has_source(value):
        raise StagingError(
            "AG260",
            "iter() of this staged value is not supported.",
            span=user_span(),
            fix="Iterate with `for`.",
        )
    held = indexable(value)
    items = value if staged_items(value) is not None else None
    length = held.known_length()
    return SequenceIterator(held.length if length is None else length, held.item, backend(), items, held.rows)


def next_of(value: Any, *default: Any) -> Any:
    if isinstance(value, SequenceIterator):
        return _next_item(value, *default)
    if isinstance(value, tf.data.Iterator):
        optional = value.get_next_as_optional()
        if default:
            from ag_notebook.staging.backends.tensorflow.control.conditionals import choose

            return choose(optional.has_value(), optional.get_value, lambda: default[0])
        backend().assert_stmt(optional.has_value(), StopIteration)
        return optional.get_value()
    if (
        type(value) is list
    ):  # a generator expression over something staged: its items are taken from the front
        if default:
            from ag_notebook.staging.backends.tensorflow.control.conditionals import choose

            return choose(list_length(value) > 0, lambda: list_pop(value, 0), lambda: default[0])
        backend().assert_stmt(list_length(value) > 0, StopIteration)
        return list_pop(value, 0)
    raise StagingError(
        "AG260", "next() of a staged value is not supported.", span=user_span(), fix="Iterate with `for`."
    )


def _next_item(iterator: SequenceIterator, *default: Any) -> Any:
    position = iterator.position
    if type(position) is int and type(iterator.length) is int and position < iterator.length:
        touch(current(), attribute_location(iterator, "position"))
        iterator.position = position + 1
        return iterator.item(position)
    at, length = as_tensor(position, tf.int32), as_tensor(iterator.length, tf.int32)
    touch(current(), attribute_location(iterator, "position"))
    if default:
        from ag_notebook.staging.backends.tensorflow.control.conditionals import choose

        found = choose(at < length, lambda: iterator.item(at), lambda: default[0])
        iterator.position = tf.minimum(at + 1, length)
        return found
    backend().assert_stmt(at < length, StopIteration)
    iterator.position = at + 1
    return iterator.item(at)
