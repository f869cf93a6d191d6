"""The graph after Grappler: what it does is seen, lines and names stay, loops stay loops."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook import staging
from ag_notebook.report import GraphModel, GraphNode, Port, Span
from ag_notebook.staging.backends.tensorflow import grappler
from ag_notebook.staging.backends.tensorflow.graph_models import graph_model
from ag_notebook.staging.backends.tensorflow.grappler import optimized_graph


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


FIRST = collatz.__code__.co_firstlineno


def both(function, *args):
    staged = staging.function(function)
    traced = staged.graph(*args)
    return traced, optimized_graph(staged.entry.traces[-1].function.graph, traced)


def names(graph):
    return {node.name for node in graph.nodes}


def node(graph, op):
    (found,) = [each for each in graph.nodes if each.op == op]
    return found


def test_loops_and_branches_stay_what_they_are_with_their_lines() -> None:
    traced, made = both(collatz, tf.constant(27))
    loop = node(made, "StatelessWhile")
    assert loop.span == node(traced, "StatelessWhile").span
    assert loop.span is not None and loop.span.line == FIRST + 2
    body, test = loop.subgraphs
    assert (body.role, test.role) == ("body", "cond")
    branch = node(body, "StatelessIf")
    assert branch.span is not None and branch.span.line == FIRST + 3
    assert [graph.role for graph in branch.subgraphs] == ["then", "else"]
    assert node(branch.subgraphs[0], "FloorDiv").span == branch.span


def test_inputs_of_bodies_keep_names_and_labels() -> None:
    traced, made = both(collatz, tf.constant(27))
    before, after = (node(graph, "StatelessWhile").subgraphs[0] for graph in (traced, made))
    assert after.inputs == before.inputs
    assert {n.name: n.label for n in after.nodes if n.op == "Placeholder"} == {
        n.name: n.label for n in before.nodes if n.op == "Placeholder"
    }
    sources = {edge.source for edge in after.edges} | {edge.target for edge in after.edges}
    assert sources <= names(after)
    assert any(edge.carried for edge in after.edges)


def test_what_grappler_does_is_seen() -> None:
    def folded(x):
        unused = x * 100.0  # noqa: F841
        two = tf.constant(1.0) + tf.constant(1.0)
        return x * two + x * two

    traced, made = both(folded, tf.constant(3.0))
    assert "folded/mul" in names(traced) - names(made)
    (sum_of_constants,) = [each for each in made.nodes if each.name == "folded/add"]
    assert sum_of_constants.op == "Const"
    assert dict(sum_of_constants.attributes)["value"] == "2.0"
    kinds = [each.op for each in made.nodes]
    assert kinds.count("AddV2") < [each.op for each in traced.nodes].count("AddV2")
    assert made.op_count < traced.op_count
    assert made.outputs == traced.outputs and made.inputs == traced.inputs


def test_no_line_of_whoever_asks_gets_into_it() -> None:
    _, made = both(collatz, tf.constant(27))
    lines = {n.span.line for n in made.nodes if n.span is not None and n.span.file == __file__}
    here = both.__code__.co_firstlineno
    assert not any(here <= line <= here + 4 and line != FIRST for line in lines - {here + 2})


def test_variables_and_written_places_are_optimized_as_well() -> None:
    variable = tf.Variable([1.0, 2.0])

    def adds(x):
        variable.assign_add(x)
        return variable * 2.0

    traced, made = both(adds, tf.constant([1.0, 1.0]))
    assert node(made, "AssignAddVariableOp").span == node(traced, "AssignAddVariableOp").span
    assert {n.op for n in traced.nodes} >= {n.op for n in made.nodes}


def test_a_new_operation_has_the_line_of_the_one_that_it_says_to_be_made_of() -> None:
    span = Span("cell", 3, 0, 3, 0)
    traced = GraphModel("f", "main", (GraphNode("a", "Add", (Port("int32", "[]"),), span, label="x"),), ())
    made = GraphModel("f", "main", (GraphNode("b", "Mul", ()), GraphNode("c", "Mul", ())), ())
    found = grappler._with_origins(made, traced, {"b": "a", "c": "gone"})
    assert [(n.name, n.span, n.label) for n in found.nodes] == [("b", span, ""), ("c", None, "")]


def test_inputs_are_renamed_only_where_no_name_would_be_there_twice() -> None:
    def graph(*inputs, more=()):
        nodes = tuple(GraphNode(name, "Placeholder", ()) for name in (*inputs, *more))
        return GraphModel("f", "body", nodes, (), inputs)

    assert grappler._renamed_inputs(graph("a", "b"), graph("x/a", "b")) == {"a": "x/a"}
    assert grappler._renamed_inputs(graph("a"), graph("x", "y")) == {}
    assert grappler._renamed_inputs(graph("a", more=("x",)), graph("x")) == {}


def test_graphs_that_grappler_makes_wrong_are_not_shown_wrong() -> None:
    def doubled(x, n):
        if n > 0:
            x = x + 0.0 + x
        return x

    traced, made = both(doubled, tf.constant(2.0), tf.constant(1))
    then = node(made, "StatelessIf").subgraphs[0]
    assert [n.op for n in then.nodes].count("AddV2") == 2
    assert traced.op_count >= made.op_count


def test_a_failure_is_an_error_here() -> None:
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1)
    with pytest.raises(AttributeError):
        optimized_graph(graph, graph_model(graph))


def test_bodies_that_grappler_moves_out_and_in_again_keep_their_names() -> None:
    def search(xs, target):
        found = -1
        for i, x in enumerate(xs):
            if x < 0.0:
                continue
            if x == target:
                found = i
                break
            tf.debugging.check_numerics(x, "x")
        return found

    traced, made = both(search, tf.constant([1.0, 2.0]), tf.constant(2.0))
    before, after = (node(graph, "While").subgraphs[0] for graph in (traced, made))
    assert not any("_tfg_inlined_" in name for name in names(after))
    branch = node(after, "If") if "If" in {n.op for n in after.nodes} else None
    assert {n.name for n in after.nodes if n.op in ("Less", "If")} <= names(before)
    assert branch is None or branch.span == node(before, "If").span
    inputs = [
        {n.name: n.outputs for n in graph.nodes if n.name in before.inputs} for graph in (before, after)
    ]
    assert inputs[0] == inputs[1] and len(inputs[0]) > 3


def test_a_name_is_given_back_only_where_it_was_and_is_free() -> None:
    def graph(*names):
        return GraphModel("f", "body", tuple(GraphNode(name, "Add", ()) for name in names), ())

    mark = "_tfg_inlined_f/while_1"
    assert grappler._names_given_back(graph(f"a{mark}{mark}", f"new{mark}"), graph("a")) == {
        f"a{mark}{mark}": "a"
    }
    assert grappler._names_given_back(graph(f"a{mark}", "a"), graph("a")) == {}
    assert grappler._names_given_back(graph(f"a{mark}", f"a{mark}_1"), graph("a")) == {}
