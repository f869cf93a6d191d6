"""Compares `sorted`, `max` and `min` of flags, texts and mixed keys with Python's."""

import pytest


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
