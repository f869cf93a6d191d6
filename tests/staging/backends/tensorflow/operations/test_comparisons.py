"""Comparisons mean what Python means by them, also across dtypes and for structures."""

from __future__ import annotations

import operator

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.carriers import Maybe, StagedRange
from ag_notebook.staging.backends.tensorflow.backend import BACKEND
from ag_notebook.staging.backends.tensorflow.operations.comparisons import compare

PYTHON = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@pytest.mark.parametrize("name", PYTHON)
@pytest.mark.parametrize(("left", "right"), [(1, 1.5), (2, 2.0), (-1, True), (3, 2)])
def test_numbers_by_value(graph, name, left, right) -> None:
    assert graph(lambda a, b: compare(name, a, b), left, right) is PYTHON[name](left, right)
    assert graph(lambda a: compare(name, a, right), left) is PYTHON[name](left, right)


def test_large_integers_and_floats_by_value(graph) -> None:
    large = tf.constant(2**53, tf.int64)
    assert graph(lambda a, b: compare("==", a, b), large, tf.constant(2.0**53, tf.float64)) is True


def test_values_of_different_kinds_are_unequal(graph) -> None:
    assert graph(lambda a: tf.constant([compare("==", a, "1"), compare("!=", a, None)]), 1) == [False, True]


def test_tuples_and_lists_item_by_item(graph) -> None:
    def build(a, b):
        return compare("==", (a, 1), (1, b)), compare("!=", [a, b], [b, a])

    assert list(graph(build, 1, 1)) == [True, False]
    assert list(graph(build, 1, 2)) == [False, True]
    assert graph(lambda a: tf.constant(compare("==", (a,), (a, a))), 1) is False


def test_none_by_identity_and_by_value(graph) -> None:
    def build(flag, x):
        maybe = Maybe(flag, x, None, BACKEND)
        return (
            compare("is", maybe, None),
            compare("is not", None, maybe),
            compare("==", maybe, 3),
            compare("!=", maybe, None),
        )

    assert list(graph(build, False, 3)) == [True, False, False, False]
    assert list(graph(build, True, 3)) == [False, True, True, True]


def test_bools_by_identity(graph) -> None:
    def build(x):
        return (
            compare("is", x > 0, True),
            compare("is not", False, x > 0),
            tf.constant(compare("is", x, True)),
        )

    assert list(graph(build, 1)) == [True, True, False]


@pytest.mark.parametrize("numbers", [(0, 10, 3), (9, -1, -2), (5, 5, 1)])
def test_in_a_range(graph, numbers) -> None:
    def build(x, stop):
        return compare("in", x, range(*numbers)), compare(
            "not in", x, StagedRange(numbers[0], stop, numbers[2], BACKEND)
        )

    for x in (-1, 0, 3, 5, 9, 10):
        inside = x in range(*numbers)
        assert list(graph(build, x, numbers[1])) == [inside, not inside]


def test_in_tensors_lists_and_texts(graph) -> None:
    def build(x, xs, text):
        return (
            compare("in", x, xs),
            compare("in", x, [1, x + 1, 3]),
            compare("in", "b.", text),
            compare("in", text, "a.b.c"),
        )

    assert list(graph(build, 3, [1, 3], "b.")) == [True, True, True, True]
    assert list(graph(build, 2, [1, 3], "bc")) == [False, False, False, False]


def test_staged_lists_are_refused() -> None:
    def same(n):
        items = []
        for i in range(n):
            items.append((i, i))
        return items == [(0, 1)]

    with pytest.raises(StagingError) as caught:
        function(same)(tf.constant(2))
    assert (caught.value.code, caught.value.span.line) == ("AG221", same.__code__.co_firstlineno + 4)
