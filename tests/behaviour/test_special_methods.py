"""Compares what Python does by special methods of the user's classes: truth, length, membership, order, iteration."""

import dataclasses
import enum
import functools
import linecache
import operator
from typing import NamedTuple

from oracle import fails


class Stack:
    """Its list has contents that only the graph knows."""

    def __init__(self, items=()):
        self.items = list(items)

    def push(self, v):
        self.items.append(v)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)

    def __contains__(self, v):
        return v in self.items

    def __iter__(self):
        return iter(self.items)


class Interval:
    """True where it is not empty."""

    def __init__(self, lo, hi):
        self.lo, self.hi = lo, hi

    def __contains__(self, x):
        return self.lo <= x < self.hi

    def __bool__(self):
        return self.lo < self.hi

    def __and__(self, other):
        return Interval(max(self.lo, other.lo), min(self.hi, other.hi))

    def __or__(self, other):
        return Interval(min(self.lo, other.lo), max(self.hi, other.hi))

    def __len__(self):
        return self.hi - self.lo if self.hi > self.lo else 0


@functools.total_ordering
class Fraction:
    """Has operators, reflected ones, and an order that `functools` completes."""

    def __init__(self, n, d=1):
        if d == 0:
            raise ZeroDivisionError("d is zero")
        a, b = abs(n), abs(d)
        while b:
            a, b = b, a % b
        self.n, self.d = n // a, d // a

    def __add__(self, other):
        if not isinstance(other, Fraction):
            other = Fraction(other)
        return Fraction(self.n * other.d + other.n * self.d, self.d * other.d)

    __radd__ = __add__

    def __rsub__(self, other):
        return Fraction(other) + Fraction(-self.n, self.d)

    def __eq__(self, other):
        return self.n * other.d == other.n * self.d

    def __lt__(self, other):
        return self.n * other.d < other.n * self.d

    def __hash__(self):
        return 1


class Modular:
    """Conversions and operators that few classes have."""

    def __init__(self, v, m=7):
        self.v = v % m
        self.m = m

    def __eq__(self, other):
        return self.v == (other.v if isinstance(other, Modular) else other)

    def __hash__(self):
        return 1

    def __int__(self):
        return self.v

    def __lshift__(self, k):
        return Modular(self.v * 2**k, self.m)

    def __invert__(self):
        return Modular(-self.v, self.m)

    def __divmod__(self, other):
        return self.v // other, self.v % other

    def __round__(self, digits=0):
        return Modular(self.v + 1)


class Ring:
    """Items are written, read and deleted by a staged index."""

    def __init__(self, n):
        self.data = [0] * n
        self.pos = 0

    def __setitem__(self, i, v):
        self.data[i % len(self.data)] = v

    def __getitem__(self, i):
        return self.data[i % len(self.data)]

    def __delitem__(self, i):
        self.data[i % len(self.data)] = 0


class Checked:
    """A descriptor that refuses negative values."""

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return getattr(obj, self.name)

    def __set__(self, obj, v):
        if v < 0:
            raise ValueError(f"{self.name} must be >= 0")
        setattr(obj, self.name, v)


class Item:
    """Has descriptors and a cached property."""

    qty = Checked()
    price = Checked()

    def __init__(self, qty, price):
        self.qty = qty
        self.price = price

    @functools.cached_property
    def unit(self):
        return self.price if self.qty > 0 else 0


class Countdown:
    """Its own iterator."""

    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Recorder:
    """Every attribute access goes through it."""

    known = {"a": 1}

    def __init__(self, x):
        self.__dict__["x"] = x
        self.__dict__["log"] = []

    def __getattr__(self, name):
        if name in self.known:
            return self.known[name] * self.x
        raise AttributeError(name)

    def __setattr__(self, name, v):
        self.log.append(name)
        if v < 0:
            v = 0
        self.__dict__[name] = v


@dataclasses.dataclass(order=True)
class Version:
    """Compared by its fields."""

    major: int
    minor: int = 0


@dataclasses.dataclass
class Basket:
    """Checks and completes itself after it was made."""

    limit: int = 10
    items: list = dataclasses.field(default_factory=list)
    half: int = dataclasses.field(init=False, default=0)

    def __post_init__(self):
        if self.limit < 0:
            raise ValueError("limit")
        self.half = self.limit // 2 if self.limit > 2 else 0


@dataclasses.dataclass(frozen=True)
class Point:
    """Cannot be changed."""

    x: int
    y: int = 0


class Span(NamedTuple):
    """Ordered as a tuple."""

    lo: int
    hi: int


