"""The dynamic RNN of Moldovan et al. 2019, §9: one cell over a batch of sequences of unequal length."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf
from measuring import EAGER, HAND, OURS, PEER, Workload, graph, ours

import ag_notebook.staging as ag


def cell(x, state, weights, bias):
    return tf.tanh(tf.matmul(tf.concat([x, state], 1), weights) + bias)


def rnn(inputs, lengths, state, weights, bias):
    """The paper's form: a list that grows in the loop."""
    outputs = []
    for i in tf.range(tf.reduce_max(lengths)):
        previous = state
        state = cell(inputs[i], state, weights, bias)
        state = tf.where((i < lengths)[:, tf.newaxis], state, previous)
        outputs.append(state)
    return ag.stack(outputs), state


def rnn_eager(inputs, lengths, state, weights, bias):
    outputs = []
    for i in tf.range(tf.reduce_max(lengths)):
        previous = state
        state = cell(inputs[i], state, weights, bias)
        state = tf.where((i < lengths)[:, tf.newaxis], state, previous)
        outputs.append(state)
    return tf.stack(outputs), state


def rnn_tensor_array(inputs, lengths, state, weights, bias):
    """What `tf.function` needs: it no longer takes a list that grows in a loop."""
    longest = tf.reduce_max(lengths)
    outputs = tf.TensorArray(tf.float32, size=longest)
    for i in tf.range(longest):
        previous = state
        state = cell(inputs[i], state, weights, bias)
        state = tf.where((i < lengths)[:, tf.newaxis], state, previous)
        outputs = outputs.write(i, state)
    return outputs.stack(), state


def rnn_graph(inputs, lengths, state, weights, bias):
    longest = tf.reduce_max(lengths)
    outputs = tf.TensorArray(tf.float32, size=longest, element_shape=state.shape)

    def body(i, state, outputs):
        new = cell(inputs[i], state, weights, bias)
        state = tf.where((i < lengths)[:, tf.newaxis], new, state)
        return i + 1, state, outputs.write(i, state)

    _, state, outputs = tf.while_loop(lambda i, *_: i < longest, body, (0, state, outputs))
    return outputs.stack(), state


def workloads(quick: bool) -> Iterator[Workload]:
    sizes = [(4, 6, 8)] if quick else [(32, 64, 256), (128, 128, 256)]
    for batch, length, hidden in sizes:
        tf.random.set_seed(1)
        inputs = tf.random.normal([length, batch, hidden])
        lengths = tf.random.uniform([batch], length // 2, length + 1, tf.int32)
        lengths = tf.tensor_scatter_nd_update(lengths, [[0]], [length])
        weights = tf.random.normal([2 * hidden, hidden], stddev=(2 * hidden) ** -0.5)
        data = (inputs, lengths, tf.zeros([batch, hidden]), weights, tf.zeros([hidden]))
        engines = {
            HAND: graph(rnn_graph),
            EAGER: rnn_eager,
            PEER: tf.function(rnn_tensor_array),
            OURS: ours(rnn),
        }
        name = f"RNN hidden {hidden}, batch {batch}, length {length}"
        yield Workload(name, {key: lambda f=f, d=data: f(*d) for key, f in engines.items()}, bar=1.05)
