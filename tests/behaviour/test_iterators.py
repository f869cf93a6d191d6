"""Compares what gives its items once (`zip`, `map`, `iter` …) with Python's: it is used up, has no length, no index."""

import pytest
from oracle import fails


@pytest.mark.parametrize(
    "make",
    [
        lambda xs: zip(xs, xs),
        lambda xs: map(lambda v: (v, v), xs),
        lambda xs: enumerate(xs),
        lambda xs: zip(enumerate(xs), xs),
    ],
)
def test_a_second_loop_is_never_wrong(check, make):
    def run(xs):
        pairs = make(xs)
        total = 0
        for a, _ in pairs:
            total += 1
        for a, _ in pairs:
            total += 10
        return total

    check.never_wrong(run, ([1, 2],))
    if check.staged:
        check.refuses(run, ([1, 2],), at="for a, _ in pairs", says="gives its items once", code="AG260")


def test_a_loop_in_a_loop_over_one_iterator_is_refused(check):
    def run(xs):
        pairs = zip(xs, xs)
        total = 0
        for x in xs:
            for a, b in pairs:
                total += a * b
        return total

    check.never_wrong(run, ([1, 2, 3],))
    if check.staged:
        check.refuses(run, ([1, 2, 3],), at="in pairs", says="gives its items once", code="AG260")


def test_a_list_of_it_can_be_gone_through_again(check):
    def run(xs):
        pairs = list(zip(xs, xs))
        return sum(a for a, _ in pairs), sum(b for _, b in pairs), len(pairs), pairs[0]

    check(run, ([1, 2],), ([3],))


def test_an_iterator_goes_on_where_it_is(check):
    def run(xs):
        it = iter(zip(xs, xs))
        first = next(it)
        total = 0
        for a, b in it:
            total += a * b
        return first, total, next(it, (0, 0))

    check(run, ([1, 2, 3],), ([4],))


@pytest.mark.parametrize(
    "use",
    [
        lambda xs: len(zip(xs, xs)),
        lambda xs: len(enumerate(xs)),
        lambda xs: len(iter(xs)),
        lambda xs: zip(xs, xs)[0],
        lambda xs: map(abs, xs)[0],
    ],
)
def test_iterators_have_no_length_and_no_index(check, use):
    check(use, fails([1, 2], says="an iterator has no" if check.staged else None))


def test_membership_takes_items_until_one_is_found(check):
    class Bag:
        def __init__(self, xs):
            self.xs = xs

        def __iter__(self):
            return iter(self.xs)

    def run(xs):
        it = iter(xs)
        found = 2 in it
        return found, list(it), 2 in Bag(xs), 5 in Bag(xs), 1 in list(Bag(xs)), (1, 1) in zip(xs, xs)

    check(run, ([1, 2, 3],), ([3, 2],), ([4, 5],))


def test_zip_of_an_iterator_of_a_dataset_is_refused(check):
    import tensorflow as tf

    def run(x):
        it = iter(tf.data.Dataset.range(5))
        total = x
        for a, b in zip(it, tf.data.Dataset.range(3)):
            total += int(a) * int(b)
        return total

    check.refuses(run, (3,), at="in zip", says="zip() of a dataset's iterator", code="AG260", eager=True)


def test_ranges_are_true_and_equal_by_their_numbers(check):
    def run(n):
        truths = 1 if range(n) else 0, not range(1, n), bool(range(n, 3))
        equal = (
            range(n) == range(3),
            range(n) != range(0, 3, 1),
            range(n) == [0, 1, 2],
            range(5, n) == range(0),
        )
        return truths, equal, range(0, n, 5) == range(0, n, 7), range(1, n) == range(n)

    check(run, (3,), (1,), (0,), (-2,), (6,))


def test_items_of_ranges(check):
    def run(n, i):
        return range(n)[i], range(2, n, 3)[-1], len(range(n)), n in range(9), 2 in range(n)

    check(run, (9, 3), (3, -1), fails(3, 5), fails(3, -4))
