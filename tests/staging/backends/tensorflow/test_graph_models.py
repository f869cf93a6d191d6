"""The model of a graph: every op at the user's line, nested graphs by role, values carried around loops."""

from __future__ import annotations

import functools
import os

import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends.tensorflow.graph_models import graph_model


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


FIRST = collatz.__code__.co_firstlineno


def model():
    return function(collatz).graph(tf.constant(27))


def loop_of(graph):
    (loop,) = [n for n in graph.nodes if n.op == "StatelessWhile"]
    return loop


def walk(graph):
    for node in graph.nodes:
        yield node
        for inner in node.subgraphs:
            yield from walk(inner)


def by_role(node):
    return {g.role: g for g in node.subgraphs}


def test_every_op_has_the_users_line() -> None:
    graph = model()
    around = [node for node in graph.nodes if node.op in ("Placeholder", "Identity")]  # arguments and results
    inner = [node for node in walk(graph) if node not in around]
    assert len(inner) > 30
    assert all(node.span.file == __file__ for node in inner)
    assert {node.span for node in around} == {
        None
    }  # the function has no line for them, and a call is not in it
    assert {node.span.line for node in inner} == {FIRST + 2, FIRST + 3, FIRST + 4}


def test_ops_are_at_the_line_that_made_them() -> None:
    body = by_role(loop_of(model()))["body"]
    lines = {node.op: node.span.line - FIRST for node in body.nodes if node.span is not None}
    assert lines["StatelessIf"] == 3
    assert {n.span.line - FIRST for n in body.nodes if n.op == "AddV2" and n.span} >= {4}
    then, orelse = (
        by_role(next(n for n in body.nodes if n.op == "StatelessIf"))[r] for r in ("then", "else")
    )
    assert {n.span.line - FIRST for n in then.nodes if n.op == "FloorDiv"} == {3}
    assert {n.span.line - FIRST for n in orelse.nodes if n.op == "Mul"} == {3}


def refused(x):
    if x > 0:
        raise ValueError("bad %s" % x)
    for i in tf.range(-x):
        if i > 3:
            raise KeyError(i)
    return x


def test_what_a_raise_makes_is_at_its_line() -> None:
    graph = function(refused).graph(tf.constant(-1))
    lines = {(node.op, node.span.line - refused.__code__.co_firstlineno) for node in walk(graph) if node.span}
    assert {each for each in lines if each[0] in ("StringJoin", "Assert", "AsString")} == {
        (op, line) for op in ("StringJoin", "Assert", "AsString") for line in (2, 5)
    }
    assert {line for op, line in lines if op == "If"} == {1, 4}
    assert not {op for op, line in lines if line == 1} & {"StringJoin", "Assert", "AsString"}


class Doubled:
    def __call__(self, x):
        if x > 0:
            x = self.twice(x)
        return x

    def twice(self, x):
        return x * 2


doubled = Doubled()


def calling(x):
    for _ in tf.range(3):
        x = doubled(x)
    return x + 1


def test_what_a_called_function_makes_is_of_the_lines_that_called_it_too() -> None:
    nodes = {node.op: node for node in walk(function(calling).graph(tf.constant(2))) if node.span}
    first, inner = calling.__code__.co_firstlineno, Doubled.__call__.__code__.co_firstlineno
    assert nodes["Mul"].span.line == Doubled.twice.__code__.co_firstlineno + 1
    assert [span.line for span in nodes["Mul"].callers] == [inner + 2, inner + 1, first + 2, first + 1]
    assert [span.line for span in nodes["StatelessIf"].callers] == [first + 2, first + 1]
    assert (nodes["StatelessWhile"].callers, nodes["StatelessWhile"].span.line) == ((), first + 1)


def test_a_graph_has_its_functions_name() -> None:
    assert model().name == "collatz"
    assert function(functools.partial(collatz)).graph(tf.constant(27)).name == "collatz"
    assert function(lambda x: x + 1).report(tf.constant(1)).functions[0].traces[0].graph.name == "<lambda>"


def test_nested_graphs_by_role() -> None:
    graph = model()
    assert graph.role == "main"
    parts = by_role(loop_of(graph))
    assert set(parts) == {"body", "cond"}
    (branch,) = [n for n in parts["body"].nodes if n.op == "StatelessIf"]
    assert set(by_role(branch)) == {"then", "else"}
    assert graph.graph_count == 5
    assert "FloorDiv" in {n.op for n in by_role(branch)["then"].nodes}
    assert "Mul" in {n.op for n in by_role(branch)["else"].nodes}


def test_a_called_function_is_a_graph_of_its_own() -> None:
    inner = tf.function(lambda x: x + 1, autograph=False)
    concrete = tf.function(lambda x: inner(x), autograph=False).get_concrete_function(
        tf.TensorSpec([], tf.int32)
    )
    (call,) = [n for n in graph_model(concrete.graph).nodes if n.subgraphs]
    assert [g.role for g in call.subgraphs] == ["call"]
    assert "AddV2" in {n.op for n in call.subgraphs[0].nodes}


def test_values_carried_from_the_end_of_a_body_to_its_start() -> None:
    body = by_role(loop_of(model()))["body"]
    carried = {(e.source, e.target) for e in body.edges if e.carried}
    names = {n.name for n in body.nodes}
    assert all(source in names and target in body.inputs for source, target in carried)
    assert {target.rpartition("/")[2] for _, target in carried} >= {"n", "steps"}
    assert not any(e.carried for e in model().edges)


