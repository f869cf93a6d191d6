"""Compares classes with Python's: methods, inheritance, properties, descriptors, operators, dataclasses."""

import collections
import dataclasses
import decimal
import enum
import fractions
import functools
import pathlib

import pytest
from oracle import fails


class Account:
    """State with methods that branch."""

    rate = 2

    def __init__(self, balance):
        self.balance = balance
        self.__moves = 0

    def deposit(self, amount):
        if amount > 0:
            self.balance = self.balance + amount
            self.__moves += 1
        return self

    def withdraw(self, amount):
        while amount > 0 and self.balance > 0:
            self.balance -= 1
            amount -= 1
            self.__moves += 1

    @property
    def moves(self):
        return self.__moves

    @property
    def doubled(self):
        return self.balance * 2 if self.balance > 5 else self.balance

    @doubled.setter
    def doubled(self, value):
        self.balance = value // 2

    @classmethod
    def opened(cls, amount):
        return cls(amount if amount > 0 else cls.rate)

    @staticmethod
    def fee(amount):
        if amount > 10:
            return 1
        return 0


class Savings(Account):
    """Overrides and calls its parent."""

    rate = 7

    def deposit(self, amount):
        if amount > 3:
            super().deposit(amount - self.fee(amount))
        else:
            super().deposit(amount)
        return self

    def __mine(self):
        return self.rate

    def bonus(self):
        return [super(Savings, self).fee(v) + self.__mine() for v in (5, 50)]


