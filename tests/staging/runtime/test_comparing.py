"""Comparisons that the classes of the operands decide, part by part where Python would want a bool of each."""

from __future__ import annotations

import dataclasses

import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.runtime.comparing import compared, compares_itself, extreme, orders_itself


@dataclasses.dataclass(order=True)
class Point:
    """Compared by its fields."""

    x: int


class Named:
    """Compared by a method."""

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return 1


def test_values_that_compare_themselves() -> None:
    assert compares_itself([1, (Point(1),)])
    assert compares_itself(Named("a"))
    assert not compares_itself([1, (2,)])
    assert orders_itself(Point(1))
    assert not orders_itself(Named("a"))
    assert not orders_itself((1, 2))


def test_other_operands_are_left_alone() -> None:
    assert compared("==", 1, 2) is NotImplemented
    assert compared("<", (1, 2), (2, 1)) is NotImplemented
    assert compared("in", 1, [1, 2]) is NotImplemented


def test_parts_may_be_staged() -> None:
    def run(n):
        equal = compared("==", Point(n), Point(3))
        assert equal.dtype == tf.bool
        return equal, compared("!=", [Named(n)], [Named(3)]), extreme(">", [Point(n), Point(2)]).x

    found = function(run)(tf.constant(3))
    assert [bool(found[0]), bool(found[1]), int(found[2])] == [True, False, 3]
