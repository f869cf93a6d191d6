"""Says what a back end must be able to do: own values, and stage each construct.

    class Symbolic(PythonBackend):        # inherit: what is not overridden is done as Python does it
        name = "symbolic"
        def owns_type(self, kind): return kind is Sym
        def if_stmt(self, test, if_true, if_false, state, names): ...

The runtime asks the registry which back end owns the value that decides (the predicate, the iterated, an
operand) and calls one method of it (Moldovan et al. 2019, §5–6). Python is a back end like the others and
owns whatever no other does. A third party registers one with an entry point of the group
`ag_notebook.backends`; the core has no list of them to change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from ag_notebook.report import CompiledCode, GraphModel, Note, OpTime, Trace

State = tuple[Any, ...]
Thunk = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Below:
    """What is below the graph of a trace: the optimized graph, the compiler's programs, the times of operations, and why one is missing."""

    optimized: GraphModel | None = None
    compiled: tuple[CompiledCode, ...] = ()
    times: tuple[OpTime, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """How an argument differs from that of an earlier call.

    `kind` is `number` (another Python number), `shape` (of the same dtype and rank), `length` (of a container), `object` (another
    one of Python's), or `other`.
    """

    argument: str
    before: str
    now: str
    kind: str


@dataclass(frozen=True, slots=True)
class Call:
    """The call that a trace was made for: its Python scalars by argument, and what made it another call than before."""

    scalars: dict[str, Any]
    changes: tuple[Change, ...] = ()


@runtime_checkable
class Entry(Protocol):
    """The outermost call of a staged function: traces once per signature, then runs."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function, tracing it first where no trace fits the arguments."""

    def trace(self, *args: Any, **kwargs: Any) -> Trace:
        """Traces (or finds the trace) for these arguments and never runs it."""

    def all_traces(self) -> list[Trace]:
        """Every trace made so far, oldest first."""


@runtime_checkable
class LayeredEntry(Entry, Protocol):
    """An entry whose graphs are not the last word: an optimizer or a compiler makes something else of them."""

    rungs: tuple[str, ...]
    """What it has of `staging.rungs.RUNGS`."""

    def below(self, number: int, rungs: Collection[str]) -> Below:
        """What is below the graph of a trace (by its place in `all_traces`): of its rungs, what is asked.

        `times` are those of the last call that was made while they were wanted (`staging.measuring`), if it ran that trace.
        """


@runtime_checkable
class RecordingEntry(Entry, Protocol):
    """An entry that remembers the calls for which it made traces."""

    def calls(self) -> list[Call]:
        """The calls of all traces, in the order of `all_traces`."""


@runtime_checkable
class Backend(Protocol):
    """How one kind of values is staged. `State` values may be of any back end or plain Python."""

    name: str

    def owns_type(self, kind: type) -> bool:
        """Whether values of this type are this back end's (asked once per type)."""

    def active(self) -> bool:
        """Whether values of this back end are staged here and now (a tensor is only while a graph is built)."""

    def describe(self, value: Any) -> str:
        """What a value of this back end (or a carrier) is, in the words of an event: `a tensor float32[3, ?]`."""

    def entry(self, function: Callable[..., Any], options: Any) -> Entry:
        """A staged callable of the user's function (options: `ag_notebook.staging.options.Options`)."""

    def define(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Stages the call of a user's function as a definition and a call; `NotImplemented` to inline it."""

    def function_scope(self, name: str) -> AbstractContextManager[Any] | None:
        """What is around the inlined call of a user's function (a name scope), or None."""

    def staged_number(self, value: Any) -> Any:
        """A number of Python's as an argument that this back end stages, where several are called side by side."""

    def staged_array(self, array: Any) -> Any:
        """An array of NumPy's as a value of this back end's, such as a program would pass; itself where those are arrays."""

    # statements -----------------------------------------------------------------------------
    def if_stmt(
        self,
        test: Any,
        if_true: Callable[..., State],
        if_false: Callable[..., State],
        state: State,
        names: Sequence[str],
    ) -> State:
        """`if`: stages both branches and merges their states."""

    def while_stmt(
        self,
        test: Any,
        loop_test: Callable[..., Any],
        loop_body: Callable[..., State],
        state: State,
        names: Sequence[str],
        options: dict[str, Any],
    ) -> State:
        """`while`: `test` is the first value of `loop_test(*state)`, which this back end owns."""

    def for_stmt(
        self,
        iterable: Any,
        loop_body: Callable[..., State],
        extra_test: Callable[..., Any] | None,
        state: State,
        names: Sequence[str],
        options: dict[str, Any],
    ) -> State:
        """`for` over something this back end owns."""

    def assert_stmt(self, test: Any, exception: Callable[[], BaseException]) -> None:
        """Checks `test` at run time; `exception` makes what is raised where it does not hold."""

    # expressions ----------------------------------------------------------------------------
    def if_exp(self, test: Any, if_true: Thunk, if_false: Thunk) -> Any: ...

    def and_(self, left: Any, right: Thunk) -> Any: ...

    def or_(self, left: Any, right: Thunk) -> Any: ...

    def not_(self, value: Any) -> Any: ...

    def truth(self, value: Any) -> Any:
        """The truth value of a value: of this back end, or a Python bool."""

    def switch(self, index: Any, thunks: Sequence[Thunk]) -> Any:
        """The result of one of the thunks, by a staged index."""

    def compare(self, name: str, left: Any, right: Any) -> Any:
        """`==`, `!=`, `is`, `is not`, `in`, `not in` with at least one operand of this back end."""

    def as_number(self, value: Any) -> Any: ...

    def getitem(self, value: Any, index: Any) -> Any: ...

    def pick(self, items: list[Any], index: Any) -> Any: ...

    def setitem(self, value: Any, index: Any, item: Any) -> Any:
        """Returns the value that the name is bound to afterwards."""

    def unpack(self, value: Any, count: int, star: int | None) -> Sequence[Any]: ...

    def match_parts(self, take_apart: Callable[[Any], Any], value: Any, **pattern: Any) -> Any: ...

    def text(self, parts: Sequence[Any]) -> Any: ...

    def percent_text(self, template: str, values: Any) -> Any: ...

    # calls ----------------------------------------------------------------------------------
    def builtin(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A builtin of Python with an operand of this back end: `len`, `range`, `max`, …"""

    def perform(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        what: str,
        *,
        gives_text: bool = False,
    ) -> Any:
        """Calls a function of Python's when what is staged runs, for its effect (`what`, a verb), or for a text."""

    def probe(self, record: Callable[[Any], None], value: Any) -> None:
        """Calls `record` with what a variable is, when what is staged runs; the value and its type stay as they are.

        What is staged is handed over as NumPy's arrays or as values of `runtime.samples`.
        """

    def shows_variables(self) -> bool:
        """Whether `probe` can be done; where not, it is refused."""

    def list_method(self, items: list[Any], name: str, args: tuple[Any, ...]) -> Any:
        """A method of a list whose contents are staged."""

    def join_parts(self, items: list[Any]) -> None:
        """Makes one staged list of a list that holds staged contents among other items (after `a + b`)."""

    def stack(self, items: Any) -> Any:
        """The items of a list as one value with a dimension more."""

    def library_call(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """A call of a function that is not converted, with operands of this back end."""

    def class_of(self, value: Any) -> type:
        """The class that `type(value)` gives."""

    def makes(self, function: Callable[..., Any]) -> bool:
        """Whether a function of a library makes something of this back end's of operands that are Python's."""

    def grows_lists(self) -> bool:
        """Whether lists can grow under a staged test and in a staged loop; if not, generator expressions are never collected."""

    # what was built ----------------------------------------------------------------------------
    def effects_from_here(self) -> Callable[[], bool]:
        """Asked later, says whether what was built since then has effects: running it twice would not be running it once."""

    def discarding(self) -> AbstractContextManager[None]:
        """A scope that throws away what is built in it."""

    # report ---------------------------------------------------------------------------------
    def graph_model(self, graph: Any) -> GraphModel:
        """The model of a graph of this back end's, or of what has one; a `StagingError` AG520 for anything else."""

    # comparing ------------------------------------------------------------------------------
    def checking(self) -> Any:
        """What comparing a staged run with the original's asks (see `backends.python.checking.PythonChecks`)."""
