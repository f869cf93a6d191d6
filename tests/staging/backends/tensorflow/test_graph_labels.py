"""What inputs of a graph are called: arguments, variables, values of the graph around."""

from __future__ import annotations

import gc

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.graph_labels import Labels


def labels_of(graph):
    labels = Labels(str)
    return [labels.of(op, graph) for op in graph.get_operations() if op.type == "Placeholder"]


def traced(function, *specs):
    return tf.function(function, autograph=False).get_concrete_function(*specs)


def test_arguments_and_variables_are_called_by_their_names() -> None:
    weight = tf.Variable(2.0, name="weight")
    graph = traced(lambda x: x * weight, tf.TensorSpec([], tf.float32, "x")).graph
    assert labels_of(graph) == ["x", "weight"]


def test_a_large_value_is_said_to_be_captured() -> None:
    many = tf.zeros([1000], tf.int32)
    graph = traced(lambda x: x + tf.reduce_sum(many), tf.TensorSpec([], tf.int32, "x")).graph
    assert labels_of(graph) == ["x", "captured"]


def test_an_input_of_an_inner_graph_is_called_as_that_of_the_outer() -> None:
    inner = {}

    def outer(x):
        def call(y):
            inner["graph"] = tf.compat.v1.get_default_graph()
            return y + x

        return tf.function(call, autograph=False)(tf.constant(1))

    traced(outer, tf.TensorSpec([], tf.int32, "x"))
    assert labels_of(inner["graph"]) == ["y", "x"]


def test_of_a_variable_that_is_gone_nothing_is_said() -> None:
    def build():
        weight = tf.Variable(2.0, name="weight")
        return traced(lambda x: x * weight, tf.TensorSpec([], tf.float32, "x")).graph

    graph = build()
    gc.collect()
    assert labels_of(graph) == ["x", "captured"]


def test_inputs_of_one_name_are_told_apart_and_arguments_keep_their_numbers() -> None:
    def difference(x_1, x_2, pair):
        return x_1 - x_2 * pair[0] + pair[1]

    spec = tf.TensorSpec([])
    graph = traced(difference, spec, spec, (spec, spec)).graph
    assert labels_of(graph) == ["x_1", "x_2", "pair", "pair_1"]
