"""Compares `math` and NumPy functions on staged values with those on plain ones."""

import collections
import fractions
import json
import math
import operator
import statistics
import string

import numpy as np
import tensorflow as tf
from oracle import fails


def test_math_functions_in_a_loop(check):
    def run(x, n):
        total = 0.0
        for i in range(n):
            if x > 1.0:
                total += math.sqrt(x) + math.log(x)
            else:
                total += math.exp(-x) * math.cos(x)
            x = math.fabs(x - 1.0) + i
        return total

    check(run, (4.0, 3), (0.5, 2), (1.0, 0))


def test_floor_and_ceil_give_ints(check):
    def run(x):
        low, high = math.floor(x), math.ceil(x)
        n = 0
        for _ in range(high - low + 2):
            n += low
        return n, high

    check(run, (2.5,), (-2.5,), (3.0,))


def test_math_constants_and_predicates(check):
    def run(x):
        area = math.pi * x**2
        if math.isnan(area) or math.isinf(x):
            return -1.0
        return area

    check(run, (1.0,), (2.0,))


def test_numpy_elementwise_functions(check):
    def run(x):
        y = np.maximum(x, 1.0)
        if np.abs(x) > 2.0:
            y = np.sqrt(y) + np.tanh(x)
        return y

    check(run, (4.0,), (0.5,), (-4.0,))


def test_numpy_reductions_over_a_list(check):
    def run(xs):
        if np.sum(xs) > 3.0:
            return np.mean(xs)
        return np.max(xs)

    check(run, ([1.0, 2.0, 3.0],), ([0.5, 1.0],))


def test_numpy_constants_in_staged_code(check):
    def run(x):
        table = np.arange(4) * 10
        total = 0
        for v in table:
            if x > v:
                total += int(v)
        return total + table[1]

    check(run, (5,), (25,))


def test_functions_that_tensorflow_calls_while_the_graph_runs(check):
    def run(x):
        def halved(v):
            return np.float32(v / 2 if v > 2 else 0)

        def doubled(v):
            return tf.abs(v) * 2

        a = tf.numpy_function(halved, [x], tf.float32)
        return a, tf.py_function(doubled, [x], tf.int32)

    check(run, (3,), (1,), eager=True, callbacks=True)


def test_functions_of_operator_on_lists_of_unknown_length(check):
    def run(xs):
        kept = [v for v in xs if v > 0]
        pairs = [(v, -v) for v in kept]
        operator.methodcaller("append", 9)(kept)
        return (
            (operator.eq(kept, list(kept)), operator.ne(kept, kept[1:]), operator.is_(kept, kept)),
            (operator.contains(kept, 3), operator.countOf(kept, 2), operator.indexOf(kept, 9)),
            (
                operator.not_(kept),
                operator.truth(kept),
                operator.length_hint(kept),
                operator.getitem(kept, -1),
            ),
            (operator.itemgetter(0, 1)(pairs), operator.itemgetter(0)(kept), operator.concat(kept, [1])),
            sorted(pairs, key=operator.itemgetter(1)),
            max(pairs, key=operator.itemgetter(0)),
            operator.methodcaller("count", 2)(kept),
        )

    check(run, ([3, -1, 2, 2],), ([1, 5],))

    def missing(xs):
        return operator.indexOf([v for v in xs if v > 0], 7)

    check(missing, fails([3, 1]), ([7],))


def test_functions_that_would_look_at_what_only_the_graph_knows(check):
    def kept(xs):
        return [v for v in xs if v > 0]

    functions = {
        "set": ("AG260", lambda xs: len(set(kept(xs)))),
        "frozenset": ("AG260", lambda xs: len(frozenset(kept(xs)))),
        "fromkeys": ("AG262", lambda xs: len(dict.fromkeys(kept(xs)))),
        "Counter": ("AG262", lambda xs: len(collections.Counter(kept(xs)))),
        "median": ("AG262", lambda xs: statistics.median(kept(xs))),
        "dumps": ("AG262", lambda xs: json.dumps({"n": len(kept(xs))})),
        "Template": ("AG262", lambda xs: string.Template("$a").substitute(a=xs[0])),
        "setitem": ("AG262", lambda xs: operator.setitem(kept(xs), 0, 1)),
        "Fraction": ("AG262", lambda xs: fractions.Fraction(int(xs[0]), 2)),
    }
    for name, (code, function) in functions.items():
        check.refuses(function, ([3, -1],), at=name, code=code)


def test_padding_by_numpy(check):
    def run(xs, rows):
        return (
            np.pad(xs, 1),
            np.pad(xs, (1, 2), mode="reflect"),
            np.pad(xs, 2, constant_values=7),
            np.pad(rows, 1),
            np.pad(rows, ((1, 0), (0, 1)), "constant"),
        )

    def by_edges(xs):
        return np.pad(xs, 1, mode="edge")

    check(run, ([3, 1, 2], [[1, 2], [3, 4]]))
    check.refuses(by_edges, ([3, 1],), at="edge", code="AG262")


WEIGHTS = np.arange(6.0).reshape(2, 3)


def test_methods_of_arrays_of_numpy(check):
    def run(x, n):
        if x > 0.0:
            n += 1
        rows = WEIGHTS.take(n, axis=1), WEIGHTS.clip(x, x + 2.0), WEIGHTS[0].dot([x, 1.0, x * 2.0])
        return rows, WEIGHTS.sum(axis=1)

    check(run, (1.0, 1), (-1.0, 0))
