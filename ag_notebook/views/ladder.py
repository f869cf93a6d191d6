"""Shows the rungs between source and machine as folds: passes with their grounds, the optimized graph, XLA's programs.

Each line says which line of the source it comes from, as far as that is known, and is a link to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ag_notebook.report import CompiledCode, FunctionReport, GraphModel, GraphNode, Span, Trace
from ag_notebook.views.diffs import DiffLine, idle_passes, pass_steps
from ag_notebook.views.graph_diffs import (
    OpChange,
    by_graph,
    change_words,
    counted_changes,
    graph_changes,
)
from ag_notebook.views.literal import escape, plural, prose, shorten
from ag_notebook.views.operations import operations_html
from ag_notebook.views.styles import WRAPPED

Link = Callable[[Span | None], str]
"""Makes a link of the place of something, `line 7`; empty where there is no place."""

MOST_CHANGES = 300
"""Changed operations that are listed; the rest is counted."""
MOST_LINES = 600
"""Lines of diffs that are shown of the passes of a function; the rest of each is counted."""
MOST_COMPILED = 600
"""Lines of a compiler's program that are shown; the rest is counted."""
_TAGS = {"+": "ins", "-": "del"}
_LIST = "margin:2px 0 6px 18px;padding:0 0 0 14px"


def passes_html(function: FunctionReport, link: Link) -> str:
    """One fold for each pass that changed the code, with why; the others are named in one line."""
    folds, left = [], MOST_LINES
    for step in pass_steps(function):
        added, removed = step.counts
        why = [f"<li>{_placed(link(fact.span))}{prose(fact.text)}</li>" for fact in step.facts[: left // 2]]
        grounds = f'<ul style="{_LIST}">{"".join(why)}</ul>' if why else ""
        folds.append(
            f"<details><summary>{step.number} <b>{escape(step.snapshot.name)}</b> +{added} −{removed} "
            f"{escape(step.snapshot.summary)}</summary>{grounds}{_diff(function, step.diff, link, left)}</details>"
        )
        left = max(left - len(step.diff), 20)
    idle = idle_passes(function)
    rest = f"<div>Without change: {escape(', '.join(idle))}</div>" if idle else ""
    return "".join(folds) + rest


def _diff(function: FunctionReport, diff: Sequence[DiffLine], link: Link, most: int) -> str:
    """The lines of a diff, at most so many, each after the number of the line of the source that it comes from."""
    digits = max((len(str(line.source)) for line in diff if line.source), default=1)
    rows = []
    for line in diff[:most]:
        span = None
        if line.source is not None:
            span = Span(function.span.file, line.source, 0, line.source, 0)
        text = escape(line.text if line.sign == "@" else line.sign + line.text)
        tag = _TAGS.get(line.sign)
        body = f'<{tag} style="text-decoration:none">{text}</{tag}>' if tag else text
        rows.append(f"{_number(span, digits, link, function.span.file)} {body}")
    if len(diff) > most:
        rows.append(f"… {len(diff) - most} more lines")
    return _program(rows)


def optimized_html(trace: Trace, link: Link) -> str:
    """What the optimizer did to the graph, graph by graph, and what it left."""
    if trace.graph is None or trace.optimized is None:
        return ""
    changes = graph_changes(trace.graph, trace.optimized)
    parts, left = [], MOST_CHANGES
    for name, found in by_graph(changes):
        items = "".join(f"<li>{_change(change, link)}</li>" for change in found[:left])
        more = f"<li>… {len(found) - left} more</li>" if len(found) > left else ""
        left = max(left - len(found), 0)
        parts.append(
            f"<details open><summary><b>{escape(name)}</b>: {counted_changes(found)}</summary>"
            f'<ul style="{_LIST}">{items}{more}</ul></details>'
        )

    def node_link(node: GraphNode) -> str:
        return link(node.span)

    parts.append(
        f"<details><summary>All operations that are left</summary>"
        f'<div style="max-height:480px;overflow:auto">{operations_html(trace.optimized, node_link)}</div></details>'
    )
    return "".join(parts)


def optimized_title(graph: GraphModel, optimized: GraphModel) -> str:
    """`40 → 34 ops: 7 removed, 1 added`."""
    changes = graph_changes(graph, optimized)
    return f"{graph.op_count} → {plural(optimized.op_count, 'op')}: {counted_changes(changes)}"


def _change(change: OpChange, link: Link) -> str:
    node = change.node
    words = change_words(change)
    said = f" · {escape(shorten(words, 300))}" if words else ""
    place = link(node.span)
    return f"{change.kind} <b>{escape(node.op)}</b> {escape(node.name)}{said}{f' · {place}' if place else ''}"


def compiled_html(program: CompiledCode, link: Link, file: str) -> str:
    """A compiler's program, each line after the number of the source's line that it comes from; a long one is cut.

    Numbers are of lines of `file`, and of those that the report shows.
    """
    shown = program.lines[:MOST_COMPILED]
    digits = max((len(str(line.span.line)) for line in shown if line.span), default=1)
    rows = [f"{_number(line.span, digits, link, file)} {escape(line.text)}" for line in shown]
    if left := len(program.lines) - len(shown):
        rows.append(f"… {plural(left, 'more line')}")
    return f'<div style="max-height:480px;overflow:auto">{_program(rows)}</div>'


def _number(span: Span | None, digits: int, link: Link, file: str) -> str:
    """The number of a line of `file`; where the report shows the line, of whichever file, a link."""
    if span is None:
        return " " * digits
    found, number = link(span), f"{span.line:>{digits}}"
    if found.startswith("<a "):
        return found.replace(f"line {span.line}<", f"{number}<")
    return number if span.file == file else " " * digits


def _program(rows: Sequence[str]) -> str:
    return f'<pre class="ag-diff" style="margin:2px 0 6px 18px;{WRAPPED}">{chr(10).join(rows)}</pre>'


def _placed(place: str) -> str:
    return f"{place}: " if place else ""
