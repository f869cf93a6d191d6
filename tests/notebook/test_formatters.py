"""Reports and graphs as the value of a cell."""

from __future__ import annotations

import base64
import re

import pytest

from ag_notebook.notebook.display import Screen
from ag_notebook.notebook.formatters import graph_bundle
from ag_notebook.report import GraphEdge, GraphModel, GraphNode, Port, Span

INNER = GraphModel("body", "body", (GraphNode("a", "AddV2", (Port("int32", "[]"),)),), ())
PAGE = Screen(html=True, width=100, color=False, ascii_only=False)


def graph(count: int = 1) -> GraphModel:
    x = GraphNode("x", "Placeholder", (Port("int32", "[]"),))
    loops = [
        GraphNode(
            f"w{n}", "StatelessWhile", (Port("int32", "[]"),), Span("cell", n + 1, 0, n + 1, 1), (), (INNER,)
        )
        for n in range(count)
    ]
    edges = tuple(GraphEdge(before.name, after.name) for before, after in zip([x, *loops], loops))
    return GraphModel("f", "main", (x, *loops), edges, ("x",), (loops[-1].name,))


def test_a_report_is_shown_as_the_magic_shows_it(session):
    shown = session.ok("%%autograph -v report\ndef f(x):\n    return x + 1\nf(1)").views[0]
    bundle, _ = session.shell.display_formatter.format(session.shell.user_ns["report"])
    assert bundle["text/plain"] == shown
    assert '<div id="agn-' in bundle["text/html"]
    printed = session.ok("report").printed
    assert "FunctionReport(" not in printed
    assert "return x + 1" in printed


def test_a_report_is_shown_in_the_parts_of_the_setting(session):
    session.ok("%%autograph -v report -q\ndef f(x):\n    return x + 1\nf(1)")
    session.ok("%config Autograph.show = 'result'")
    shown = session.ok("report").printed
    assert "f(1) = 2 in " in shown
    assert "def f(x):" not in shown


def test_a_graph_is_an_outline_and_a_picture(session):
    bundle, _ = session.shell.display_formatter.format(graph())
    lines = bundle["text/plain"].splitlines()
    assert lines[0] == "Graph: 3 ops in 2 graphs"
    assert "StatelessWhile" in lines[1] + lines[2]
    image = base64.b64decode(re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', bundle["text/html"])[1])
    assert b"<svg" in image
    assert b"StatelessWhile" in image
    session.shell.user_ns["graph"] = graph()
    assert "GraphModel(" not in session.ok("graph").printed


def test_a_graph_too_large_to_draw_is_a_list():
    html = graph_bundle(graph(400), PAGE)["text/html"]
    assert "AG401" in html
    assert "<b>StatelessWhile</b> w0" in html
    assert "line 1" in html


@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_terminal_gets_text_alone(ascii_only):
    bundle = graph_bundle(graph(), Screen(html=False, width=80, color=False, ascii_only=ascii_only))
    assert set(bundle) == {"text/plain"}
    assert bundle["text/plain"].isascii() or not ascii_only


def test_unloaded_they_are_plain_data_again(session):
    session.ok("%unload_ext ag_notebook")
    bundle, _ = session.shell.display_formatter.format(graph())
    assert set(bundle) == {"text/plain"}
    assert bundle["text/plain"].startswith("GraphModel(")
