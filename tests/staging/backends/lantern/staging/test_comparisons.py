"""Equality, identity and membership of values of all kinds: as Python and NumPy mean them, or refused."""

import dataclasses
import fractions
import itertools
import linecache
from typing import NamedTuple, Optional

import numpy as np
import pytest
from lantern_staging import agrees, raises, refused, same, staged

from ag_notebook.staging.errors import AgNotebookError

V = np.arange(3.0)
M = np.arange(6.0).reshape(2, 3)


@dataclasses.dataclass
class Data:
    a: float


class Plain:
    def __init__(self, a):
        self.a = a


KINDS = {
    "a number": lambda x: x,
    "a bool": lambda x: x > 0,
    "an array": lambda x: x * V,
    "an array of Python's side": lambda x: V,
    "a scalar of NumPy's": lambda x: np.float64(1.0),
    "None": lambda x: None,
    "a text": lambda x: "a",
    "bytes": lambda x: b"a",
    "a tuple": lambda x: (x, 1, 2),
    "a list": lambda x: [x, 1, 2],
    "a tuple of constants": lambda x: (0.0, 1.0, 2.0),
    "a list with an array": lambda x: [V * x, 1],
    "an empty tuple": lambda x: (),
    "a dict": lambda x: {"a": x},
    "a dict of constants": lambda x: {"a": 1.0},
    "a range": lambda x: range(3),
    "a set": lambda x: {1.0},
    "a data class": lambda x: Data(x),
    "an object": lambda x: Plain(x),
    "a class": lambda x: float,
    "a complex number": lambda x: 1 + 0j,
    "a number or None": lambda x: x if x > 0 else None,
    "one of two texts": lambda x: "a" if x > 0 else "b",
    "a text or None": lambda x: "a" if x > 0 else None,
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("symbol", ["==", "!=", "in", "is"])
def test_no_pair_gives_a_wrong_value(symbol):
    """Each pair of kinds: the value or the exception of Python and NumPy, or a refusal; and most are not refused."""
    refusals = 0
    for left, right in itertools.product(KINDS, repeat=2):
        name = f"<{left} {symbol} {right}>"
        source = f"def run(x):\n    a, b = left(x), right(x)\n    return a {symbol} b\n"
        linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
        held = {"left": KINDS[left], "right": KINDS[right]}
        exec(compile(source, name, "exec"), held)
        made = staged(held["run"])
        for x in (1.0, -1.0):
            try:
                got = made(x)
            except AgNotebookError:
                refusals += 1
                continue
            except Exception as error:
                with pytest.raises(type(error)):
                    held["run"](x)
                continue
            want = held["run"](x)
            assert same(got, want), f"{name} of {x}: {got!r} instead of {want!r}"
    assert refusals < len(KINDS) ** 2  # of two calls for each pair


def test_arrays_and_what_is_none():
    agrees(lambda x: (x == None, None != x, x == "a", b"a" == x, x == {}, x == Plain), (M,))  # noqa: E711
    agrees(
        lambda x: (x == [0.0, 4.0, 2.0], (0.0, 1.0, 5.0) != x, x == range(3), x[0] == [0, 1, x[0, 2]]), (M,)
    )
    refused(lambda x: x == (), V, code="AG318", at="==")
    refused(lambda x: x == ["a", None, 1], V, code="AG310", at="==")
    agrees(lambda x: (x == [1], x == (1,), np.float64(1) == [x, 2]), (1.0,), (np.float32(1),))


def test_classes_that_say_what_equals_them():
    refused(lambda x: x == fractions.Fraction(1, 2), 0.5, code="AG310", at="==")
    refused(lambda x: x == 1j, V, code="AG310", at="==")


def test_texts_that_may_lack():
    def run(f, g):
        y = "a" if f else None
        z = "a" if g else None
        return y is z, y is "b", y is None, y == z, y == "b", y == "a", y == None, y != z, y is not z  # noqa: E711, F632

    agrees(run, *itertools.product((True, False), repeat=2))


def test_numbers_and_bools_that_may_lack():
    def numbers(x, f, g):
        y = x if f else None
        z = x if g else None
        return y == z, y != z, y is None, y == 2, y != 2

    def bools(x, f, g):
        y = x > 0 if f else None
        z = x > 1 if g else None
        return y == z, y != z, y is z, y is True, y is not False

    flags = list(itertools.product((True, False), repeat=2))
    agrees(numbers, *((1.0, *pair) for pair in flags))
    agrees(bools, *((x, *pair) for x in (-1.0, 0.5, 1.5) for pair in flags))


def test_identity():
    agrees(lambda x: (x is x, (x, 1) is x, x is "a", x is not "a", (x > 0) is 1, x is np), (1.5,))  # noqa: F632

    def unbound(x, flag):
        if flag:
            y = x
        return y is None

    agrees(unbound, (1.0, True))
    assert isinstance(raises(unbound, 1.0, False)[0], UnboundLocalError)


def test_one_of_several():
    def run(x, flag):
        k = "a" if flag else ""
        return [k, x] == ["a", 1.0], [k, x] != ["a", 1.0], (k,) == ("",), bool(k), not k, k and "c", k or "d"

    agrees(run, (1.0, True), (1.0, False))


def test_keys():
    agrees(
        lambda x: ("a" in {"a": x}, "b" in {"a": x}, x in {1.0, 2.0}, x in {1: 2}, (x, 1) in {(1.0, 1)}),
        (1.0,),
    )
    for item in (lambda x: [x], lambda x: ({}, x), lambda x: x * V):
        assert isinstance(raises(lambda x: item(x) in {"a": x}, 1.0)[0], TypeError)
        assert isinstance(raises(lambda x: item(x) in {1.0}, 1.0)[0], TypeError)


class Box:
    size: int
    inner: Optional["Box"]

    def __init__(self, size, inner=None):
        self.size, self.inner = size, inner


class Sized(Box):
    def __eq__(self, other):
        return self.size == other.size if isinstance(other, Sized) else NotImplemented


class Odd(Box):
    def __ne__(self, other):
        return 7 if isinstance(other, int) else NotImplemented


class Pair(NamedTuple):
    a: float
    b: int


def test_records_that_say_what_equals_them():
    agrees(lambda a, b: (a == b, a != b, a in [b], b == a), (Sized(3), Sized(3)), (Sized(3), Sized(4)))
    agrees(lambda a, x: (a == x, a != x, x == a, a == "a", a in [x], [a] == [x]), (Sized(3), 3))
    agrees(lambda a: (a != 3, 3 != a), (Odd(3),))
    agrees(lambda p: (p == (1.0, 2), p == (1.0, 3), p != (1.0, 2)), (Pair(1.0, 2),))


def test_records_of_which_nothing_is_said():
    agrees(lambda b: (b == 1, b in [1], b == "a", b != 1.5, 1 == b, [b] == [1], b == None), (Box(3),))  # noqa: E711
    refused(lambda a, b: a == b, Box(3), Box(3), code="AG310", at="==")
    refused(lambda a: a != a.inner, Odd(3), code="AG310", at="!=")


def test_identity_of_records():
    agrees(lambda a, x: (a is x, a is a, a is not x, a is None), (Sized(3), 2.0))
    refused(lambda a, b: a is b, Sized(3), Sized(3), code="AG310", at=" is ")
