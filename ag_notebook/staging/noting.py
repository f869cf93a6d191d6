"""Notes of a report: what was decided while tracing that the reader may not have meant, with a way out.

Each is raised only where the reader can act: a test that an argument's Python value decided, a loop that was unrolled, a call
that ran once, a graph that was made again. `docs/errors.md` lists them; `Options.mute` names those that are not wanted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ag_notebook.report import Event, FunctionReport, GraphModel, Note, Span, Trace
from ag_notebook.staging.backends.protocol import Call, Change, RecordingEntry
from ag_notebook.staging.wording import counted

if TYPE_CHECKING:
    from ag_notebook.staging.function import StagedFunction

MANY_ITERATIONS = 8
"""Unrolled loops of as many iterations are a warning, as are those that leave `MANY_OPERATIONS` in the graph."""
MANY_OPERATIONS = 100

_DECIDED = ("if", "if expression")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def notes_of(staged: StagedFunction, report: FunctionReport, tree: ast.AST) -> tuple[Note, ...]:
    """The notes about a function's traces; `tree` is its syntax tree, with the lines of its file."""
    calls = _calls(staged, report)
    if not calls:
        return ()
    shown = _shown_trace(report)
    function = _Function(tree, report, report.traces[shown], calls[shown])
    found = [*function.notes(), *retraces(report, calls)]
    return tuple(dict.fromkeys(note for note in found if note.code not in staged.options.mute))


def notes_within(staged: StagedFunction, report: FunctionReport, tree: ast.AST) -> tuple[Note, ...]:
    """The notes about a function that the staged one calls, `report` being of it and of those traces.

    Its arguments are not known, so nothing is said of them.
    """
    calls = _calls(staged, report)
    if not calls:
        return ()
    shown = _shown_trace(report)
    function = _Function(tree, report, report.traces[shown], replace(calls[shown], scalars={}))
    return tuple(dict.fromkeys(note for note in function.notes() if note.code not in staged.options.mute))


def _calls(staged: StagedFunction, report: FunctionReport) -> list[Call]:
    """The call of each trace; empty where the back end does not know them."""
    entry = staged.entry if report.traces else None
    calls = entry.calls() if isinstance(entry, RecordingEntry) else []
    return calls if len(calls) == len(report.traces) else []


def _shown_trace(report: FunctionReport) -> int:
    """The place of the trace that views show: the last one with a graph, else the last."""
    graphed = [index for index, trace in enumerate(report.traces) if trace.graph is not None]
    return graphed[-1] if graphed else len(report.traces) - 1


@dataclass(frozen=True)
class _Function:
    """One trace of a function, beside its tree."""

    tree: ast.AST
    report: FunctionReport
    trace: Trace
    call: Call

    def notes(self) -> Iterator[Note]:
        for event in self.trace.events:
            if not self.report.span.contains(event.span):
                continue
            if event.decision == "python" and event.construct in _DECIDED:
                yield from self.decided(event)
            elif event.decision == "unrolled":
                yield from self.unrolled(event)
            elif event.decision == "as is":
                yield from self.called(event)

    def decided(self, event: Event) -> Iterator[Note]:
        """A test that the Python value of an argument decided: the other branch is not in the graph."""
        kinds = ast.If if event.construct == "if" else ast.IfExp
        node = self.node_at(event.span, kinds)
        name = None if node is None else self.deciding_argument(node.test)  # type: ignore[attr-defined]
        if node is None or name is None:
            return
        value = self.call.scalars[name]
        yield Note(
            "AG121",
            "warning",
            event.span,
            f"`{_shown(node.test)}` was decided while tracing, because `{name}` is the Python {type(value).__name__} "  # type: ignore[attr-defined]
            f"{value!r}{self.lost_lines(event)}.",
            f"Pass tf.constant({value!r}) as `{name}` if it is to be decided when the graph runs.",
        )

    def deciding_argument(self, test: ast.expr) -> str | None:
        """The argument that a test depends on, if it is a number or bool that the caller chose and a tensor could be."""
        if any(isinstance(node, ast.Call) for node in ast.walk(test)) or _asks_for_none(test):
            return None
        names = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
        chosen = names & self.call.scalars.keys() - _bound_names(self.tree)
        defaults = _defaults(self.tree)
        for name in sorted(chosen):
            value = self.call.scalars[name]
            default = defaults.get(name)
            is_default = isinstance(default, ast.Constant) and default.value is value
            if isinstance(value, (bool, int, float)) and not is_default:
                return name
        return None

    def lost_lines(self, event: Event) -> str:
        """`; line 5 is not in the graph`, where a block was left out."""
        for other in self.trace.events:
            left_out = other.decision == "not reached" and other.construct == event.construct
            if left_out and other.why == event.why and event.span.line <= other.span.line:
                first, last = other.span.line, other.span.end_line
                lines = f"line {first} is" if first == last else f"lines {first}–{last} are"
                return f"; {lines} not in the graph"
        return ""

    def unrolled(self, event: Event) -> Iterator[Note]:
        """A loop of Python's: the graph has its body as many times as it ran."""
        node = self.node_at(event.span, (ast.For, ast.While))
        if node is None or event.count < 2:
            return
        body = node.body  # type: ignore[attr-defined]
        count = _operations(self.trace.graph, event.span.file, body[0].lineno, body[-1].end_lineno or 0)
        if count < 2:
            return
        many = event.count >= MANY_ITERATIONS or count >= MANY_OPERATIONS
        if isinstance(node, ast.While):
            fix = (
                "Begin with a tensor (`tf.constant`), so that the test is one, to have the loop in the graph."
            )
        else:
            fix = "Iterate over a tensor (`tf.range`, `tf.constant`) to have the loop in the graph."
        yield Note(
            "AG122",
            "warning" if many else "info",
            event.span,
            f"the `{event.construct}` loop ran in Python, {event.count} times while tracing: the graph has its body as "
            f"often, {counted(count, 'operation', 'operations')}.",
            fix,
        )

    def called(self, event: Event) -> Iterator[Note]:
        """A call of code that is not converted; one with plain arguments, for its effect, is done while tracing alone."""
        node = self.node_at(event.span, ast.Call)
        if node is None:
            return
        name = _shown(node.func)  # type: ignore[attr-defined]
        statements = {id(each.value) for each in ast.walk(self.tree) if isinstance(each, ast.Expr)}
        if event.backend == "python" and id(node) in statements:
            yield Note(
                "AG124",
                "warning",
                event.span,
                f"`{name}(…)` was called once, while tracing, and is not when the graph runs.",
                "Call it outside of the staged function, or through tf.py_function; remove `do_not_convert` where it has that.",
            )
        elif event.backend != "python":
            yield Note(
                "AG123",
                "info",
                event.span,
                f"`{name}(…)` was called as it is: its code was not converted.",
                "Where tensors are to decide in it, write it in the cell, or remove `do_not_convert`.",
            )

    def node_at(self, span: Span, kinds: Any) -> ast.AST | None:
        """The construct of a kind at a place; None where several stand there and no columns tell them apart."""
        found: list[Any] = [n for n in ast.walk(self.tree) if isinstance(n, kinds) and _begins_at(n, span)]
        exact = [
            node for node in found if (node.col_offset, node.end_col_offset) == (span.column, span.end_column)
        ]
        chosen = exact or found
        return chosen[0] if len(chosen) == 1 else None


