"""Beam search over a small random language model, ended by `break` when every beam has ended."""

from __future__ import annotations

from collections.abc import Iterator

import tensorflow as tf
from measuring import EAGER, HAND, OURS, PEER, Workload, graph, ours

END = 0


def advance(step, beams, tokens, scores, state, sequences, ended, embeddings, recurrent, output):
    """One step: scores every continuation and keeps the best ones."""
    width, words = output.shape[1], embeddings.shape[0]
    state = tf.tanh(tf.gather(embeddings, tokens) + tf.matmul(state, recurrent))
    logits = tf.nn.log_softmax(tf.matmul(state, output))
    only_end = tf.one_hot(END, width, on_value=0.0, off_value=-1e9)
    logits = tf.where(ended[:, tf.newaxis], only_end[tf.newaxis], logits)
    scores, best = tf.math.top_k(tf.reshape(scores[:, tf.newaxis] + logits, [-1]), beams)
    parents, tokens = best // words, best % words
    here = tf.equal(tf.range(sequences.shape[1]), step)[tf.newaxis]
    sequences = tf.where(here, tokens[:, tf.newaxis], tf.gather(sequences, parents))
    ended = tf.logical_or(tf.gather(ended, parents), tf.equal(tokens, END))
    return tokens, scores, tf.gather(state, parents), sequences, ended


def search(tokens, scores, state, sequences, ended, model):
    beams = 4
    steps = tf.constant(0)
    for step in tf.range(sequences.shape[1]):
        tokens, scores, state, sequences, ended = advance(
            step, beams, tokens, scores, state, sequences, ended, *model
        )
        steps = step
        if tf.reduce_all(ended):
            break
    return sequences, scores, steps


def search_graph(tokens, scores, state, sequences, ended, model):
    length = sequences.shape[1]

    def test(step, steps, tokens, scores, state, sequences, ended):
        return tf.logical_and(step < length, tf.logical_not(tf.reduce_all(ended)))

    def body(step, steps, *beam):
        return step + 1, step, *advance(step, 4, *beam, *model)

    result = tf.while_loop(test, body, (0, 0, tokens, scores, state, sequences, ended))
    return result[5], result[3], result[1]


def workloads(quick: bool) -> Iterator[Workload]:
    for length, words, hidden in [(6, 8, 4)] if quick else [(32, 64, 32), (64, 1000, 64)]:
        tf.random.set_seed(4)
        model = (
            tf.random.normal([words, hidden]),
            tf.random.normal([hidden, hidden], stddev=hidden**-0.5),
            tf.random.normal([hidden, words]),
        )
        tokens = tf.ones([4], tf.int32)
        scores = tf.constant([0.0, -1e9, -1e9, -1e9])
        data = (
            tokens,
            scores,
            tf.zeros([4, hidden]),
            tf.zeros([4, length], tf.int32),
            tf.zeros([4], tf.bool),
            model,
        )
        engines = {HAND: graph(search_graph), EAGER: search, PEER: tf.function(search), OURS: ours(search)}
        calls = {key: lambda f=f, d=data: f(*d) for key, f in engines.items()}
        yield Workload(f"beam search, length {length}, {words} words", calls)
