"""The graph of anything of TensorFlow's and Keras's that has one."""

from __future__ import annotations

import keras
import pytest
import tensorflow as tf

from ag_notebook.report import GraphModel
from ag_notebook.staging.backends import registry
from ag_notebook.staging.backends.tensorflow.drawables import graph_of
from ag_notebook.staging.errors import StagingError

SPEC = tf.TensorSpec([], tf.int32, "x")


def looping() -> tf.types.experimental.GenericFunction:
    def loop(x):
        return tf.while_loop(lambda i: i < 10, lambda i: [i + x], [tf.constant(0)])

    return tf.function(loop, autograph=False)


def model(value) -> GraphModel:
    return registry.named("tensorflow").graph_model(value)


def ops(graph: GraphModel) -> set[str]:
    return {node.op for node in graph.nodes}


def test_graphs_and_concrete_functions() -> None:
    concrete = looping().get_concrete_function(SPEC)
    assert graph_of(concrete) is graph_of(concrete.graph) is concrete.graph
    assert model(concrete).graph_count == 3
    graph = tf.Graph()
    with graph.as_default():
        tf.add(tf.constant(1), tf.constant(2))
    assert [node.op for node in model(graph).nodes] == ["Const", "Const", "AddV2"]


def test_a_tf_function_is_drawn_for_its_last_trace_or_its_signature() -> None:
    function = looping()
    with pytest.raises(StagingError, match="was not traced for any yet") as raised:
        graph_of(function)
    assert raised.value.code == "AG521"
    function(tf.constant(1))
    first = graph_of(function)
    assert "StatelessWhile" in ops(model(function))
    more = tf.function(lambda x: x + x, autograph=False)
    more(tf.constant(1))
    more(tf.constant(1.0))
    assert model(more).nodes[0].outputs[0].dtype == "float32"
    assert graph_of(function) is first
    signed = tf.function(lambda x: x + 1, autograph=False, input_signature=[SPEC])
    assert "AddV2" in ops(model(signed))


def test_a_graph_def_has_its_nested_graphs() -> None:
    definition = looping().get_concrete_function(SPEC).graph.as_graph_def()
    (loop,) = [node for node in model(definition).nodes if node.subgraphs]
    assert [graph.role for graph in loop.subgraphs] == ["body", "cond"]
    assert "AddV2" in ops(loop.subgraphs[0])
    imported = tf.Graph()
    with imported.as_default():
        tf.import_graph_def(definition, name="")
    (again,) = [node for node in model(imported).nodes if node.subgraphs]
    assert [ops(graph) for graph in again.subgraphs] == [ops(graph) for graph in loop.subgraphs]


def test_a_graph_def_that_is_not_valid_is_refused() -> None:
    definition = tf.compat.v1.GraphDef()
    definition.node.add(name="a", op="NoSuchOperation")
    with pytest.raises(StagingError, match="AG520.*GraphDef is not valid: .*NoSuchOperation"):
        graph_of(definition)


def test_keras_models_of_all_kinds() -> None:
    sequential = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    assert {"MatMul", "Placeholder"} <= ops(model(sequential))
    left, right = keras.Input((3,), name="left"), keras.Input((3,), name="right")
    two = keras.Model({"left": left, "right": right}, keras.layers.Add()([left, right]))
    inputs = [node.label for node in model(two).nodes if node.op == "Placeholder"]
    assert inputs == ["left", "right"]
    pair = keras.Model([left, right], keras.layers.Add()([left, right]))
    assert len([node for node in model(pair).nodes if node.op == "Placeholder"]) == 2

    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(2)

        def call(self, x):
            return self.dense(x)

    own = Own()
    with pytest.raises(StagingError, match="AG521.*does not know the shapes"):
        graph_of(own)
    own(tf.zeros([1, 3]))
    assert "MatMul" in ops(model(own))


class Doubling(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x * 2.0)


def test_lines_are_those_of_the_graphs_function_not_of_who_asks_for_it() -> None:
    sequential = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(3, activation="relu")])
    spec = tf.TensorSpec([None, 4])
    for made in (sequential, tf.function(sequential).get_concrete_function(spec)):
        assert {node.span for node in model(made).nodes} == {None}
    own = Doubling()
    own(tf.ones([1, 4]))
    lines = {node.op: node.span.line for node in model(own).nodes if node.span}
    place = Doubling.call.__code__.co_firstlineno + 1
    assert {place} == {*lines.values()}
    assert {"Mul", "MatMul"} <= {*lines}
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1)
    (node,) = model(graph).nodes
    assert node.span.file == __file__


def test_saved_models_and_their_signatures(tmp_path) -> None:
    class Saved(tf.Module):
        @tf.function(input_signature=[SPEC], autograph=False)
        def double(self, x):
            return {"y": x * 2}

        @tf.function(input_signature=[SPEC], autograph=False)
        def negate(self, x):
            return {"y": -x}

    saved = Saved()

    def loaded(name, **signatures):
        tf.saved_model.save(saved, str(tmp_path / name), signatures=signatures)
        return tf.saved_model.load(str(tmp_path / name))

    def inner(value):
        found, todo = set(), [model(value)]
        while todo:
            graph = todo.pop()
            found |= ops(graph)
            todo += [g for node in graph.nodes for g in node.subgraphs]
        return found

    one = loaded("one", only=saved.double)
    assert "Mul" in inner(one)
    assert "Mul" in inner(one.signatures["only"])
    assert "Neg" in inner(one.negate)
    both = loaded("both", serving_default=saved.negate, other=saved.double)
    assert "Neg" in inner(both)
    with pytest.raises(StagingError, match="AG521.*2 signatures.*none is called `serving_default`.*`a`, `b`"):
        graph_of(loaded("neither", a=saved.double, b=saved.negate))


@pytest.mark.parametrize("value", [3, len, tf.constant(1), None, "graph"])
def test_anything_else_is_refused(value) -> None:
    with pytest.raises(StagingError, match="AG520: there is no graph to draw in"):
        graph_of(value)
