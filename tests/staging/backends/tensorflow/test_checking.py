"""TensorFlow's values, asked by a check."""

import random

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.checking import CHECKS


def test_arrays():
    assert CHECKS.array(tf.constant([1, 2])).tolist() == [1, 2]
    assert CHECKS.array(tf.Variable(1.0)) == 1.0
    assert CHECKS.array(np.ones(1)).tolist() == [1.0]
    assert CHECKS.array("text") is None


def test_composite_tensors_are_taken_apart():
    slices, array = tf.IndexedSlices(tf.ones([1]), tf.constant([0])), tf.TensorArray(tf.float32, 1)
    expected = [
        (tf.ragged.constant([[1], []]), "RaggedTensor", [".flat_values", ".row_splits"]),
        (tf.sparse.from_dense([1, 0]), "SparseTensor", [".indices", ".values", ".dense_shape"]),
        (slices, "IndexedSlices", [".values", ".indices"]),
        (array.unstack([1.0]), "TensorArray", [".stack()"]),
        (tf.data.Dataset.range(2), "Dataset", [".element_spec", "[0]", "[1]"]),
    ]
    for value, kind, parts in expected:
        found = CHECKS.taken_apart(value)
        assert (found[0], list(found[1])) == (kind, parts)
    assert len(CHECKS.taken_apart(tf.data.Dataset.range(2).repeat())[1]) == 21
    failing = tf.data.Dataset.from_tensor_slices([0.0, 1.0]).map(
        lambda n: tf.debugging.check_numerics(1.0 / (1.0 - n), "no")
    )
    assert list(CHECKS.taken_apart(failing)[1].values())[1:] == [1.0, "InvalidArgumentError"]
    assert CHECKS.taken_apart(tf.constant(1)) is None


def test_variables_are_put_back():
    variable = tf.Variable([1.0])
    read, write = CHECKS.put_back(variable)
    held = read()
    variable.assign([2.0])
    write(held)
    assert variable.numpy().tolist() == [1.0]
    assert CHECKS.put_back(tf.constant(1)) is None


def test_gradients_have_the_names_of_their_arguments():
    arguments = {"xs": [tf.constant(2.0), {"a": tf.constant(3.0)}], "n": tf.constant(1)}
    value, gradients = CHECKS.run(lambda: arguments["xs"][0] * arguments["xs"][1]["a"], arguments)
    assert value.numpy() == 6.0
    assert {name: each.numpy() for name, each in gradients().items()} == {"xs[0]": 3.0, "xs[1]['a']": 2.0}


def test_no_gradients_of_whole_numbers():
    assert CHECKS.run(lambda: tf.constant(1), {"x": tf.constant(1.0)})[1]() == {}
    assert CHECKS.run(lambda: tf.constant(1.0), {"x": tf.constant(1)})[1]() == {}


@pytest.mark.parametrize("op", ["RandomUniform", "RandomStandardNormal", "TruncatedNormal", "Multinomial"])
def test_operations_that_draw(op):
    assert CHECKS.draws_random_numbers({"AddV2", op})
    assert not CHECKS.draws_random_numbers({"AddV2", f"Stateless{op}"})


@pytest.mark.parametrize("dtype", [tf.int32, tf.uint8, tf.float32, tf.float64, tf.bool, tf.string])
def test_examples_are_of_the_type(dtype):
    spec = tf.TensorSpec([2, None], dtype)
    found = CHECKS.examples(spec, random.Random(0))
    assert [each.shape.as_list() for each in found] == [[2, 0], [2, 1], [2, 3]]
    assert all(spec.is_compatible_with(each) for each in found)


def test_no_examples():
    assert CHECKS.examples(int, random.Random(0)) == []
    assert CHECKS.examples(tf.TensorSpec(None, tf.int32), random.Random(0)) == []
    assert CHECKS.examples(tf.TensorSpec([], tf.complex64), random.Random(0)) == []


def test_numbers_like_a_tensor():
    assert CHECKS.like(1, tf.constant(1.0)).dtype == tf.float32
    assert CHECKS.like("a", tf.constant("b")).dtype == tf.string
    assert CHECKS.like(1, 2) == 1
    assert CHECKS.like([1], tf.constant([1])) == [1]


def test_calls_run_now_unless_a_graph_is_built():
    assert CHECKS.runs_now()
    with tf.Graph().as_default():
        assert not CHECKS.runs_now()
