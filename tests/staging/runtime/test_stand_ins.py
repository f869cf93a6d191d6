"""Copies of what a staged index leads to are kept in step with it."""

from __future__ import annotations

import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.runtime.stand_ins import change


def test_without_a_trace_only_the_object_itself_is_changed() -> None:
    items = [1]
    assert change(items, lambda found: found.append(2)) is None
    assert items == [1, 2]


def test_a_change_of_a_copy_reaches_the_one_that_it_stands_for() -> None:
    def run(i):
        rows = [[1], [2]]
        row = rows[i]
        row.append(5)
        return [len(r) for r in rows], row

    lengths, row = function(run)(tf.constant(1))
    assert [int(n) for n in lengths] == [1, 2]
    assert [int(v) for v in row] == [2, 5]


def test_a_change_of_the_one_reaches_the_copy_that_a_name_holds() -> None:
    def run(i):
        rows = [[1], [2]]
        row = rows[i]
        rows[0][0] = 7
        return row[0]

    assert [int(function(run)(tf.constant(i))) for i in (0, 1)] == [7, 2]
