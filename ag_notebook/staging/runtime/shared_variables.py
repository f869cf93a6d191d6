"""Variables of a loop's state that other functions read or write, too: taking the next item may run such a function.

    count = 0
    for v in map(counting, items):      # `counting` writes `count`, which is captured
        count += 10

What the loop carries is then what the variable holds after the item was taken.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ag_notebook.staging.backends.carriers import LazySequence, SequenceIterator
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import touch_outer_variables
from ag_notebook.staging.runtime.events import user_span

State = tuple[Any, ...]


def makes_items(iterable: Any) -> bool:
    """Whether the back end makes the items of an iterable one by one, maybe by functions of the user's."""
    return type(iterable) is LazySequence or (type(iterable) is SequenceIterator and iterable.items is None)


@contextlib.contextmanager
def deferred_items(sequence: Any) -> Iterator[None]:
    """Meanwhile the items of a lazy sequence are functions that make them, for the body of a loop to call."""
    item = sequence.item
    sequence.item = lambda *at: functools.partial(item, *at)
    try:
        yield
    finally:
        sequence.item = item


class SharedVariables:
    """Reads and writes them where they live.

    Args:
        read: gives their values.
        places: of them in the state of the loop.
        write: takes their values; not needed for a `while`.
    """

    def __init__(self, read: Callable[[], State], places: Sequence[int], write: Any = None) -> None:
        self._read, self.places, self._write = read, places, write

    @classmethod
    def of(cls, given: Any, names: Sequence[str]) -> SharedVariables | None:
        """From what generated code gives: how to read and write them, and their names."""
        if given is None or isinstance(given, cls):
            return given
        read, shared, *write = given
        return cls(read, [names.index(name) for name in shared], *write)

    def current(self, state: State) -> State:
        """The state with what the variables hold now."""
        values = list(state)
        for place, value in zip(self.places, self._read(), strict=True):
            values[place] = value
        return tuple(values)

    def followed(self, loop_body: Callable[..., State]) -> Callable[..., State]:
        """The body of a loop, which begins with what the variables hold by then."""
        return lambda item, *state: loop_body(item, *self.current(state))

    def in_order(self, loop_body: Callable[..., State]) -> Callable[..., State]:
        """The same where the back end takes the item (see `deferred_items`): a function that makes it sees the state."""

        def body(item: Callable[[], Any], *state: Any) -> State:
            self.write(current(), state)
            made = item()
            return loop_body(made, *self.current(state))

        return body

    def write(self, context: Context | None, state: State) -> None:
        """Gives the variables what the state says."""
        if context is not None:
            touch_outer_variables(context, self._write)
        self._write(*(state[place] for place in self.places))

    def refuse_taking(self, state: State) -> None:
        """Refuses an item under a staged `break` whose taking has written one of the variables.

        Raises:
            StagingError: AG212.
        """
        if self._have_changed(state):
            raise StagingError(
                "AG212",
                "the Python loop's `break` is staged, and taking the next item binds a variable that the loop binds, too.",
                span=user_span(),
                fix="Make a list of the items before the loop, with list(), or do it in the loop's body.",
            )

    def refuse_test(self, state: State) -> None:
        """Refuses a staged test of a `while` that has written one of the variables.

        Raises:
            StagingError: AG231.
        """
        if self._have_changed(state):
            raise StagingError(
                "AG231",
                "the test of a staged loop binds a variable that the loop binds, too.",
                span=user_span(),
                fix="Test in the body: while True: more = …; if not more: break.",
            )

    def _have_changed(self, state: State) -> bool:
        return any(value is not state[place] for place, value in zip(self.places, self._read(), strict=True))