class Weight(enum.IntEnum):
    """Numbers with names."""

    LIGHT = 1
    HEAVY = 10

    @classmethod
    def of(cls, x):
        return cls.HEAVY if x > 5 else cls.LIGHT


class Permission(enum.Flag):
    """Members that are combined."""

    READ = 1
    WRITE = 2


class Status(enum.Enum):
    """Keys of a dict."""

    IDLE = "idle"
    BUSY = "busy"


def test_length_of_an_object_whose_list_grows(check):
    def rpn(codes):
        stack = Stack()
        for c in codes:
            if c >= 0:
                stack.push(c)
            elif len(stack) >= 2:
                b, a = stack.pop(), stack.pop()
                stack.push(a + b if c == -1 else a * b)
        if not stack:
            return -99
        return stack.pop()

    check(rpn, ([1, 2, -1, 3, -2],), ([],), ([-1],))


def test_loop_while_an_object_is_true(check):
    def digits(xs):
        stack = Stack()
        for x in xs:
            if x > 0:
                stack.push(x)
        total = 0
        while stack:
            total = total * 10 + stack.pop()
        return total

    check(digits, ([1, 2, 3],), ([],), ([-1],))


def test_membership_by_method_and_by_iteration(check):
    class Listed:
        def __init__(self, items):
            self.items = items

        def __iter__(self):
            return iter(self.items)

    def found(xs, v):
        stack = Stack([1, 2, 3])
        for x in xs:
            stack.push(x)
        listed = Listed([v, 4])
        return v in stack, v not in stack, 4 in listed, 5 not in listed

    check(found, ([5], 5), ([], 2), ([], 7), ([], 4))


def test_truth_decides_every_form(check):
    def overlap(a, b, x):
        i, j = Interval(a, a + 4), Interval(b, b + 4)
        both = i & j
        if both and x in both:
            return "in both"
        if x in i or x in j:
            return "in one"
        first = both or i | j
        return "in none" if x in first else "out"

    def forms(a, b):
        i = Interval(a, b)
        assert i or a > b, "empty"
        return len(i), bool(i), not i, (1 if i else 2), (i or Interval(0, 9)).hi

    check(overlap, (0, 2, 3), (0, 2, 1), (0, 9, 6), (0, 9, 20))
    check(forms, (1, 5), (5, 1), fails(2, 2, says="empty"))


def test_optional_object_that_has_a_truth_value(check):
    def last_interval(a, b, c):
        kept = None
        if c > 0:
            kept = Interval(a, b)
        if kept:
            return kept.hi
        return -1 if kept is None else 0

    check(last_interval, (1, 5, 1), (5, 1, 1), (1, 5, 0))


def test_operators_and_a_completed_order(check):
    def fractions(a, b):
        x = Fraction(a, b) + Fraction(1, 2)
        y = 1 - x
        least = min(x, y)
        return x >= y, x > y, x <= y, x != y, least.n, least.d

    check(fractions, (1, 2), (1, 4), (-1, 4), fails(1, 0))


def test_conversions_and_rare_operators(check):
    def rare(x):
        a = Modular(x)
        q, r = divmod(a, 4)
        return int(a), (a << 2).v, (~a).v, q, r, round(a).v, a == 5, 5 == a, x == a, a != 3

    check(rare, (5,), (0,), (10,))


def test_items_by_methods(check):
    def ring(xs):
        r = Ring(3)
        for x in xs:
            if x:
                r[r.pos] = x
                r.pos += 1
            else:
                del r[r.pos - 1]
        return r.data, r[4], r.pos

    check(ring, ([1, 2, 3, 4],), ([1, 0, 2],), ([],))


def test_descriptor_that_checks_and_a_cached_property(check):
    def bought(q, p):
        item = Item(q, p)
        if item.qty * item.price > 20:
            item.qty -= 1
        return item.qty, item.unit, item.unit

    check(bought, (2, 3), (5, 30), (0, 4), fails(-1, 2, says="_qty must be >= 0"))


def test_iterator_class(check):
    def count(k, x):
        total = 0
        for v in Countdown(k):
            if v == x:
                break
            total += v
        return total, list(Countdown(k)), sum(Countdown(k)), next(Countdown(0), x)

    check(count, (3, 1), (0, 1), (4, 9), static=(0,))


def test_iterator_class_with_a_staged_end_is_refused(check):
    def count(n):
        total = 0
        for v in Countdown(n):
            total += v
        return total

    check.refuses(count, (3,), at="raise StopIteration", code="AG270")


def test_attributes_by_methods(check):
    def record(x):
        t = Recorder(x)
        t.y = x - 2
        if x > 3:
            t.y = 7
        return t.a, t.y, t.log, hasattr(t, "zz"), getattr(t, "zz", -1)

    check(record, (1,), (5,))


