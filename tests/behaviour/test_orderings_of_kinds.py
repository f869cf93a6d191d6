"""Compares `sorted`, `max` and `min` of flags, texts and mixed keys with Python's."""

import dataclasses
import functools

import pytest
from oracle import fails


def test_flags_in_order(check):
    def run(n):
        grown = []
        for i in range(n):
            grown.append(i > 1)
        several = sorted([n > 1, n > 5, True]), max(n > 1, n > 2), min(n > 1, True), max([n > 1, False])
        return several, sorted(grown), sorted(grown, reverse=True), max(grown), min(grown)

    check(run, (3,), (1,), (6,))


def test_keys_that_are_flags(check):
    def run(xs):
        pairs = [(x % 2 == 0, x) for x in xs]
        return sorted(xs, key=lambda v: v > 2), max(xs, key=lambda v: v > 2), sorted(pairs), min(pairs)

    check(run, ([3, 1, 2],), ([2, 5],), ([4],))


@pytest.mark.parametrize("make", [list, lambda xs: [x for x in xs if x > 0], lambda xs: [xs[0], xs[-1]]])
def test_a_staged_direction(check, make):
    def run(xs, down):
        items = make(xs)
        items.sort(reverse=down)
        by_key = sorted(make(xs), key=lambda v: v % 2, reverse=down)
        return items, by_key, sorted(xs, reverse=xs[0] > 1), sorted([(v, 1) for v in make(xs)], reverse=down)

    check(run, ([3, 1, 2], True), ([3, 1, 2], False), ([1, 4], True))


def test_keys_with_lists_in_them(check):
    def run(n):
        grown = []
        for i in range(n):
            grown.append(i)
        return sorted(grown, key=lambda v: (v % 2, [v]))

    check(run, (3,), (0,), (5,))


def test_keys_with_tensors_of_several_numbers_are_refused(check):
    def run(n, xs):
        grown = []
        for i in range(n):
            grown.append(i)
        return sorted(grown, key=lambda v: (v % 2, xs))

    check.refuses(run, (3, [1, 2]), at="sorted", says="can be put in order", code="AG260")


class Ranked:
    def __init__(self, value, name):
        self.value, self.name = value, name

    def __lt__(self, other):
        return self.value < other.value


@functools.total_ordering
@dataclasses.dataclass(eq=True)
class Version:
    major: int
    minor: int = 0

    def __lt__(self, other):
        if self.major != other.major:
            return self.major < other.major
        return self.minor < other.minor


def test_objects_that_order_themselves_are_sorted(check):
    def names(x):
        items = [Ranked(3, "a"), Ranked(x, "b"), Ranked(1, "c"), Ranked(x, "d")]
        up = [item.value for item in sorted(items)]
        down = [item.value for item in sorted(items, reverse=True)]
        items.sort()
        return up, down, items[0].value, items[-1].value

    def versions(x):
        found = sorted([Version(2, x), Version(x, 1), Version(2)])
        return [(v.major, v.minor) for v in found], max(found).minor

    def stable(x):
        items = [Ranked(x, 1), Ranked(2, 2), Ranked(x, 3), Ranked(2, 4)]
        return [i.name for i in sorted(items)], [i.name for i in sorted(items, reverse=True)]

    for function in (names, versions, stable):
        check(function, (2,), (0,), (5,))


class Same:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    __hash__ = None


def test_searches_by_equality(check):
    def objects(x):
        items = [Same(1), Same(2), Same(x)]
        return Same(2) in items, items.index(Same(x)), items.count(Same(2)), tuple(items).index(Same(2))

    def tuples(x):
        return (1, 2, 3).index(x), (1, 2, x).count(2), x in (1, 2, 3), (3, x, 3).index(3, 1)

    check(objects, (2,), (1,), (7,))
    check(tuples, (2,), (1,), fails(9))


def test_replaced_after_a_staged_choice(check):
    @dataclasses.dataclass(frozen=True, order=True)
    class Pair:
        a: int
        b: int

    def replaced(x, y):
        v, w = Pair(x, y), Pair(y, x)
        most = v if v > w else w
        return most.a, dataclasses.replace(v, b=9).b, dataclasses.replace(most, a=4).a

    check(replaced, (1, 2), (3, 2))
