"""Lets an exception that depends on a staged test reach the user's handler.

    try:                                   A handler runs in Python, while tracing. So the statement is built once for
        if x < 0:                          each way that `x < 0` may turn out, both under a conditional of the graph:
            raise ValueError               where it is true, Python itself raises and catches, and the variables are
        y = tf.sqrt(x)                     what they were at that point.
    except ValueError:
        y = 0.0

Generated code calls `ag.try_stmt(try_block, state, names)`. It runs the block, and where a staged test decides about an
exception that is caught in it, gives up, undoes what the block changed, and stages a conditional whose branches run the
block again, each knowing how the test turns out. The part before the test is built again, so it must have no effects.

A `with` whose manager swallows exceptions is no block. There the whole trace assumes how the test turns out, and the
graph checks it; the call is made again with the other trace where the check fails (`Assumed`). Only tests of the
function's outermost scope can be assumed, and only where the graph has no effects.

A loop in a block is assumed to run; its first iteration must raise whatever the values are.
"""

from __future__ import annotations

import contextlib
from typing import Any

from ag_notebook.staging.errors import AgNotebookError
from ag_notebook.staging.runtime.arrays import Watch
from ag_notebook.staging.runtime.context import Context

MOST_ASSUMPTIONS = 20
"""Assumptions of one trace or block; a loop of Python's that asks again and again is refused."""


class Assumed(Exception):  # noqa: N818 - no error of the user's
    """A graph found that a test turned out otherwise than its trace assumed.

    Attributes:
        index: which of the trace's assumptions.
    """

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class Region:
    """One run of the block of a `try`, knowing how the first of the staged tests turn out that decide about exceptions.

    Attributes:
        depth: the number of scopes around it.
        known: how those tests turn out.
        roots: what the block can reach.
        repeatable: whether all that was changed so far can be undone.
        undecided: the test that is not known, once it was met.
        unwinding: from then on what handlers and `finally` of the user's build on the way out is thrown away, until
            this is closed.
    """

    def __init__(
        self,
        context: Context,
        roots: tuple[Any, ...],
        known: tuple[bool, ...],
    ) -> None:
        self.depth, self.roots, self.known = len(context.scopes), roots, known
        self.met = 0
        self.repeatable = True
        self.undecided: Any = None
        self.unwinding = contextlib.ExitStack()
        self._backend = context.backend
        self._has_effects = self._backend.effects_from_here()
        self._arrays = Watch(roots)

    def can_be_run_again(self) -> bool:
        """Whether running the block once more leaves no trace of the first time."""
        return self.repeatable and not self._arrays.has_changed() and not self._has_effects()

    def decide(self, test: Any, refusal: AgNotebookError) -> bool:
        """How the next test turns out.

        Raises:
            Undecided: nobody knows yet.
            AgNotebookError: the refusal, where there were too many.
        """
        self.met += 1
        if self.met <= len(self.known):
            return self.known[self.met - 1]
        if self.met > MOST_ASSUMPTIONS:
            raise refusal
        self.undecided = test
        self.unwinding.enter_context(self._backend.discarding())
        raise Undecided(refusal)


class Refusal(BaseException):
    """An error of ours on its way through the user's `except Exception`, which must not swallow it."""

    def __init__(self, error: AgNotebookError) -> None:
        super().__init__(error)
        self.error = error


class Undecided(Refusal):
    """On its way to the statement whose block is to be run again."""


class Fork(Refusal):
    """On its way to the statement, in the scope of a handler, whose test decides about an exception that is caught.

    `region` is the block that can be run again, None where the whole trace would have to be made again.
    """

    def __init__(self, error: AgNotebookError, depth: int, region: Region | None) -> None:
        super().__init__(error)
        self.depth, self.region = depth, region


def next_assumption(context: Context, default: bool, refusal: AgNotebookError) -> tuple[int, bool]:
    """The number of a new assumption and what is assumed, `default` where no attempt has found it out.

    Raises:
        AgNotebookError: the refusal, where there are too many.
    """
    assert context.taken is not None
    context.refusal = None
    context.fork = context.fork or refusal
    index = len(context.taken)
    if index == MOST_ASSUMPTIONS:
        raise refusal
    taken = context.assumed[index] if index < len(context.assumed) else default
    context.taken.append(taken)
    return index, taken
