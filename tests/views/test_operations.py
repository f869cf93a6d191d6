"""Checks the list of operations: in full for small graphs, in short lines and folds for large ones."""

import re
from dataclasses import replace
from html import unescape

import sample

from ag_notebook.views.lines import all_nodes
from ag_notebook.views.operations import LARGEST, MOST, listed, operations_html


def no_link(_):
    return ""


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


def test_the_list_of_operations_reads_as_the_picture_does():
    graph = sample.lowered_graph()
    shown = unescape(re.sub("<[^>]*>", "|", operations_html(graph, lambda node: "")))
    assert f"|main, {graph.op_count} operations in {graph.graph_count} graphs|" in shown
    assert "|loop body, 12 operations|" in shown
    assert "build" not in shown
    one = sample.graph("g", "main", [sample.node("draw", "RandomUniform", stateful="true")], "")
    html = operations_html(one, lambda node: "")
    assert "main, 1 operation<" in html
    assert "int32[] · stateful<" in html


def scoped(count, size=20):
    graph = sample.chain(count)
    nodes = tuple(replace(n, name=f"model/layer_{i // size}/{n.name}") for i, n in enumerate(graph.nodes))
    return replace(graph, nodes=nodes, edges=())


def test_a_large_graph_has_a_fold_for_each_scope_and_links_to_them():
    html = listed(scoped(MOST + 20), lambda node: f"line {node.span.line}", "o1").html
    assert html.count("<li>") == MOST + 20
    assert "<summary>model, 420 operations</summary>" in html
    assert "<summary>layer_7, 20 operations</summary>" in html
    assert "<li><b>AddV2</b> model/layer_0/op_0 · line 2</li>" in html
    anchors = re.findall(r'<details id="([^"]+)"', html)
    assert anchors == [f"o1-{number}" for number in range(1, 23)]
    jumps = re.findall(r'<a href="#([^"]+)">([^<]+)</a> \((\d+)\)', html)
    assert jumps == [("o1-1", "model", "420"), *((f"o1-{n + 2}", f"layer_{n}", "20") for n in range(21))]
    assert '<div>By kind: <a href="#o1-2">' in html
    by_kind = {op: int(count) for op, count in re.findall(r">(\w+)</a> × (\d+)", html)}
    assert sum(by_kind.values()) == MOST + 20
    assert set(by_kind) == {"MatMul", "AddV2"}


def test_many_operations_in_a_row_are_in_parts_of_a_hundred():
    html = listed(sample.chain(450), no_link, "o1").html
    found = re.findall(r"<summary>([^<]+)</summary>", html)
    assert found == [
        "main, 450 operations",
        *(f"op_{n} … op_{n + 99}, 100 operations" for n in range(0, 400, 100)),
        "op_400 … op_449, 50 operations",
    ]
    plain = operations_html(sample.chain(450), no_link)
    assert "<a " not in plain
    assert " id=" not in plain


def test_nested_graphs_stand_in_the_operation_that_holds_them():
    loop = sample.collatz_graph().nodes[2]
    nodes = tuple(replace(loop, name=f"w{index}") for index in range(20))
    graph = sample.graph("g", "main", list(nodes), "")
    html = listed(graph, no_link, "o1").html
    assert html.count("<li><b>") == graph.op_count == 540
    assert html.count("<summary>loop body, 21 operations in 3 graphs</summary>") == 20


def line_3(node):
    return f'<a href="#agn-0123456789-l3">line {3 + int(node.name[3:]) % 2}</a>'


def test_the_list_ends_and_says_so():
    graph = sample.chain(20_000)
    found = listed(graph, line_3, "o1")
    shown = found.html.count("<li><b>")
    missing = sum(
        int(count) for count in re.findall(r"… (\d+) more operations of this part are not listed", found.html)
    )
    assert shown + missing == 20_000
    assert missing == found.left
    assert shown > 3000
    assert len(found.html) < LARGEST * 1.2


def test_a_line_is_named_once_for_the_operations_that_follow_each_other():
    found = listed(sample.chain(6250), lambda node: '<a href="#agn-0123456789-l3">line 3</a>', "o1")
    assert (found.left, found.html.count("same line")) == (0, 6250 - 63)
    assert found.html.count(">line 3</a>") == 63  # once in each part


def test_each_operation_has_the_fold_that_it_is_in():
    graph = scoped(MOST + 20)
    found = listed(graph, no_link, "o1")
    places = [found.places[id(node)] for node in graph.nodes]
    assert places == [f"o1-{2 + index // 20}" for index in range(MOST + 20)]
    assert listed(graph, no_link).places == {}
