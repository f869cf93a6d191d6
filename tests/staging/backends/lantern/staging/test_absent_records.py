"""A record that is None has nothing of its class: no methods, no constants, no operators."""

from __future__ import annotations

from typing import Optional

import pytest
from lantern_staging import agrees, program, raises


class Node:
    value: float
    left: Optional[Node]
    right: Optional[Node]
    seven = 7

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def five(self):
        return 5

    @property
    def six(self):
        return 6

    @staticmethod
    def plus_one(x):
        return x + 1

    @classmethod
    def plus_two(cls, x):
        return x + 2

    def __len__(self):
        return 3

    def __call__(self, x):
        return x * 2

    def __getitem__(self, at):
        return at

    def __contains__(self, x):
        return True

    def __neg__(self):
        return 8

    def __add__(self, other):
        return 9

    def __rsub__(self, other):
        return 10

    def __lt__(self, other):
        return True

    def __eq__(self, other):
        return self.value == other.value

    __hash__ = None


NODE = Node(1.0, Node(2.0))
USES = (
    lambda t: t.five(),
    lambda t: t.six,
    lambda t: t.plus_one(1),
    lambda t: t.plus_two(1),
    lambda t: t.seven,
    lambda t: len(t),
    lambda t: t(2),
    lambda t: t[1],
    lambda t: -t,
    lambda t: t + 1,
    lambda t: t + 1.5,
    lambda t: 1 - t,
    lambda t: t + t,
    lambda t: t < t,
)


@pytest.mark.parametrize("use", USES)
def test_uses_of_none_raise_as_in_python(use):
    def left(t):
        return use(t.left)

    def right(t):
        return use(t.right)

    agrees(left, (NODE,))
    with pytest.raises((AttributeError, TypeError)) as wanted:
        right(NODE)
    with pytest.raises(type(wanted.value)) as found:
        agrees(right, (NODE,))
    assert str(found.value) == str(wanted.value)


def test_an_error_is_at_the_users_line():
    def run(t):
        x = t.right
        return x.five()

    error, line = raises(run, NODE)
    assert isinstance(error, AttributeError) and line == "return x.five()"
    assert isinstance(raises(lambda t: 1.0 in t.right, NODE)[0], TypeError)


def test_an_error_can_be_caught():
    def run(t):
        try:
            return t.right.five()
        except AttributeError:
            return -1

    agrees(run, (NODE,), (Node(1.0, None, NODE),))


def test_what_a_test_has_found_is_not_asked_again():
    def total(t):
        return 0 if t is None else t.five() + total(t.left) + total(t.right)

    def count(t):
        n = 0
        while t is not None:
            n += t.five()
            t = t.left
        return n

    agrees(total, (NODE,), (None,))
    agrees(count, (NODE,), (None,))
    assert "(check" not in program(total, NODE)


def test_attributes_and_classes_of_what_may_be_none():
    def names(t):
        return (
            hasattr(t.left, "value"),
            hasattr(t.right, "value"),
            hasattr(t.right, "five"),
            hasattr(t, "none"),
        )

    def values(t):
        return getattr(t.left, "value", 9.0), getattr(t.right, "value", 9.0), getattr(t.left, "none", 1)

    def kinds(t):
        nothing = type(None)
        return (
            isinstance(t.left, nothing),
            isinstance(t.right, nothing),
            isinstance(t.right, (Node, nothing)),
            isinstance(t.right, Node),
            isinstance(t, nothing),
        )

    for function in (names, values, kinds):
        agrees(function, (NODE,), (Node(1.0, None, NODE),))


def test_none_is_not_compared_by_a_method():
    agrees(lambda t: t == t, (NODE,))
    agrees(lambda t: t.left is not None and t.left == t, (NODE,), (Node(1.0),))
    error, _ = raises(lambda t: t.right == t, NODE, as_in_python=False)
    assert isinstance(error, TypeError) and "is None" in str(error)


def test_attributes_of_an_object_that_may_be_none():
    class Plain:
        def __init__(self, held):
            self.held = held

    def caught(x):
        made = Plain(x) if x > 0 else None
        try:
            return made.held
        except AttributeError:
            return -1.0

    def used(x):
        made = Plain(x) if x > 0 else None
        return made.held

    agrees(caught, (2.0,), (-2.0,))
    agrees(used, (2.0,))
    error, line = raises(used, -2.0)
    assert isinstance(error, AttributeError) and line == "return made.held"
