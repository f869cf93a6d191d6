"""`iter` and `next` of staged values: what is taken, and what is left."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin
from ag_notebook.staging.backends.tensorflow.operations.iterators import (
    is_counted,
    is_whole,
    iter_of,
    next_of,
    used_up,
)
from ag_notebook.staging.errors import StagingError


def test_items_come_in_order_and_are_counted_while_the_length_is_known(graph) -> None:
    def build(xs):
        iterator = iter_of(xs)
        first, second = next_of(iterator), next_of(iterator)
        assert iterator.position == 2 and is_counted(iterator)
        return first, second, next_of(iterator), next_of(iterator, -1), next_of(iterator, -2)

    assert graph(build, [5, 6, 7]) == (5, 6, 7, -1, -2)


def test_the_end_is_found_when_the_graph_runs(graph) -> None:
    def build(xs):
        iterator = iter_of(xs)
        assert not is_counted(iterator)
        return next_of(iterator), next_of(iterator)

    assert graph(build, [5, 6, 7], relaxed=True) == (5, 6)
    with pytest.raises(StopIteration):
        graph(build, [5], relaxed=True)


def test_an_iterator_of_an_iterator_is_itself(graph) -> None:
    def build(xs):
        iterator = iter_of(xs)
        assert iter_of(iterator) is iterator
        return next_of(iterator)

    assert graph(build, [5, 6]) == 5


def test_a_lists_iterator_is_whole_until_an_item_is_taken(graph) -> None:
    def build(xs):
        items = builtin("list", (xs,), {})
        iterator = iter_of(items)
        assert is_whole(iterator) and not is_whole(items)
        first = next_of(iterator)
        assert not is_whole(iterator)
        assert used_up(iterator) is items and iterator.position == iterator.length
        return first

    assert graph(build, [5, 6]) == 5


def test_what_has_no_next_item_is_refused(graph) -> None:
    def build(xs):
        with pytest.raises(StagingError, match=r"AG260.*next\(\)"):
            next_of(xs)
        with pytest.raises(StagingError, match=r"AG260.*iter\(\)"):
            iter_of(xs, 0)
        return tf.size(xs)

    assert graph(build, [5, 6]) == 2