def test_data_classes_compared_by_their_fields(check):
    def versions(a, b):
        v, w = Version(a, b), Version(1, 2)
        if v < w:
            return "old"
        if v == w:
            return "same"
        return "new" if v > w and v != w and max(v, w) == v else "?"

    def lists(a, b):
        return [Point(a), Point(b)] == [Point(1), Point(2)], Point(a) in [Point(b), Point(3)]

    check(versions, (1, 1), (1, 2), (2, 0), (0, 9))
    check(lists, (1, 2), (2, 2), (3, 1))


def test_data_class_made_inside(check):
    def inside(x):
        @dataclasses.dataclass
        class Local:
            v: int

            def __post_init__(self):
                if self.v > 3:
                    self.v = 3

        return Local(x).v, Local(x) == Local(2)

    check(inside, (5,), (2,))


def test_post_init_with_a_staged_test(check):
    def basket(limit):
        first = Basket(limit)
        second = dataclasses.replace(first, limit=limit + 1)
        return first.half, second.half, dataclasses.asdict(first)["limit"], dataclasses.astuple(second)

    check(basket, (10,), (1,), fails(-1))


def test_frozen_data_class_written_on_one_path(check):
    def write(x):
        p = Point(x)
        if x > 0:
            p.x = 2
        return p.x

    check(write, (-1,), fails(1))


def test_tuples_in_order(check):
    def ordered(a, b):
        x, y = (a, b), (b, a)
        return x < y, x <= y, min(x, y), max([x, y]), Span(a, b) < Span(1, 2)

    check(ordered, (1, 2), (2, 1), (1, 1))


def test_largest_object_by_a_staged_key(check):
    def heaviest(a):
        points = [Point(a, 1), Point(3, 2), Point(2 * a, 3)]
        top = max(points, key=lambda p: p.x)
        low = min(points, key=operator.attrgetter("x"))
        return top.y, low.y

    check(heaviest, (1,), (2,), (5,))


def test_number_enum_chosen_by_a_staged_test(check):
    def weigh(xs):
        total = 0
        for x in xs:
            w = Weight.of(x)
            total += w * x + int(w)
            if w == 10 and w > 5:
                total += 1
        return total

    check(weigh, ([1, 9],), ([],), ([6],))


def test_flag_and_enum_chosen_by_a_staged_test(check):
    def flags(x):
        p = Permission.READ
        if x > 0:
            p = p | Permission.WRITE
        return Permission.WRITE in p, bool(p & Permission.WRITE), p == Permission.READ

    def table(x):
        prices = {Status.IDLE: 1, Status.BUSY: x}
        s = Status.BUSY if x > 0 else Status.IDLE
        prices[s] += 10
        return prices[s] + len(s.value), prices[Status.IDLE], isinstance(s, Status)

    check(flags, (1,), (-1,))
    check(table, (3,), (-1,))


def test_what_an_optional_object_is(check):
    def kind(x):
        p = None
        if x > 0:
            p = Point(x)
        if isinstance(p, Point):
            return p.x
        return 0 if hasattr(p, "x") else -1

    check(kind, (3,), (-3,))


def test_number_of_a_range_is_an_int(check):
    def ints(n):
        total = 0
        for i in range(n):
            if isinstance(i, int):
                total += i
        return total

    check(ints, (4,), (0,))


def test_class_of_an_abstract_base(check):
    import abc

    class Shape(abc.ABC):
        def __init__(self, size):
            if size < 0:
                size = -size
            self.size = size

        @abc.abstractmethod
        def area(self): ...

    class Square(Shape):
        def area(self):
            return self.size * self.size if self.size > 1 else 0

    def area(size):
        return Square(size).area()

    check(area, (3,), (-3,), (1,))


def test_bound_method_of_a_list_kept_for_later(check):
    class Observer:
        def __init__(self):
            self.subscribers = []

        def notify(self, v):
            for f in self.subscribers:
                f(v)

    def observe(xs):
        o = Observer()
        history = []
        o.subscribers.append(history.append)
        for x in xs:
            if x > 0:
                o.notify(x)
        return history

    check(observe, ([1, -2, 3],), ([],), ([-1],))


def test_wrappers_of_the_standard_library(check):
    import contextlib

    class Depth(contextlib.ContextDecorator):
        now = 0

        def __enter__(self):
            Depth.now += 1

        def __exit__(self, *exc):
            Depth.now -= 1

    @Depth()
    def deep(x):
        return x + Depth.now if x > 0 else Depth.now

    @functools.singledispatch
    def area(shape, k):
        return k

    @area.register
    def _(shape: int, k):
        return shape * k if k > 0 else 0

    def run(x):
        return deep(x), area(2, x), area("text", x), Depth.now

    check(run, (2,), (-2,))


