"""Checks which functions hold values of a graph that is gone."""

from __future__ import annotations

import tensorflow as tf

from ag_notebook.staging.backends.carriers import Maybe
from ag_notebook.staging.backends.tensorflow.values.functions import holds_lost_values
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


def adder(k, by=1):
    return lambda w, step=by: w + k + step


def test_values_of_a_graph_that_is_gone():
    made = []

    @tf.function(autograph=False)
    def run(x):
        outside = adder(x)

        def branch():
            inner = x + 1
            made.extend(
                [adder(inner), adder([inner]), adder(1, by=inner), adder(WeakNumber(inner, tf.int32))]
            )
            made.append(adder(Maybe(tf.constant(True), inner, None, None)))
            assert not any(map(holds_lost_values, [*made, outside]))
            return inner

        result = tf.cond(x > 0, branch, lambda: x)
        assert all(map(holds_lost_values, made))
        assert not holds_lost_values(outside)
        return result

    run(tf.constant(1))
    assert made
    assert not holds_lost_values(adder(tf.constant(1)))
    assert not holds_lost_values(adder(1))
