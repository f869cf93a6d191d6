"""Shows a graph without a report around it: as HTML, as a page, as text."""

from __future__ import annotations

from typing import Any

from ag_notebook.report import GraphModel, GraphNode, StagingReport
from ag_notebook.views.choices import check_group, check_nested
from ag_notebook.views.finding import Found, find
from ag_notebook.views.folding import Nested
from ag_notebook.views.frames import Box
from ag_notebook.views.grouping import Grouping
from ag_notebook.views.layout import TIMEOUT
from ag_notebook.views.lines import all_nodes, shown_graphs
from ag_notebook.views.literal import escape, literal, op_words, plural, shorten, wrapped
from ag_notebook.views.outline import outline_lines
from ag_notebook.views.palette import NEUTRAL, colour, rank
from ag_notebook.views.picture import Mark
from ag_notebook.views.section import GraphSection
from ag_notebook.views.styles import page_style, style_block

MOST_FOUND = 40
PAGE = "agn-graph"
"""The id of a graph that is alone on its page."""


def graph_of_report(report: StagingReport) -> GraphModel | None:
    """The graph that is drawn for a report: that of its last function that has one."""
    graphs = shown_graphs(report)
    return graphs[-1] if graphs else None


def graph_title(value: Any, graph: GraphModel) -> str:
    """What a drawing is called: as the function, model or graph is."""
    name = getattr(value, "title", None) or getattr(value, "__name__", None) or getattr(value, "name", None)
    return shorten(name if isinstance(name, str) and name else graph.name, 80)


def graph_html(
    graph: GraphModel,
    title: str,
    root: str,
    group: Grouping | None = None,
    nested: Nested = "inline",
    search: str = "",
    timeout: float = TIMEOUT,
) -> str:
    """A graph as an HTML fragment; `root` is the id of its element and the beginning of all others.

    Raises:
        UnknownChoiceError: AG406, there is no such `group` or `nested`.
    """
    check_group(group)
    check_nested(nested)
    places = sorted({(n.span.file, n.span.line) for n in all_nodes(graph) if n.span})
    keys = {place: index for index, place in enumerate(places)}

    def mark(box: Box) -> Mark:
        if box.node is None or box.node.span is None:
            return Mark("", "ag-box", NEUTRAL, 0)
        key = keys[box.node.span.file, box.node.span.line]
        return Mark("", f"l{key}", colour(key), rank(key))

    section = GraphSection(graph, root, f"{root}-1", mark, _place, timeout, group, nested, linked=False)
    body = section.html()
    style = style_block(root, range(len(places)), section.rules)
    found = _found_html(graph, search) if search else ""
    head = f'<div style="font-size:14px"><b>{escape(title)}</b></div>'
    return f'<div id="{root}" class="ag-report" style="font-size:13px">{style}{head}{found}{body}</div>'


def graph_page(body: str, title: str) -> str:
    """The HTML of a graph as a document of its own, which may load nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" '
        f'content="{policy}"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(literal(title))}</title>{page_style()}</head><body>{body}</body></html>\n"
    )


def graph_text(graph: GraphModel, title: str, width: int, search: str = "") -> str:
    """A graph as an outline for a terminal, what was searched for first."""
    rows = [shorten(f"{title} · {op_words(graph.op_count, graph.graph_count)}", width)]
    if search:
        rows += found_rows(graph, search, width)
    return "\n".join(row.rstrip() for row in [*rows, *outline_lines(graph, width)])


def found_rows(graph: GraphModel, search: str, width: int) -> list[str]:
    """How many operations `search` fits, and the first of them, each with the way to it."""
    found = find(graph, search)
    rows = [shorten(_found_words(graph, search, found), width)]
    return rows + [row for each in found[:MOST_FOUND] for row in wrapped(_found_text(each), width)]


def _found_html(graph: GraphModel, search: str) -> str:
    found = find(graph, search)
    items = "".join(f"<li>{escape(shorten(_found_text(each), 300))}</li>" for each in found[:MOST_FOUND])
    style = "margin:0 0 0 18px;padding:0;font-family:monospace;font-size:12px"
    return f'<details open><summary>{escape(_found_words(graph, search, found))}</summary><ul style="{style}">{items}</ul></details>'


def _found_words(graph: GraphModel, search: str, found: list[Found]) -> str:
    more = f", the first {MOST_FOUND} listed" if len(found) > MOST_FOUND else ""
    return f"{len(found)} of {plural(graph.op_count, 'operation')} fit “{shorten(search, 80)}”{more}"


def _found_text(found: Found) -> str:
    node = found.node
    way = "".join(f"{shorten(name, 40)} › {shorten(role, 40)} › " for name, role in found.path)
    place = _words(node)
    return f"{way}{shorten(node.op, 60)} {shorten(node.name, 120)}{f' · {place}' if place else ''}"


def _place(node: GraphNode) -> str:
    return escape(_words(node))


def _words(node: GraphNode) -> str:
    return f"line {node.span.line} of {shorten(node.span.file.rpartition('/')[2], 40)}" if node.span else ""
