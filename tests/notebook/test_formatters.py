"""Reports and graphs as the value of a cell."""

from __future__ import annotations

import re

import pytest

from ag_notebook.notebook.display import Screen
from ag_notebook.notebook.drawing import draw
from ag_notebook.notebook.formatters import drawing_bundle
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


def test_a_graph_is_shown_as_a_drawing_is(session):
    bundle, _ = session.shell.display_formatter.format(graph())
    assert bundle["text/plain"] == str(draw(graph()))
    drawing, _ = session.shell.display_formatter.format(draw(graph()))
    assert drawing["text/plain"] == bundle["text/plain"]
    names = re.compile("agn-[0-9a-f]{10}")
    assert names.sub("", drawing["text/html"]) == names.sub("", bundle["text/html"])
    assert names.sub("", bundle["text/html"]) == names.sub("", draw(graph()).html())
    assert "All operations" in bundle["text/html"]
    session.shell.user_ns["graph"] = graph()
    printed = session.ok("graph").printed
    assert "GraphModel(" not in printed
    assert "f · 3 ops in 2 graphs" in printed


def test_a_graph_too_large_to_draw_is_a_list():
    html = drawing_bundle(draw(graph(400)), PAGE)["text/html"]
    assert "AG401" in html
    assert "<b>StatelessWhile</b> w0" in html
    assert "line 1" in html


@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_terminal_gets_text_alone(ascii_only):
    screen = Screen(html=False, width=80, color=False, ascii_only=ascii_only)
    bundle = drawing_bundle(draw(graph(), find="op:AddV2"), screen)
    assert set(bundle) == {"text/plain"}
    assert bundle["text/plain"].isascii() == ascii_only
    assert ("w0 > loop body > AddV2 a" in bundle["text/plain"]) == ascii_only
    assert all(len(row) <= 80 for row in bundle["text/plain"].split("\n"))


def test_a_view_that_fails_is_one_line(monkeypatch):
    def failing(*_):
        raise RuntimeError("no")

    monkeypatch.setattr("ag_notebook.views.alone.graph_html", failing)
    bundle = drawing_bundle(draw(graph()), PAGE)
    assert bundle["text/html"] == "<pre>AG401: this view of the report failed (RuntimeError: no).</pre>"
    assert "StatelessWhile" in bundle["text/plain"]


def test_unloaded_they_are_plain_data_again(session):
    session.ok("%unload_ext ag_notebook")
    bundle, _ = session.shell.display_formatter.format(graph())
    assert set(bundle) == {"text/plain"}
    assert bundle["text/plain"].startswith("GraphModel(")
