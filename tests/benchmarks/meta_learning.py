"""MAML on sinusoids, small: gradients through gradient steps, tasks and meta-steps in staged loops."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf
from measuring import EAGER, HAND, OURS, PEER, Workload, graph, ours

INNER_RATE, META_RATE = 0.01, 0.01


def error(parameters, x, y):
    w1, b1, w2, b2 = parameters
    return tf.reduce_mean((tf.matmul(tf.tanh(tf.matmul(x, w1) + b1), w2) + b2 - y) ** 2)


def adapted_error(parameters, x, y):
    """The error on one task after one gradient step on it."""
    with tf.GradientTape() as tape:
        tape.watch(parameters)
        before = error(parameters, x, y)
    gradients = tape.gradient(before, parameters)
    fast = tuple(p - INNER_RATE * g for p, g in zip(parameters, gradients))
    return error(fast, x, y)


def meta_train(parameters, xs, ys, steps):
    total = tf.constant(0.0)
    for _ in tf.range(steps):
        with tf.GradientTape() as tape:
            tape.watch(parameters)
            total = tf.constant(0.0)
            for task in tf.range(tf.shape(xs)[0]):
                total += adapted_error(parameters, xs[task], ys[task])
        gradients = tape.gradient(total, parameters)
        parameters = tuple(p - META_RATE * g for p, g in zip(parameters, gradients))
    return parameters, total


def meta_train_graph(parameters, xs, ys, steps):
    def step(i, parameters, _):
        with tf.GradientTape() as tape:
            tape.watch(parameters)
            total = tf.while_loop(
                lambda task, total: task < tf.shape(xs)[0],
                lambda task, total: (task + 1, total + adapted_error(parameters, xs[task], ys[task])),
                (0, tf.constant(0.0)),
            )[1]
        gradients = tape.gradient(total, parameters)
        return i + 1, tuple(p - META_RATE * g for p, g in zip(parameters, gradients)), total

    return tf.while_loop(lambda i, *_: i < steps, step, (0, parameters, tf.constant(0.0)))[1:]


def workloads(quick: bool) -> Iterator[Workload]:
    tasks, steps = (2, 2) if quick else (10, 5)
    tf.random.set_seed(6)
    parameters = (
        tf.random.normal([1, 40]),
        tf.zeros([40]),
        tf.random.normal([40, 1], stddev=0.2),
        tf.zeros([1]),
    )
    xs = tf.random.uniform([tasks, 10, 1], -5.0, 5.0)
    ys = tf.sin(xs + tf.random.uniform([tasks, 1, 1], 0.0, 3.0))
    data = (parameters, xs, ys, tf.constant(steps))
    engines = {
        HAND: graph(meta_train_graph),
        EAGER: meta_train,
        PEER: tf.function(meta_train),
        OURS: ours(meta_train),
    }
    yield Workload(
        f"MAML, {tasks} tasks, {steps} meta-steps", {key: lambda f=f: f(*data) for key, f in engines.items()}
    )
