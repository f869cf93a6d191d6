"""Makes the user's values of a graph's results: after a call nothing of ours is left in them."""

from __future__ import annotations

import copy
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, StagedItems, staged_items
from ag_notebook.staging.backends.tensorflow.values.lowering import Shared, lift, shape_argument
from ag_notebook.staging.backends.tensorflow.values.made_here import Copier
from ag_notebook.staging.backends.tensorflow.values.structure import is_record
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.effects import CONTAINERS, MISSING, Contents, Location, refill
from ag_notebook.staging.runtime.reachability import all_attributes, store_attribute, tuple_like


def finished(value: Any, instead: dict[int, Any] | None = None, fresh: Copier | None = None) -> Any:
    """The value with tensors for weak numbers, Python lists for staged ones, and decided options.

    `instead` maps the id of a container of the traced call's arguments to that of this call; `fresh` copies what the
    trace has kept.
    """
    instead, fresh = instead or {}, fresh or Copier(lambda _: None)
    if isinstance(value, Shared):
        if value.key not in fresh.copies:
            fresh.copies[value.key] = finished(value.value, instead, fresh)
        return fresh.copies[value.key]
    if fresh.key_of(value) is not None:
        return fresh(value)
    if id(value) in instead:
        return instead[id(value)]
    if isinstance(value, WeakNumber):
        return value.tensor()
    if isinstance(value, Contents):
        held = value.value
        if staged_items(held) is not None:
            return Contents(_unstacked(held[0], instead, fresh))
        if isinstance(held, dict):
            return Contents({fresh(k): finished(v, instead, fresh) for k, v in held.items()})
        return Contents([finished(v, instead, fresh) for v in held])
    if isinstance(value, Maybe):
        if value.ag_flag.numpy().item():
            return finished(value.ag_value, instead, fresh)
        if value.ag_absent is None:
            return None
        raise value.ag_absent.error()
    if isinstance(value, Choice):
        return fresh(value.ag_objects[value.ag_index.numpy().item()])
    staged = staged_items(value)
    if staged is not None:
        made = copy.copy(value)  # a deque keeps its greatest length
        refill(made, _unstacked(staged, instead, fresh))
        return made
    return _finished_parts(value, instead, fresh)


def _finished_parts(value: Any, instead: dict[int, Any], fresh: Copier) -> Any:
    """Structures: themselves where nothing in them had to be finished."""
    if type(value) is list:
        made = [finished(v, instead, fresh) for v in value]
        return value if all(a is b for a, b in zip(value, made, strict=True)) else made
    if isinstance(value, tuple):
        items = [finished(v, instead, fresh) for v in value]
        return value if all(a is b for a, b in zip(value, items, strict=True)) else tuple_like(value, items)
    if type(value) is dict:
        held = {fresh(k): finished(v, instead, fresh) for k, v in value.items()}
        pairs = zip(value.items(), held.items(), strict=True)
        return value if all(a is c and b is d for (a, b), (c, d) in pairs) else held
    if isinstance(value, CONTAINERS):
        parts = [*value.keys(), *value.values()] if isinstance(value, dict) else value
        if any(_is_ours(part, fresh) for part in parts):
            made = finished(dict(value) if isinstance(value, dict) else list(value), instead, fresh)
            refill(value, made)
        return value
    if is_record(value):
        for name, held in all_attributes(value).items():
            if _is_ours(held, fresh):
                store_attribute(value, name, finished(held, instead, fresh))
    return value


def store(location: Location, value: Any, instead: dict[int, Any], fresh: Copier | None = None) -> None:
    """Writes the value of a location after a call; one that is absent on the path taken is deleted."""
    if isinstance(value, Maybe) and value.ag_absent is not None and not value.ag_flag.numpy().item():
        location.set(MISSING)
    else:
        location.set(finished(value, instead, fresh))


def _is_ours(value: Any, fresh: Copier) -> bool:
    return (
        isinstance(value, (WeakNumber, Maybe, Choice, StagedItems, Shared))
        or fresh.key_of(value) is not None
        or staged_items(value) is not None
        or (
            type(value) in (list, dict, tuple)
            and any(
                _is_ours(part, fresh)
                for part in ((*value, *value.values()) if type(value) is dict else value)
            )
        )
    )


def _unstacked(staged: StagedItems, instead: dict[int, Any], fresh: Copier) -> list[Any]:
    """The items of a staged list, one by one where their shapes differ."""
    kinds = staged.element.tensors()
    if not kinds:
        return []
    columns = []
    for handle, kind in zip(staged.handles, kinds, strict=True):
        if kind.shape.is_fully_defined() and kind.dtype != tf.variant:
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
    return [
        finished(lift(staged.element, iter(parts)), instead, fresh) for parts in zip(*columns, strict=True)
    ]
