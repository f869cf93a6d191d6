"""Compares objects, numbers and exceptions of rarer kinds with Python's: `__new__`, cached properties, complex numbers."""

import dataclasses
import functools
import math
from typing import Any, NamedTuple

from oracle import fails


class Point(NamedTuple):
    x: Any
    y: Any


class Other:
    def __init__(self, v):
        self.v = v


class Made:
    def __new__(cls, v):
        if type(v) is str:
            return object.__new__(cls)
        return Other(v)

    def __init__(self, v):
        self.w = v


class Filled:
    def __new__(cls, v):
        self = super().__new__(cls)
        self.v = v
        return self


class Items(list):
    def __new__(cls, *args):
        return super().__new__(cls)


class Failure(Exception):
    pass


def test_objects_that_new_makes(check):
    def run(x):
        return Made(x).v, Made("a").w, Filled(x).v, list(Items([x, 1]))

    check(run, (3,), (-1,))


def test_exceptions_as_values(check):
    def run(x):
        return str(ValueError("a")), ValueError("a", x).args[1], Failure("b", 2).args

    check(run, (3,))


def test_attributes_of_the_chosen_object(check):
    def run(x):
        a, b = Other(1), Other(2)
        if x > 0:
            a.v += x
        else:
            b.v += x
        (a if x > 5 else b).v
        return a.v, b.v, (a if x > 5 else b).v

    check(run, (3,), (-1,), (9,))


def test_a_function_chosen_by_a_test_gets_an_attribute(check):
    def run(x):
        def f():
            pass

        def g():
            pass

        c = f if x > 0 else g
        c.tag = x
        return hasattr(f, "tag"), hasattr(g, "tag")

    check(run, (3,), (-1,))


def test_augmented_values_that_may_be_absent(check):
    def run(x):
        items, number = None, None
        if x > 0:
            items, number = [1], x
        items += [x]
        number += 1
        number -= 2
        number |= 1
        return items, number

    check(run, (3,), fails(-1, says="None is used" if check.staged else "NoneType"))


def test_data_classes_taken_apart(check):
    @dataclasses.dataclass
    class Record:
        a: int
        b: int = dataclasses.field(default=1, repr=False, compare=False)
        c: list = dataclasses.field(default_factory=list)

    @dataclasses.dataclass
    class Holder:
        p: Point
        o: object = None

    def run(x):
        y = None
        if x > 0:
            y = x
        record = Record(x, c=[x])
        held = dataclasses.asdict(Holder(Point(y, [1, x]), y)), dataclasses.astuple(Holder(Point(x, 1)))
        texts = str(Record(x)).rpartition(".")[2], f"{Record(x)!r}".rpartition(".")[2]
        return held, texts, dataclasses.asdict(record), dataclasses.astuple(record), Record(x) == Record(3, 5)

    check(run, (3,), (-1,), callbacks=True)


def test_hooks_that_ask_the_base(check):
    class Doubling:
        def __setattr__(self, name, value):
            object.__setattr__(self, name, value * 2)

        def __delattr__(self, name):
            super().__delattr__(name)

        def __getattribute__(self, name):
            return super().__getattribute__(name)

    class Cached:
        def __init__(self, v):
            self.v = v

        @functools.cached_property
        def double(self):
            return self.v * 2

    def run(x):
        d = Doubling()
        d.v = x
        if x > 0:
            d.v = 1
        d.z = 1
        del d.z
        c = Cached(x)
        return d.v, hasattr(d, "z"), object.__eq__(d, d), c.double, c.double, Cached.double.attrname

    check(run, (3,), (-1,))


def test_an_iterator_class_by_hand(check):
    class Counting:
        def __init__(self, step):
            self.n, self.step = 0, step

        def __iter__(self):
            return self

        def __next__(self):
            self.n += 1
            if self.n > 3:
                raise StopIteration
            return self.n * self.step

    def run(x):
        it = Counting(x)
        return next(it), next(it, 0), sum(it), next(it, -1)

    check(run, (3,), (-1,))


def test_lists_sorted_by_keywords_and_searched(check):
    def run(n):
        down, flags = [], []
        for i in range(n):
            down.append(-i)
            flags.append(i % 2)
        down.sort(reverse=True)
        first = down[0]
        down.sort(key=lambda v: -v)
        return first, down, flags.index(1), flags.count(0)

    check(run, (5,), (2,), fails(0, says="out of range"))


def test_functions_of_whole_numbers_want_ints(check):
    def whole(x):
        return math.gcd(x, 6)

    check(whole, (4,), (-9,), fails(2.5))


def test_negative_counts_of_shifts(check):
    def left(x):
        return x << 2, x >> 1, 1 << x, x << -1

    def right(x):
        return x >> -2

    check(left, fails(3))
    check(right, fails(3))


def test_complex_numbers_beside_others(check):
    def run(x, n):
        turned = 0j
        for i in range(n):
            turned = turned * 1j + x
        y = 1j
        if x > 5:
            y = complex(x)
        return x * 2j, x + 1j, abs(3 + 4j) + x, turned, y, n * 1j

    check(run, (3.0, 3), (9.0, 0))


def test_counted_numbers_beside_other_operands(check):
    class Money:
        def __init__(self, v):
            self.v = v

        def __radd__(self, other):
            return Money(self.v + other)

        def __rmul__(self, other):
            return Money(self.v * other)

    def run(n, text, words):
        s = 0
        for i in range(n):
            s += 1
        texts = text * s, s * text, "ab" * s, s * "ab", [w * n for w in words]
        return (s + Money(2)).v, (s * Money(2)).v, texts

    check(run, (2, "x", ["a", "b"]), (0, "y", ["c"]))


def test_a_counted_number_and_a_text_are_not_added(check):
    def run(n):
        s = 0
        for i in range(n):
            s += 1
        return s + "a"

    check(run, fails(3, says="unsupported operand"))


def test_both_branches_raise(check):
    def run(x):
        if x > 0:
            raise ValueError("a")
        else:
            raise KeyError(x)

    check(run, fails(3), fails(-1))


def test_tests_of_chosen_objects(check):
    def run(x):
        def f():
            return 1

        def g():
            return 2

        chosen = f if x > 0 else g
        items = [] if x > 0 else [1]
        return 1 if chosen else 0, 10 if not chosen else 20, 5 if items else 6

    check(run, (3,), (-1,))
