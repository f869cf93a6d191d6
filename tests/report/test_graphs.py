"""Checks the counts of nested graphs."""

import sample

from ag_notebook.report import GraphModel


def test_counts_include_nested_graphs():
    graph = sample.collatz_graph()
    assert (graph.op_count, graph.graph_count) == (34, 5)
    body, test = graph.nodes[2].subgraphs
    assert (body.op_count, body.graph_count) == (21, 3)
    assert (test.op_count, test.graph_count) == (5, 1)


def test_an_empty_graph_counts_itself_only():
    assert (GraphModel("g", "main", (), ()).op_count, GraphModel("g", "main", (), ()).graph_count) == (0, 1)
