"""Checks that TensorFlow's own autograph converts nothing while ours runs.

TensorFlow converts behind the user's back what is handed to `Dataset.map` and its kin. Every conversion of
its goes through one function, which is counted here.
"""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest
import tensorflow as tf
from tensorflow.python.autograph.impl import api as peer

from ag_notebook import staging


@pytest.fixture
def converted_by_peer() -> Iterator[list[str]]:
    """The names of the functions that TensorFlow's autograph converted."""
    names: list[str] = []
    original = peer._convert_actual

    def counted(entity, program_ctx):
        names.append(getattr(entity, "__qualname__", repr(entity)))
        return original(entity, program_ctx)

    with mock.patch.object(peer, "_convert_actual", counted):
        yield names


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


class Doubler:
    """A callable object and a method to be staged."""

    def __call__(self, x):
        return self.double(x)

    def double(self, x):
        if x > 2:
            return x * 2
        return x


def numbers() -> tf.data.Dataset:
    return tf.data.Dataset.from_tensor_slices([1, 2, 3, 6])


def values(dataset: tf.data.Dataset) -> list[int]:
    return [int(v) for v in dataset.as_numpy_iterator()]


def test_counter_sees_the_peer_convert(converted_by_peer):
    def peers_own(n):
        if n > 1:
            return n
        return -n

    assert tf.function(peers_own)(tf.constant(3)).numpy() == 3
    assert any("peers_own" in name for name in converted_by_peer)
    del converted_by_peer[:]
    assert values(numbers().map(lambda v: peers_own(v))) == [-1, 2, 3, 6]
    assert converted_by_peer


def test_staged_call(converted_by_peer):
    assert staging.function(collatz)(tf.constant(27)).numpy() == 111
    assert converted_by_peer == []


def test_conversion_alone(converted_by_peer):
    assert staging.to_graph(collatz)(27) == 111
    assert "while_stmt" in staging.to_code(collatz)
    assert converted_by_peer == []


@pytest.mark.parametrize(
    "make", [lambda: collatz, Doubler, lambda: Doubler().double, lambda: lambda v: v + 1 if v > 2 else v]
)
def test_dataset_map_at_top_level(converted_by_peer, make):
    function = make()
    mapped = values(numbers().map(staging.function(function)))
    assert mapped == [function(v) for v in (1, 2, 3, 6)]
    assert converted_by_peer == []


def test_other_dataset_methods_at_top_level(converted_by_peer):
    is_big = staging.function(lambda v: True if v > 2 else False)  # noqa: SIM210
    add = staging.function(lambda total, v: total + v if v > 1 else total)
    ahead = staging.function(lambda state, v: (state + v, state if v > 2 else v))
    assert values(numbers().filter(is_big)) == [3, 6]
    assert numbers().reduce(0, add).numpy() == 11
    assert values(numbers().scan(0, ahead)) == [1, 2, 3, 6]
    assert converted_by_peer == []


def test_dataset_methods_inside_a_staged_function(converted_by_peer):
    def total(limit):
        result = 0
        for v in numbers().map(lambda v: v * 2 if v < limit else v).filter(lambda v: v > 1):
            result += v
        return result

    assert staging.function(total)(tf.constant(3)).numpy() == 2 + 4 + 3 + 6
    assert converted_by_peer == []


def test_map_fn_outside_and_inside(converted_by_peer):
    staged = staging.function(collatz)
    assert tf.map_fn(staged, tf.constant([1, 6])).numpy().tolist() == [0, 8]

    def inside(xs):
        return tf.map_fn(collatz, xs)

    assert staging.function(inside)(tf.constant([1, 6])).numpy().tolist() == [0, 8]
    assert converted_by_peer == []


def test_keras_layer_and_model(converted_by_peer):
    import keras

    class Gate(keras.layers.Layer):
        def call(self, x):
            if tf.reduce_sum(x) > 4.0:
                return x * 2.0
            return x

    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.gate = Gate()
            self.dense = keras.layers.Dense(1, kernel_initializer="ones")

        def call(self, x):
            return self.dense(self.gate(x))

    net = Net()
    x = tf.constant([[1.0, 2.0]])
    assert net(x).numpy().tolist() == [[3.0]]

    def run(x, n):
        for _ in range(n):
            x = net.gate(x + 1.0)
        return net(x)

    want = x
    for _ in range(2):
        want = net.gate(want + 1.0)
    assert staging.function(run)(x, tf.constant(2)).numpy().tolist() == net(want).numpy().tolist()
    assert converted_by_peer == []


def test_gradient_tape_and_variables(converted_by_peer):
    w = tf.Variable(1.0)

    def train(steps):
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = (w - 3.0) ** 2
            w.assign_sub(0.25 * tape.gradient(loss, w))
            if loss < 0.1:
                break
        return w.read_value()

    assert abs(float(staging.function(train)(tf.constant(20))) - 3.0) < 0.2
    assert converted_by_peer == []
