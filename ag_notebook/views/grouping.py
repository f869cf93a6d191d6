"""Puts what is shown of a graph into groups: those of one name scope, or those of one source line.

model/dense/MatMul, model/dense/BiasAdd, model/Relu      ->      model: (dense: (MatMul, BiasAdd), Relu)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

Grouping = Literal["none", "scope", "line"]
GROUPINGS: tuple[Grouping, ...] = ("none", "scope", "line")
Member = TypeVar("Member")


@dataclass(slots=True)
class Group(Generic[Member]):
    """Members and smaller groups, in order."""

    name: str
    members: list[Member | Group[Member]] = field(default_factory=list)

    def flat(self) -> list[Member]:
        """All members, those of smaller groups too."""
        found: list[Member] = []
        for member in self.members:
            found += member.flat() if isinstance(member, Group) else [member]
        return found


def grouped(
    members: Iterable[Member], path: Callable[[Member], Sequence[str]]
) -> list[Member | Group[Member]]:
    """The members in groups by their paths; a group of one is its member, and one within one is a single group."""
    root: Group[Member] = Group("")
    known: dict[tuple[str, ...], Group[Member]] = {(): root}
    for member in members:
        inner, at = root, tuple[str, ...]()
        for part in path(member):
            at = (*at, part)
            if at not in known:
                known[at] = Group(part)
                inner.members.append(known[at])
            inner = known[at]
        inner.members.append(member)
    return _plain(root).members


def _plain(group: Group[Member]) -> Group[Member]:
    members: list[Member | Group[Member]] = []
    for member in group.members:
        if isinstance(member, Group):
            member = _plain(member)
            if len(member.members) == 1:
                (only,) = member.members
                if isinstance(only, Group):
                    only.name = f"{member.name}/{only.name}"
                member = only
        members.append(member)
    group.members = members
    return group


def scope(name: str) -> list[str]:
    """The name scopes of an operation: `a/b/MatMul` -> `a`, `b`."""
    return [part for part in name.split("/")[:-1] if part]


def common(paths: Iterable[Sequence[str]]) -> list[str]:
    """The beginning that all paths have."""
    first: list[str] | None = None
    for path in paths:
        if first is None:
            first = list(path)
        same = next((i for i, (a, b) in enumerate(zip(first, path)) if a != b), min(len(first), len(path)))
        first = first[:same]
    return first or []
