"""Checks how a graph is shown in HTML: counts, pictures of graphs inside, the list, and names of elements."""

import re
import time
from dataclasses import replace
from html import unescape

import sample

from ag_notebook.report import GraphModel
from ag_notebook.views import layout as layout_module
from ag_notebook.views.picture import Mark
from ag_notebook.views.section import MOST_INSIDE, GraphSection

INT = sample.INT


def section(graph, nested="inline", group=None, seconds=3.0):
    def mark(box):
        return Mark("#line", "l1", "#0072b2", 0)

    return GraphSection(graph, "agn-1", "agn-1-1", mark, lambda node: "", seconds, group, nested)


def shown(html):
    return unescape(re.sub(r"<[^>]*>", " ", html))


def loops(count):
    """That many loops, each at a line of its own."""
    inside = sample.collatz_graph().nodes[2].subgraphs
    nodes = [sample.node(f"w{i}", "StatelessWhile", 1 + i, *inside, outputs=(INT, INT)) for i in range(count)]
    return sample.graph("g", "main", nodes, "")


def test_counts_are_always_said():
    html = section(sample.collatz_graph()).html()
    assert "<b>Graph</b>: 34 ops in 5 graphs, 14 shown" in html
    assert "20 operations have no box" in shown(html)
    assert "Graphs inside" not in html
    assert "alike rounds" not in html


def test_graphs_inside_are_entered_by_the_boxes_that_hold_them():
    html = section(sample.collatz_graph(), nested="enter").html()
    assert "<b>Graph</b>: 34 ops in 5 graphs, 4 shown" in html
    assert "<b>Graphs inside</b> (4)" in html
    titles = re.findall(r'<details id="(agn-1-1-e\d)" open[^>]*><summary>([^<]*)</summary>', html)
    assert titles == [
        ("agn-1-1-e1", "main › StatelessWhile(n, steps=0) › loop body"),
        ("agn-1-1-e2", "main › StatelessWhile(n, steps=0) › test"),
        ("agn-1-1-e3", "main › StatelessWhile(n, steps=0) › loop body › StatelessIf(·, n) › then"),
        ("agn-1-1-e4", "main › StatelessWhile(n, steps=0) › loop body › StatelessIf(·, n) › else"),
    ]
    links = re.findall(r'<a href="#(agn-1-1-e\d)"[^>]*><b>([^<]*)</b>', html)
    assert links == [("agn-1-1-e1", "StatelessWhile(n, steps=0)"), ("agn-1-1-e3", "StatelessIf(·, n)")]
    assert html.count("<img ") == 5
    assert "20 operations have no box" in shown(html)


def test_what_the_picture_has_no_room_for_has_a_picture_below():
    html = section(loops(12)).html()
    assert "Graphs inside" in html
    assert "double" in html
    assert set(re.findall(r'href="#(agn-1-1-e\d+)"', html)) <= set(re.findall(r' id="(agn-1-1-e\d+)"', html))


def test_pictures_of_graphs_inside_are_bounded_in_number_and_time():
    begin = time.monotonic()
    html = section(loops(100), nested="enter").html()
    assert time.monotonic() - begin < 6
    assert f"<b>Graphs inside</b> ({MOST_INSIDE})" in html
    assert re.search(r"… \d+ more graphs without a picture", html)


def test_without_a_picture_the_list_is_open(monkeypatch):
    monkeypatch.setattr(layout_module, "engines", lambda: iter(()))
    html = section(sample.collatz_graph()).html()
    assert "<b>AG403</b>" in html
    assert "<b>Graph</b>: 34 ops in 5 graphs</summary>" in html
    assert '<details open style="margin:6px 0"><summary><b>All operations</b>' in html


def test_a_series_is_explained():
    nodes = [sample.node("x", "Placeholder", label="x"), *(sample.node(f"s{i}", "Sin", 3) for i in range(9))]
    html = section(sample.graph("g", "main", nodes, " ".join(f"x>s{i}" for i in range(9)), "x")).html()
    assert "10 ops, 1 shown" in html
    assert "9 operations have no box: those of alike rounds are drawn once;" in shown(html)


def test_a_graph_of_nothing_has_no_picture():
    html = section(GraphModel("g", "main", (sample.node("x", "Placeholder"),), ())).html()
    assert "it has only inputs, constants and copies" in html
    assert "<img" not in html


def test_names_of_elements_are_unique_and_begin_as_told():
    html = section(loops(20), nested="enter").html()
    names = re.findall(r' id="([^"]+)"', html)
    assert len(names) == len(set(names)) > 20
    assert all(name.startswith("agn-1-1-") for name in names)
    assert {href for href in re.findall(r'href="#([^"]+)"', html) if href != "line"} <= set(names)


def test_a_box_without_a_line_leads_to_where_its_operations_are_listed():
    graph = sample.chain(900)
    nodes = tuple(
        replace(n, name=f"layer_{i // 30}/{n.name}", op=f"Op{i % 7}", span=None)
        for i, n in enumerate(graph.nodes)
    )
    names = {old.name: new.name for old, new in zip(graph.nodes, nodes, strict=True)}
    edges = tuple(replace(e, source=names[e.source], target=names[e.target]) for e in graph.edges)
    graph = replace(graph, nodes=nodes, edges=edges, inputs=(), outputs=())
    made = GraphSection(
        graph, "agn-1", "agn-1-1", lambda box: Mark("", "ag-box", "#777", 0), lambda node: "", 3.0
    )
    html = made.html()
    boxes = re.findall(r'<a( href="#(agn-1-1-o-\d+)")? class="ag-box"', html)
    assert len(boxes) > 5
    assert all(f'<details id="{place}"' in html for _, place in boxes)