class Vector:
    """Operators that branch."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        if k > 10:
            k = 10
        return Vector(self.x * k, self.y * k)

    def __getitem__(self, i):
        return self.x if i == 0 else self.y

    def __len__(self):
        return 2

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __call__(self, f):
        return f(self.x) + f(self.y)

    def __iter__(self):
        yield self.x
        yield self.y


@dataclasses.dataclass
class Particle:
    """State that is replaced or changed."""

    place: object
    speed: object = 1
    hits: int = 0

    def bounce(self, wall):
        if self.place > wall:
            self.speed = -self.speed
            self.hits += 1


@dataclasses.dataclass(frozen=True)
class Pair:
    """State that cannot be changed."""

    low: object
    high: object


Span = collections.namedtuple("Span", ["start", "end"])  # noqa: PYI024


class Mode(enum.Enum):
    """Python values that pick code."""

    UP = 1
    DOWN = -1


def test_methods_that_change_self_in_loops(check):
    def run(xs):
        account = Account(3)
        for v in xs:
            if v > 0:
                account.deposit(v)
            else:
                account.withdraw(-v)
        return account.balance, account.moves

    check(run, ([5, -2, 1],), ([-9, 1],), ([],))


def test_inheritance_and_super(check):
    def run(x):
        account = Savings.opened(x)
        account.deposit(x).deposit(2)
        return account.balance, account.bonus(), Account.opened(-1).balance

    check(run, (2,), (20,), (-5,))


def test_property_read_and_written_in_a_branch(check):
    def run(x):
        account = Account(x)
        if account.doubled > 8:
            account.doubled = 100
        return account.balance, account.doubled

    check(run, (3,), (7,))


def test_operators(check):
    def run(a, b, n):
        v = Vector(a, b)
        total = Vector(0, 0)
        for _ in range(n):
            total = total + v * n
        return total.x, total[1], total == v, len(total)

    check(run, (1, 2, 3), (1, 2, 1), (5, 0, 12))


def test_callable_and_iterable_objects(check):
    def run(a, b):
        v = Vector(a, b)
        clipped = v(lambda c: c if c > 0 else 0)
        x, y = v
        return clipped, x - y, sum(v)

    check(run, (3, 4), (-3, 4))


def test_dataclass_replaced_in_a_loop(check):
    def run(n):
        pair = Pair(0, 10)
        while pair.low < pair.high:
            middle = (pair.low + pair.high) // 2
            if middle * middle < n:
                pair = Pair(middle + 1, pair.high)
            else:
                pair = dataclasses.replace(pair, high=middle)
        return pair

    check(run, (0,), (26,), (90,))


def test_dataclass_changed_by_its_method_in_a_loop(check):
    def run(n, wall):
        particle = Particle(0, 3)
        for _ in range(n):
            particle.place += particle.speed
            particle.bounce(wall)
            if particle.place < 0:
                break
        return particle

    check(run, (2, 5), (3, 5), (9, 4))


def test_named_tuple_state_with_replace(check):
    def run(xs):
        span = Span(0, 0)
        for v in xs:
            if v < span.start:
                span = span._replace(start=v)
            elif v > span.end:
                span = Span(span.start, v)
        return span, span.end - span.start

    check(run, ([3, -2, 5],), ([],))


def test_enum_picks_in_python(check):
    def run(x, mode):
        for _ in range(3):
            if mode is Mode.UP:
                x += mode.value
            elif mode == Mode.DOWN and x > 0:
                x += mode.value
        return x

    check(run, (2, Mode.UP), (2, Mode.DOWN), static=(1,))


def test_enum_chosen_by_a_staged_branch(check):
    def run(x):
        if x > 0:
            mode = Mode.UP
        else:
            mode = Mode.DOWN
        return 10 if mode is Mode.UP else 20

    check(run, (3,), (-3,))


def test_class_made_inside_with_closure(check):
    def run(x):
        step = 2

        class Walker:
            places = 0

            def walk(self, n):
                for _ in range(n):
                    if self.places < x:
                        self.places += step
                return self

        return Walker().walk(3).places + Walker().walk(x).places

    check(run, (1,), (4,))


def test_method_as_the_staged_function(check):
    def script(make, value):
        particle = Particle(value(9), value(2))
        bounce = make(particle.bounce)
        bounce(value(10))
        first = particle.speed + 0
        bounce(value(3))
        return first, particle.speed, particle.hits

    check.script(script)


def test_objects_in_a_python_list(check):
    def run(x):
        particles = [Particle(0), Particle(5, 2), Particle(9, -1)]
        for particle in particles:
            if particle.place + x > 6:
                particle.hits += 1
                particle.speed = x
        return [p.hits for p in particles], particles[1].speed

    check(run, (0,), (3,), (8,))


def test_cached_property_and_class_attribute(check):
    def run(x):
        class Shape:
            scale = 3

            def __init__(self, side):
                self.side = side

            @functools.cached_property
            def area(self):
                return self.side * self.side * self.scale

        shape = Shape(x)
        if shape.area > 20:
            return shape.area - 20
        return shape.area

    check(run, (2,), (3,))


def test_descriptor(check):
    def run(x):
        class Clamped:
            def __set_name__(self, owner, name):
                self.name = "_" + name

            def __get__(self, obj, owner):
                return getattr(obj, self.name)

            def __set__(self, obj, value):
                if value > 10:
                    value = 10
                setattr(obj, self.name, value)

        class Tank:
            level = Clamped()

        tank = Tank()
        tank.level = x
        if x > 3:
            tank.level = tank.level + 5
        return tank.level

    check(run, (1,), (4,), (50,))


def test_context_manager_class(check):
    def run(x):
        class Scope:
            depth = 0

            def __enter__(self):
                self.depth += 1
                return self

            def __exit__(self, *exc):
                self.depth += 10
                return False

        scope = Scope()
        with scope as inner:
            if x > 0:
                x = x + inner.depth
        return x, scope.depth

    check(run, (3,), (-3,))


def test_linked_list_of_objects(check):
    def run(x):
        class Node:
            def __init__(self, value, rest):
                self.value, self.rest = value, rest

        chain = None
        for k in (1, 2, 3):
            chain = Node(k * x, chain)
        total = 0
        while chain is not None:
            if chain.value > 2:
                total += chain.value
            chain = chain.rest
        return total

    check(run, (1,), (5,), (-1,))


class CountingMeta(type):
    """Counts what is asked of its classes."""

    made = 0
    asked = 0

    def __call__(cls, *args):
        CountingMeta.made += 1
        made = super().__call__(*args)
        made.extra = 5
        return made

    def __getattr__(cls, name):
        if name.startswith("_"):
            raise AttributeError(name)
        CountingMeta.asked += 1
        return 3

    def __len__(cls):
        CountingMeta.asked += 1
        return 2

    def __add__(cls, other):
        CountingMeta.asked += 1
        return 5


class Counted(metaclass=CountingMeta):
    def __init__(self, v):
        self.v = v if v > 0 else -v


class WithNew:
    made = 0

    def __new__(cls, v):
        WithNew.made += 1
        made = super().__new__(cls)
        made.tag = v * 2 if v > 0 else 0
        return made

    def __init__(self, v):
        self.v = v

    def __class_getitem__(cls, item):
        WithNew.made += 1
        return item


def test_metaclass_and_new_are_converted(check):
    def by_metaclass(x):
        before = CountingMeta.made
        if x > 0:
            m = Counted(x)
            r = m.v + m.extra
        else:
            r = 0
        return r, CountingMeta.made - before

    def asked(x):
        before = CountingMeta.asked
        r = 0
        if x > 0:
            r = Counted.anything + len(Counted) + (Counted + 1)
        return r, CountingMeta.asked - before

    def by_new(x):
        before = WithNew.made
        if x > 0:
            r = WithNew(x).tag + WithNew[7]
        else:
            r = 1
        return r, WithNew.made - before

    def staged_in_new(x):
        return WithNew(x).tag + Counted(x).v

    for function in (by_metaclass, asked, by_new, staged_in_new):
        check(function, (3,), (-3,))


class Hooked:
    """Objects whose attribute hooks have effects."""

    def __init__(self):
        object.__setattr__(self, "writes", 0)
        object.__setattr__(self, "reads", 0)
        object.__setattr__(self, "v", 0)

    def __setattr__(self, name, value):
        object.__setattr__(self, "writes", self.writes + 1)
        super().__setattr__(name, value * 2)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        object.__setattr__(self, "reads", self.reads + 1)
        return len(name)

    def __delattr__(self, name):
        object.__setattr__(self, "v", 100)


class Watched:
    def __init__(self):
        self.n = 0

    def __getattribute__(self, name):
        if name == "probe":
            self.n = self.n + 1
            return 9
        return object.__getattribute__(self, name)


def test_attribute_hooks_in_a_branch(check):
    def hooks(x):
        h = Hooked()
        r = 0
        if x > 0:
            h.v = x
            r = h.hello
        if x > 5:
            del h.nothing
        return r, h.v, h.writes, h.reads

    def watched(x):
        w = Watched()
        r = w.probe if x > 0 else 0
        return r, w.n

    check(hooks, (3,), (-3,), (9,))
    check(watched, (3,), (-3,))


class Asked:
    """Counts how often Python asks it something."""

    def __init__(self):
        self.n = 0

    def answer(self, value):
        self.n += 1
        return value

    def __contains__(self, v):
        return self.answer(v > 2)

    def __len__(self):
        return self.answer(3)

    def __bool__(self):
        return self.answer(True)

    def __int__(self):
        return self.answer(4)

    def __index__(self):
        return self.answer(1)

    def __float__(self):
        return self.answer(1.5)

    def __hash__(self):
        return self.answer(4)

    def __str__(self):
        return self.answer("text")

    def __repr__(self):
        return self.answer("shown")

    def __format__(self, spec):
        return self.answer(f"[{spec}]")

    def __iter__(self):
        return self.answer(iter([1, 2]))

    def __reversed__(self):
        return self.answer(iter([2, 1]))

    def __round__(self, digits=0):
        return self.answer(7)

    def __divmod__(self, other):
        return self.answer((1, 2))

    def __eq__(self, other):
        return self.answer(True)


def unpacked(a):
    first, _ = a
    return first


ASKING = {
    "contains": lambda a: 1 if 3 in a else 2,
    "len": len,
    "test": lambda a: 1 if a else 2,
    "not": lambda a: 1 if not a else 2,
    "bool": lambda a: 1 if bool(a) else 2,
    "and": lambda a: 1 if (a and 1) else 2,
    "int": int,
    "index": lambda a: [1, 2][a],
    "float": lambda a: int(float(a)),
    "hash": lambda a: {a: 3}[a],
    "str": lambda a: len(str(a)),
    "repr": lambda a: len(repr(a)),
    "f-string": lambda a: len(f"{a}{a:x}{a!r}{a!s}"),
    "format": lambda a: len("{}".format(a)),  # noqa: UP032 - the method is under test
    "percent": lambda a: len("%s" % a),  # noqa: UP031 - the operator is under test
    "iter": lambda a: sum([v for v in a]),
    "list": lambda a: len(list(a)),
    "unpack": unpacked,
    "reversed": lambda a: list(reversed(a))[0],
    "round": round,
    "divmod": lambda a: divmod(a, 1)[0],
    "eq": lambda a: 1 if a == 3 else 0,
    "in a list": lambda a: 1 if a in [1, 2] else 0,
    "any": lambda a: 1 if any([a]) else 0,
}


@pytest.mark.parametrize("name", ASKING)
def test_what_python_asks_an_object_in_a_branch(check, name):
    asking = ASKING[name]

    def run(x):
        a = Asked()
        r = 0
        if x > 0:
            r = asking(a)
        return r, a.n

    check(run, (3,), (-3,))


class Level:
    """Objects whose answers are staged."""

    def __init__(self, v):
        self.v = v

    def __bool__(self):
        return self.v > 0

    def __len__(self):
        return self.v if self.v > 0 else 0

    def __int__(self):
        return self.v * 2

    def __contains__(self, k):
        return k < self.v

    def __str__(self):
        return "high" if self.v > 0 else "low"

    def __repr__(self):
        return f"Level({self.v})"

    def __format__(self, spec):
        return "HIGH" if self.v > 0 else f"LOW{spec}"


def test_objects_that_answer_with_staged_values(check):
    def decide(x):
        k = Level(x)
        a = 1 if k else 2
        if not k:
            a += 10
        if k and k.v > 1:
            a += 100
        return a, bool(k), 2 in k, 2 not in k

    def loop(x):
        k, n = Level(x), 0
        while k:
            k.v -= 1
            n += 1
        return n

    def numbers(x):
        return len(Level(x)), int(Level(x))

    def asserted(x):
        assert Level(x), "not positive"
        return 1

    def texts(x):
        k = Level(x)
        print("it is", k)
        return str(k), repr(k), f"{k}", f"{k:z}", f"{k!r}", f"{k!s:>6}"

    for function in (decide, loop, numbers):
        check(function, (3,), (1,), (-3,))
    check(asserted, (3,), fails(-3, says="not positive"))
    check(texts, (3,), (-3,), callbacks=True)


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class Plain:
    def __init__(self, a):
        self.a = a


@pytest.mark.parametrize("kind", [Slotted, Plain])
def test_attribute_that_one_path_has(check, kind):
    def missing(x):
        s = kind(x)
        if x > 0:
            s.b = 2
        return s.b + s.a

    def asked(x):
        s = kind(x)
        if x > 0:
            s.b = x
        r = s.b if hasattr(s, "b") else 5
        return r, hasattr(s, "b"), getattr(s, "b", -1)

    def deleted(x):
        s = kind(x)
        s.b = 4
        if x > 0:
            del s.b
        return hasattr(s, "b"), hasattr(s, "a"), s.a

    check(missing, (3,), fails(-3, says="object has no attribute 'b'"))
    check(asked, (3,), (-3,))
    check(deleted, (3,), (-3,))


class Finalized:
    def __del__(self):
        pass


def test_finalizer_in_a_branch_is_refused(check):
    def run(x):
        if x > 0:
            f = Finalized()
            del f
        return x

    check.refuses(run, (3,), (-3,), at="Finalized", code="AG231")


def test_cached_property_in_a_branch(check):
    class Report:
        def __init__(self, v):
            self.v, self.n = v, 0

        @functools.cached_property
        def total(self):
            self.n += 1
            return self.v * 2 if self.v > 1 else self.v

    def run(x):
        r = Report(x)
        total = 0
        if x > 0:
            total = r.total
        if x > 2:
            total += r.total
        return total, r.n

    check(run, (1,), (3,), (-3,))


class Outside:
    def __init__(self, v):
        self.v, self.n = v, 0

    @functools.cached_property
    def total(self):
        self.n += 1
        return self.v * 2 if self.v > 1 else self.v


def test_cached_property_of_a_class_outside(check):
    def run(x):
        r = Outside(x)
        total = r.total if x > 0 else 0
        return total, r.n

    check(run, (1,), (3,), (-3,))


def test_methods_called_through_their_class(check):
    def run(x):
        items, table = [], {"a": 1}
        if x > 0:
            list.append(items, x)
            dict.update(table, {"a": 2})
        return len(items), table["a"]

    check(run, (3,), (-3,))


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Tens:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError(i)
        return i * 10


class Sparse:
    def __getattr__(self, name):
        if name == "hello":
            return 4
        raise AttributeError(name)


def test_exceptions_by_which_methods_answer_python(check):
    def iterate(x):
        t = 0
        for v in Countdown(3):
            t += v * x
        if x > 0:
            t += sum(Countdown(4)) + list(Countdown(2))[0]
            for v in Tens():
                t += v
        numbers = Countdown(1)
        return t, next(numbers), next(numbers, 50)

    def look(x):
        a = Sparse()
        r = 0
        if x > 0:
            r = a.hello + (1 if hasattr(a, "nope") else 2) + getattr(a, "nope", 100)
        return r

    def fail(x):
        return Sparse().nope if x > 0 else 1

    def local(x):
        class Down:
            n = 3

            def __iter__(self):
                return self

            def __next__(self):
                if self.n == 0:
                    raise StopIteration
                self.n -= 1
                return self.n

        class Few:
            def __getitem__(self, i):
                if i > 2:
                    raise IndexError(i)
                return i

            @property
            def nothing(self):
                raise AttributeError("nothing")

        t = sum([v * x for v in Down()])
        if x > 0:
            for v in Few():
                t += v
        return t, hasattr(Few(), "nothing")

    for function in (iterate, look, local):
        check(function, (3,), (-3,))
    check(fail, (-3,), fails(3))


class Sometimes:
    """A property that there is for some values only."""

    def __init__(self, x):
        self.x = x

    @property
    def z(self):
        if self.x > 0:
            return self.x * 2
        raise AttributeError("no z")


class Otherwise(Sometimes):
    """What its property lacks, and all else, is asked of `__getattr__`."""

    def __getattr__(self, name):
        if name == "w" and self.x < 2:
            raise AttributeError(name)
        return self.x * 7


def test_a_property_that_may_be_missing(check):
    def with_default(x):
        return getattr(Sometimes(x), "z", 9)

    def asked(x):
        held = Sometimes(x)
        return held.z if hasattr(held, "z") else -1

    def in_a_python_loop(x):
        total = 0
        for _ in range(2):
            total += getattr(Sometimes(x), "z", 9)
        return total

    def another_hook(x):
        held = Otherwise(x)
        return held.z, getattr(held, "w", 1), hasattr(held, "w")

    def caught(x):
        try:
            return Sometimes(x).z
        except AttributeError:
            return -5

    for function in (with_default, asked, in_a_python_loop, another_hook, caught):
        check(function, (3,), (-2,), (5,))


def test_a_property_that_may_be_missing_in_staged_code_is_refused(check):
    def run(x):
        if x > 1:
            return getattr(Sometimes(x - 3), "z", 9)
        return 0

    check.refuses(run, (2,), at="raise AttributeError|if self.x", code="AG270")


class Whole(int):
    pass


class Tagged(int):
    def __init__(self, *_):
        self.tag = 7


class Ratio(float):
    pass


class Name(str):
    __slots__ = ()


class Raw(bytes):
    pass


class Corner(tuple):
    def __new__(cls, a, b):
        return tuple.__new__(cls, (a, b))


def test_values_of_the_users_subclasses_of_numbers_and_texts(check):
    def run(n):
        return Whole(5) + n, [Whole(6)], {"k": Ratio(1.5)}, (Name("a"), Raw(b"b"))

    def on_paths(n):
        whole, ratio, name = Whole(5), Ratio(0.5), Name("a")
        if n > 0:
            whole, ratio, name = Whole(6), Ratio(2.5), Name("b")
        return whole + 1, ratio * 2, name

    def kinds(n):
        return [type(v).__name__ for v in (Whole(5), Ratio(1.0), Name("a"), Raw(b"b"))], Tagged(3).tag + n

    check(run, (1,))
    check(on_paths, (1,), (-1,))
    check(kinds, (1,))


def test_they_keep_their_class_as_results(check):
    def run(n):
        return Whole(5), Ratio(1.5), Name("a"), Raw(b"b"), Corner(n, 1)

    kinds = [type(v) for v in check(run, (2,))[0]]
    assert kinds == [Whole, Ratio, Name, Raw, Corner]


def test_tuples_of_the_users_class_with_other_parameters(check):
    def run(n):
        corner = Corner(1, 2)
        if n > 0:
            corner = Corner(n, 4)
        for i in range(n):
            corner = Corner(corner[0] + i, corner[1])
        return corner

    check(run, (3,), (-3,))


def test_values_that_each_iteration_makes_are_refused(check):
    def fraction(n):
        value = fractions.Fraction(1, 3)
        for _ in range(n):
            value = value + 1
        return float(value)

    def decimal_number(n):
        value = decimal.Decimal("0.5")
        while n > 0:
            value, n = value + 1, n - 1
        return value > 2

    def path(n):
        value = pathlib.PurePath("a")
        for _ in range(n):
            value = value / "b"
        return str(value)

    if check.staged:
        for run in (fraction, decimal_number, path):
            check.refuses(run, (3,), at="for|while", code="AG238", says="each iteration makes")
    check(lambda n: float(fractions.Fraction(1, 3) + 1) + n, (3,))


class CallsObject(type):
    def __call__(cls, *args):
        made = super().__call__(*args)
        made.tag = 1
        return made


class CallsType(type):
    def __call__(cls, *args):
        made = type.__call__(cls, *args)
        made.tag = cls.step + 1
        return made


class OnlyOne(type):
    def __call__(cls):
        if cls.one is None:
            cls.one = super().__call__()
        return cls.one


def test_a_call_method_of_a_metaclass_that_makes_the_object(check):
    class Plain(metaclass=CallsObject):
        pass

    class Stepped(metaclass=CallsType):
        step = 2

        def __init__(self, v):
            self.v = v if v > 0 else -v

    class Single(metaclass=OnlyOne):
        one = None

    def run(n):
        made = Plain()
        made.n = n
        return made.tag, Stepped(n).v, Stepped(n).tag, made, Single() is Single()

    check(run, (3,), (-3,))
