"""Puts a report together as HTML: one fragment for a notebook's output, or a page of its own.

No script, nothing from the network; folding is `<details>`, linking is anchors. What a notebook that is not trusted
takes away (the style sheet, `id`s become another attribute) costs comfort only.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ag_notebook.report import FunctionReport, GraphModel, GraphNode, Span, StagingReport, Trace
from ag_notebook.views.checks import checks_html
from ag_notebook.views.code import Anchors, beside_html, decisions_html, legend_html, whole_html
from ag_notebook.views.diffs import passes_title
from ag_notebook.views.frames import Box
from ag_notebook.views.ladder import compiled_html, optimized_html, optimized_title, passes_html
from ag_notebook.views.layout import TIMEOUT
from ag_notebook.views.lines import (
    PARTS,
    FunctionLines,
    ReportLines,
    report_lines,
    shown_programs,
    shown_trace,
    with_events,
)
from ag_notebook.views.literal import escape, plural, prose, shorten
from ag_notebook.views.notes import PlacedNote, elsewhere, files_of, placed_notes
from ag_notebook.views.operations import LARGEST
from ag_notebook.views.palette import NEUTRAL, colour, rank
from ag_notebook.views.picture import NARROWEST, Mark
from ag_notebook.views.probes import probes_html
from ag_notebook.views.section import GraphSection
from ag_notebook.views.sides import marking, on_side, sides
from ag_notebook.views.styles import WRAPPED, page_style, style_block
from ag_notebook.views.summary import headline, nothing_made, omissions, run_sentence, side_title
from ag_notebook.views.times import timed_trace, times_html, times_title
from ag_notebook.views.traces import listed, traces_html

_OPEN_FUNCTIONS = 3
_OPEN_LINES = 30
"""Of the back end's own program: a longer one is folded."""
_COLUMN_WIDTH = 420


def report_id(report: StagingReport, salt: str = "") -> str:
    """An id made of the report's content; `salt` tells copies in one document apart.

    Of a graph its operations count, and of what lies below it the text: the whole of a large report as JSON takes seconds.
    """
    said: list[object] = [report.title, salt]
    said += [[side.backend, side.run, side.notes, side.checks, *side.probes] for side in sides(report)]
    for function in (each for side in sides(report) for each in side.functions):
        said += [function.name, function.span, function.source, function.generated.text, len(function.passes)]
        for trace in function.traces:
            said += [trace.signature, trace.reason, trace.call, len(trace.events)]
            said += [[node.name for node in graph.nodes] for graph in (trace.graph, trace.optimized) if graph]
            said += [[line.text for line in code.lines] for code in trace.compiled]
    return "agn-" + hashlib.sha256(repr(said).encode("utf-8", "backslashreplace")).hexdigest()[:10]


def fragment(
    report: StagingReport, salt: str = "", timeout: float = TIMEOUT, show: Collection[str] = PARTS
) -> str:
    """A report as an HTML fragment; `show` are of `PARTS`."""
    lines = report_lines(report)
    links = lines if "code" in show else ReportLines(())  # nothing is linked to code that is not there
    anchors = Anchors(report_id(report, salt))
    each = sides(report)
    keys = [line.key for function in lines.functions for line in function.lines if line.colour is not None]
    rules: list[str] = []
    parts = [
        f'<div style="font-size:14px"><b>{escape(headline(report))}</b></div>',
        f"<div>{escape(left_out)}</div>" if (left_out := omissions(report)) else "",
        columns([_outcome(side, links, anchors, files_of(report), len(each) > 1) for side in each]),
        legend_html(links, marking(report)),
    ]
    page = _Page(anchors, time.monotonic() + timeout, rules, show, each)
    for index, function in enumerate(lines.functions):
        parts.append(_section(_function, function, index, links, page))
    parts.insert(0, style_block(anchors.report_id, keys, rules))
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


_ROOM = 740_000
"""Characters of a page for code and lists of operations; what else there is has the rest of 1 MB."""


@dataclass(slots=True)
class _Page:
    """What the graphs of one report share: names, time, room, and the rules that they add to the style sheet."""

    anchors: Anchors
    deadline: float
    rules: list[str]
    show: Collection[str]
    sides: tuple[StagingReport, ...]
    graphs: int = 0
    room: int = _ROOM
    """Characters that are left for code and lists of operations."""
    widest: int = 0
    """The pixels that pictures of the side that is being written take across."""


def _section(write: Callable[..., str], *args: object) -> str:
    """A part of a view; if it fails, the rest is still shown, and the failure is seen where the part would be."""
    try:
        return write(*args)
    except Exception as error:  # noqa: BLE001  any failure of one section must not hide the others
        return f"<div><b>AG901</b> This part of the view failed: {escape(f'{type(error).__name__}: {error}')}</div>"


