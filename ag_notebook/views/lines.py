"""Says for each source line what became of it: the one model that all views of code read.

Two renderers that each worked this out for themselves would drift. Everything here is looked up in the report
(events, source map, spans of operations); nothing is guessed: a line about which nothing was recorded is blank.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from ag_notebook.report import (
    CompiledCode,
    Event,
    FunctionReport,
    GeneratedCode,
    GraphModel,
    GraphNode,
    MapEntry,
    Note,
    Span,
    StagingReport,
    Trace,
)
from ag_notebook.report.texts import split_lines
from ag_notebook.views.needed import shown_subgraphs
from ag_notebook.views.reading import role_text
from ag_notebook.views.sides import marked
from ag_notebook.views.spelling import same_code

LETTERS = {
    "G": "in the graph",
    "P": "Python decided while tracing",
    "U": "unrolled",
    ".": "not reached",
    "C": "called as is",
}

PARTS = ("code", "trace", "passes", "graph", "optimized", "xla", "llvm", "assembly", "times")
"""What a view shows of each function; notes and the result are of the report."""
SHOWN = tuple(part for part in PARTS if part != "passes")
"""Those that are shown where nobody chooses: diffs of passes are long."""


@dataclass(frozen=True, slots=True)
class GeneratedLine:
    """A line of generated code; `source` is the line of the user's file that it came from."""

    number: int
    text: str
    source: int | None
    scaffold: bool


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the user's code and all that is known of it.

    `key` is unique in the report; `colour` is the place in the order of appearance, None for lines without trace.
    """

    key: int
    number: int
    text: str
    gutter: str
    op_count: int
    holders: tuple[GraphNode, ...]
    events: tuple[Event, ...]
    notes: tuple[Note, ...]
    generated: tuple[GeneratedLine, ...]
    colour: int | None

    @property
    def changed(self) -> bool:
        """Whether the generated code says something else than the line itself, in whatever spelling."""
        made = [g.text for g in self.generated if g.text.strip()]
        return bool(made) and not (len(made) == 1 and same_code(made[0], self.text))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What became of the line, a few words for each thing to say."""
        said = [f"{op} ({', '.join(roles)})" if roles else op for op, roles in self._constructs()]
        both = self._both_taken()
        for event in self.events:
            if (event.construct, event.span) in both and event.decision == "python":
                said.append(f"{event.construct}: sometimes body, sometimes else")
                continue
            if event.decision == "unrolled":
                said.append(f"unrolled {event.count} times" if event.count != 1 else "unrolled once")
            elif event.decision == "not reached":
                said.append("not reached")
            elif event.decision in ("python", "fitted"):
                said.append(event.why)
        return tuple(dict.fromkeys(text for text in said if text))

    def _both_taken(self) -> set[tuple[str, Span]]:
        """The constructs of which Python took now the one block, now the other (in an unrolled loop, say)."""
        taken: dict[tuple[str, Span], set[str]] = defaultdict(set)
        for event in self.events:
            if event.taken:
                taken[event.construct, event.span].add(event.taken)
        return {place for place, blocks in taken.items() if len(blocks) > 1}

    def _constructs(self) -> Iterator[tuple[str, list[str]]]:
        seen = set()
        for node in self.holders:
            roles = [role_text(graph) for graph in shown_subgraphs(node)]
            if (node.op, *roles) not in seen:
                seen.add((node.op, *roles))
                yield node.op, roles


@dataclass(frozen=True, slots=True)
class Row:
    """What stands side by side: source lines, and the generated lines that follow from the last of them.

    `continued` names the source line of generated lines that come later than those of other lines
    (the end of a loop's body, say); then there are no `sources`.
    """

    sources: tuple[SourceLine, ...]
    continued: SourceLine | None
    generated: tuple[GeneratedLine, ...]


