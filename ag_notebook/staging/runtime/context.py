"""Keeps what one trace knows: effects, active calls, handlers, and the events so far.

A context variable holds it, so threads and nested traces do not see each other's; where nothing is being
traced there is none, and converted code runs as plain Python at little cost.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FunctionType

    from ag_notebook.report import Event, Span
    from ag_notebook.staging.backends.protocol import Backend
    from ag_notebook.staging.converter import Converter
    from ag_notebook.staging.errors import AgNotebookError
    from ag_notebook.staging.runtime.effects import Effects
    from ag_notebook.staging.runtime.forks import Region
    from ag_notebook.staging.runtime.handlers import Handlers
    from ag_notebook.staging.runtime.recursion import Call


@dataclass(slots=True)
class Context:
    """The state of one trace.

    `scopes` are the effects of the branches and bodies being traced, outermost first. `calls` are the active
    calls. `entered` are the user's functions called so far
    (what they read is guarded). `handlers` are those of the user's around this point.
    """

    converter: Converter
    options: Any
    scopes: list[Effects] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    entered: list[Callable[..., Any]] = field(default_factory=list)
    handlers: list[Handlers] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    """The blocks of `try` statements around this point that can be run again, outermost first."""
    frozen: dict[int, Any] = field(default_factory=dict)
    """Arrays of NumPy's, by id, that are read-only now because they were there before what is traced."""
    given: dict[int, tuple[Any, frozenset[Any]]] = field(default_factory=dict)
    """Inputs and what may share their items, by id, with the inputs that they are of (see `given_arrays`)."""
    given_arrays: set[Any] = field(default_factory=set)
    """Inputs that are arrays of the caller's."""
    given_changed: set[Any] = field(default_factory=set)
    """Inputs that are no arrays, and that the user's code changes in place."""
    changed_in_place: dict[int, Any] = field(default_factory=dict)
    """All values that it changes so, by id."""
    asked: list[Any] = field(default_factory=list)
    """Guards of hidden state that was asked for (see `hidden_state`)."""
    events: list[Event] = field(default_factory=list)
    assumed: tuple[bool, ...] = ()
    """What the attempts before this one found out of the tests on which a caught exception depends, in order."""
    taken: list[bool] | None = None
    """What this trace assumes of such tests so far; None where it cannot be made again (see `runtime.forks`)."""
    fork: Any = None
    """The refusal that the first of these assumptions stands for."""
    failures: list[Any] = field(default_factory=list)
    """What the graph may raise at run time, in the back end's form; a check carries the index of its own."""
    replay: list[Any] | None = None
    """What the back end learnt of inner loops in the attempt before this one (see its `loops` module)."""
    split: dict[int, Any] = field(default_factory=dict)
    """Objects that may be one with another by a staged test (`b = a if t else []`), by id: no longer to be changed."""
    listed: dict[int, Any] = field(default_factory=dict)
    """Objects that are items of lists with staged contents, which hold copies, by id: no longer to be changed."""
    taken_in_part: dict[int, Any] = field(default_factory=dict)
    """Iterators by id of which only the graph knows how many items are left (see `iterators`)."""
    generators: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """Generators that were made here, by id, with their twins (see `generators`)."""
    in_twins: int = 0
    """How many loops run in the twins of generators: their bodies belong to other functions."""
    stand_ins: dict[int, Any] = field(default_factory=dict)
    """Copies that stand for one of several objects or an item of a list, by id (see `stand_ins`)."""
    escaped: dict[int, Any] = field(default_factory=dict)
    """Those of branches and bodies that were traced before: what they stand for is not known outside."""
    attribute_dicts: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """Dicts that were written, by id, with the objects whose attributes they hold, if they do."""
    may_hold_dicts: tuple[int, bool] = (0, False)
    """How many of the `entered` functions were looked at, and whether one may hold the dict of an object's attributes."""
    moves: list[int] = field(default_factory=list)
    """The lists whose items changed their places, by id, in order; `moved` keeps them alive."""
    moved: list[Any] = field(default_factory=list)
    written_back: list[Any] = field(default_factory=list)
    """The copies of items that were written back into their lists, in order."""
    writing_back: bool = False
    """Whether a copy is being put back where it was read."""
    superseded: dict[int, Any] = field(default_factory=dict)
    """Values (TensorArrays) that a later write has replaced, by id: in a graph they must not be used again."""
    instances: dict[int, Any] = field(default_factory=dict)
    """Objects of classes without a `__new__` that were made in this trace, by id."""
    learnt: list[Any] = field(default_factory=list)
    recursion: tuple[FunctionType, Span | None] | None = None
    """The function that last called itself under a staged test, and where."""
    diverted: list[str] = field(default_factory=list)
    """What the managers around this point keep of what is printed and warned in them (see `diversions`)."""
    raised: list[BaseException] = field(default_factory=list)
    """Exceptions that a `raise` of the user's raised in Python, because a handler in the same branch catches them."""
    refusal: AgNotebookError | None = None
    """An error of ours that a handler of the user's may have swallowed: the trace cannot succeed any more."""

    @property
    def backend(self) -> Backend:
        """The back end that this trace is for."""
        from ag_notebook.staging.backends import registry

        return registry.named(self.options.backend)

    @property
    def in_branch(self) -> bool:
        """Whether a branch or body is being traced inside the outermost function."""
        return len(self.scopes) > 1


_CURRENT: ContextVar[Context | None] = ContextVar("ag_notebook_trace", default=None)
current = _CURRENT.get


@contextlib.contextmanager
def tracing(context: Context) -> Iterator[Context]:
    """Makes `context` the current one; an error of ours that was on its way past the user's handlers leaves as itself."""
    from ag_notebook.staging.runtime.forks import Refusal

    token = _CURRENT.set(context)
    try:
        yield context
    except Refusal as refusal:
        raise refusal.error from None
    finally:
        _CURRENT.reset(token)