def columns(bodies: Sequence[str], widths: Sequence[int] = ()) -> str:
    """What stands side by side; below each other where the page has no room for that.

    `widths` are the pixels that each of them needs, where that is known.
    """
    if len(bodies) == 1:
        return bodies[0]
    held = "".join(
        f'<div style="flex:1 1 {max(width, _COLUMN_WIDTH)}px;min-width:0">{body}</div>'
        for body, width in zip(bodies, widths or [0] * len(bodies), strict=True)
    )
    return f'<div style="display:flex;flex-wrap:wrap;column-gap:24px">{held}</div>'


def _outcome(
    side: StagingReport, lines: ReportLines, anchors: Anchors, files: Collection[str], is_one_of_several: bool
) -> str:
    """What a call gave, with notes and checks; the name of the back end where there are several."""
    notes = (_section(_note, placed, lines, anchors, files) for placed in placed_notes(side.notes))
    parts = [
        f'<div style="margin-top:6px"><b>{escape(side_title(side))}</b></div>' if is_one_of_several else "",
        _section(_run, side),
        *notes,
        _section(checks_html, side) if side.checks else "",
        _section(probes_html, side.probes, lambda span: _place(span, lines, anchors)) if side.probes else "",
    ]
    return "".join(parts)


def _run(report: StagingReport) -> str:
    if report.run is None:
        return ""
    call, value, seconds = map(escape, run_sentence(report.run))
    inline = "font-family:monospace;font-size:13px"
    if "\n" in value.strip() or len(value) > 200:
        pre = f"margin:0 0 0 18px;{WRAPPED};max-height:400px;overflow:auto"
        return f'<div><span style="{inline}">{call}</span> {seconds} =<pre style="{pre}">{value}</pre></div>'
    result = f' = <b style="{inline}">{value}</b>' if value else ""
    return f'<div><span style="{inline}">{call}</span>{result} {seconds}</div>'


def _note(placed: PlacedNote, lines: ReportLines, anchors: Anchors, files: Collection[str]) -> str:
    note, word = placed.note, "" if len(placed.spans) > 1 else "line "  # one place is a link with its word

    def link(span: Span) -> str:
        line, text = lines.at(span), f"{word}{span.line}{escape(elsewhere(span, files)) if word else ''}"
        return text if line is None else f'<a href="#{anchors.line(line)}">{text}</a>'

    places = [link(span) for span in placed.spans]
    place = f" {''.join(places) if word else placed.words(places, files)}" if places else ""
    edge = {"error": "#d55e00", "warning": "#9a7400", "info": NEUTRAL}[note.level]
    fix = f"<br>{prose(note.fix)}" if note.fix else ""
    return (
        f'<div style="border:1px solid {edge};border-left:6px solid {edge};padding:3px 8px;margin:4px 0">'
        f"<b>{escape(note.code)} {note.level}</b>{place}: {prose(note.message)}{fix}</div>"
    )


def _function(function: FunctionLines, index: int, lines: ReportLines, page: _Page) -> str:
    report, anchors, show = function.function, page.anchors, page.show
    is_alone = len(page.sides) == 1

    def link(span: Span | None) -> str:
        return _place(span, lines, anchors)

    parts = [_section(beside_html, function, index, anchors)] if "code" in show else []
    if "trace" in show and is_alone:
        parts.append(_decisions(function, page, most_open=12))
    if "passes" in show and report.passes:
        title = f"<b>Passes</b> ({passes_title(report)})"
        parts.append(_fold(title, _section(passes_html, report, link), is_open="code" not in show))
    if "code" in show and report.generated.text:
        parts.append(_fold("<b>Generated code</b>, whole", _section(whole_html, report.generated.text)))
    page.room -= sum(map(len, parts))
    if is_alone:
        parts.append(_made(function, report, lines, page))
    else:
        each = [(side, on_side(report, side)) for side in page.sides]
        made, widths = [], []
        for side, there in each:
            page.widest = 0
            made.append(
                f'<div style="margin-top:6px"><b>{escape(side.backend)}</b></div>'
                f"{_made(function, there, lines, page) or escape(nothing_made(side, 'above'))}"
            )
            widths.append(page.widest)
        is_called = any(there.traces for _, there in each)
        parts.append(columns(made, widths) if is_called else "")
    if not any(parts):
        return ""
    title = f"<b>{escape(report.name)}</b> {escape(shorten(report.span.file, 60))}, line {report.span.line}"
    return _fold(title, "".join(parts), is_open=len(lines.functions) <= _OPEN_FUNCTIONS or index == 0)