@dataclass(frozen=True, slots=True)
class FunctionLines:
    """All lines of one function, source and generated."""

    function: FunctionReport
    lines: tuple[SourceLine, ...]
    generated: tuple[GeneratedLine, ...]

    @property
    def gutter_width(self) -> int:
        """Characters of the column of gutter letters, with the space behind them."""
        return max([len(line.gutter) + 1 for line in self.lines] + [3])

    def rows(self) -> list[Row]:
        """Both texts in their own order, each line once, aligned where one came from the other."""
        rows: list[Row] = []
        placed = 0
        for source, run in _runs(self.generated):
            line = self.line(source)
            if line is None:
                rows.append(Row((), None, run))
            elif line.number - self.function.span.line < placed:
                rows.append(Row((), line, run))
            else:
                position = line.number - self.function.span.line
                rows += [Row((skipped,), None, ()) for skipped in self.lines[placed:position]]
                rows.append(Row((line,), None, run))
                placed = position + 1
        return rows + [Row((rest,), None, ()) for rest in self.lines[placed:]]

    def line(self, number: int | None) -> SourceLine | None:
        """The line `number` of the user's file, if it is one of this function's."""
        index = -1 if number is None else number - self.function.span.line
        return self.lines[index] if 0 <= index < len(self.lines) else None


@dataclass(frozen=True, slots=True)
class ReportLines:
    """The lines of all functions of a report."""

    functions: tuple[FunctionLines, ...]

    def at(self, span: Span | None) -> SourceLine | None:
        """The line where `span` begins, if a function of the report has it."""
        if span is not None:
            for lines in self.functions:
                if lines.function.span.file == span.file and (line := lines.line(span.line)):
                    return line
        return None

    def letters(self) -> list[str]:
        """The gutter letters in use, in the order of `LETTERS`."""
        used = {line.gutter[:1] for lines in self.functions for line in lines.lines}
        return [letter for letter in LETTERS if letter in used]


def with_events(lines: FunctionLines, trace: Trace) -> FunctionLines:
    """The lines with what another trace decided at them."""
    found: dict[int, list[Event]] = defaultdict(list)
    for event in dict.fromkeys(trace.events):
        if event.span.file == lines.function.span.file:
            found[event.span.line].append(event)
    made = (
        replace(line, events=tuple(sorted(found[line.number], key=_widest_first))) for line in lines.lines
    )
    return replace(lines, lines=tuple(made))


def shown_trace(function: FunctionReport) -> Trace | None:
    """The trace whose decisions and graph the views show first: the last one with a graph, else the last."""
    graphed = [trace for trace in function.traces if trace.graph is not None] or list(function.traces)
    return graphed[-1] if graphed else None


def shown_programs(trace: Trace, show: Collection[str]) -> list[CompiledCode]:
    """The programs below a trace's graph that belong to the parts `show`."""
    return [program for program in trace.compiled if {*program.parts} & {*show}]


def shown_graphs(report: StagingReport) -> list[GraphModel]:
    """The graph of each function's shown trace."""
    traces = [shown_trace(function) for function in marked(report).functions]
    return [trace.graph for trace in traces if trace is not None and trace.graph is not None]


def all_nodes(graph: GraphModel) -> Iterator[GraphNode]:
    """The nodes of a graph and of the graphs nested in it, each before those inside, however deep these are."""
    todo = list(reversed(graph.nodes))
    while todo:
        node = todo.pop()
        yield node
        todo += [each for inner in reversed(node.subgraphs) for each in reversed(inner.nodes)]


def report_lines(report: StagingReport) -> ReportLines:
    """The line model of a report; of several back ends, the marks are those of the first that has traces."""
    report = marked(report)
    traces = [trace for function in report.functions if (trace := shown_trace(function))]
    events = list(dict.fromkeys(event for trace in traces for event in trace.events))
    nodes: dict[tuple[str, int], list[GraphNode]] = defaultdict(list)
    shown = {
        (function.span.file, number)
        for function in report.functions
        for number in range(function.span.line, function.span.end_line + 1)
    }
    for graph in shown_graphs(report):
        for node in all_nodes(graph):
            # What was made in a function that is not shown is of the line that called it.
            places = [(span.file, span.line) for span in (node.span, *node.callers) if span is not None]
            if places:
                nodes[next((place for place in places if place in shown), places[0])].append(node)
    functions, key, colour = [], 0, 0
    for function in report.functions:
        lines = _function_lines(function, events, nodes, report.notes, key, colour)
        functions.append(lines)
        key += len(lines.lines)
        colour += sum(line.colour is not None for line in lines.lines)
    return ReportLines(tuple(functions))


