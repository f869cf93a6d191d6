"""Loops that a data-dependent `break` ends, with scalar and small vector bodies."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf
from measuring import EAGER, HAND, OURS, PEER, Workload, graph, ours


def first_passage(x, ceiling, limit):
    """Iterates the logistic map until it is above `ceiling`."""
    n = 0
    while n < limit:
        x = 3.7 * x * (1.0 - x)
        if x > ceiling:
            break
        n += 1
    return n, x


def first_passage_graph(x, ceiling, limit):
    def test(n, x, done):
        return tf.logical_and(tf.logical_not(done), n < limit)

    def body(n, x, done):
        x = 3.7 * x * (1.0 - x)
        done = x > ceiling
        return tf.where(done, n, n + 1), x, done

    return tf.while_loop(test, body, (0, x, False))[:2]


def relax(field, source, threshold, limit):
    """Smooths a vector until a step changes it by less than `threshold`."""
    steps = tf.constant(0)
    for i in tf.range(limit):
        new = field * 0.999 + source
        change = tf.reduce_max(tf.abs(new - field))
        if change < threshold:
            break
        field = new
        steps = i
    return field, steps


def relax_graph(field, source, threshold, limit):
    def test(i, field, steps, done):
        return tf.logical_and(tf.logical_not(done), i < limit)

    def body(i, field, steps, done):
        new = field * 0.999 + source
        done = tf.reduce_max(tf.abs(new - field)) < threshold
        return i + 1, tf.where(done, field, new), tf.where(done, steps, i), done

    return tf.while_loop(test, body, (0, field, 0, False))[1:3]


def workloads(quick: bool) -> Iterator[Workload]:
    limit = 30 if quick else 3000
    data = (tf.constant(0.3), tf.constant(0.95), tf.constant(limit))
    engines = {
        HAND: graph(first_passage_graph),
        EAGER: first_passage,
        PEER: tf.function(first_passage),
        OURS: ours(first_passage),
    }
    yield Workload(
        f"while with break, scalars, {limit} iterations",
        {key: lambda f=f, d=data: f(*d) for key, f in engines.items()},
        bar=0.8,
    )
    field = tf.cast(tf.range(16), tf.float32)
    data = (field, 0.001 * field, tf.constant(0.0), tf.constant(limit))
    engines = {HAND: graph(relax_graph), EAGER: relax, PEER: tf.function(relax), OURS: ours(relax)}
    yield Workload(
        f"for with break, vectors of 16, {limit} iterations",
        {key: lambda f=f, d=data: f(*d) for key, f in engines.items()},
        bar=0.8,
    )
