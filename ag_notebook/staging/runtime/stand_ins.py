"""Keeps copies in step with what they stand for.

`rows[i]` by a staged index is one of several lists, or an item that lives in the graph: what a reader holds is a
copy. It *stands in* for the one: a change of it is made to each list that it may be, under a staged test, or is
written back into the list that it is an item of; and a change of those is made to the copies that a name holds.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.aliases import held_by_user
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import items_location, touch
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.reachability import reachable
from ag_notebook.staging.wording import kind_of

Action = Callable[[Any], Any]


@dataclass(slots=True, eq=False)
class StandIn:
    """A copy that stands for one of `objects` by a staged `index`, or for what `path` leads to in an item of `items`.

    `root` is the copy of the whole item, and `write` puts it back; `moves` is the number of times that the items
    of a list had moved when it was made.
    """

    value: Any
    backend: Any
    index: Any
    objects: tuple[Any, ...] = ()
    items: list[Any] | None = None
    root: Any = None
    path: tuple[Any, ...] = ()
    write: Callable[[list[Any], Any, Any], None] | None = None
    moves: int = 0

    def condition(self, found: Any) -> Any:
        """Whether it stands for the object `found`; False where it never does."""
        holds: Any = False
        for position, held in enumerate(self.objects):
            if held is found:
                equal = self.backend.compare("==", self.index, position)
                holds = equal if holds is False else self.backend.or_(holds, lambda equal=equal: equal)
        return holds

    def is_same(self, other: StandIn) -> Any:
        """Whether it stands for the same thing as `other`; False where it never does."""
        if self.items is not None:
            together = self.items is other.items and self.path == other.path and self.root is not other.root
            return self.backend.compare("==", self.index, other.index) if together else False
        same: Any = False
        for found in _distinct(self.objects):
            theirs = other.condition(found)
            if theirs is False:
                continue
            both = self.backend.and_(self.condition(found), lambda theirs=theirs: theirs)
            same = both if same is False else self.backend.or_(same, lambda both=both: both)
        return same


def _distinct(objects: tuple[Any, ...]) -> list[Any]:
    return list({id(o): o for o in objects}.values())


def add(entry: StandIn) -> None:
    """Remembers a copy for as long as the branch or body that made it is traced."""
    context = current()
    if context is not None:
        entry.moves = context.moves.count(id(entry.items))
        context.stand_ins[id(entry.value)] = entry


def change(value: Any, action: Action) -> Any:
    """Does `action` to a container or object, and to whatever may be the same by a staged test.

    Raises:
        StagingError: AG233, it stands for an item of a list whose items have moved since.
    """
    context = current()
    if context is None or not context.stand_ins:
        return action(value)
    return _change(context, value, action, set())


def _change(context: Context, value: Any, action: Action, seen: set[int]) -> Any:
    seen = seen | {id(value)}
    entry = context.stand_ins.get(id(value))
    if entry is not None and entry.items is not None:
        _refuse_moved(context, entry)
    copies = _copies(context, value, entry, seen)
    result = action(value)
    if entry is not None:
        for found in _distinct(entry.objects):
            if id(found) not in seen:
                step = functools.partial(_change, context, found, action, seen)
                _under(entry.condition(found), step)
    for copy, condition in copies:
        _under(condition, functools.partial(action, copy.value))
    if entry is not None and entry.items is not None:
        _write_back(context, entry, seen)
    return result


def _under(condition: Any, run: Callable[[], Any]) -> None:
    """Runs `run` under a test that may be staged."""
    from ag_notebook.staging.runtime.statements import if_stmt

    def taken() -> tuple[()]:
        run()
        return ()

    if_stmt(condition, taken, lambda: (), (), ())


def _copies(context: Context, value: Any, entry: StandIn | None, seen: set[int]) -> list[tuple[StandIn, Any]]:
    """The other copies that stand for the same, as far as the user can still read them."""
    found = []
    for other in context.stand_ins.values():
        if other is entry or id(other.value) in seen:
            continue
        if entry is None:
            may_be = any(o is value for o in other.objects)
        elif entry.items is not None:
            may_be = entry.items is other.items and entry.path == other.path and entry.root is not other.root
        else:
            may_be = any(o is p for o in other.objects for p in entry.objects)
        if may_be:
            found.append(other)
    held = held_by_user([o.value for o in found])
    kept = [o for o in found if id(o.value) in held]
    return [(o, o.condition(value) if entry is None else entry.is_same(o)) for o in kept]


def _write_back(context: Context, entry: StandIn, seen: set[int]) -> None:
    """Puts the item that a change reached back into its list."""
    assert entry.items is not None
    _refuse_held_elsewhere(context, entry)
    context.written_back.append(entry)

    def write(items: list[Any]) -> None:
        touch(context, items_location(items))
        assert entry.write is not None
        before, context.writing_back = context.writing_back, True
        try:
            entry.write(items, entry.index, entry.root)
        finally:
            context.writing_back = before

    _change(context, entry.items, write, seen)


def _refuse_held_elsewhere(context: Context, entry: StandIn) -> None:
    """Refuses to change an item that was put into its list from elsewhere, and is still there: the list holds a copy.

    Raises:
        StagingError: AG233.
    """
    put = [o for o in context.listed.values() if type(o) is type(entry.value)]
    if held_by_user(put) or reachable([scope.root for scope in context.scopes[:1]], {id(o) for o in put}):
        raise StagingError(
            "AG233",
            f"{kind_of(entry.value)} is changed that is an item of a list whose contents are staged, and may be in another place too.",
            span=user_span(),
            fix="Such a list holds copies: put a copy there, or build the list anew with the changed items.",
        )


def _refuse_moved(context: Context, entry: StandIn) -> None:
    if context.moves.count(id(entry.items)) != entry.moves:
        _refuse(entry.value)


def _refuse(value: Any) -> None:
    raise StagingError(
        "AG233",
        f"{kind_of(value)} is changed, and a staged test decides which of several it is.",
        span=user_span(),
        fix="Change it where it is: rows[i].append(v).",
    )


def note_move(items: list[Any]) -> None:
    """Says that items of a list change their places or are replaced: copies of them stand for nothing any more."""
    context = current()
    if context is not None:
        context.moves.append(id(items))
        context.moved.append(items)


def refuse_repeated_moves(context: Context, moves: int, written: int) -> None:
    """Refuses a loop's body that writes back items found before it and moves items: the next time they are others.

    Raises:
        StagingError: AG233.
    """
    moved = set(context.moves[moves:])
    for entry in context.written_back[written:]:
        if id(entry.value) in context.stand_ins and id(entry.items) in moved:
            _refuse(entry.value)
