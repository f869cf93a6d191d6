"""`max`, `min` and `sorted` compare numbers as one tensor, and other items one by one."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.operations import ordering
from ag_notebook.staging.backends.tensorflow.operations.library import plain
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


def maximum():
    return ordering.extreme("max", tf.maximum, tf.reduce_max, tf.argmax)


def test_rows_of_numbers_have_their_common_dtype(graph) -> None:
    assert graph(lambda x: ordering.rows([x, 1, 0.5]), 2.0) == [2.0, 1.0, 0.5]
    assert graph(lambda x: ordering.rows([]), 2.0) == []


def test_best_by_a_key(graph) -> None:
    def build(a, b):
        pairs = [(a, 1), (b, 2), (a, 3)]
        return maximum()(pairs, key=lambda p: p[0])[1], maximum()(a, b, key=lambda v: -v)

    assert graph(lambda a, b: plain(build(a, b)), 5, 3) == (1, 3)
    assert graph(lambda a, b: plain(build(a, b)), 3, 5) == (2, 3)


def test_sorted_by_several_parts_and_stably(graph) -> None:
    def build(a, b):
        found = ordering.in_order([(a, 2), (b, 1), (a, 0)])
        back = ordering.in_order([(a, 1), (b, 2), (a, 3)], key=lambda p: p[0], reverse=True)
        return [second for _, second in found], [second for _, second in back]

    assert graph(lambda a, b: plain(build(a, b)), 5, 3) == ([1, 0, 2], [1, 3, 2])


def test_two_numbers_meet(graph) -> None:
    assert (
        graph(lambda x: plain(ordering.pairwise("max", tf.maximum, WeakNumber(x, tf.int32), 2.5)), 2) == 2.5
    )


@pytest.mark.parametrize("values", [[], ()])
def test_nothing_to_choose_from(values) -> None:
    with pytest.raises(ValueError, match="max.. arg is an empty sequence"):
        maximum()(values)
    assert maximum()(values, default=7) == 7
