"""`functools.reduce` and `itertools.accumulate` over something staged are loops of the graph."""

from __future__ import annotations

import functools
import itertools

import pytest
import tensorflow as tf

from ag_notebook.staging import function


def digits(a, b):
    return a * 10 + b


@pytest.mark.parametrize("xs", [[3], [3, 1, 2]])
def test_reduce_and_accumulate(xs) -> None:
    def run(xs, n):
        sums = list(itertools.accumulate(xs))
        return (
            functools.reduce(digits, xs),
            functools.reduce(digits, xs, n),
            functools.reduce(max, range(n)),
            sums,
        )

    made = [tf.convert_to_tensor(v).numpy().tolist() for v in function(run)(tf.constant(xs), tf.constant(4))]
    assert made == list(run(xs, 4))


def test_nothing_to_reduce() -> None:
    run = function(lambda n: functools.reduce(digits, range(n)))
    assert int(run(tf.constant(3))) == 12
    with pytest.raises(TypeError, match="empty iterable"):
        run(tf.constant(0))