def _decisions(function: FunctionLines, page: _Page, most_open: int) -> str:
    table = _section(decisions_html, function, page.anchors if "code" in page.show else None)
    count = sum(len(line.events) for line in function.lines)
    return _fold(f"<b>Decisions</b> ({count})", table, is_open=count <= most_open) if table else ""


def _made(function: FunctionLines, report: FunctionReport, lines: ReportLines, page: _Page) -> str:
    """What a back end made of a function: its graph and what is below it, the traces, and of several, its decisions."""
    show, shown = page.show, shown_trace(report)
    if shown is None:
        return ""
    parts = []
    if shown.graph is not None and "graph" in show:
        parts.append(_section(_graph, shown.graph, lines, page, True))
    parts += _below(shown, show, lambda span: _place(span, lines, page.anchors), report.span.file)
    if "times" in show and (timed := timed_trace(report)) is not None:
        rows = _section(times_html, report, lambda span: _place(span, lines, page.anchors))
        parts.append(_fold(f"<b>Times</b>: {escape(times_title(timed.times))}", rows, is_open=True))
    if "trace" in show and len(page.sides) > 1:
        parts.append(_decisions(with_events(function, shown), page, most_open=0))
    if "trace" in show and (len(report.traces) > 1 or shown.reason):
        parts.append(_section(_traces, report.traces, shown, lines, page, report.span.file))
    return "".join(parts)


def _below(trace: Trace, show: Collection[str], link: Callable[[Span | None], str], file: str) -> list[str]:
    """The rungs below the graph, as far as the report has them."""
    parts = []
    if "optimized" in show and trace.graph is not None and trace.optimized is not None:
        title = f"<b>Optimized graph</b>: {escape(optimized_title(trace.graph, trace.optimized))}"
        parts.append(_fold(title, _section(optimized_html, trace, link), is_open="code" not in show))
    for program in shown_programs(trace, show):
        title = f"<b>{escape(program.name)}</b>, {plural(len(program.lines), 'line')}"
        is_open = "code" not in show or ("graph" in program.parts and len(program.lines) <= _OPEN_LINES)
        parts.append(_fold(title, _section(compiled_html, program, link, file), is_open))
    return parts


def _place(span: Span | None, lines: ReportLines, anchors: Anchors) -> str:
    """The line of a span as a link where the report shows it, in words where it does not."""
    if span is None:
        return ""
    line = lines.at(span)
    if line is not None:
        return f'<a href="#{anchors.line(line)}">line {line.number}</a>'
    return f"line {span.line} of {escape(shorten(span.file, 40))}"


def _traces(traces: Sequence[Trace], shown: Trace | None, lines: ReportLines, page: _Page, file: str) -> str:
    def link(span: Span) -> str:
        line = lines.at(span)
        text = f"line {span.line}{escape(elsewhere(span, {file}))}"
        return text if line is None else f'<a href="#{page.anchors.line(line)}">{text}</a>'

    parts = [traces_html(traces, shown, link)]
    for index in listed(traces):
        graph = traces[index].graph
        if graph is not None and traces[index] is not shown:
            parts.append(_fold(f"Graph of trace {index + 1}", _section(_graph, graph, lines, page, False)))
    return _fold(f"<b>Traces</b> ({len(traces)})", "".join(parts), is_open=len(traces) > 1)


def _graph(graph: GraphModel, lines: ReportLines, page: _Page, is_open: bool) -> str:
    anchors = page.anchors

    def mark(box: Box) -> Mark:
        line = lines.at(box.node.span) if box.node else None
        if line is None:
            return Mark("", "ag-box", NEUTRAL, 0)
        return Mark(f"#{anchors.line(line)}", f"l{line.key}", colour(line.colour), rank(line.colour))

    def link(node: GraphNode) -> str:
        return _place(node.span, lines, anchors)

    page.graphs += 1
    name = f"{anchors.report_id}-{page.graphs}"
    seconds = page.deadline - time.monotonic()
    room = max(min(page.room, LARGEST), 0)
    narrowest = NARROWEST if len(page.sides) == 1 else _COLUMN_WIDTH
    section = GraphSection(
        graph, anchors.report_id, name, mark, link, seconds, room=room, narrowest=narrowest
    )
    html = section.html(is_open)
    page.room -= room - section.room
    page.rules += section.rules
    page.widest = max(page.widest, section.widest)
    return html


def _fold(title: str, body: str, is_open: bool = False) -> str:
    opened = " open" if is_open else ""
    return f'<details{opened} style="margin:6px 0"><summary>{title}</summary>{body}</details>'
