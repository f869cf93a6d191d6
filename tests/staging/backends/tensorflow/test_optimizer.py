"""Checks which graphs are known to be made wrong by TensorFlow's optimizer, and that they run right without it."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook import staging
from ag_notebook.staging.backends.tensorflow.optimizer import is_made_wrong

WRONG = {
    "zero added": lambda x: x + 0.0 + x,
    "to zero": lambda x: 0.0 + x + x,
    "zero taken away": lambda x: x - 0.0 + x,
    "times one": lambda x: x * 1.0 + x,
    "by one": lambda x: x / 1.0 + x,
    "to the power of one": lambda x: x**1.0 + x,
    "same shape": lambda x: tf.reshape(x, []) + x,
    "zeros like it": lambda x: x + tf.zeros_like(x) + x,
    "both sides": lambda x: (x - 0.0) + x * 1.0,
    "known choice": lambda x: tf.where(True, x, x) + x,
    "sum of several": lambda x: tf.add_n([x + 0.0, x]),
}
RIGHT = {
    "twice": lambda x: x + x,
    "difference": lambda x: x + 0.0 - x,
    "another number": lambda x: x + 1.0 + x,
    "product": lambda x: (x + 0.0) * x,
}


@pytest.mark.parametrize("name", [*WRONG, *RIGHT])
def test_which_graphs(name):
    concrete = tf.function((WRONG | RIGHT)[name], autograph=False).get_concrete_function(
        tf.TensorSpec([], tf.float32)
    )
    assert is_made_wrong(concrete.graph) == (name in WRONG)


@pytest.mark.parametrize("name", [*WRONG, *RIGHT])
def test_they_run_right(name):
    body = (WRONG | RIGHT)[name]

    def run(x, n):
        if n > 0:
            x = body(x)
        for _ in range(n):
            x = body(x)
        return x

    staged = staging.function(run)
    x = tf.constant(1.5)
    assert staged(x, tf.constant(0)).numpy() == 1.5
    assert staged(x, tf.constant(2)).numpy() == body(body(body(x))).numpy()
