"""`for` over every kind of staged thing gives the items that Python would."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.carriers import StagedRange
from ag_notebook.staging.backends.tensorflow.backend import BACKEND
from ag_notebook.staging.backends.tensorflow.control.iteration import indexable, is_dataset


def collect(xs, make=lambda xs: xs):
    items = []
    for x in make(xs):
        items.append(x)
    return items


def staged(xs, make=lambda xs: xs):
    return [np.asarray(x).tolist() for x in function(collect)(xs, make)]


def test_rows_of_tensors() -> None:
    assert staged(tf.constant([3, 1, 2])) == [3, 1, 2]
    assert staged(tf.constant([[1, 2], [3, 4]])) == [[1, 2], [3, 4]]
    assert staged(tf.zeros([0], tf.int32)) == []
    assert staged(tf.ragged.constant([[1], [2, 3]]), lambda r: [tf.reduce_sum(row) for row in r]) == [1, 5]


@pytest.mark.parametrize("numbers", [(0, 5, 1), (5, 0, -2), (3, 3, 1), (-2, 6, 3), (4, 0, 1)])
def test_ranges(numbers) -> None:
    start, stop, step = numbers
    expected = list(range(*numbers))
    assert staged(tf.constant(stop), lambda n: range(start, n, step)) == expected
    assert staged(tf.constant(step), lambda s: range(start, stop, s)) == expected
    assert staged(tf.constant(stop), lambda n: tf.range(start, n, step)) == (
        expected if len(expected) else []
    )


def test_a_range_of_floats_is_refused() -> None:
    def count(x):
        total = 0
        for i in range(x):
            total += i
        return total

    with pytest.raises(StagingError) as caught:
        function(count)(tf.constant(2.0))
    assert (caught.value.code, caught.value.span.line) == ("AG240", count.__code__.co_firstlineno + 2)


@pytest.mark.parametrize(
    "make",
    [
        lambda xs: [(i, x) for i, x in enumerate(xs, 1)],
        lambda xs: zip(xs, xs[1:]),
        lambda xs: reversed(xs),
        lambda xs: map(lambda x: x * 10, xs),
        lambda xs: enumerate(zip(xs, range(2))),
    ],
    ids=["enumerate", "zip", "reversed", "map", "enumerate of zip"],
)
def test_sequences_of_sequences(make) -> None:
    xs = [3, 1, 2]

    def flat(xs):
        items = []
        for item in make(xs):
            items.append(item)
        return items

    found = tf.nest.map_structure(lambda t: int(t), function(flat)(tf.constant(xs)))
    assert found == flat(xs)


def test_datasets_and_their_iterators() -> None:
    dataset = tf.data.Dataset.range(4)
    assert is_dataset(dataset)
    assert is_dataset(iter(dataset))
    assert not is_dataset([1])
    assert staged(dataset) == [0, 1, 2, 3]
    assert staged(dataset.take(0)) == []

    @function
    def until(dataset):
        total = 0
        for i, x in enumerate(dataset):
            if x > 1:
                break
            total += x * 10 + i
        return total

    assert until(dataset).numpy() == 11


def test_an_iterator_goes_on_where_it_was() -> None:
    @function
    def two_parts(xs):
        numbers = iter(xs)
        first = next(numbers)
        rest = []
        for x in numbers:
            rest.append(x)
            if x > 2:
                break
        return first, rest, next(numbers, -1)

    first, rest, following = two_parts(tf.constant([1, 2, 3, 4]))
    assert (int(first), [int(x) for x in rest], int(following)) == (1, [2, 3], 4)


def test_a_loop_that_is_left_takes_no_more() -> None:
    @function
    def find(xs, wanted):
        for i, x in enumerate(xs):
            if x == wanted:
                return i
        return -1

    assert [find(tf.constant([5, 6, 7]), tf.constant(w)).numpy() for w in (5, 7, 9)] == [0, 2, -1]


def test_random_access(graph) -> None:
    def build(n, i, xs):
        numbers = indexable(StagedRange(2, n, 3, BACKEND))
        return numbers.length, numbers.item(i), indexable(xs).item(i), indexable([4, 5, 6]).item(i)

    assert list(graph(build, 12, 1, [7, 8, 9])) == [4, 5, 8, 5]


def test_what_cannot_be_iterated() -> None:
    for argument in (tf.constant(3),):
        with pytest.raises(StagingError, match="a scalar tensor cannot be iterated") as caught:
            function(collect)(argument)
        assert (caught.value.code, caught.value.span.line) == ("AG242", collect.__code__.co_firstlineno + 2)
    with pytest.raises(StagingError, match="AG242.*a set cannot be iterated beside something staged"):
        function(collect)(tf.constant([1, 2]), lambda xs: zip(xs, {1, 2}))
