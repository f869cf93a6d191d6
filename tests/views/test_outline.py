"""Checks the outline of a graph in words."""

import re
from html import unescape

import sample

from ag_notebook.views.lines import all_nodes
from ag_notebook.views.outline import MOST, operations_html, outline_lines


def test_outline_of_nested_graphs():
    assert outline_lines(sample.collatz_graph(), 100) == [
        "main        Placeholder n int32[] · StatelessWhile(n, steps=0) · AddV2(steps, 1)              34 ops",
        "            AddV2(·, 1)",
        " loop body  Placeholder n int32[] · Placeholder steps int32[] · FloorMod(n, 2)                21 ops",
        "            Equal(·, 0) · StatelessIf(·, n) · AddV2(steps, 1)",
        "  then      FloorDiv(n, 2)                                                                     4 ops",
        "  else      Mul(3, n) · AddV2(·, 1)                                                            6 ops",
        " test       Greater(n, 1)                                                                      5 ops",
    ]


def test_long_graphs_are_counted():
    lines = outline_lines(sample.chain(5000, 3), 80)
    assert len(lines) == 3
    assert all(len(line) <= 80 for line in lines)
    assert lines[0].endswith("5000 ops")
    assert re.search(r"… \d+ more$", lines[2])
    assert outline_lines(sample.chain(7, alike=True), 80)[0].split()[:4] == ["main", "MatMul", "×", "7"]


def test_the_list_of_operations_has_every_node_with_its_operands():
    graph = sample.collatz_graph()
    html = operations_html(graph, lambda node: "")
    assert html.count("<li>") == graph.op_count
    shown = unescape(re.sub("<[^>]*>", "", html))
    for node in all_nodes(graph):
        assert f"{node.op} {node.name}" in shown
    assert "FloorMod FloorMod · int32[] · ← n, two" in shown
    assert "parallel_iterations=10" in shown
    assert "carried Identity" in shown


def test_the_list_ends_and_says_so():
    html = operations_html(sample.chain(MOST + 5), lambda node: "")
    assert html.count("<li><b>") == MOST
    assert "… 5 more operations of this graph are not listed" in html


def test_the_list_of_operations_reads_as_the_picture_does():
    graph = sample.lowered_graph()
    shown = unescape(re.sub("<[^>]*>", "|", operations_html(graph, lambda node: "")))
    assert f"|main, {graph.op_count} operations|" in shown
    assert "|loop body, 12 operations|" in shown
    assert "build" not in shown
    one = sample.graph("g", "main", [sample.node("draw", "RandomUniform", stateful="true")], "")
    html = operations_html(one, lambda node: "")
    assert "main, 1 operation<" in html
    assert "int32[] · stateful<" in html
