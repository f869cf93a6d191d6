"""Which functions put a staged list together, and which take it as one tensor."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends.tensorflow.operations.lists_together import together


def test_other_functions_and_other_values_are_not_taken() -> None:
    assert together(tf.reduce_sum, ([1, 2],), {}) is NotImplemented
    assert together(tf.concat, ([[1], [2]], 0), {}) is NotImplemented
    assert together(tf.concat, (), {}) is NotImplemented
    assert together(tf.nest.flatten, ([1, 2],), {}) is NotImplemented


def test_an_axis_that_is_none() -> None:
    def run(xs):
        return tf.concat([v[None] for v in xs if v > 0], 1)

    with pytest.raises(ValueError, match="axis 1 is no dimension of tensors of rank 1"):
        function(run)(tf.constant([1, 2]))


def test_lengths_that_differ() -> None:
    def run(xs):
        return tf.concat([tf.range(v) for v in xs if v > 0], 0)

    assert function(run)(tf.constant([2, -1, 3])).numpy().tolist() == [0, 1, 0, 1, 2]
    assert function(run)(tf.constant([-1])).numpy().tolist() == []
