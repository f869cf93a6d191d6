"""Puts a report together as HTML: one fragment for a notebook's output, or a page of its own.

No script, nothing from the network; folding is `<details>`, linking is anchors. What a notebook that is not trusted
takes away (the style sheet, `id`s become another attribute) costs comfort only.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence

from ag_notebook.report import GraphModel, GraphNode, Note, StagingReport, Trace, to_json
from ag_notebook.views.code import Anchors, beside_html, decisions_html, legend_html, whole_html
from ag_notebook.views.diffs import passes_html
from ag_notebook.views.folding import Box
from ag_notebook.views.layout import TIMEOUT, LayoutError
from ag_notebook.views.lines import FunctionLines, ReportLines, report_lines, shown_trace
from ag_notebook.views.literal import escape, shorten
from ag_notebook.views.outline import operations_html
from ag_notebook.views.palette import NEUTRAL, colour, stroke
from ag_notebook.views.picture import Mark, draw, picture
from ag_notebook.views.styles import page_style, style_block
from ag_notebook.views.summary import headline, run_sentence

_OPEN_FUNCTIONS = 3
_LEGEND = (
    "Boxes lead to their line. Constants and copies are folded into labels. Dashed: handed to the next round."
)
_CLOSED = " Double frame: graphs inside are left closed to keep the picture small; the list below has them."


def report_id(report: StagingReport, salt: str = "") -> str:
    """An id made of the report's content; `salt` tells copies in one document apart."""
    text = json.dumps(to_json(report), sort_keys=True) + salt
    return "agn-" + hashlib.sha256(text.encode()).hexdigest()[:10]


def fragment(report: StagingReport, salt: str = "", timeout: float = TIMEOUT) -> str:
    """A report as an HTML fragment."""
    lines = report_lines(report)
    anchors = Anchors(report_id(report, salt))
    keys = [line.key for function in lines.functions for line in function.lines if line.colour is not None]
    parts = [
        style_block(anchors.report_id, keys),
        f'<div style="font-size:14px"><b>{escape(headline(report))}</b></div>',
        _section(_run, report),
        *(_section(_note, note, lines, anchors) for note in report.notes),
        legend_html(lines),
    ]
    deadline = time.monotonic() + timeout
    for index, function in enumerate(lines.functions):
        parts.append(_section(_function, function, index, lines, anchors, deadline))
    return f'<div id="{anchors.report_id}" class="ag-report" style="font-size:13px">{"".join(parts)}</div>'


def document(reports: Sequence[StagingReport], timeout: float = TIMEOUT) -> str:
    """Reports as a page of its own, which may load nothing."""
    title = escape(", ".join(report.title for report in reports) or "ag_notebook")
    body = "<hr>".join(
        fragment(report, str(index) if index else "", timeout) for index, report in enumerate(reports)
    )
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{policy}"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title>{page_style()}</head><body>{body}</body></html>\n"
    )


def _section(write: Callable[..., str], *args: object) -> str:
    """A part of a view; if it fails, the rest is still shown, and the failure is seen where the part would be."""
    try:
        return write(*args)
    except Exception as error:  # noqa: BLE001  any failure of one section must not hide the others
        return f"<div><b>AG901</b> This part of the view failed: {escape(f'{type(error).__name__}: {error}')}</div>"


def _run(report: StagingReport) -> str:
    if report.run is None:
        return ""
    call, value, seconds = run_sentence(report.run)
    if "\n" in value.strip() or len(value) > 200:
        return f"<div>{whole_html(call)}{seconds}<pre style='margin:0 0 0 18px;white-space:pre-wrap'>{escape(value)}</pre></div>"
    inline = "font-family:monospace;font-size:13px"
    return f'<div><span style="{inline}">{escape(call)}</span> = <b style="{inline}">{escape(value)}</b> {escape(seconds)}</div>'


def _note(note: Note, lines: ReportLines, anchors: Anchors) -> str:
    line = lines.at(note.span)
    place = ""
    if note.span is not None:
        place = f"line {note.span.line}"
        place = f' <a href="#{anchors.line(line)}">{place}</a>' if line is not None else f" {place}"
    edge = {"error": "#d55e00", "warning": "#9a7400", "info": NEUTRAL}[note.level]
    fix = f"<br>{escape(note.fix)}" if note.fix else ""
    return (
        f'<div style="border:1px solid {edge};border-left:6px solid {edge};padding:3px 8px;margin:4px 0">'
        f"<b>{escape(note.code)} {note.level}</b>{place}: {escape(note.message)}{fix}</div>"
    )


