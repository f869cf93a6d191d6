"""Checks what is found to be needed in graphs, and what is known of a loop's state."""

from dataclasses import replace

import sample

from ag_notebook.report import GraphEdge, GraphModel
from ag_notebook.views.needed import loop_of, needed_nodes, passes_on, shown_subgraphs


def while_of(graph: GraphModel):
    return next(node for node in graph.nodes if node.name == "while")


def test_results_and_what_they_come_from_are_needed():
    nodes = [sample.node(name, "Neg") for name in "abcd"]
    model = sample.graph("g", "main", nodes, "a>b a>c c>d", "", "b")
    assert needed_nodes(model) == {"a", "b"}
    assert needed_nodes(replace(model, outputs=())) == set("abcd")


def test_effects_are_needed_though_nobody_reads_them():
    nodes = [
        sample.node("text", "StringFormat"),
        sample.node("show", "PrintV2", outputs=()),
        sample.node("draw", "RandomUniform", stateful="true"),
        sample.node("dead", "EmptyTensorList"),
        sample.node("out", "Neg"),
    ]
    model = sample.graph("g", "main", nodes, "text>show", "", "out")
    assert needed_nodes(model) == {"text", "show", "draw", "out"}


def test_a_test_that_hands_a_value_back():
    body, test = while_of(sample.lowered_graph()).subgraphs
    assert (passes_on(test), passes_on(body)) == (2, None)
    real = while_of(sample.collatz_graph()).subgraphs[1]
    assert passes_on(real) is None
    assert [g.role for g in shown_subgraphs(while_of(sample.lowered_graph()))] == ["body"]
    assert [g.role for g in shown_subgraphs(while_of(sample.collatz_graph()))] == ["body", "cond"]


def test_the_loops_own_bookkeeping_is_known():
    loop = loop_of(while_of(sample.lowered_graph()), {3})
    assert (loop.needed, loop.decider, loop.counter) == ({2, 3, 4}, 2, 0)
    assert [loop.name(position) for position in range(6)] == ["iteration", "most", "go_on", "x", "b", ""]


def test_a_counter_that_the_body_reads_is_needed():
    loop = loop_of(while_of(sample.lowered_graph(reads_iteration=True)), {3})
    assert (loop.needed, loop.counter) == ({0, 2, 3, 4}, 0)


def test_a_variable_that_nobody_reads_is_not_needed():
    assert loop_of(while_of(sample.collatz_graph()), {0}).needed == {0}
    assert loop_of(while_of(sample.collatz_graph()), {1}).needed == {0, 1}
    assert loop_of(sample.node("x", "Neg")) is None


def test_what_only_a_larger_test_reads_decides():
    loop = while_of(sample.lowered_graph())
    body, test = loop.subgraphs
    limited = replace(
        test,
        nodes=(
            *test.nodes,
            sample.node("Less", "Less", 3, outputs=(sample.BOOL,)),
            sample.node("And", "LogicalAnd", 3, outputs=(sample.BOOL,)),
        ),
        edges=(
            *test.edges,
            GraphEdge("iteration", "Less"),
            GraphEdge("most", "Less", 0, 1),
            GraphEdge("Identity", "And"),
            GraphEdge("Less", "And", 0, 1),
        ),
        outputs=("And",),
    )
    known = loop_of(replace(loop, subgraphs=(body, limited)), {3})
    assert (known.needed, known.decider) == ({0, 1, 2, 3, 4}, 2)
