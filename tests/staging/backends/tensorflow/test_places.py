"""The user's lines of operations."""

from __future__ import annotations

import os

import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends.tensorflow import places
from ag_notebook.staging.backends.tensorflow.graph_models import graph_model
from ag_notebook.staging.backends.tensorflow.places import Places, is_user_file


def half(x):
    return x * 0.5


def branching(x):
    while tf.reduce_sum(x) > 1.0:
        if x[0] > 0.0:
            x = half(x)
        else:
            x = x - tf.add_n([half(x), x])
    return x


def staged_graph():
    staged = function(branching)
    staged(tf.constant([4.0]))
    return staged.entry.traces[0].function.graph


def model_graph():
    model = tf.keras.Sequential([tf.keras.layers.Dense(3), tf.keras.layers.Dense(2)])
    call = tf.function(lambda x: model(half(x)), autograph=False)
    return call.get_concrete_function(tf.TensorSpec([1, 2])).graph


def plain_graph():
    with tf.Graph().as_default() as graph:
        half(half(tf.constant(1.0)))
    return graph


def graphs_within(graph):
    yield graph
    for name in getattr(graph, "_functions", ()):
        inner = getattr(graph._get_function(name), "graph", None)
        if inner is not None:
            yield from graphs_within(inner)


@pytest.mark.parametrize("make", [staged_graph, model_graph, plain_graph])
def test_the_places_are_the_same_whatever_was_found_before(make) -> None:
    seen, together = 0, Places()
    for graph in graphs_within(make()):
        for op in graph.get_operations():
            assert together.of(op) == Places().of(op), op.name
            seen += bool(together.of(op))
    assert seen >= 2


def test_graphs_of_several_calls_are_told_apart() -> None:
    """In one graph two functions, traced by calls at different lines: what is below one is not below the other."""
    inner = tf.function(half, autograph=False)
    other = tf.function(lambda x: half(x), autograph=False)

    def outer(x):
        return other(inner(x))

    graph = tf.function(outer, autograph=False).get_concrete_function(tf.TensorSpec([2])).graph
    together = Places()
    for each in graphs_within(graph):
        for op in each.get_operations():
            assert together.of(op)[:1] == Places().of(op)[:1]


def test_an_operation_has_the_lines_up_to_the_function_of_its_graph() -> None:
    graph = plain_graph()
    assert [span.line for span in Places().of(graph.get_operations()[-1])][:2] == [
        half.__code__.co_firstlineno + 1,
        plain_graph.__code__.co_firstlineno + 2,
    ]
    (product, *_) = (op for op in model_graph().get_operations() if op.type == "Mul")
    assert [span.line for span in Places().of(product)] == [
        half.__code__.co_firstlineno + 1,
        model_graph.__code__.co_firstlineno + 2,
    ]


def test_few_frames_are_read_after_the_first_operation(monkeypatch) -> None:
    def long(x):
        for _ in range(100):
            x = half(x)
        return x

    staged = function(long)
    staged(tf.constant(1.0))
    graph = staged.entry.traces[0].function.graph
    asked = []
    builds = places._builds
    monkeypatch.setattr(places, "_builds", lambda frame: (asked.append(frame.name), builds(frame))[1])
    found = Places()
    for op in graph.get_operations():
        found.of(op)
    assert len(graph.get_operations()) > 200
    assert len(asked) < 3 * len(graph.get_operations())  # and 30 for each, were all of them read


def test_files_of_the_user() -> None:
    assert is_user_file(__file__)
    assert is_user_file("<ipython-input-3>")
    assert not is_user_file(tf.__file__)
    assert not is_user_file("<frozen importlib._bootstrap>")
    assert not is_user_file(graph_model.__code__.co_filename)


def test_the_disk_is_asked_once_for_each_file(monkeypatch) -> None:
    asked = []
    real = os.path.realpath
    monkeypatch.setattr(os.path, "realpath", lambda name: (asked.append(name), real(name))[1])
    is_user_file.cache_clear()
    graph_model(plain_graph())
    assert asked
    assert len(asked) == len(set(asked))