def retraces(report: FunctionReport, calls: list[Call]) -> Iterator[Note]:
    """Arguments that made graph after graph and need not have: one note for each, at the last such call."""
    last: dict[tuple[str, str], tuple[Trace, Change]] = {}
    counts: dict[tuple[str, str], int] = {}
    for trace, call in zip(report.traces, calls):
        for change in call.changes if len(call.changes) == 1 else ():
            key = change.argument, change.kind
            last[key], counts[key] = (trace, change), counts.get(key, 0) + 1
    for key, (trace, change) in last.items():
        way_out = _WAYS_OUT.get(change.kind)
        if way_out is not None:
            yield Note(
                "AG125",
                "warning",
                trace.call,
                f"`{report.name}` was traced again, {counted(counts[key], 'time', 'times')} for `{change.argument}` "
                f"alone: {change.before} before, {change.now} now.",
                way_out.format(change.argument),
            )


_WAYS_OUT = {
    "number": "Pass a tensor as `{0}` (`tf.constant`): one graph then serves all numbers.",
    "shape": "Stage it with `reduce_retracing=True`, or an `input_signature` with None for the dimension of `{0}`.",
    "length": "Pass a tensor as `{0}`, with the items along a dimension that `input_signature` leaves open.",
    "object": "Keep one object and pass it each time as `{0}`.",
}
"""By what changed; other changes (another dtype, a flag) mean another graph."""


def _begins_at(node: Any, span: Span) -> bool:
    """Whether a place is in a construct's head: for statements with a body, up to its first line."""
    last: int = node.body[0].lineno - 1 if isinstance(node, (ast.If, ast.While, ast.For)) else node.end_lineno
    return bool(node.lineno <= span.line <= max(last, node.lineno))


def _asks_for_none(test: ast.expr) -> bool:
    return any(
        isinstance(node, ast.Compare) and any(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops)
        for node in ast.walk(test)
    )


def _bound_names(tree: ast.AST) -> set[str]:
    """The names that the function binds beside its parameters: what they hold is not what was passed."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }


def _defaults(tree: ast.AST) -> dict[str, ast.expr]:
    if not isinstance(tree, _FUNCTIONS):
        return {}
    arguments = tree.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = list(zip(reversed(positional), reversed(arguments.defaults)))
    pairs += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults) if d is not None]
    return {argument.arg: default for argument, default in pairs}


def _operations(graph: GraphModel | None, file: str, first: int, last: int) -> int:
    """The operations of some lines, in a graph and those nested in it."""
    count = 0
    for node in () if graph is None else graph.nodes:
        count += node.span is not None and node.span.file == file and first <= node.span.line <= last
        count += sum(_operations(inner, file, first, last) for inner in node.subgraphs)
    return count


def _shown(node: ast.expr) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:59]}…"
