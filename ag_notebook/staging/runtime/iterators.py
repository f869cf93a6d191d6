"""Takes items of Python's iterables while tracing, and refuses where what they are left with is not known.

for i, v in enumerate(items):     # the iterator looks at `items` anew for each item
    if v > 0:                     # staged: from now on `items` is a list of the graph
        items.append(v - 1)

for v in numbers:                 # an iterator: the loop is unrolled over all items that it has
    if v > x:                     # staged: how many were taken is known to the graph alone
        break
rest = list(numbers)              # so this is refused

Past a staged `break` an item is taken on the chance that the graph needs it. Taking it must have no effect, or one that
nobody can see.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import gc
import itertools
import types
from collections.abc import Iterator, Sequence
from typing import Any

from ag_notebook.staging.backends.carriers import (
    CARRIERS,
    GROWING,
    GeneratorExpression,
    SequenceIterator,
    staged_items,
)
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.errors import AgNotebookError, StagingError
from ag_notebook.staging.runtime.aliases import held_by_user
from ag_notebook.staging.runtime.bytecode import is_suspended_in_try, outer_writes
from ag_notebook.staging.runtime.callees import plain_attribute
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import (
    Effect,
    Effects,
    Location,
    StagedRaise,
    touch,
    touch_outer_variables,
)
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.reachability import reachable

_OVER_OTHERS = frozenset(
    (
        *(enumerate, filter, map, reversed, zip),
        *(type(iterate(kind())) for kind in GROWING for iterate in (iter, reversed)),
    )
)

_SAMPLES: tuple[Any, ...] = (
    *([], (), {}, {}.keys(), {}.values(), {}.items(), set(), frozenset(), "", b"", range(0)),
    *(range(2**80), collections.deque(), bytearray()),
)
_QUIET = frozenset(
    (
        *map(type, _SAMPLES),
        *(type(iter(items)) for items in _SAMPLES),
        *(type(reversed(items)) for items in _SAMPLES if hasattr(items, "__reversed__")),
        *(type(iter("é")), itertools.count, itertools.repeat),
    )
)
"""Iterables that run no code of anybody's when an item is taken."""


def lists_under(iterable: Any) -> list[list[Any]]:
    """The lists and deques that are read while a value is iterated: itself, or those that a builtin iterator is over."""
    if type(iterable) in GROWING:
        return [iterable]
    if type(iterable) in _OVER_OTHERS:
        return [held for part in iterable.__reduce__()[1] for held in lists_under(part)]
    return []


def became_staged(lists: list[list[Any]]) -> bool:
    """Whether the contents of one of these lists are staged: Python's iterators do not see them."""
    return any(staged_items(held) is not None for held in lists)


def refuse_staged_lists(lists: list[list[Any]]) -> None:
    """Refuses to take items of a list whose contents became staged after the iterator was made.

    Raises:
        StagingError: AG213.
    """
    if became_staged(lists):
        raise StagingError(
            "AG213",
            "a list is changed under a staged test while a loop runs over it.",
            span=user_span(),
            fix="Loop over a copy: for item in list(items).",
        )


def take_part(context: Context, iterable: Any) -> None:
    """Notes that the graph took items of an iterable, and that it alone knows how many: see `refuse_taken`."""
    for iterator in iterators_under(iterable):
        context.taken_in_part[id(iterator)] = iterator


def iterators_under(iterable: Any) -> list[Any]:
    """An iterator, and those that it takes its own items from."""
    found: dict[int, Any] = {}
    todo = [iterable]
    while todo:
        value = todo.pop()
        if id(value) in found or isinstance(value, type):
            continue
        if type(value) is tuple:
            todo += value
        elif type(value) is GeneratorExpression:
            todo.append(value.iterable)
        elif hasattr(type(value), "__next__"):
            found[id(value)] = value
            todo += gc.get_referents(value)
    return list(found.values())


