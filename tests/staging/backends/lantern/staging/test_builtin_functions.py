"""Python's builtins on staged values, identity, equality and membership."""

import enum
import fractions
import math
import operator
from typing import Optional

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


class Box:
    """A record with a length of its own."""

    size: int
    inner: Optional["Box"]

    def __init__(self, size, inner=None):
        self.size, self.inner = size, inner

    def __len__(self):
        return self.size


def test_records():
    agrees(lambda b: (len(b), hasattr(b, "size"), hasattr(b, "nothing"), hasattr(b, "__len__")), (Box(3),))
    refused(lambda b: b == b, Box(3), code="AG310", at="==")
    refused(lambda a, b: b in [a], Box(3), Box(3), code="AG310", at=" in ")


def perhaps(x, flag):
    y = x if flag else None
    kinds = (float, int), type(None), (str, type(None)), object
    return (
        [isinstance(y, kind) for kind in kinds],
        [hasattr(y, name) for name in ("real", "__bool__", "nothing")],
        hasattr(x, "nothing"),
    )


def test_what_may_be_none():
    agrees(perhaps, (1.5, True), (1.5, False), (2, True), (2, False))

    def kind(x, flag):
        y = x if flag else None
        return type(y)

    refused(kind, 1.0, True, code="AG310", at="type(y)")


def two(n, m):
    s = 0
    for a, b in zip(range(n), range(1, m)):
        s += a * b
    return s


def test_staged_lengths():
    agrees(two, (3, 6), (5, 2), (0, 2))
    agrees(lambda n: (type(range(n)), type([n]), type(n), n in range(0), n in range(3)), (1,), (4,))
    raises(lambda x: [i for i in range(x)], 2.0)
    refused(lambda n: list(zip(range(n), range(3), strict=True)), 3, code="AG310", at="strict")
    refused(lambda n: list(range(n)), 3, code="AG310", at="list(")
    refused(lambda n: range(n), 3, code="AG310")
    refused(lambda n: enumerate(range(n)), 3, code="AG310")
    assert isinstance(raises(lambda n: len(iter([n])), 3)[0], TypeError)
    assert isinstance(raises(lambda n: range(0, n, 0), 3)[0], ValueError)
    refused(lambda n: range(0, 9, n), 3, code="AG310", at="range(")


def test_least_and_largest():
    agrees(lambda x: (max([], default=x), min([x][:0], default=1), max(2, x), min([x, 0.5])), (1.5,), (3.0,))
    assert isinstance(raises(lambda x: max([][:0]) + x, 1.0)[0], ValueError)
    refused(lambda xs: max(xs, key=abs), np.array([1.0, -2.0]), code="AG310", at="key")
    refused(lambda n: pow(n, 2, 3), 3, code="AG310", at="pow(")
    refused(lambda n: chr(n), 65, code="AG310", at="chr(")


def test_functions_that_a_staged_test_chooses():
    def run(x, flag):
        f = np.sin if flag else np.cos
        return f is np.sin, f == np.cos, f(x)

    agrees(run, (1.0, True), (1.0, False))


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
            range(n) == range(3),
            range(n) == [0],
        )

    agrees(run, (5,), (0,), (4,))


def test_items_of_ranges():
    agrees(lambda n, i: (range(n)[i], range(n, -n, -2)[i]), (5, 0), (5, 4), (5, -1), (5, -5))
    for n, i in ((5, 5), (5, -6), (0, 0)):
        assert isinstance(raises(lambda n, i: range(n)[i], n, i)[0], IndexError)
    refused(lambda n: range(n)[1:], 3, code="AG310", at="[1:]")
    agrees(lambda n: [range(n - 2, n)[i] for i in (0, 1)], (2**62,), (-(2**63) + 2,))


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


def test_generator_expressions_of_staged_length():
    def powers(x, n):
        return sum(x**k for k in range(n))

    def halves(x, n):
        return sum((x / k for k in range(1, n) if k % 2), 1)

    def pairs(n):
        return sum(i * j for i in range(n) for j in range(i) if j != 2)

    def primes(n):
        return sum(1 for k in range(2, n) if all(k % d for d in range(2, k)))

    def extremes(n):
        return max(k * (7 - k) for k in range(n)), min((k for k in range(n) if k % 3 == 2), default=-1)

    def looped(n):
        total = 0
        for square in (k * k for k in range(n) if k % 2):
            total += square
        return total

    agrees(powers, (2.0, 5), (2.0, 0))
    agrees(halves, (3.0, 6), (3.0, 0))
    agrees(pairs, (5,), (0,))
    agrees(primes, (20,), (0,))
    agrees(extremes, (9,), (1,))
    agrees(looped, (6,), (0,))


def test_generator_expressions_of_known_length_with_a_staged_test():
    def positive(xs):
        return sum(x for x in xs if x > 0), max((x for x in xs if x > 0), default=-1.0)

    def largest(a, b):
        return max(x for x in (a, b) if x > 2)

    agrees(positive, (np.array([1.0, -2.0, 3.0]),), (np.array([-1.0, -2.0]),), ((1.0, -2.0),))
    agrees(largest, (1.0, 3.0), (4.0, 3.0))
    error, line = raises(largest, 1.0, 1.5)
    assert (
        type(error) is ValueError
        and "max()" in str(error)
        and line == "return max(x for x in (a, b) if x > 2)"
    )


