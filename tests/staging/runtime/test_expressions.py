"""Expressions: Python's meaning on plain values, evaluated as often and as late as Python does."""

from __future__ import annotations

import types

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime import attributes
from ag_notebook.staging.runtime import expressions as ag
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import trace


def never():
    raise AssertionError("evaluated")


def test_operands_are_returned_and_the_right_side_waits() -> None:
    assert ag.and_(0, never) == 0
    assert ag.and_(2, lambda: []) == []
    assert ag.or_("a", never) == "a"
    assert ag.or_("", lambda: None) is None
    assert ag.and_test(0, never) is False  # the operand is asked once, for its truth value
    assert ag.or_test(3, never) is True
    assert ag.not_([]) is True
    assert ag.if_exp(None, never, lambda: 5) == 5


@pytest.mark.parametrize(
    ("compare", "left", "right", "expected"),
    [
        (ag.eq, (1, 2), (1, 2), True),
        (ag.ne, 1, 1.0, False),
        (ag.lt, 1, 2.5, True),
        (ag.le, "b", "a", False),
        (ag.gt, [2], [1], True),
        (ag.ge, {1}, {1, 2}, False),
        (ag.is_, None, None, True),
        (ag.is_not, [], [], True),
        (ag.in_, 2, range(3), True),
        (ag.not_in, "k", {"k": 1}, False),
    ],
)
def test_comparisons_of_plain_values(compare, left, right, expected) -> None:
    assert compare(left, right) is expected


def test_comparisons_hand_on_what_the_class_says() -> None:
    found = ag.eq(np.array([1, 2]), np.array([1, 3]))
    assert found.tolist() == [True, False]


def test_items_of_plain_containers() -> None:
    items = [1, [2, 3]]
    assert ag.getitem(items, -1) == [2, 3]
    assert ag.setitem(items, 0, 9) is items
    assert ag.setitem_in(items, (1, 0), 8) is items
    assert items == [9, [8, 3]]
    ag.store_item(items, 0, 7)
    ag.delitem(items, 1)
    assert items == [7]
    with pytest.raises(IndexError):
        ag.getitem(items, 5)


def test_a_tensor_that_no_name_holds_cannot_be_written() -> None:
    class Box:
        pass

    def write(x):
        box = Box()
        box.x = x
        box.x[0] = 1
        return box.x

    with pytest.raises(StagingError) as caught:
        function(write)(tf.constant([5, 6]))
    assert (caught.value.code, caught.value.span.line) == ("AG257", write.__code__.co_firstlineno + 3)


def test_attribute_writes_are_logged_where_they_store_plainly() -> None:
    class Point:
        def __init__(self):
            self.x, self.seen = 1, []

        @property
        def y(self):
            return -self.x

        @y.setter
        def y(self, value):
            self.seen.append(value)

    point = Point()

    def change():
        attributes.setattr(point, "x", 5)
        attributes.setattr(point, "y", 6)
        attributes.setattr(point, "new", 7)
        attributes.delattr(point, "new")

    with tracing(Context(None, Options())) as context:
        traced = trace(context, change)
    assert [e.location.label for e in traced.effects.values()] == ["Point.x"]
    assert (point.x, point.seen) == (1, [6])
    with pytest.raises(AttributeError):
        ag.delattr(point, "nothing")


def test_augmented_assignment_changes_containers_in_place() -> None:
    items, names = [1], {1, 2}
    alias = items
    with tracing(Context(None, Options())) as context:
        trace(context, lambda: None)
        assert ag.iadd(items, (2,)) is alias
        assert ag.isub(names, {1}) is names
    assert (alias, names) == ([1, 2], {2})
    assert ag.imul(3, 4) == 12
    assert ag.iand(6, 3) == 2
    assert ag.ior({1: 2}, {3: 4}) == {1: 2, 3: 4}
    assert ag.ixor(6, 3) == 5


def test_texts_of_plain_values() -> None:
    assert ag.text("a", (1.5, "", ".2f"), ("b", "r", ""), ("é", "a", ">8")) == "a1.50'b'  '\\xe9'"
    assert ag.percent_text("%s-%03d", ("x", 7)) == "x-007"


def test_unpack_and_starred_leave_plain_values_to_python() -> None:
    values = iter([1, 2])
    assert ag.unpack(values, 2, None) is values
    assert ag.starred(values) is values
    assert ag.as_number(True) is True


def test_staged_operands_are_recorded_with_their_kind() -> None:
    def choose(x):
        return (1 if x > 2 else 2), x == 3, (x > 1 and x < 3)

    staged = function(choose)
    assert [v.numpy().item() for v in staged(tf.constant(3))] == [1, True, False]
    (traced,) = staged.traces()
    assert {(e.construct, e.decision) for e in traced.events} >= {
        ("if expression", "staged"), ("==", "staged"), ("and", "staged"),
    }  # fmt: skip
    assert {e.why for e in traced.events if e.construct == "if expression"} == {"the test is a tensor bool[]"}
