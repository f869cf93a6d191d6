"""Shows how long the operations of each line took in the last call, longest first, with the share of all of them."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ag_notebook.report import FunctionReport, GraphModel, GraphNode, OpTime, Span, Trace
from ag_notebook.views.literal import cells, escape, literal, plural, shorten
from ag_notebook.views.summary import duration

MOST_LINES = 12
"""Lines that are shown; the rest are put together."""
_MOST_KINDS = 4
_BAR = 12
_TEXT = 60
OTHER = "other"
"""What stands for what is of no line."""


@dataclass(frozen=True, slots=True)
class LineTime:
    """What the operations of one line took together; `span` is None for those of no line."""

    span: Span | None
    seconds: float
    ops: tuple[OpTime, ...]

    @property
    def kinds(self) -> str:
        """`MatMul ×5, AddV2`: the kinds that took longest, with how often they ran."""
        counts: Counter[str] = Counter()
        for each in self.ops:
            counts[each.op] += each.count
        said = [f"{op} ×{count}" if count > 1 else op for op, count in counts.items()]
        return ", ".join([*said[:_MOST_KINDS], *(["…"] if len(said) > _MOST_KINDS else [])])


def timed_trace(function: FunctionReport) -> Trace | None:
    """The trace of a function whose operations were timed."""
    return next((trace for trace in reversed(function.traces) if trace.times), None)


def line_times(times: Sequence[OpTime]) -> list[LineTime]:
    """The times by lines, the longest first, what is of no line last."""
    found: dict[tuple[str, int] | None, list[OpTime]] = {}
    for each in times:
        found.setdefault(None if each.span is None else (each.span.file, each.span.line), []).append(each)
    lines = [LineTime(ops[0].span, sum(op.seconds for op in ops), tuple(ops)) for ops in found.values()]
    return sorted(lines, key=lambda line: (line.span is None, -line.seconds))


def seconds_of(times: Sequence[OpTime], file: str, line: int) -> float | None:
    """What the operations of a line took, None where none of it was timed."""
    found = [each.seconds for each in times if each.span and (each.span.file, each.span.line) == (file, line)]
    return sum(found) if found else None


def seconds_by_node(graph: GraphModel, times: Sequence[OpTime]) -> dict[int, float]:
    """What each node of a graph and of those inside took, by the node's id."""
    by_name = {each.name: each.seconds for each in times if each.name}
    return {id(node): by_name[path] for path, node in _paths(graph, "") if path in by_name}


def _paths(graph: GraphModel, way: str) -> Iterator[tuple[str, GraphNode]]:
    for node in graph.nodes:
        yield way + node.name, node
        for inner in node.subgraphs:
            yield from _paths(inner, f"{way}{node.name}/{inner.role}/")


def times_title(times: Sequence[OpTime]) -> str:
    """`474 ms in 60 runs of 14 operations (several may run at once)`."""
    total, runs = sum(each.seconds for each in times), sum(each.count for each in times)
    count = sum(1 for each in times if each.name)
    return f"{duration(total)} in {plural(runs, 'run')} of {plural(count, 'operation')} (several may run at once)"


def times_rows(function: FunctionReport, width: int) -> list[str]:
    """The lines that took longest, as text."""
    trace = timed_trace(function)
    if trace is None:
        return []
    rows = textwrap.wrap(f"Times of {shorten(function.name, 40)}: {times_title(trace.times)}", width)
    rows.append(f"{'line':>6} {'time':>9} share")
    shown, rest, total = _shown(trace.times)
    for line in shown:
        share = line.seconds / total if total else 0.0
        bar = "█" * round(share * _BAR)
        row = f"{_number(line.span):>6} {duration(line.seconds):>9} {share:>5.0%} {bar:<{_BAR}} "
        room = (width - cells(row)) * 3 // 5 - 1
        text = shorten(_text(function, line.span), room)
        row += text + " " * (room - cells(text)) + " "
        rows.append((row + literal(shorten(line.kinds, width - cells(row)))).rstrip())
    return [*rows, *rest]


def times_html(function: FunctionReport, link: Callable[[Span | None], str]) -> str:
    """The same as a table."""
    trace = timed_trace(function)
    if trace is None:
        return ""
    shown, rest, total = _shown(trace.times)
    rows = []
    for line in shown:
        share = line.seconds / total if total else 0.0
        place = link(line.span) or escape(OTHER)
        bar = f'<meter min="0" max="1" value="{share:.4f}" style="width:8em">{share:.0%}</meter>'
        cells_ = (
            place,
            escape(duration(line.seconds)),
            f"{share:.0%}",
            bar,
            f"<code>{escape(_text(function, line.span))}</code>",
            escape(line.kinds),
        )
        rows.append(
            "<tr>"
            + "".join(f'<td style="text-align:left;padding:0 8px">{cell}</td>' for cell in cells_)
            + "</tr>"
        )
    more = "".join(f"<div>{escape(row)}</div>" for row in rest)
    head = "".join(
        f'<th scope="col" style="text-align:left;padding:0 8px">{name}</th>'
        for name in ("line", "time", "share", "", "code", "operations")
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{more}"


def _shown(times: Sequence[OpTime]) -> tuple[list[LineTime], list[str], float]:
    """The lines that are shown, what is said of the others, and what all took."""
    lines = line_times(times)
    of_lines = [line for line in lines if line.span is not None]
    shown, left = of_lines[:MOST_LINES], of_lines[MOST_LINES:]
    rest = []
    if left:
        rest = [
            f"… {plural(len(left), 'more line')}, together {duration(sum(each.seconds for each in left))}"
        ]
    return [*shown, *lines[len(of_lines) :]], rest, sum(line.seconds for line in lines)


def _number(span: Span | None) -> str:
    return OTHER if span is None else str(span.line)


def _text(function: FunctionReport, span: Span | None) -> str:
    """The text of a line of the function, or the file that the line is of."""
    if span is None:
        return ""
    if span.file != function.span.file:
        return literal(shorten(f"({span.file})", _TEXT))
    lines, place = function.source.splitlines(), span.line - function.span.line
    return literal(shorten(lines[place].strip(), _TEXT)) if 0 <= place < len(lines) else ""
