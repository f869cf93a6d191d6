"""Python's builtins on staged values, identity, equality and membership."""

import operator

import numpy as np
import pytest
from lantern_staging import TREE, agrees, raises, refused


def test_numbers():
    def run(x):
        return (
            *(int(x), float(x), bool(x), round(x), abs(x), divmod(x, 2), pow(x, 2), max(x, 0), min(1, x)),
            *(max([x, 2.5, 1]), sum([x, 1, 2]), isinstance(x, float), isinstance(x, (int, str)), type(x)),
        )

    agrees(run, (3.7,), (-2.5,), (0.0,))


def test_sequences():
    def run(xs):
        return (
            *(len(xs), max(xs), min(xs), sum(xs), list(xs), tuple(xs), any(x > 2 for x in xs), all(xs > -1)),
            *(
                [i + x for i, x in enumerate(xs, 1)],
                list(zip(xs, reversed(xs))),
                list(map(abs, xs)),
                sum(range(3), 1),
            ),
        )

    agrees(run, (np.array([1.0, -2.0, 3.0]),))


def test_ranges():
    def run(n):
        return (
            len(range(n)),
            sum(range(n)),
            range(10)[n],
            n in range(1, 9, 2),
            sum(range(n, 0, -2)),
            len(range(n, 2)),
        )

    agrees(run, (5,), (0,), (4,))


def test_iterators_are_taken_once():
    def twice(xs):
        it = iter(xs)
        return list(it), list(it)

    refused(twice, np.ones(2), code="AG260")
    refused(lambda xs: [a * b for it in [iter(xs)] for a, b in zip(it, it)], np.ones(4), code="AG260")


def test_identity():
    def run(x, flag):
        y = x if x > 0 else None
        return y is None, y is not None, flag is True, flag is False, x is None, (x > 5) is True

    agrees(run, (1, True), (-1, False))
    refused(lambda x: x is x + 0, 1.0, code="AG310")


def test_equality():
    def run(x, y):
        a = x if x > 0 else None
        b = y if y > 0 else None
        return a == b, a != b, (a, 1) == (b, 1), [x, y] == [1, 2], x == None, x in (1, 3), y not in [2]  # noqa: E711

    agrees(run, (1, 1), (1, 2), (1, -1), (-1, 1), (-1, -1))


def test_operator_and_library_functions():
    agrees(lambda x: (operator.add(x, 1), operator.itemgetter(0)([x]), np.float32(x)), (1.5,))
    import statistics

    refused(lambda x: statistics.mean([x, 1]), 1.0, code="AG310", at="statistics.mean")


@pytest.mark.parametrize(
    "function",
    [
        lambda x: sorted([x, 1]),
        lambda x: str(x),
        lambda x: f"{x}",
        lambda x: "%d" % x,
        lambda x: max([x, 1], key=abs),
        lambda x: pow(x, 2, 3),
        lambda x: range(0, 5, x),
        lambda x: [0] * x,
        lambda x: list(range(x)),
    ],
)
def test_refused(function):
    refused(function, 3, code="AG310")


def test_errors_as_python_has_them():
    assert isinstance(raises(lambda x: range(x), 1.5)[0], TypeError)
    assert isinstance(raises(lambda x: len(x), 1.5)[0], TypeError)
    assert isinstance(raises(lambda x: x + None, 1.5)[0], TypeError)


def test_isinstance_of_what_may_be_none():
    agrees(lambda t: isinstance(t.left, type(t.right)) if False else t.left is not None, (TREE,))


def test_defaults_of_extremes():
    agrees(lambda xs: (max(xs, default=3), min(xs[:0], default=7)), (np.ones(0),), (np.ones(2),))


def test_objects_that_hold_staged_values():
    from dataclasses import dataclass
    from functools import partial
    from typing import NamedTuple

    @dataclass
    class Pair:
        a: float
        b: float

    class Named(NamedTuple):
        a: float
        b: float

    def run(x):
        pair, named = Pair(x, x + 1), Named(x, 2.0)
        return pair.a * pair.b, named, partial(lambda p, q: p - q, q=x)(10), pair == Pair(x, x + 1)

    agrees(run, (2.0,))


@pytest.mark.parametrize("function", [int, round])
def test_ints_of_what_is_none(function):
    def run(x):
        return function(x)

    agrees(run, (2.5,), (-2.5,), (np.float32(7.9),))
    for x, kind in ((np.nan, ValueError), (np.inf, OverflowError)):
        with pytest.raises(kind):
            run(x)
        with pytest.raises(kind):
            agrees(run, (1.0,))(x)


def test_ranges_are_true_and_equal_by_their_numbers():
    def run(n):
        truths = 1 if range(n) else 0, not range(1, n), bool(range(n, 3))
        equal = (
            range(n) == range(3),
            range(n) != range(0, 3, 1),
            range(n) == [0, 1, 2],
            range(5, n) == range(0),
        )
        return truths, equal, range(0, n, 5) == range(0, n, 7), range(1, n) == range(n)

    agrees(run, (3,), (1,), (0,), (-2,), (6,))


def test_attributes_of_what_may_be_none():
    class Box:
        held = 1.0

    box = Box()

    def run(x):
        kept = None
        if x > 0:
            kept = (x, box)
        return hasattr(kept, "count"), hasattr(kept, "nothing"), hasattr(kept, "__class__")

    agrees(run, (1.0,), (-1.0,))


def test_numbers_that_are_no_integers():
    assert isinstance(raises(lambda x: np.int32(x), np.nan)[0], ValueError)
    assert isinstance(raises(lambda x: np.int64(x), np.inf)[0], OverflowError)
    error = raises(lambda x: int(x), 1e300, as_in_python=False)[0]
    assert isinstance(error, OverflowError) and "64 bits" in str(error)


def test_methods_of_containers_are_refused_by_name():
    def run(x):
        seen = set()
        seen.add(x)
        return len(seen)

    assert "set.add" in refused(run, 1, code="AG310", at="seen.add").message


def test_items_of_arrays_are_found():
    def run(x, y):
        return y in x, y in x[0], y not in x, y in x[:0], 1 if y in x else 2

    agrees(run, (np.arange(6.0).reshape(2, 3), 4), (np.arange(6).reshape(2, 3), 1.0), (np.eye(2) > 0, True))
