"""The one object that all views read: what went in, what came out, and what happened on the way."""

from __future__ import annotations

from dataclasses import dataclass

from ag_notebook.report.events import Event
from ag_notebook.report.graphs import GraphModel
from ag_notebook.report.notes import Note
from ag_notebook.report.probes import Probe
from ag_notebook.report.spans import Span

VERSION = 1


@dataclass(frozen=True, slots=True)
class MapEntry:
    """One stretch of generated text and the user's span it came from.

    Generated lines count from 1, columns from 0 in characters, the end column is exclusive. `scaffold`
    says that the text was not written by the user but serves the construct at `origin`. Entries nest:
    the innermost (last listed) that covers a position is the exact one.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    origin: Span
    scaffold: bool


@dataclass(frozen=True, slots=True)
class GeneratedCode:
    """Printed code and its source map."""

    text: str
    source_map: tuple[MapEntry, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """What an analysis found out and a pass used: why the code at `span` became what it is.

    For instance "the state is n, steps: both are modified in the loop and live after it".
    """

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class PassSnapshot:
    """The code after one pass of the pipeline; `changed` says whether it differs from the code before.

    `facts` are what the pass read off the analyses for what it changed, in the order of the code.
    """

    name: str
    summary: str
    changed: bool
    code: GeneratedCode
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class CompiledLine:
    """A line of a compiler's program and the user's span that it says it came from."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class CompiledCode:
    """A program below the graph, such as XLA's "HLO" and "optimized HLO"; `parts` are those of a view that show it."""

    name: str
    lines: tuple[CompiledLine, ...]
    parts: tuple[str, ...] = ("xla",)


@dataclass(frozen=True, slots=True)
class OpTime:
    """How long an operation took in one call, in all of its runs.

    Attributes:
        op: its kind.
        name: its name in the graph, with the way to it where it is in a graph inside; empty for what is no operation of the graph (the
            optimizer has made it, say), of which all of a kind are put together.
        span: where it comes from, None where that is not known.
        seconds: what its runs took together; operations may run at the same time.
        count: how many runs were timed; 0 for what is no operation.
    """

    op: str
    name: str
    span: Span | None
    seconds: float
    count: int


@dataclass(frozen=True, slots=True)
class Trace:
    """One graph made of a function: for which signature, and why it was made.

    Attributes:
        call: where the call stands that made it, None where nobody called (`graph(…)`).
        optimized: the graph as the back end's optimizer leaves it, None where it was not asked.
        compiled: the programs below the graph, the nearest to it first: those that cost nothing, and what was asked for.
        times: how long the operations took in the last call, the longest first, where that was asked for.
    """

    signature: str
    reason: str
    events: tuple[Event, ...]
    graph: GraphModel | None
    call: Span | None = None
    optimized: GraphModel | None = None
    compiled: tuple[CompiledCode, ...] = ()
    times: tuple[OpTime, ...] = ()


@dataclass(frozen=True, slots=True)
class FunctionReport:
    """A function on its way from source to graph.

    `source` is the user's text of the whole function, whose first line is line `span.line` of `span.file`.
    """

    name: str
    span: Span
    source: str
    generated: GeneratedCode
    passes: tuple[PassSnapshot, ...]
    traces: tuple[Trace, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """What running gave: the value's text and the wall time in seconds (`None` where nothing staged ran).

    `traced_seconds` were spent tracing before that, and are not in `seconds`; `None` where nothing was traced.
    """

    call: str
    value: str
    seconds: float | None
    traced_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """The original function and the staged one on the same arguments, compared.

    Attributes:
        call: the call, with its arguments.
        compared: what was compared: `value`, `exception`, `printed`, `gradients`.
        difference: the first difference in a sentence, empty where there is none.
        skipped: what could not be compared and why, empty where nothing was left out.
    """

    call: str
    compared: tuple[str, ...]
    difference: str = ""
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Omission:
    """What a report leaves out to keep its size: `count` things called `what` ("operations of f", say)."""

    what: str
    count: int


@dataclass(frozen=True, slots=True, repr=False)
class StagingReport:
    """Everything there is to show about a cell or a function.

    Attributes:
        beside: the same call on other back ends, each with what it has of its own: traces, result and notes.
        probes: what probed variables were in the last calls of the functions, in the order of the lines.
    """

    title: str
    backend: str
    functions: tuple[FunctionReport, ...]
    run: Run | None = None
    notes: tuple[Note, ...] = ()
    checks: tuple[Check, ...] = ()
    omitted: tuple[Omission, ...] = ()
    version: int = VERSION
    beside: tuple[StagingReport, ...] = ()
    probes: tuple[Probe, ...] = ()

    def __repr__(self) -> str:
        """In one line: all of it may be as long as a book."""
        backends = ", ".join(each.backend for each in (self, *self.beside))
        return f"<StagingReport of {self.title or 'nothing'} on {backends}: ag_notebook.views.text(report) shows it>"