def refuse_taken(context: Context | None, *values: Any) -> None:
    """Refuses to use an iterator again of which only the graph knows how many items are left, or whose items were made of
    variables that have changed since.

    Raises:
        StagingError: AG260.
    """
    if context is None:
        return
    for value in values:
        refuse_stale(value)
    if not context.taken_in_part:
        return
    if any(id(value) in context.taken_in_part for value in values):
        raise StagingError(
            "AG260",
            "an iterator is used again after a staged test decided how many of its items are taken.",
            span=user_span(),
            fix="Make a list of it first, with list(), and go through that by index.",
        )


def refuse_stale(value: Any) -> None:
    """Refuses items that were made at once, where a variable that they were made of has changed since.

    Raises:
        StagingError: AG260.
    """
    if type(value) is SequenceIterator and value.unchanged is not None and not value.unchanged():
        raise StagingError(
            "AG260",
            "items were made at once, as they are of something staged, and a variable that they were made of has changed since.",
            span=user_span(),
            fix="Go through them with `for` where they are made, or make a list: [… for …].",
        )


def read_at_once(*iterables: Any) -> tuple[Any, ...]:
    """What is read where items are made of it at once."""
    found: list[Any] = []
    for iterable in iterables:
        found += [
            iterable,
            *(rows.tensor for rows in plain_attribute(iterable, "rows", ())),
            *plain_attribute(iterable, "made_of", ()),
        ]
    return tuple(found)


@contextlib.contextmanager
def nothing_written(iterable: Any, followed: Sequence[Any]) -> Iterator[None]:
    """Around a loop whose body belongs to another function: refuses that this writes into the array that the loop reads.

    Args:
        iterable: what is iterated.
        followed: arrays whose writes the loop follows, as its own body writes them.

    Raises:
        StagingError: AG213.
    """
    context = current()
    before = {} if context is None else dict(context.changed_in_place)
    yield
    if context is None or not context.in_twins:
        return
    for part in read_at_once(iterable):
        is_followed = any(part is value for value in followed)
        if id(part) in context.changed_in_place and id(part) not in before and not is_followed:
            raise StagingError(
                "AG213",
                "an array is written while a generator runs over it.",
                span=user_span(),
                fix="Loop over it where it is written, or over a copy: for item in list(items).",
            )


def refuse_written(iterable: Any, state: Sequence[Any], names: Sequence[str], live: Sequence[str]) -> None:
    """Refuses a loop over items that were made at once of an array whose items the loop's body writes.

    Raises:
        StagingError: AG213.
    """
    made_of = plain_attribute(iterable, "made_of", ())
    for name, value in zip(names, state, strict=True):
        if name in live and any(value is part for part in made_of):
            raise StagingError(
                "AG213",
                f"'{name}' is written while a loop runs over items that were made of it at once.",
                span=user_span(),
                fix="Loop over it by index, or over a copy: for item in list(items).",
            )


