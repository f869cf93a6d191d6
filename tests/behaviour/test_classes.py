"""Compares classes with Python's: methods, inheritance, properties, descriptors, operators, dataclasses."""

import collections
import dataclasses
import enum
import functools


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