def _function(
    function: FunctionLines, index: int, lines: ReportLines, anchors: Anchors, deadline: float
) -> str:
    report = function.function
    parts = [_section(beside_html, function, index, anchors)]
    decisions = _section(decisions_html, function, anchors)
    if decisions:
        count = sum(len(line.events) for line in function.lines)
        parts.append(_fold(f"<b>Decisions</b> ({count})", decisions, is_open=count <= 12))
    shown = shown_trace(report)
    if shown is not None and shown.graph is not None:
        parts.append(_section(_graph, shown.graph, lines, anchors, deadline, True))
    others = [trace for trace in report.traces if trace is not shown]
    if others or (shown is not None and shown.reason):
        parts.append(_section(_traces, report.traces, shown, lines, anchors, deadline))
    changed = sum(snapshot.changed for snapshot in report.passes)
    if report.passes:
        title = f"<b>Passes</b> ({len(report.passes)} ran, {changed} changed the code)"
        parts.append(_fold(title, _section(passes_html, report)))
    parts.append(_fold("<b>Generated code</b>, whole", _section(whole_html, report.generated.text)))
    title = f"<b>{escape(report.name)}</b> {escape(shorten(report.span.file, 60))}, line {report.span.line}"
    return _fold(title, "".join(parts), is_open=len(lines.functions) <= _OPEN_FUNCTIONS or index == 0)


def _traces(
    traces: Sequence[Trace], shown: Trace | None, lines: ReportLines, anchors: Anchors, deadline: float
) -> str:
    parts = []
    for number, trace in enumerate(traces, 1):
        here = " (shown above)" if trace is shown else ""
        head = f"{number} <b>{escape(shorten(trace.signature, 160))}</b> {escape(trace.reason)}{here}"
        graph = trace.graph
        if graph is None or trace is shown:
            parts.append(f"<div>{head}</div>")
        else:
            inner = _section(_graph, graph, lines, anchors, deadline, False)
            parts.append(_fold(head, inner))
    return _fold(f"<b>Traces</b> ({len(traces)})", "".join(parts), is_open=len(traces) > 1)


def _graph(graph: GraphModel, lines: ReportLines, anchors: Anchors, deadline: float, is_open: bool) -> str:
    def mark(box: Box) -> Mark:
        line = lines.at(box.node.span) if box.node else None
        if line is None:
            return Mark("", "ag-box", NEUTRAL, "solid")
        return Mark(f"#{anchors.line(line)}", f"l{line.key}", colour(line.colour), stroke(line.colour))

    def link(node: GraphNode) -> str:
        line = lines.at(node.span)
        if line is not None:
            return f'<a href="#{anchors.line(line)}">line {line.number}</a>'
        return f"{escape(shorten(node.span.file, 40))}:{node.span.line}" if node.span else ""

    total = f"{graph.op_count} ops"
    try:
        drawn = draw(graph, max(deadline - time.monotonic(), 0.05))
    except LayoutError as problem:
        shown, body = "", f"<div><b>{problem.code}</b> {escape(problem.message)} {escape(problem.fix)}</div>"
    else:
        shown = f", {drawn.frame.shown} shown"
        alt = (
            f"Data flow of {graph.name}: {total}{shown}. The list of operations below says the same in words."
        )
        body = picture(drawn, mark, alt)
        body += f"<div>{_LEGEND}{_CLOSED if drawn.shallow else ''}</div>"
    listed = f'<div style="max-height:480px;overflow:auto">{operations_html(graph, link)}</div>'
    body += _fold("<b>All operations</b>", listed, is_open=not shown)
    count = f" in {graph.graph_count} graphs" if graph.graph_count > 1 else ""
    return _fold(f"<b>Graph</b>: {total}{count}{shown}", body, is_open=is_open)


def _fold(title: str, body: str, is_open: bool = False) -> str:
    opened = " open" if is_open else ""
    return f'<details{opened} style="margin:6px 0"><summary>{title}</summary>{body}</details>'
