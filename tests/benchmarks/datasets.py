"""Loops over a `tf.data` dataset with a small body."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf
from measuring import EAGER, HAND, OURS, PEER, Workload, graph, ours


def moments(rows):
    count = tf.constant(0.0)
    mean = tf.zeros([8])
    spread = tf.zeros([8])
    for row in rows:
        count += 1.0
        delta = row - mean
        mean += delta / count
        spread += delta * (row - mean)
    return mean, spread / count


def moments_graph(rows):
    def step(state, row):
        count, mean, spread = state
        count += 1.0
        delta = row - mean
        mean += delta / count
        return count, mean, spread + delta * (row - mean)

    count, mean, spread = rows.reduce((0.0, tf.zeros([8]), tf.zeros([8])), step)
    return mean, spread / count


def workloads(quick: bool) -> Iterator[Workload]:
    for steps in [10] if quick else [1000, 100]:
        tf.random.set_seed(3)
        rows = tf.data.Dataset.from_tensor_slices(tf.random.normal([steps, 8]))
        engines = {
            HAND: graph(moments_graph),
            EAGER: moments,
            PEER: tf.function(moments),
            OURS: ours(moments),
        }
        calls = {key: lambda f=f, r=rows: f(r) for key, f in engines.items()}
        yield Workload(f"loop over a dataset, {steps} steps", calls, bar=0.9)
