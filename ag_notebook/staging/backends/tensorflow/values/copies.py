"""Says what the copies that are read out of a table or a staged list stand for (see `runtime.stand_ins`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import GROWING, staged_items
from ag_notebook.staging.backends.tensorflow.values.lowering import backend
from ag_notebook.staging.backends.tensorflow.values.specs import (
    FieldsType,
    ListType,
    OptionalType,
    PaddedType,
    SequenceType,
    Spec,
)
from ag_notebook.staging.backends.tensorflow.values.structure import is_record
from ag_notebook.staging.runtime.reachability import all_attributes
from ag_notebook.staging.runtime.stand_ins import StandIn, add


def is_mutable(value: Any) -> bool:
    """Whether a value is a container or an object that is joined by structure."""
    return type(value) in (list, dict) or is_record(value)


def holds_mutable(element: Spec) -> bool:
    """Whether values of this type have parts that can be changed."""
    if isinstance(element, (ListType, FieldsType)):
        return True
    if isinstance(element, (OptionalType, PaddedType)):
        return holds_mutable(element.inner)
    return isinstance(element, SequenceType) and (
        element.kind is list or any(map(holds_mutable, element.items))
    )


def stand_in_for_item(
    value: Any, items: list[Any], index: tf.Tensor, write: Callable[[list[Any], Any, Any], None]
) -> None:
    """Says that `value` was read out of a staged list at `index`, counted from 0."""

    def walk(part: Any, path: tuple[Any, ...]) -> None:
        if is_mutable(part):
            add(StandIn(part, backend(), index, items=items, root=value, path=path, write=write))
        for key, inner in _parts(part):
            walk(inner, (*path, key))

    walk(value, ())


def stand_in_for_one(value: Any, objects: list[Any], index: tf.Tensor) -> None:
    """Says that `value` was made of one of `objects` by a staged index, and its parts of theirs."""
    if any(value is o for o in objects):
        return
    if is_mutable(value):
        add(StandIn(value, backend(), index, objects=tuple(objects)))
    held = [dict(_parts(o)) for o in objects]
    for key, inner in _parts(value):
        if all(key in parts for parts in held):
            stand_in_for_one(inner, [parts[key] for parts in held], index)


def _parts(value: Any) -> Iterable[tuple[Any, Any]]:
    """The parts of a structure with their keys; the contents of a staged list are none."""
    if type(value) in GROWING and staged_items(value) is None:
        return list(enumerate(value))
    if isinstance(value, tuple):
        return list(enumerate(value))
    if type(value) is dict:
        return list(value.items())
    return list(all_attributes(value).items()) if is_record(value) else []
