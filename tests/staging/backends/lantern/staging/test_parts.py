"""Objects that are made in a trace, and lists: what becomes of them where paths meet, and what is refused."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Optional

import numpy as np
import pytest
from lantern_staging import TREE, Tree, agrees, refused, staged


@dataclass
class Point:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frozen:
    x: float
    y: float = 2.0


@dataclass
class Node:
    value: float
    left: Optional[Node] = None
    right: Optional[Node] = None


class Box:
    def __init__(self, held, other=None):
        self.held, self.other = held, other


class Dual:
    """A number with its derivative."""

    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)


def test_an_object_on_each_path():
    def run(x):
        p = Point(x, 1.0)
        if x > 0:
            p.y = 7.0
            q = p
        else:
            q = Point(2.0, 3)
        r = Frozen(q.x) if x > 1 else Frozen(x, q.y)
        return q.x, q.y, p.y, r.x, r.y

    agrees(run, (2.0,), (0.5,), (-1.0,))


def test_a_list_that_one_path_has_changed():
    def branch(x):
        first, second, row = [1.0, 2.0], [3.0, 4.0], [[5.0], 6.0]
        if x > 0:
            first[0] = x
            row[0][0] = x
            chosen, nested = first, row
        else:
            chosen, nested = second, [[x], x]
        return chosen[0], chosen[1], nested[0][0], nested[1], first

    def loop(x, n):
        first, last = [1.0, 2.0], [3.0, 4.0]
        for _ in range(n):
            first[1] += x
            last = first
        return last[1], first

    agrees(branch, (5.0,), (-5.0,))
    agrees(loop, (5.0, 3), (5.0, 1), (5.0, 0))


def test_objects_carried_by_loops():
    def run(x, n):
        p = Point(x, 0.0)
        points = [Point(1.0, 2.0), Point(3.0, 4.0)]
        best = None
        for k in range(n):
            p.x += k
            if p.x > 2:
                p.y = p.x
            points[0] = Point(points[1].x, points[0].y + k)
            points[1].y = points[1].y * 2
            if best is None or best.x < p.x:
                best = Point(p.x, x)
        return p.x, p.y, points[0].x, points[0].y, points[1].y, -1.0 if best is None else best.x

    agrees(run, (1.0, 4), (1.0, 1), (3.0, 0))


def test_operators_of_objects():
    def polynomial(x, n):
        found, d = Dual(1.0), Dual(x, 1.0)
        for k in range(n):
            found = found * d + k
        return found.value, found.slope

    def power(x, n):
        def go(d, n):
            return Dual(1.0) if n == 0 else d * go(d, n - 1)

        return go(Dual(x, 1.0), n).slope

    agrees(polynomial, (1.5, 3), (1.5, 0))
    agrees(power, (1.5, 3), (1.5, 0))


def test_a_record_that_becomes_an_object():
    def run(p, n):
        for _ in range(n):
            p = Point(p.x * p.y, p.y)
        return p.x, p.y

    def replaced(p, n):
        for _ in range(n):
            p = dataclasses.replace(p, x=p.x * p.y)
        return dataclasses.replace(p, y=p.x).y

    for function in (run, replaced):
        agrees(function, (Point(0.5, 3.0), 3), (Point(0.5, 3.0), 0))


def test_objects_are_returned_anew():
    made = staged(lambda x: (Point(x, 2 * x), Box([x])))
    (first, box), (second, _) = made(1.0), made(1.0)
    assert first == second == Point(1.0, 2.0) and first is not second
    assert type(box) is Box and box.held == [1.0] and box.other is None


def test_what_one_path_lacks_is_checked_where_it_is_returned():
    def run(x):
        box = Box(x)
        if x > 0:
            box.more = x
        return box

    assert vars(staged(run)(2.0)) == {"held": 2.0, "other": None, "more": 2.0}
    with pytest.raises(AttributeError, match="more"):
        staged(run)(-2.0)


def test_objects_of_other_classes_or_attributes_are_refused():
    def classes(x):
        return Point(x, x) if x > 0 else Box(x)

    def attributes(x):
        box = Box(x)
        if x > 0:
            box = Box(x)
            box.more = x
        return box

    def records(node, n):
        while node.left is not None:
            node = node.left
        for _ in range(n):
            node = Node(node.value * 2, node.left, node.right)
        return node.value

    assert "one is a Point, the other a Box" in refused(classes, 1.0, code="AG230").message
    assert "only one has more" in refused(attributes, 1.0, code="AG230", at="if x > 0").message
    assert "one may be None" in refused(records, Node(1.0, Node(2.0)), 3, code="AG202", at="for").message


def test_objects_that_may_be_one_are_no_longer_changed():
    def changed(x):
        a, b = Point(x, 1.0), Point(1.0, x)
        c = a if x > 0 else b
        c.x = 5.0
        return a.x

    def compared(x):
        a, b = Point(x, 1.0), Point(1.0, x)
        c = a if x > 0 else b
        return c is a

    def twice(x):
        p = Point(x, x)
        return p, [p]

    def holds_itself(x):
        a, b = Box(x), Box(-x)
        a.other, b.other = a, b
        return (a if x > 0 else b).held

    assert "make a new one" in refused(changed, 1.0, code="AG233", at="c.x = 5.0").fix
    refused(compared, 1.0, code="AG233", at="c is a")
    assert "would be two" in staged_error(twice, 1.0).message
    refused(holds_itself, 1.0, code="AG230")


def staged_error(function, *arguments):
    from ag_notebook.staging.errors import StagingError

    with pytest.raises(StagingError) as found:
        staged(function)(*arguments)
    return found.value


def test_objects_without_end_are_refused():
    def build(n, x):
        return None if n == 0 else Node(x, build(n - 1, x / 2), build(n - 1, x * 2))

    def chain(n):
        head = None
        for k in range(n):
            head = Node(k * 1.0, head)
        return head

    assert "holds a Node" in staged_error(build, 3, 1.0).message
    assert "holds a Node" in staged_error(chain, 3).message


def test_objects_in_definitions_are_not_changed():
    def run(x, n):
        def go(box, n):
            box.held = box.held + 1
            return box.held if n == 0 else go(box, n - 1)

        return go(Box(x), n)

    error = staged_error(run, 1.0, 3)
    assert error.code in ("AG233", "AG311") and error.span is not None
    assert np.isclose(run(1.0, 3), 5.0)


def test_an_object_that_meets_a_record():
    def inserted(tree, value):
        if tree is None:
            return Tree(value)
        if value < tree.value:
            return Tree(tree.value, inserted(tree.left, value), tree.right)
        return Tree(tree.value, tree.left, inserted(tree.right, value))

    def chosen(tree, x):
        return (tree.left if x > 0 else Tree(x)).value

    error = refused(inserted, TREE, 1.0, code="AG238", at="if value <")
    assert "holds a Tree" in error.message and "outside" in error.fix
    error = refused(chosen, TREE, 1.0, code="AG230")
    assert "made here" in error.message and "not None" in error.fix