def _function_lines(
    function: FunctionReport,
    events: list[Event],
    nodes: dict[tuple[str, int], list[GraphNode]],
    notes: tuple[Note, ...],
    key: int,
    colour: int,
) -> FunctionLines:
    generated = generated_lines(function.generated, function.span.file)
    texts = split_lines(function.source)
    here = [event for event in events if event.span.file == function.span.file]
    unreached = [e.span for e in here if e.decision == "not reached"]
    events_at, made_at = defaultdict(list), defaultdict(list)
    for event in here:
        events_at[event.span.line].append(event)
    for each in generated:
        made_at[each.source].append(each)
    lines = []
    for offset, text in enumerate(texts):
        number = function.span.line + offset
        mine = tuple(sorted(events_at[number], key=_widest_first))
        ops = nodes.get((function.span.file, number), [])
        skipped = any(span.line < number <= span.end_line for span in unreached)
        made = tuple(made_at[number])
        known = bool(mine or ops or any(g.text.strip() for g in made))
        lines.append(
            SourceLine(
                key=key + offset,
                number=number,
                text=text,
                gutter=_gutter(mine, len(ops), skipped and bool(text.strip())),
                op_count=len(ops),
                holders=tuple(node for node in ops if node.subgraphs),
                events=mine,
                notes=tuple(
                    n for n in notes if n.span and (n.span.file, n.span.line) == (function.span.file, number)
                ),
                generated=made,
                colour=colour if known else None,
            )
        )
        colour += known
    return FunctionLines(function, tuple(lines), generated)


def _widest_first(event: Event) -> tuple[int, int, int]:
    return (event.span.column, -event.span.end_line, -event.span.end_column)


def _gutter(events: Iterable[Event], op_count: int, skipped: bool) -> str:
    """The letter of a line: the widest construct that was decided there has the word."""
    decided = [event for event in events if event.decision != "fitted"]
    strong = [event for event in decided if event.decision != "as is"]
    if not strong:
        return "G" if op_count else "." if skipped else "C" if decided else ""
    first = strong[0]
    if first.decision == "unrolled":
        return f"U{first.count}"
    return {"staged": "G", "python": "P", "not reached": "."}[first.decision]


def generated_lines(code: GeneratedCode, file: str) -> tuple[GeneratedLine, ...]:
    """The generated lines, each with the origin of its first visible character.

    That character belongs to the statement of the line, and the innermost stretch that covers it is the most exact.
    """
    texts = split_lines(code.text)
    starts = [len(text) - len(text.lstrip()) if text.strip() else None for text in texts]
    found: list[MapEntry | None] = [None] * len(texts)
    for entry in code.source_map:
        for index in range(max(entry.line - 1, 0), min(entry.end_line, len(texts))):
            start = starts[index]
            at = (index + 1, start)
            if start is not None and (entry.line, entry.column) <= at < (entry.end_line, entry.end_column):
                found[index] = entry
    lines: list[GeneratedLine] = []
    source: int | None = None
    for index, (text, innermost) in enumerate(zip(texts, found)):
        if innermost is not None:
            source = innermost.origin.line if innermost.origin.file == file else None
        scaffold = innermost.scaffold if innermost is not None else True
        lines.append(GeneratedLine(index + 1, text, source, scaffold))
    return tuple(lines)


def _runs(generated: Iterable[GeneratedLine]) -> Iterator[tuple[int | None, tuple[GeneratedLine, ...]]]:
    run: list[GeneratedLine] = []
    for line in generated:
        if run and line.source != run[0].source:
            yield run[0].source, tuple(run)
            run = []
        run.append(line)
    if run:
        yield run[0].source, tuple(run)