def test_generator_expressions_as_iterators():
    def run(xs, ys):
        doubled = (x * 2 for x in xs)
        total = sum(a - b for a, b in zip(doubled, ys))
        return total, tuple(x + 1 for x in xs), 2.0 in (x * 2 for x in xs), list(enumerate(x for x in ys))

    agrees(run, (np.array([1.0, -2.0]), np.array([3.0, 4.0])), (np.zeros(2), np.ones(2)))


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


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Anything:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    "function",
    [
        lambda d, n, x: ("a" in d, "z" in d, "a" not in d, all(k in d for k in ("a", "b"))),
        lambda d, n, x: [v for k, v in d.items() if k in ("a", "c")],
        lambda d, n, x: ("a" in ["a", n], "b" in ("a", n), n in [3, "a"], None in [n, None]),
        lambda d, n, x: (("a", n) == ("a", 3), ("a", n) != ("a", 3), ("b", n) == ("a", 3)),
        lambda d, n, x: ((Color.RED, n) == (Color.RED, 3), (Color.RED, n) == (Color.BLUE, 3)),
        lambda d, n, x: (
            (b"a", n) == (b"a", 3),
            ({1, 2}, n) == ({2, 1}, 3),
            (len, n) == (len, 3),
            (int, n) == (int, 3),
        ),
        lambda d, n, x: (
            (range(3), n) == (range(3), 3),
            (slice(1, 2), n) == (slice(1, 2), 3),
            (1j, n) == (1j, 3),
        ),
        lambda d, n, x: (
            {"k": ("a", n)} == {"k": ("a", 3)},
            {"k": n} == {"z": n},
            (n, {"k": "v"}) == (3, {"k": "v"}),
        ),
        lambda d, n, x: (n == Anything(), Anything() == n, n != Anything(), n == {}, n == [3], (n,) == n),
        lambda d, n, x: ([x] == [x], (n, x) == (n, x), x in [x], {"x": x} == {"x": x}, x == x),
    ],
)
def test_equality_of_what_is_not_only_staged(function):
    agrees(function, ({"a": 1, "b": 2}, 3, 2.5), ({"a": 0, "b": 2}, 0, math.nan))


def test_equality_of_arrays_in_containers():
    agrees(
        lambda x: ([x] == [x], x in [x], x[0] in (1.0, 2.0), x == [1.0, 5.0], [1.0, 5.0] != x),
        (np.array([1.0, 2.0]),),
    )
    agrees(lambda x: x == {}, (np.ones(2),))
    refused(lambda n: n == fractions.Fraction(3), 3, code="AG310")
    error, _ = raises(lambda n: n in "abc", 3)
    assert isinstance(error, TypeError)


def test_what_builtins_refuse_in_python():
    x = np.arange(6.0).reshape(2, 3)
    assert isinstance(raises(lambda x: int(x), x)[0], TypeError)
    assert isinstance(raises(lambda x: len(zip(x, x)), x)[0], TypeError)
    assert isinstance(raises(lambda x: round(x), x)[0], TypeError)
    for largest in (max, min):
        assert isinstance(raises(lambda x: largest(x[:0]), x[0])[0], ValueError)
    agrees(lambda x: (max(x[:0], default=3.0), min(x[:0], default=x[1])), (x[0],))
    agrees(lambda n: (round(n), np.round(n)), (np.int32(3),), (3,))


def test_classes_of_numpy_are_not_made():
    refused(lambda n: np.ndarray(n), 1, code="AG310", at="np.ndarray")


def test_classes_of_arrays():
    agrees(
        lambda x: (type(x) is np.ndarray, type(x[0]), type(x[0, 0]), isinstance(x, np.ndarray)), (np.eye(2),)
    )


def test_what_may_be_unbound():
    def kinds(x, flag):
        if flag:
            y = x
        return isinstance(y, float), bool(y), not y, 1 if y else 2

    agrees(kinds, (1.0, True), (0.0, True), (2, True))
    assert isinstance(raises(kinds, 1.0, False)[0], UnboundLocalError)


def test_truth_of_what_may_be_none():
    def run(x, flag):
        y = x if flag else None
        return bool(y), not y, 1 if y else 2, all([y, 1]), any([y, 0])

    agrees(run, (1.0, True), (0.0, True), (1.0, False))


def test_nan_among_numbers():
    """Python compares each with the best one so far."""
    nan = math.nan
    rows = [[nan, 1.0, 2.0], [1.0, nan, 2.0], [3.0, nan, 2.0], [nan], [-math.inf, nan]]
    agrees(lambda x: (max(x), min(x)), *((np.array(row),) for row in rows))
    agrees(lambda x, y: (max(x, y), min(x, y), max(x, y, 2.0)), (nan, 1.0), (1.0, nan), (nan, nan))


def test_counts_are_integers():
    def numbered(x, s):
        return [k * v for k, v in enumerate([x, x + 1], start=s)]

    def looped(x, s):
        for k in range(s):
            x += k
        return x

    for run in (numbered, looped):
        agrees(run, (3, 2), (3, True))
        assert isinstance(raises(run, 3, 1.5)[0], TypeError)
