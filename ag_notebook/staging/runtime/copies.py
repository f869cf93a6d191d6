"""Copies structures that hold staged values: `copy.copy`, `copy.deepcopy`, `dataclasses.asdict` and `astuple`.

A staged value never changes, so a copy of it is itself; Python's functions would try to take it apart.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.carriers import Choice, Operand, StagedItems
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.reachability import all_attributes, tuple_like


def deepcopy(value: Any, memo: dict[int, Any] | None = None) -> Any:
    """`copy.deepcopy`: staged values stay the same."""
    known: dict[int, Any] = {} if memo is None else memo
    seen: set[int] = set()
    todo = [value]
    while todo:
        part = todo.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        if _is_staged(part):
            known[id(part)] = part
        elif isinstance(part, (list, tuple)):
            todo += part
        elif isinstance(part, dict):
            todo += part.values()
        elif not isinstance(part, type):
            todo += all_attributes(part).values()
    return copy.deepcopy(value, known)


def shallow_copy(value: Any) -> Any:
    """`copy.copy`: a staged value stays the same."""
    return value if _is_staged(value) else copy.copy(value)


def _is_staged(value: Any) -> bool:
    if isinstance(value, (Operand, Choice, StagedItems)):
        return True
    return type(value) is not list and owner(value) is not PYTHON


def asdict(value: Any, *, dict_factory: Callable[[Any], Any] = dict) -> Any:
    """`dataclasses.asdict`."""
    return _taken_apart(value, lambda held, pairs: dict_factory(pairs))


def astuple(value: Any, *, tuple_factory: Callable[[Any], Any] = tuple) -> Any:
    """`dataclasses.astuple`."""
    return _taken_apart(value, lambda held, pairs: tuple_factory([part for _, part in pairs]))


def _taken_apart(value: Any, made: Callable[[Any, list[tuple[str, Any]]], Any]) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [f.name for f in dataclasses.fields(value)]
        return made(value, [(name, _taken_apart(getattr(value, name), made)) for name in names])
    if _is_staged(value):
        is_record = not isinstance(value, (Operand, Choice, StagedItems)) and dataclasses.is_dataclass(
            owner(value).class_of(value)
        )
        if is_record:
            raise StagingError(
                "AG310",
                "all fields of a record are asked for, as a dict.",
                span=user_span(),
                fix="Name the fields.",
            )
        return value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return tuple_like(value, (_taken_apart(part, made) for part in value))
    if isinstance(value, (list, tuple)):
        return type(value)(_taken_apart(part, made) for part in value)
    if isinstance(value, dict):
        return type(value)((key, _taken_apart(part, made)) for key, part in value.items())
    return deepcopy(value)


INSTEAD: dict[Any, Callable[..., Any]] = {
    copy.copy: shallow_copy,
    copy.deepcopy: deepcopy,
    dataclasses.asdict: asdict,
    dataclasses.astuple: astuple,
}
"""What is called in a trace instead of functions of the standard library."""
