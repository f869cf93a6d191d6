"""L-BFGS on a batch of Rosenbrock functions: a staged loop with a line search inside and a test to stop."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf
from measuring import EAGER, HAND, OURS, PEER, Workload, graph, ours

MEMORY = 4


def value_and_gradient(x):
    a, b = x[:, 0], x[:, 1]
    rest = b - a * a
    value = tf.reduce_sum(10.0 * rest * rest + (1.0 - a) ** 2)
    by_a = -40.0 * a * rest - 2.0 * (1.0 - a)
    return value, tf.stack([by_a, 20.0 * rest], 1)


def direction(gradient, steps, changes):
    """The two-loop recursion over the remembered steps, newest last."""
    q = gradient
    kept = []
    for i in reversed(range(MEMORY)):
        curvature = tf.reduce_sum(steps[i] * changes[i])
        rho = tf.math.divide_no_nan(1.0, curvature)
        alpha = rho * tf.reduce_sum(steps[i] * q)
        q = q - alpha * changes[i]
        kept.append((rho, alpha))
    scale = tf.math.divide_no_nan(tf.reduce_sum(steps[-1] * changes[-1]), tf.reduce_sum(changes[-1] ** 2))
    q = tf.where(scale > 0.0, scale, 0.01) * q
    for i in range(MEMORY):
        rho, alpha = kept[MEMORY - 1 - i]
        beta = rho * tf.reduce_sum(changes[i] * q)
        q = q + steps[i] * (alpha - beta)
    return -q


def minimise(x, limit):
    value, gradient = value_and_gradient(x)
    steps = tf.zeros([MEMORY, *x.shape])
    changes = tf.zeros([MEMORY, *x.shape])
    count = tf.constant(0)
    while count < limit:
        if tf.reduce_max(tf.abs(gradient)) < 1e-5:
            break
        move = direction(gradient, steps, changes)
        slope = tf.reduce_sum(move * gradient)
        rate = tf.constant(1.0)
        trial, trial_gradient = value_and_gradient(x + move)
        while trial > value + 1e-4 * rate * slope and rate > 1e-6:
            rate *= 0.5
            trial, trial_gradient = value_and_gradient(x + rate * move)
        steps = tf.concat([steps[1:], (rate * move)[tf.newaxis]], 0)
        changes = tf.concat([changes[1:], (trial_gradient - gradient)[tf.newaxis]], 0)
        x, value, gradient = x + rate * move, trial, trial_gradient
        count += 1
    return x, value, count


def minimise_graph(x, limit):
    def test(count, x, value, gradient, steps, changes):
        return tf.logical_and(count < limit, tf.reduce_max(tf.abs(gradient)) >= 1e-5)

    def body(count, x, value, gradient, steps, changes):
        move = direction(gradient, steps, changes)
        slope = tf.reduce_sum(move * gradient)

        def too_long(rate, trial, _):
            return tf.logical_and(trial > value + 1e-4 * rate * slope, rate > 1e-6)

        def shorten(rate, *_):
            return rate * 0.5, *value_and_gradient(x + rate * 0.5 * move)

        rate, trial, new = tf.while_loop(too_long, shorten, (1.0, *value_and_gradient(x + move)))
        steps = tf.concat([steps[1:], (rate * move)[tf.newaxis]], 0)
        changes = tf.concat([changes[1:], (new - gradient)[tf.newaxis]], 0)
        return count + 1, x + rate * move, trial, new, steps, changes

    value, gradient = value_and_gradient(x)
    memory = tf.zeros([MEMORY, *x.shape])
    count, x, value, *_ = tf.while_loop(test, body, (0, x, value, gradient, memory, memory))
    return x, value, count


def workloads(quick: bool) -> Iterator[Workload]:
    limit = 5 if quick else 60
    tf.random.set_seed(5)
    data = (tf.random.uniform([10, 2], -1.0, 1.0), tf.constant(limit))
    engines = {
        HAND: graph(minimise_graph),
        EAGER: minimise,
        PEER: tf.function(minimise),
        OURS: ours(minimise),
    }
    yield Workload("L-BFGS, batch 10", {key: lambda f=f: f(*data) for key, f in engines.items()})