class Taking:
    """Takes the items of a Python iterable one by one.

    From `depend_on` on a staged test decides whether the next item is needed. What taking an item has changed that code
    outside can see is then kept with the test, and merged at the end.
    """

    def __init__(self, context: Context, iterable: Any) -> None:
        self.context, self.iterable = context, iterable
        self.iterator = iter(iterable)
        self.is_quiet = type(iterable) in _QUIET
        self._test: Any = None
        self._taken: list[tuple[Any, dict[Any, Any]]] = []
        """For each item taken on a chance: the test, and what the changed locations held before."""
        self._changed: dict[Any, Location] = {}

    def __iter__(self) -> Iterator[Any]:
        while True:
            try:
                item = next(self.iterator) if self._test is None or self.is_quiet else self._on_chance()
            except StopIteration:
                break
            yield item

    def depend_on(self, test: Any) -> None:
        """The next item is needed where `test` holds."""
        self._test = test
        take_part(self.context, self.iterator)
        take_part(self.context, self.iterable)

    def end(self) -> None:
        """The loop is over: what staged tests decided about is merged."""
        if not self._changed:
            return
        held = [*(before for _, before in self._taken[1:]), self._values()]
        self._write({key: next(b[key] for _, b in self._taken if key in b) for key in self._changed})
        for (test, _), after in zip(self._taken, held, strict=True):
            if after:
                owner(test).if_stmt(test, functools.partial(self._write, after), tuple, (), ())

    def _values(self) -> dict[Any, Any]:
        return {key: location.get() for key, location in self._changed.items()}

    def _write(self, values: dict[Any, Any]) -> tuple[()]:
        for key, value in values.items():
            touch(self.context, self._changed[key])
            self._changed[key].set(value)
        return ()

    def _on_chance(self) -> Any:
        """The next item, taken in a scope of its own that says what taking it has changed."""
        context = self.context
        under = iterators_under(self.iterator)
        if any(map(is_suspended_in_try, under)):
            raise _seen("is in a `try` or `with` of a generator, which ends there by the `break`")
        has_effects = context.backend.effects_from_here()
        before = self._values()
        scope = Effects(lambda: None)
        context.scopes.append(scope)
        try:
            for iterator in under:
                _touch_bound_outside(context, iterator)
            return next(self.iterator)
        except (StagedRaise, Exception) as error:
            if isinstance(error, (StopIteration, AgNotebookError)):
                raise
            raise _seen("may raise an exception") from error
        finally:
            effects = _joined_to_outer(context, scope)
            for key in _visible(context, effects):
                self._changed.setdefault(key, effects[key].location)
                before.setdefault(key, scope.before[key][1])
            self._taken.append((self._test, before))
            if has_effects():
                raise _seen("prints or has another effect")


@contextlib.contextmanager
def no_effects(what: str) -> Iterator[None]:
    """Around what evaluates items at once that Python would evaluate when they are asked for: nobody must see it.

    Raises:
        StagingError: AG260, it changes something that the user's code can see, or speaks.
    """
    context = current()
    assert context is not None
    has_effects = context.backend.effects_from_here()
    scope = Effects(lambda: None)
    context.scopes.append(scope)
    try:
        yield
    finally:
        effects = _joined_to_outer(context, scope)
    own = {
        key: effect for key, effect in effects.items() if not isinstance(effect.location.owner, CARRIERS)
    }  # that an iterator of the graph moved on is no effect of the user's code
    if has_effects() or _visible(context, own):
        raise StagingError(
            "AG260",
            f"{what} goes over something staged, so its items are made at once, and making one has an effect.",
            span=user_span(),
            fix="Go through it with `for` where it is made, or make a list: [… for …].",
        )


def _joined_to_outer(context: Context, scope: Effects) -> dict[Any, Effect]:
    """Ends a scope whose effects stay, as effects of the one around it."""
    context.scopes.pop()
    outer = context.scopes[-1].before
    for key, entry in scope.before.items():
        outer.setdefault(key, entry)
    return scope.finish()


def _visible(context: Context, effects: dict[Any, Effect]) -> list[Any]:
    """Those changes that the user's code can see, not only the code that gives the items."""
    owners = [effect.location.owner for effect in effects.values()]
    if not owners:
        return []
    seen = held_by_user(owners)
    seen |= reachable([scope.root for scope in context.scopes], {id(o) for o in owners} - seen)
    return [key for key, effect in effects.items() if id(effect.location.owner) in seen]


def _touch_bound_outside(context: Context, iterator: Any) -> None:
    """Logs the variables outside of itself that a generator may bind when it goes on."""
    if not isinstance(iterator, types.GeneratorType) or not any(outer_writes(iterator.gi_code)):
        return
    for part in gc.get_referents(iterator):
        if isinstance(part, types.FunctionType) and part.__code__ is iterator.gi_code:
            touch_outer_variables(context, part)
            return
    raise _seen("may bind a variable outside of the generator")


def _seen(what: str) -> StagingError:
    return StagingError(
        "AG212",
        f"the Python loop's `break` is staged, and taking the next item {what}, which only the graph may do.",
        span=user_span(),
        fix="Make a list of the items before the loop, with list(), or do it in the loop's body.",
    )
