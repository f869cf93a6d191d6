"""Lets the shell show reports and graphs as views where they are a cell's value: `f.report(x)`, `f.graph(x)`.

They are plain data and know no notebook, so the shell is told about them from here.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from ag_notebook.notebook.display import FRAME, Screen, drawn, in_ascii
from ag_notebook.report import GraphModel, GraphNode, StagingReport

if TYPE_CHECKING:
    from collections.abc import Callable

    from IPython.core.interactiveshell import InteractiveShell


def install(shell: InteractiveShell, report_bundle: Callable[[StagingReport], dict[str, str]]) -> None:
    """Tells the shell how to show reports (`report_bundle` does it) and graphs."""
    if shell.display_formatter is not None:
        bundles = shell.display_formatter.mimebundle_formatter
        bundles.for_type(StagingReport, report_bundle)
        bundles.for_type(GraphModel, lambda graph: graph_bundle(graph, Screen.of(shell)))


def uninstall(shell: InteractiveShell) -> None:
    """Leaves reports and graphs to the shell's own ways."""
    if shell.display_formatter is not None:
        for kind in (StagingReport, GraphModel):
            shell.display_formatter.mimebundle_formatter.pop(kind, None)


def graph_bundle(graph: GraphModel, screen: Screen) -> dict[str, str]:
    """A graph as an outline for terminals and as a picture for pages."""
    text = drawn(_outline, graph, screen.width)
    bundle = {"text/plain": in_ascii(text) if screen.ascii_only else text}
    if screen.html:
        bundle["text/html"] = drawn(_picture, graph, frame=FRAME)
    return bundle


def _outline(graph: GraphModel, width: int) -> str:
    from ag_notebook.views.outline import outline_lines

    return "\n".join([_title(graph), *(row.rstrip() for row in outline_lines(graph, width))])


def _picture(graph: GraphModel) -> str:
    """The drawing as an image (a notebook that is not trusted keeps those), or the operations in words."""
    from ag_notebook import views
    from ag_notebook.views.literal import escape
    from ag_notebook.views.operations import operations_html

    title = escape(_title(graph))
    try:
        image = base64.b64encode(views.svg(graph).encode()).decode()
    except views.LayoutError as problem:
        why = f"<div><b>{problem.code}</b> {escape(problem.message)} {escape(problem.fix)}</div>"
        return f"<b>{title}</b>{why}{operations_html(graph, _place)}"
    style = "max-width:100%;height:auto"
    return f'<b>{title}</b><br><img style="{style}" alt="{title}" src="data:image/svg+xml;base64,{image}">'


def _place(node: GraphNode) -> str:
    return f"line {node.span.line}" if node.span is not None else ""


def _title(graph: GraphModel) -> str:
    from ag_notebook.views.literal import plural

    inside = f" in {plural(graph.graph_count, 'graph')}" if graph.graph_count > 1 else ""
    return f"Graph: {plural(graph.op_count, 'op')}{inside}"
