"""Finds containers and objects that a staged test made one of two: copies that a later change would give away.

    b = a if n > 0 else []      b is joined by structure: a copy of `a`, or of the new list
    b.append(1)                 should show in `a`, but only where the test held: refused (AG233)

A copy may be one with an object that has another name, or with another copy where two variables (or parts of them)
held one object on a path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ag_notebook.staging.backends.carriers import GROWING, Maybe, staged_items
from ag_notebook.staging.backends.tensorflow.values.specs import (
    Constant,
    ContentsType,
    FieldsType,
    OptionalType,
    SequenceType,
    Spec,
)
from ag_notebook.staging.backends.tensorflow.values.structure import deepen, is_record
from ag_notebook.staging.runtime.aliases import known_otherwise
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.effects import Contents
from ag_notebook.staging.runtime.reachability import all_attributes

Entry = tuple[str, Sequence[Spec], Any]
"""A variable (no name: a place outside), its types on the paths, and its value where the paths have met."""
Position = tuple[Any, ...]
"""The number of an entry, then the keys that lead to a part of its value."""


@dataclass
class Splits:
    """What may be one with another: objects that existed before, and copies by position."""

    existing: dict[int, Any] = field(default_factory=dict)
    copies: dict[Position, Any] = field(default_factory=dict)

    def note(self, context: Context) -> None:
        """Remembers them: they are no longer to be changed or told apart."""
        for value in (*self.existing.values(), *self.copies.values()):
            context.split[id(value)] = value

    def is_within(self, other: Splits) -> bool:
        """Whether all of these are among the others."""
        return self.existing.keys() <= other.existing.keys() and self.copies.keys() <= other.copies.keys()

    def at(self, values: Sequence[Any]) -> Splits:
        """These at the same positions of other values, where they are."""
        found = Splits(dict(self.existing))
        for position in self.copies:
            part: Any = values[position[0]]
            for key in (None, *position[1:]):
                part = part if key is None else _part(part, key)
                while isinstance(part, (Maybe, Contents)):
                    part = part.ag_value if isinstance(part, Maybe) else part.value
            if part is not None:
                found.copies[position] = part
        return found

    def merged(self, other: Splits) -> Splits:
        """These and the others."""
        return Splits({**self.existing, **other.existing}, {**self.copies, **other.copies})


def find_splits(context: Context, entries: Iterable[Entry], *, outside: bool = False) -> Splits:
    """Looks through values where paths have met, their items and attributes.

    `outside` says that the paths are left: what a copy stood for in one of them may not be changed any more.
    """
    search = _Search(context, outside)
    for number, (name, sides, value) in enumerate(entries):
        search.look((number,), name, sides, value)
    for copies in search.copies_of.values():
        if len({id(copy) for copy in copies.values()}) > 1:
            search.found.copies.update(copies)
    return search.found


def _part(value: Any, key: Any) -> Any:
    """An item or attribute, None where there is none."""
    if isinstance(value, (*GROWING, tuple)):
        return value[key] if isinstance(key, int) and key < len(value) else None
    return (value if isinstance(value, dict) else all_attributes(value)).get(key)


def _can_change(value: Any) -> bool:
    """Whether a value is a container or object whose contents are joined by structure (None, on one path, is not)."""
    return type(value) in (list, dict) or is_record(value)


class _Search:
    def __init__(self, context: Context, outside: bool) -> None:
        self.context, self.outside = context, outside
        self.found = Splits()
        self.copies_of: dict[int, dict[Position, Any]] = {}
        """The copies made of one object, by the object's id."""
        self.known: dict[tuple[int, str], bool] = {}

    def look(self, at: Position, name: str, sides: Sequence[Spec], joined: Any) -> None:
        while isinstance(joined, Maybe):
            joined, sides = joined.ag_value, [s.inner if isinstance(s, OptionalType) else s for s in sides]
        if isinstance(joined, Contents):
            inner = [s.inner for s in sides if isinstance(s, ContentsType)]
            self.look_at_parts(at, name, inner, joined.value)
        elif _can_change(joined):
            held = [s.value for s in sides if isinstance(s, Constant) and _can_change(s.value)]
            if any(value is joined for value in held):
                return  # it stayed itself
            for value in held:
                self.copies_of.setdefault(id(value), {})[at] = joined
                stood_in = self.context.escaped.get(id(value))
                if stood_in is not None:
                    self.found.copies[at] = joined
                    if self.outside:
                        self.found.existing.update({id(o): o for o in stood_in.objects})
                elif id(value) in self.context.split:
                    self.found.copies[at] = joined
                elif self.is_known(value, name):
                    self.found.existing[id(value)] = value
                    self.found.copies[at] = joined
            self.look_at_parts(at, name, sides, joined)
        elif isinstance(joined, tuple):
            self.look_at_parts(at, name, sides, joined)

    def look_at_parts(self, at: Position, name: str, sides: Sequence[Spec], joined: Any) -> None:
        if staged_items(joined) is not None:
            return
        for side in map(deepen, sides):
            if isinstance(side, SequenceType) and isinstance(joined, (list, tuple)):
                for index, (spec, part) in enumerate(zip(side.items, joined)):
                    self.look((*at, index), name, [spec], part)
            elif isinstance(side, FieldsType):
                parts = joined if isinstance(joined, dict) else all_attributes(joined)
                for key, spec in zip(side.names, side.items):
                    if key in parts:
                        self.look((*at, key), name, [spec], parts[key])

    def is_known(self, value: Any, name: str) -> bool:
        key = id(value), name
        if key not in self.known:
            self.known[key] = known_otherwise(value, name)
        return self.known[key]
