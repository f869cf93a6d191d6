"""Graph tensors have Python's operators inside of a trace of ours, and TensorFlow's elsewhere."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import function


def test_only_inside_of_a_trace() -> None:
    assert function(lambda x: x * 0.5)(tf.constant(3)).numpy() == 1.5
    with pytest.raises(TypeError):
        tf.function(lambda x: x * 0.5, autograph=False)(tf.constant(3))
    with pytest.raises(TypeError):
        tf.function(lambda x: +x, autograph=False)(tf.constant(3))
    with pytest.raises(TypeError):
        tf.constant(3) << tf.constant(1)


@pytest.mark.parametrize(
    ("left", "right", "dtype"),
    [(tf.int32, tf.float32, tf.float64), (tf.int8, tf.float32, tf.float32), (tf.float64, tf.int32, tf.float64), (tf.int32, tf.int64, tf.int64), (tf.uint8, tf.int8, tf.int16)],
)  # fmt: skip
def test_two_dtypes_meet_in_one(left, right, dtype) -> None:
    made = function(lambda a, b: a + b)(tf.constant(3, left), tf.constant(4, right))
    assert (made.dtype, int(made)) == (dtype, 7)


def test_numbers_that_do_not_fit() -> None:
    made = function(lambda x: (x + 3_000_000_000, x < 3_000_000_000, x > -(2**70)))(tf.constant(1))
    assert [int(m) for m in made] == [3_000_000_001, 1, 1]
    assert int(function(lambda x: x + 300)(tf.constant(1, tf.uint8))) == 301
