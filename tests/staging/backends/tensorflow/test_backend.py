"""The back end owns TensorFlow's values where a graph is being built, and describes them to the reader."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends import registry
from ag_notebook.staging.backends.carriers import LazySequence, Maybe, StagedRange, Undefined
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.tensorflow.backend import BACKEND
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


@pytest.mark.parametrize(
    "make",
    [
        lambda: tf.constant(1), lambda: tf.Variable(1), lambda: tf.ragged.constant([[1]]), lambda: tf.data.Dataset.range(3),
        lambda: iter(tf.data.Dataset.range(3)), lambda: tf.TensorArray(tf.int32, 1),
    ],
    ids=["tensor", "variable", "ragged", "dataset", "iterator", "array"],
)  # fmt: skip
def test_values_are_owned_inside_a_graph_only(graph, make) -> None:
    owners: list = []
    value = make()
    graph(lambda: owners.append(registry.owner(value)) or ())
    assert owners == [BACKEND]
    assert registry.owner(value) is PYTHON


def test_other_values_are_pythons(graph) -> None:
    owners: list = []
    graph(
        lambda: (
            owners.extend(map(registry.owner, (1, "a", [tf.constant(1)], tf.float32, tf.TensorShape([1]))))
            or ()
        )
    )
    assert owners == [PYTHON] * 5


def test_values_in_the_readers_words() -> None:
    tensor = tf.zeros([2, 3])
    assert BACKEND.describe(tensor) == "a tensor float32[2, 3]"
    assert BACKEND.describe(WeakNumber(tf.constant(1), tf.int32)) == "a staged int"
    assert BACKEND.describe(Maybe(True, tensor, None, BACKEND)) == "a tensor float32[2, 3], or None"
    assert (
        BACKEND.describe(Maybe(True, tensor, Undefined("x"), BACKEND)) == "a tensor float32[2, 3], or unbound"
    )
    assert BACKEND.describe(StagedRange(0, tensor, 1, BACKEND)) == "a range with a staged bound"
    assert BACKEND.describe(LazySequence(3, len, BACKEND)) == "a sequence of staged items"
    assert BACKEND.describe(tf.data.Dataset.range(3)) == "a dataset"


def test_an_assertion_that_python_knows_is_decided_while_tracing(graph) -> None:
    from ag_notebook.staging.runtime.effects import StagedRaise

    def build(x):
        BACKEND.assert_stmt(tf.constant(True), lambda: ValueError("never"))
        with pytest.raises(StagedRaise):
            BACKEND.assert_stmt(tf.constant(False), lambda: ValueError("known"))
        return x

    graph(build, 1)
    assert "Assert" not in graph.ops


def test_ops_are_named_by_the_functions_that_made_them() -> None:
    def inner(x):
        return x * 2

    def outer(x):
        return inner(x) + 1

    nodes = {n.op: n.name for n in function(outer).graph(tf.constant(1)).nodes}
    assert nodes["Mul"].startswith("outer/inner/")
    assert nodes["AddV2"].startswith("outer/")
    assert "inner" not in nodes["AddV2"]


def test_what_makes_tensors_of_plain_values() -> None:
    assert BACKEND.makes(tf.zeros)
    assert BACKEND.makes(tf.keras.layers.Dense)
    assert not BACKEND.makes(len)
    assert not PYTHON.makes(tf.zeros)
    assert BACKEND.class_of(3) is PYTHON.class_of(4) is int