def test_extremes_of_what_is_only_iterated(check):
    def run(x):
        def numbers():
            yield x
            yield 2

        table = {"a": x, "b": 3}
        return max(numbers()), min(table.values()), any(v > 2 for v in numbers()), sum({1, 2}) + x

    check(run, (1,), (5,))


def test_copies_of_objects_that_hold_staged_values(check):
    import copy

    def run(x):
        first = {"p": Basket(x), "xs": [x, 1]}
        second = copy.deepcopy(first)
        third = copy.copy(first["p"])
        if x > 3:
            second["p"].limit = 0
            second["xs"][0] = 9
            third.limit = -1
        return first["p"].limit, first["xs"], second["p"].limit, second["xs"], third.limit

    check(run, (5,), (1,))


def test_optional_object_that_is_changed(check):
    def script(x):
        p = None
        if x > 0:
            p = Basket(x)
        if p is not None and p.limit > 5:
            p.limit = 5
        if p is not None:
            p.half += 1
        return (p.limit, p.half) if p is not None else (-1, -1)

    def best(xs):
        kept = None
        for x in xs:
            if kept is None:
                kept = Basket(x)
            elif x > kept.limit:
                kept.limit = x
        return -1 if kept is None else kept.limit

    check(script, (3,), (9,), (-3,))
    check(best, ([1, 5],), ([],))


def test_least_of_objects_of_different_classes(check):
    class Shape:
        def __init__(self, size):
            self.size = size

        def __lt__(self, other):
            return self.area() < other.area()

    class Square(Shape):
        def area(self):
            return self.size * self.size

    class Strip(Shape):
        def area(self):
            return self.size * 3

    def least(size):
        small = min([Square(size), Strip(size)])
        return small.area(), small.size, isinstance(small, Strip)

    check(least, (2,), (5,), (3,))


class _Vector:
    """Orders itself, and can be iterated."""

    def __init__(self, *parts):
        self.parts = parts

    def __iter__(self):
        return iter(self.parts)

    def __lt__(self, other):
        return sum(self.parts) < sum(other.parts)

    def __gt__(self, other):
        return sum(self.parts) > sum(other.parts)

    def __add__(self, other):
        return _Vector(*(a + b for a, b in zip(self, other, strict=True)))


@dataclasses.dataclass(order=True)
class _Job:
    priority: int
    name: str

    def __iter__(self):
        return iter((self.priority, self.name))


def test_extremes_of_objects_that_can_be_iterated(check):
    def pick(x):
        a, b = _Vector(x, 0), _Vector(0, 5)
        first = min(_Job(x, "a"), _Job(2, "b"))
        return (
            max(a, b).parts,
            min(a, b, key=lambda v: -v.parts[0]).parts,
            max(a, b, key=list).parts,
            first.name,
        )

    check(pick, (2,), (7,), (5,))


def test_extremes_of_one_object_are_of_its_items(check):
    def pick(x):
        v = _Vector(x, 4, 2)
        return max(v), min(v), max(v, key=lambda part: -part), sorted(v), sum(v, 1), max(iter([x, 3]))

    check(pick, (2,), (7,))


def test_starts_and_operands_are_not_iterated(check):
    def total(x):
        vectors = [_Vector(x, 1), _Vector(2, 2)]
        summed = sum(vectors, _Vector(0, 0))
        folded = functools.reduce(lambda a, b: a + b, vectors, _Vector(x, x))
        return summed.parts, folded.parts

    check(total, (3,), (-1,))


def test_a_class_of_a_namespace_without_a_name(check):
    """Python says of it that it is built in."""
    source = (
        "class Counted:\n"
        "    def __init__(self, v):\n        self.v = v\n"
        "    def __getitem__(self, i):\n        return self.v + i\n"
        "    def __contains__(self, other):\n        return other == self.v\n"
        "    def __bool__(self):\n        return self.v > 2\n"
        "    def __lt__(self, other):\n        return self.v < other.v\n"
        "    def __len__(self):\n        return 3\n"
        "def run(x):\n"
        "    c = Counted(x)\n"
        "    if c:\n        c.v = c.v + 1\n"
        "    return x in c, x not in c, len(c), c[1], min(c, Counted(3)).v, 1 if c else 2\n"
    )
    file = "<namespace-without-a-name>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = {}
    exec(compile(source, file, "exec"), names)
    check(names["run"], (1,), (3,))