def test_edges_join_ops_of_the_graph_in_operand_order() -> None:
    def subtract(x, y):
        return y - x

    graph = function(subtract).graph(tf.constant(1), tf.constant(2))
    (op,) = [n for n in graph.nodes if n.op == "Sub"]
    operands = sorted((e.operand, e.source) for e in graph.edges if e.target == op.name)
    assert operands == [(0, "y"), (1, "x")]
    assert set(graph.inputs) == {"x", "y"}


def test_control_edges_have_no_operand() -> None:
    def show(x):
        print(x)
        print(x)
        return x

    graph = function(show).graph(tf.constant(1))
    calls = [n.name for n in graph.nodes if n.op == "PyFunc"]
    assert len(calls) == 2
    assert (calls[0], calls[1]) in {(e.source, e.target) for e in graph.edges if e.operand == -1}


def test_types_and_attributes_are_short_texts() -> None:
    def build(x):
        return x + 2, tf.zeros([20, 20]) + tf.constant(list(range(20)), tf.float32), tf.constant([1, 2])

    concrete = tf.function(build, autograph=False).get_concrete_function(tf.TensorSpec([3, None], tf.int32))
    nodes = graph_model(concrete.graph).nodes
    placeholder = next(n for n in nodes if n.op == "Placeholder")
    assert [(p.dtype, p.shape) for p in placeholder.outputs] == [("int32", "[3, ?]")]
    values = {dict(n.attributes)["value"] for n in nodes if n.op == "Const"}
    assert {"2", "array of shape [20]", "[1, 2]"} <= values
    assert all(len(text) <= 80 for n in nodes for _, text in n.attributes)


def nodes_of(build, *specs):
    concrete = tf.function(build, autograph=False).get_concrete_function(*specs)
    return graph_model(concrete.graph).nodes


def test_constants_are_written_as_python_writes_them() -> None:
    def build(x):
        return (
            x * 1e-6,
            tf.constant(1e20),
            tf.constant("it's"),
            tf.constant([["a"], ["b"]]),
            tf.constant([0.1, 2.0]),
        )

    values = {dict(n.attributes)["value"] for n in nodes_of(build, tf.TensorSpec([])) if n.op == "Const"}
    assert values == {"1e-6", "1e20", '"it\'s"', "[['a'], ['b']]", "[0.1, 2.0]"}


def test_attributes_are_written_as_python_writes_them() -> None:
    def build(x):
        tf.print("x:", x)
        return tf.nn.max_pool2d(x, 2, 2, "VALID"), tf.random.uniform([2])

    nodes = nodes_of(build, tf.TensorSpec([1, None, 4, 3]))
    by_op = {node.op: dict(node.attributes) for node in nodes}
    assert by_op["Placeholder"] == {"dtype": "float32", "shape": "[1, ?, 4, 3]"}
    assert by_op["MaxPool"]["ksize"] == "[1, 2, 2, 1]"
    assert by_op["MaxPool"]["padding"] == "'VALID'"
    assert by_op["PrintV2"]["stateful"] == by_op["RandomUniform"]["stateful"] == "true"
    assert "stateful" not in by_op["MaxPool"]
    assert not {"body", "cond"} & dict(loop_of(model()).attributes).keys()


def test_captured_inputs_are_called_as_what_they_capture() -> None:
    table = tf.Variable(tf.ones([5, 3]), name="table")
    weights, scale = tf.ones([3, 3]) * 2.0, tf.constant(2.5)

    def grow(h, ids):
        while tf.reduce_sum(h) < 9.0:
            h = tf.linalg.matmul(h, weights) * scale + tf.gather(table, ids)
        return h

    graph = function(grow).graph(tf.ones([2, 3]), tf.constant([1, 2]))
    labels = {node.label for node in graph.nodes if node.op == "Placeholder"}
    assert labels >= {"h", "ids", "table"}
    assert labels <= {"h", "ids", "table", "captured", "2.5"}
    (loop,) = [n for n in graph.nodes if n.subgraphs]
    inner = {node.label for node in by_role(loop)["body"].nodes if node.op == "Placeholder"}
    assert {"h", "ids"} <= inner <= {"h", "ids", "table", "captured", "2.5", "iteration", "most", "go_on", ""}


def test_a_large_constant_is_not_read_to_say_what_it_is(monkeypatch) -> None:
    def build(x):
        return x + tf.constant([0.5] * 1000), tf.constant([1.0, 2.0])

    concrete = tf.function(build, autograph=False).get_concrete_function(tf.TensorSpec([1000], tf.float32))
    read = []
    value_of = tf.make_ndarray
    monkeypatch.setattr(tf, "make_ndarray", lambda t: (read.append(value_of(t).shape), value_of(t))[1])
    said = [node.attributes for node in graph_model(concrete.graph).nodes if node.op == "Const"]
    assert said == [
        (("dtype", "float32"), ("value", "array of shape [1000]")),
        (("dtype", "float32"), ("value", "[1.0, 2.0]")),
    ]
    assert read == [(2,)]


def test_the_model_of_a_trace_is_made_once() -> None:
    staged = function(collatz)
    staged.graph(tf.constant(27))
    (first,), (second,) = staged.traces(), staged.traces()
    assert first.graph is second.graph
