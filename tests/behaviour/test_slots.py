"""Compares objects that keep their attributes in `__slots__` with Python's: made here, on paths, in loops, in containers."""

import copy
import dataclasses
import math
import operator

import pytest
from oracle import fails


class Cell:
    __slots__ = ("v",)

    def __init__(self, v):
        self.v = v


class Node:
    __slots__ = ("next", "value")

    def __init__(self, value, following=None):
        self.value, self.next = value, following


class Base:
    __slots__ = ("a",)


class Derived(Base):
    __slots__ = ("__kept", "b")

    def __init__(self, a, b):
        self.a, self.b, self.__kept = a, b, a

    def kept(self):
        return self.__kept


class WithDict(Base):
    __slots__ = ("__dict__", "c")

    def __init__(self, a):
        self.a, self.c, self.z = a, 2, a + 1


class Part:
    __slots__ = ("x", "y")

    def __init__(self, x):
        self.x = x


@dataclasses.dataclass(slots=True)
class Point:
    x: int
    y: int = 3


@dataclasses.dataclass(slots=True, frozen=True)
class Fixed:
    x: int


def test_as_results_and_in_containers(check):
    def run(n):
        return Cell(n), [Cell(1)], {"k": Fixed(n)}, (Point(n), WithDict(n)), Node(1, Node(n)), Part(n)

    check(run, (2,), (0,))


def test_on_paths(check):
    def run(n):
        bound, changed, both, pair, fixed = Cell(1), Cell(2), WithDict(n), Derived(n, 2), Fixed(n)
        if n > 0:
            bound = Cell(5)
            changed.v = changed.v + n
            both.z, both.a = both.a, 7
            pair = Derived(5, n)
            fixed = dataclasses.replace(fixed, x=n + 1)
        return bound.v, bound, changed, both, pair, pair.kept(), fixed

    check(run, (3,), (-3,))


def test_in_loops(check):
    def run(n):
        made, changed, both, point = Cell(0), Cell(1), WithDict(1), Point(0)
        for i in range(n):
            made = Cell(made.v + i)
            changed.v *= 2
            both.a += i
            both.z, both.c = both.c, both.z
            point = dataclasses.replace(point, x=point.x + 1)
        return made, changed, both, point

    check(run, (3,), (0,))


def test_linked(check):
    def run(n):
        head = None
        for k in range(3):
            head = Node(n + k, head)
        if n > 0:
            head.next.value = 10
        total, node = 0, head
        while node is not None:
            total += node.value
            node = node.next
        return total, head

    check(run, (3,), (-3,))


def test_in_staged_lists(check):
    def run(n):
        cells = []
        for i in range(n):
            cells.append(Cell(i))
        total = 0
        for cell in cells:
            total += cell.v
        return total, cells

    check(run, (3,), (0,))


def test_picked_by_a_staged_index(check):
    def run(n):
        cells = [Cell(1), Cell(2), Cell(3)]
        cells[n].v += 10
        return [cell.v for cell in cells]

    check(run, (2,), (0,))


def test_one_slot_is_filled_on_one_path(check):
    def run(n):
        part = Part(n)
        if n > 0:
            part.y = n
        return part.y

    def deleted(n):
        cell = Cell(n)
        if n > 0:
            del cell.v
        return hasattr(cell, "v")

    check(run, (3,), fails(-3))
    check(deleted, (3,), (-3,))


def test_copied(check):
    def run(n):
        cell = Cell([n])
        deep, shallow = copy.deepcopy(cell), copy.copy(cell)
        deep.v.append(1)
        shallow.v.append(2)
        return cell, deep, shallow

    check(run, (3,))


def test_inherited_slots_of_an_object_from_outside(check):
    def script(make, value):
        kept = Derived(1, 2)

        def run(n):
            if n > 0:
                kept.a = kept.a + n
            for i in range(n):
                kept.b += i
            return kept.a, kept.b, kept.kept()

        made = make(run)
        return made(value(3)), made(value(0)), kept

    check.script(script)


def by_operator(n):
    total = 0
    for v in range(n):
        total = operator.add(total, v)
    return total


def by_function_of_a_library(n):
    total, most = 0.5, 0
    for v in range(n):
        total = math.fsum([total, v]) if v > 100 else operator.add(total, 2 * v)
        most = operator.or_(most, v)
    return total, most


@pytest.mark.parametrize("function", [by_operator, by_function_of_a_library])
def test_numbers_of_the_back_end_are_no_objects_with_slots(check, function):
    check(function, (5,))
