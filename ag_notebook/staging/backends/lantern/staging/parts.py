"""Takes tuples, lists, dicts and objects apart, and makes them anew.

Objects are those of the user's classes that were made in the trace: each has its own attributes, and nobody outside knows it.
What a branch or a loop's body changed is undone when its trace ends, so what it left is read through a *view* of its effects.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple

from ag_notebook.staging.backends.carriers import Maybe, Undefined
from ag_notebook.staging.runtime.callees import is_users_class
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import Contents, Effect
from ag_notebook.staging.runtime.reachability import all_attributes, own_attributes, slots_of

Log = dict[Any, Effect]
NOTHING: Log = {}
_VIEW: ContextVar[Log] = ContextVar("ag_notebook_lantern_view", default=NOTHING)


@contextlib.contextmanager
def viewing(log: Log) -> Iterator[None]:
    """Reads containers and objects as they were at the end of the trace that made `log`."""
    token = _VIEW.set(log)
    try:
        yield
    finally:
        _VIEW.reset(token)


class Taken(NamedTuple):
    """What a value is made of; `names` are the keys of a dict, or the attributes of an object."""

    kind: type
    items: list[Any]
    names: tuple[Any, ...] | None


def taken_apart(value: Any) -> Taken | None:
    """What a tuple, list, dict or object is made of, through the view; None for any other value."""
    kind = type(value)
    if kind is list or kind is dict:
        effect = _VIEW.get().get(("items", id(value), ""))
        held = value if effect is None else effect.after.value
        return (
            Taken(dict, list(held.values()), tuple(held)) if kind is dict else Taken(list, list(held), None)
        )
    if isinstance(value, tuple) and (kind is tuple or hasattr(kind, "_fields")):
        return Taken(kind, list(value), None)
    if is_object(value):
        attributes = _attributes(value)
        return Taken(kind, list(attributes.values()), tuple(attributes))
    return None


def is_object(value: Any) -> bool:
    """Whether a value is an object that was made here, and does not hold itself."""
    context = current()
    if context is None or context.instances.get(id(value)) is not value:
        return False
    return (
        is_users_class(type(value))
        and not isinstance(value, (BaseException, list, dict, tuple, set))
        and not _holds_itself(value)
    )


def is_container(value: Any) -> bool:
    """Whether a value can be changed in place, and is taken apart where it has to be."""
    return isinstance(value, (list, dict)) or is_object(value)


def rebuilt(kind: type, names: Sequence[Any] | None, items: Sequence[Any]) -> Any:
    """A new tuple, list, dict or object of these parts."""
    if names is None:
        return kind(*items) if hasattr(kind, "_fields") else kind(items)
    if kind is dict:
        return dict(zip(names, items, strict=True))
    made: Any = object.__new__(kind)
    slots, held = slots_of(kind), own_attributes(made)
    for name, item in zip(names, items, strict=True):
        if name in slots:
            slots[name].__set__(made, item)
        else:
            held[name] = item
    context = current()
    if context is not None:
        context.instances[id(made)] = made
    return made


def containers_in(value: Any) -> list[Any]:
    """The lists, dicts and objects in a value, at any depth."""
    if isinstance(value, Maybe):
        return containers_in(value.ag_value)
    own = [value] if is_container(value) else []
    taken = taken_apart(value.value if isinstance(value, Contents) else value)
    return [*own, *(found for item in (taken.items if taken else ()) for found in containers_in(item))]


def _attributes(value: Any) -> dict[str, Any]:
    held = all_attributes(value)
    for (kind, owner, name), effect in _VIEW.get().items():
        if kind == "attribute" and owner == id(value):
            held[name] = effect.after
    return {name: item for name, item in held.items() if not isinstance(item, Undefined)}


def _holds_itself(value: Any) -> bool:
    context = current()
    assert context is not None
    todo, seen = list(all_attributes(value).values()), set()
    while todo:
        held = todo.pop()
        if held is value:
            return True
        if id(held) in seen:
            continue
        seen.add(id(held))
        if isinstance(held, (list, tuple)):
            todo += held
        elif isinstance(held, dict):
            todo += held.values()
        elif context.instances.get(id(held)) is held:
            todo += all_attributes(held).values()
    return False
