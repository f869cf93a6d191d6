"""SGD on one linear layer (Moldovan et al. 2019, §9: MNIST, batch 200), all steps in one staged loop."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf
from measuring import EAGER, HAND, OURS, PEER, Workload, graph, ours

BATCHES, RATE = 10, 0.1


def loss_of(weights, bias, images, labels):
    logits = tf.matmul(images, weights) + bias
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))


def train(images, labels, weights, bias, steps):
    loss = tf.constant(0.0)
    for i in tf.range(steps):
        batch = i % BATCHES
        with tf.GradientTape() as tape:
            tape.watch((weights, bias))
            loss = loss_of(weights, bias, images[batch], labels[batch])
        by_weights, by_bias = tape.gradient(loss, (weights, bias))
        weights -= RATE * by_weights
        bias -= RATE * by_bias
    return weights, bias, loss


def train_graph(images, labels, weights, bias, steps):
    def body(i, weights, bias, _):
        batch = i % BATCHES
        loss = loss_of(weights, bias, images[batch], labels[batch])
        by_weights, by_bias = tf.gradients(loss, (weights, bias))
        return i + 1, weights - RATE * by_weights, bias - RATE * by_bias, loss

    state = (0, weights, bias, tf.constant(0.0))
    return tf.while_loop(lambda i, *_: i < steps, body, state)[1:]


def train_on_dataset(rows, weights, bias):
    loss = tf.constant(0.0)
    for images, labels in rows:
        with tf.GradientTape() as tape:
            tape.watch((weights, bias))
            loss = loss_of(weights, bias, images, labels)
        by_weights, by_bias = tape.gradient(loss, (weights, bias))
        weights -= RATE * by_weights
        bias -= RATE * by_bias
    return weights, bias, loss


def train_on_dataset_graph(rows, weights, bias):
    def step(state, row):
        weights, bias, _ = state
        loss = loss_of(weights, bias, *row)
        by_weights, by_bias = tf.gradients(loss, (weights, bias))
        return weights - RATE * by_weights, bias - RATE * by_bias, loss

    return rows.reduce((weights, bias, tf.constant(0.0)), step)


def workloads(quick: bool) -> Iterator[Workload]:
    batch, steps = (4, 12) if quick else (200, 1000)
    tf.random.set_seed(2)
    images = tf.random.uniform([BATCHES, batch, 784])
    labels = tf.random.uniform([BATCHES, batch], 0, 10, tf.int32)
    start = (tf.zeros([784, 10]), tf.zeros([10]))
    data = (images, labels, *start, tf.constant(steps))
    engines = {HAND: graph(train_graph), EAGER: train, PEER: tf.function(train), OURS: ours(train)}
    name = f"MNIST linear layer, batch {batch}, {steps} steps in one loop"
    yield Workload(name, {key: lambda f=f: f(*data) for key, f in engines.items()}, bar=1.05)

    rows = tf.data.Dataset.from_tensor_slices((images, labels)).repeat(steps // BATCHES)
    engines = {
        HAND: graph(train_on_dataset_graph),
        EAGER: train_on_dataset,
        PEER: tf.function(train_on_dataset),
        OURS: ours(train_on_dataset),
    }
    name = f"MNIST linear layer, loop over tf.data, {steps // BATCHES * BATCHES} steps"
    yield Workload(name, {key: lambda f=f: f(rows, *start) for key, f in engines.items()})
