"""Tensors are taken apart by their rows, scalars match Python's classes of numbers and texts."""

from __future__ import annotations

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.operations.patterns import class_of, match_parts
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


def ends(value):
    match value:
        case [first, *rest]:
            return first, rest
    return None


def number(value):
    match value:
        case int(n):
            return (n,)
    return None


def test_rows_of_known_number(graph) -> None:
    def build(x):
        first, rest = match_parts(ends, x, length=2, star=1)
        assert type(rest) is list
        return first, len(rest)

    assert list(graph(build, [4, 5, 6])) == [4, 2]


def test_scalars(graph) -> None:
    def build(x):
        assert match_parts(ends, x, length=2, star=1) is None
        assert match_parts(number, tf.cast(x, tf.float32), kind=int) is None
        (n,) = match_parts(number, x, kind=int)
        return n

    assert graph(build, 3) == 3


def test_classes_that_scalars_stand_for(graph) -> None:
    def build(x):
        assert class_of(x) is int
        assert class_of(x > 0) is bool
        assert class_of(tf.cast(x, tf.float64)) is float
        assert class_of(tf.as_string(x)) is str
        assert class_of(tf.stack([x, x])) is None
        assert class_of(WeakNumber(x, tf.int32)) is int
        return x

    assert graph(build, 3) == 3
