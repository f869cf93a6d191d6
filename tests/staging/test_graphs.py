"""`graph_of`: staged functions, graphs as data, and what back ends know."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.report import GraphModel
from ag_notebook.staging import StagingError, function, graph_of


def add_one(x):
    return x + 1


def test_a_staged_function_for_arguments_or_as_it_was_traced_last() -> None:
    staged = function(add_one)
    with pytest.raises(StagingError, match="AG521: `add_one` has no graph yet"):
        graph_of(staged)
    graph = graph_of(staged, tf.constant(1))
    assert "AddV2" in {node.op for node in graph.nodes}
    graph_of(staged, x=tf.constant(1.0))
    assert graph_of(staged).nodes[0].outputs[0].dtype == "float32"
    assert graph_of(graph) is graph


def test_what_python_decides_alone_has_no_graph() -> None:
    with pytest.raises(StagingError, match="AG521"):
        graph_of(function(add_one, backend="python"), 1)


def test_a_back_end_is_asked() -> None:
    concrete = tf.function(add_one, autograph=False).get_concrete_function(tf.TensorSpec([], tf.int32))
    assert isinstance(graph_of(concrete), GraphModel)
    with pytest.raises(StagingError, match="AG520: there is no graph to draw in a list"):
        graph_of([1])
    with pytest.raises(StagingError, match="AG521: arguments are for staged functions"):
        graph_of(concrete, tf.constant(1))
