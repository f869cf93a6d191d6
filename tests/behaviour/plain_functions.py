"""Small functions of many shapes, on plain values: what conversion must not change.

Each case is a function and the argument tuples to call it with. They are data for other tests: every
prefix of the pipeline, and every back end, must give what the function itself gives when Python runs it
(results, exception types, messages).
"""

from __future__ import annotations

import collections
import contextlib
import functools
from collections.abc import Callable
from typing import Any

CASES: list[tuple[Callable[..., Any], list[tuple[Any, ...]]]] = []


def case(*calls: tuple[Any, ...]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds a function to the cases."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        CASES.append((function, list(calls)))
        return function

    return add


# Jumps ------------------------------------------------------------------------------------------


@case(([1, 2, 3],), ([1, -1, 3],), ([],), ([5, 0, 1],))
def break_and_continue(xs):
    total = 0
    for x in xs:
        if x == 0:
            break
        if x < 0:
            continue
        total += x
    else:
        total += 100
    return total


@case((10, 3), (3, 10), (0, 0))
def while_else(n, stop):
    steps = 0
    while n > 0:
        if n == stop:
            break
        n -= 1
        steps += 1
    else:
        steps = -steps
    return n, steps


@case(([[1, 2], [3, 0, 4], [5]],), ([[1], [2]],), ([],))
def return_from_nested_loops(rows):
    seen = 0
    for row in rows:
        for x in row:
            if x == 0:
                return ("zero", seen)
            seen += x
    return ("none", seen)


@case(([[1, 2, 9], [3, 9, 4]],), ([[9]],))
def continue_outer_by_flag(rows):
    out = []
    for row in rows:
        skipped = False
        for x in row:
            if x == 9:
                skipped = True
                break
            out.append(x)
        else:
            out.append("full")
        if skipped:
            continue
        out.append("end")
    return out


@case((5,), (0,), (-3,))
def partial_returns(x):
    if x > 0:
        if x > 3:
            return "big"
        y = x
    else:
        y = -x
    y += 1
    return y


@case((0,), (1,), (2,), (3,))
def falls_off_the_end(x):
    if x == 1:
        return "one"
    elif x == 2:
        pass
    elif x == 3:
        return


@case((3,), (0,))
def while_true_return(n):
    while True:
        n += 1
        if n % 5 == 0:
            return n


@case(([3, 1, 0, 2],), ([1, 2],), ([],))
def break_in_try(xs):
    log = []
    for x in xs:
        try:
            if x == 0:
                break
            log.append(10 // x)
        finally:
            log.append("f")
    return log


@case(([3, 1, 0, 2],), ([1, 2],), ([],))
def continue_in_try(xs):
    log = []
    for x in xs:
        try:
            if x == 1:
                continue
            log.append(10 // x)
        except ZeroDivisionError as error:
            log.append(str(error))
            continue
        else:
            log.append("else")
        finally:
            log.append("f")
        log.append("end")
    return log


@case((1,), (0,), ("a",))
def return_in_try(x):
    log = []
    try:
        log.append("try")
        return 1 / x, log
    except ZeroDivisionError:
        log.append("zero")
        return "zero", log
    finally:
        log.append("finally")


@case((1,), (0,), ("a",))
def return_in_try_else(x):
    try:
        y = 10 // x
    except ZeroDivisionError:
        y = None
    except TypeError as error:
        return str(error)
    else:
        if y > 5:
            return "big"
        y += 1
    return y


@case((True,), (False,))
def return_in_try_skips_else(flag):
    log = []
    try:
        if flag:
            return log
    except ValueError:
        pass
    else:
        log.append("else")
    log.append("after")
    return log


@case((2,), (-2,))
def return_in_with(x):
    with contextlib.nullcontext(5) as five:
        if x > 0:
            return x + five
        x -= 1
    return x


@case(([1, 2, -1, 5],), ([],))
def jumps_in_with(xs):
    out = []
    for x in xs:
        with contextlib.nullcontext():
            if x == 2:
                continue
            if x < 0:
                break
            out.append(x)
        out.append("after")
    else:
        out.append("else")
    return out


@case(([3, 4],), ([1],), ([0],))
def for_else_returns(xs):
    for x in xs:
        if x == 3:
            return "three"
        if x == 1:
            break
    else:
        return "else"
    return "broke"


@case((4,), (0,))
def loop_else_with_outer_jump(n):
    out = []
    for i in range(n):
        for j in range(i):
            if j == 2:
                break
        else:
            if i == 1:
                continue
            out.append(("else", i))
        out.append(i)
    return out


@case((3,), (8,))
def nested_while_breaks(n):
    total = 0
    while True:
        k = 0
        while True:
            k += 1
            if k * k > n:
                break
        total += k
        n -= 1
        if n < 0:
            break
    return total


@case((7,))
def unreachable_code(x):
    for i in range(x):
        if i == 3:
            break
            x = 100
        continue
        x = 200
    return x, i
    x = 1


# Variables that may be unbound ------------------------------------------------------------------


@case((True,), (False,))
def unbound_after_if(flag):
    if flag:
        value = 1
    return value


@case((3,), (0,))
def unbound_after_loop(n):
    for i in range(n):
        last = i * 2
    return i, last


@case((True,), (False,))
def read_before_binding(flag):
    if flag:
        print(later)
    later = 1
    return later


@case((True,), (False,))
def deleted(flag):
    x = 1
    if flag:
        del x
    return x


@case((2,), (0,))
def deleted_in_loop(n):
    t = "start"
    for i in range(n):
        t = i
        u = t
        del u
    return t


@case((1,), (0,))
def unbound_counter(n):
    for _ in range(n):
        count += 1
    return n


@case((1,), (0,))
def unbound_in_branch_of_branch(x):
    if x:
        if x > 5:
            y = 1
        z = y
    else:
        z = 0
    return z


@case((True,), (False,))
def deleted_and_captured(flag):
    x = 1

    def get():
        return x

    if flag:
        x = 2
    before = get()
    del x
    x = 3
    return before, get()


@case((1,), (2,), (0,))
def handler_name_is_unbound(x):
    error = "none"
    try:
        if x == 1:
            raise ValueError("one")
        1 // x
    except ValueError as error:
        x = str(error)
    except ZeroDivisionError as error:
        x = repr(error)
        error = "kept"
    if x == 2:
        return x, error
    return x


@case((1,), (0,))
def handler_name_in_branch(x):
    error = 0
    if x:
        try:
            [][x]
        except IndexError as error:
            message = str(error)
        return message
    return error


# Closures ---------------------------------------------------------------------------------------


@case((3,))
def late_binding(n):
    functions = []
    for i in range(n):
        functions.append(lambda: i * 10)
    i = 7
    return [f() for f in functions]


@case((3,))
def default_binding(n):
    functions = []
    for i in range(n):
        functions.append(lambda x=1, *, i=i: i * x)
    return [f(2) for f in functions]


@case((5,))
def closure_sees_loop_state(n):
    total = 0

    def current():
        return total

    seen = []
    for i in range(n):
        total += i
        if total % 2 == 0:
            seen.append(current())
    return seen, current()


@case((4,))
def closure_writes_loop_state(n):
    total = 0

    def add(k):
        nonlocal total
        total += k

    while n > 0:
        add(n)
        n -= 1
        if n == 2:
            total *= 10
    return total


@case((3,))
def counter_factory(n):
    def make():
        count = 0

        def step(by=1):
            nonlocal count
            if by > 0:
                count += by
            return count

        return step

    a, b = make(), make()
    for _ in range(n):
        a()
        b(2)
    return a(0), b(0)


@case((True,), (False,))
def conditional_def(flag):
    if flag:

        def helper(x):
            return x + 1

    else:

        def helper(x):
            return x - 1

    return helper(10)


@case((5,), (1,))
def recursive_inner(n):
    def fact(k):
        if k <= 1:
            return 1
        return k * fact(k - 1)

    return fact(n)


@case((5,), (4,))
def mutually_recursive(n):
    def is_even(k):
        if k == 0:
            return True
        return is_odd(k - 1)

    def is_odd(k):
        if k == 0:
            return False
        return is_even(k - 1)

    return is_even(n)


@case((6,))
def recursive(n):
    if n < 2:
        return n
    return recursive(n - 1) + recursive(n - 2)


_COUNT = 0
_TABLE = [1, 2, 3]


@case((3,), (0,))
def global_written(n):
    global _COUNT
    _COUNT = 0
    for i in range(n):
        if i % 2 == 0:
            _COUNT += i
    return _COUNT


@case((3,))
def global_declared_inside(n):
    if n:
        global _COUNT
        _COUNT = n
    return _COUNT


@case((1,), (5,))
def global_items(i):
    _TABLE[0] = i
    try:
        _TABLE[i] += 1
    except IndexError as error:
        return str(error)
    return list(_TABLE)


def _adder(k, log=None):
    base = 10

    def add(x, y=2, *rest, scale=1, **more):
        if x > 0:
            return (x + y + k + base + sum(rest)) * scale, more
        return k

    return add


add_captured = _adder(5)
CASES.append((add_captured, [(1,), (1, 2, 3, 4), (-1,)]))
double_lambda = (lambda v: v * 2 if v > 0 else v), (lambda v: [w for w in range(v) if w])
CASES.append((double_lambda[0], [(3,), (-3,)]))
CASES.append((double_lambda[1], [(3,), (-3,)]))


# Assignments ------------------------------------------------------------------------------------


@case(([1, 2, 3], 1), ({"a": 1}, "a"), ((1, 2), 0))
def item_write(xs, i):
    alias = xs
    xs[i] = 5
    xs[i] += 1
    return xs, alias is xs


@case((3,))
def order_of_item_write(n):
    log = []

    def note(x):
        log.append(x)
        return x

    d = {}
    d[note("key")] = note("value")
    [d, d][note(0)][note("k")] = note("v")
    d[note("key")] += "x" + note("!")
    return d, log


@case(([1, 2, 3],))
def swap(xs):
    xs[0], xs[2] = xs[2], xs[0]
    i, xs[i] = 1, 50
    return xs


@case(([1, 2, 3, 4],))
def starred(xs):
    first, *middle, last = xs
    (a, b), *c = [(1, 2), 3, 4]
    for k, (u, *v) in enumerate([[1, 2, 3], "ab"]):
        a += k
    return first, middle, last, a, b, c, u, v


@case(([1, 2],), ([],), (5,))
def bad_unpack(xs):
    a, b = xs
    return a + b


class _Box:
    def __init__(self, value=0):
        self.value = value

    def __repr__(self):
        return f"Box({self.value!r})"


@case((3,), (-3,))
def attribute_writes(x):
    box, other = _Box(), _Box([])
    if x > 0:
        box.value = x
    else:
        box.value -= x
    other.value += [x]
    box.extra = other.first, box.second = 1, 2
    del box.second
    return box, other, box.extra, other.first, hasattr(box, "second")


@case((2,))
def targets_everywhere(n):
    box, xs = _Box(), [0, 0]
    for box.value in range(n):
        pass
    for xs[0], b in [(1, 2), (3, 4)]:
        b += 1
    with contextlib.nullcontext(9) as xs[1], contextlib.nullcontext(8) as box.other:
        n += 1
    return box, xs, b, n, box.other


@case((2,))
def chained_assignment(n):
    xs = [0, 0, 0]
    a = xs[1] = b = [n]
    a.append(1)
    c = d, e = (1, 2)
    return xs, a is b, c, d, e


@case(([1, 2],))
def in_place_is_in_place(xs):
    same = xs
    xs += [3]
    d = {"k": xs}
    d["k"] += [4]
    return same, xs is same


@case(([1, 2, 3, 4, 5],))
def slices(xs):
    xs[1:3] = ["a", "b", "c"]
    del xs[0], xs[-1:]
    xs[::2] = [xs[1:], xs[:2]]
    return xs[::-1], xs[1:-1:1]


@case((3,), (0,))
def annotated(n):
    total: int = 0
    items: list[int]
    items = []
    for i in range(n):
        square: "int" = i * i
        total += square
        items.append(square)
    return total, items


# Expressions ------------------------------------------------------------------------------------


@case((3,), (0,), (20,))
def chained_comparison(x):
    log = []

    def note(v):
        log.append(v)
        return v

    inside = 0 < note(x) < note(10) <= 10
    return inside, log, 1 < 2 < x != 3, [0 < note(v) < 3 for v in (1, 5)]


@case((3,), (0,), ([],))
def operands_are_returned(x):
    log = []

    def note(v):
        log.append(v)
        return v

    return (note(x) and note(5) and note(0)), (note(x) or note("") or note(7)), not x, log


@case((0,), (4,))
def lazy_sides(x):
    a = 10 // x if x else "none"
    b = x != 0 and 10 // x > 1
    return a, b, (x or 1) if b is not None else 1 // 0


@case((10,), (0,))
def walrus_in_while(n):
    steps = 0
    while (n := n // 2) > 0:
        steps += 1
        if steps == 3:
            continue
    else:
        steps += 100
    return n, steps


@case((0,), (3,))
def walrus_in_operands(x):
    if x and (y := x + 1) > 2:
        return y
    z = (w := x * 2) if x else (w := -1)
    t = [q := w, q + 1]
    return z, w, t, q


@case(([1, 2, 3],), ([],))
def walrus_in_comprehension(xs):
    total = 0
    sums = [total := total + x for x in xs]
    if any((hit := x) > 1 for x in xs):
        return sums, total, hit
    last = [(y := x) for x in xs]
    return sums, total, last, y


@case((5,), (0,))
def walrus_may_be_unbound(x):
    ok = x > 3 and (y := x)
    return ok, y


@case((3,), (0,))
def comprehensions(n):
    a = [i * j for i in range(n) for j in range(i) if i != j if j]
    b = {i % 2 for i in range(n)}
    c = {k: v for k, v in zip("abc", range(n))}
    d = [[x for x in range(i)] for i in range(n)]
    e = {i: [j for j in range(i) if j] for i in range(n)}
    return a, b, c, d, e, sum(i for i in range(n) if i), sorted({(x, y) for x in b for y in b})


@case((3,))
def comprehension_scope(x):
    y = [x for x in range(x)]
    z = [[y for y in y] for _ in y]
    return x, y, z


@case((4,))
def comprehension_in_odd_places(n):
    while any([k > 1 for k in range(n)]):
        n -= 1
    f = lambda m: [m * k for k in range(m)]  # noqa: E731
    for v in [k for k in f(n) if k]:
        n += v
    if [k for k in range(n)] and {k: k for k in range(2)}:
        n += 10
    return n, f(3), (lambda: {k for k in [1, 1]})()


@case((2,))
def generator_expressions(n):
    gen = (n * i for i in range(3))
    n = 5
    pairs = (a + b for a, b in [(1, 2), (3, 4)] if a)
    many = (x + y for x in range(2) for y in range(2) if x or y)
    return list(gen), list(pairs), list(many), type(gen).__name__


@case((3,))
def generators(n):
    def count(k):
        i = 0
        while True:
            if i == k:
                return "done"
            got = yield i
            i += 1 if got is None else got

    def both(k):
        result = yield from count(k)
        yield result
        for x in range(k):
            if x == 1:
                continue
            yield x

    return list(both(n))


@case(("ab",), (3.14159,))
def texts(value):
    width = 8
    return f"{value!r:>{width}}|{value}|{{}}|{value!s:.2}", f"{width=}", f"{'nested ' + f'{width}'}", f"plain"


@case((2,), (0,))
def booleans_are_numbers(x):
    n = (x > 1) + (not x)
    n += x > 0
    return n, -(x > 1), (x > 1) * 3


@case((1,))
def conditional_lambda(x):
    f = (lambda v: v + 1) if x > 0 else (lambda v: v - 1)
    g = lambda *args, k=f, **kw: (args, k(1), kw)  # noqa: E731
    return f(x), g(1, 2, z=3)


# Patterns ---------------------------------------------------------------------------------------

_Point = collections.namedtuple("_Point", "x y")  # noqa: PYI024 - as users write it


@case((0,), (1,), (2,), ("s",), (None,), (True,), (99,))
def match_values(x):
    match x:
        case 0 | 1:
            r = "small"
        case "s":
            r = "text"
        case None:
            r = "none"
        case v if v == 99:
            r = ("v", v)
        case _:
            r = "other"
    return r


@case(([],), ([1],), ([1, 2],), ([1, 2, 3],), ((1, (2, 3)),), ("ab",), ({1: 2},))
def match_sequences(x):
    match x:
        case []:
            return "empty"
        case [one]:
            return ("one", one)
        case [1, (2, k) as pair]:
            return ("pair", k, pair)
        case [first, *_, last] if first != last:
            return ("ends", first, last)
    return "other"


@case(({},), ({"a": 1},), ({"a": 2, "b": 3},), ({"k": [0, 7]},), (5,))
def match_mappings(x):
    match x:
        case {"k": [0, inner]}:
            return inner
        case {"a": 1}:
            return "one"
        case {"a": a, **rest}:
            return a, rest
        case {}:
            return "some mapping"
        case _:
            return "no mapping"


@case((_Point(0, 1),), (_Point(2, 2),), (_Box([1, 2]),), (_Box(5),), (7,), ("t",), (1.5,))
def match_classes(x):
    match x:
        case _Point(0, y=y):
            return ("on axis", y)
        case _Point(a, b) if a == b:
            return ("diagonal", a)
        case _Box(value=[p, *q]):
            return ("box", p, q)
        case int(n) | str(n):
            return ("plain", n)
        case _Box() as box:
            return box.value
    return None


@case(([0, 5],), ([5, 0],), ([1, 1],))
def match_alternatives(x):
    match x:
        case [0, v] | [v, 0]:
            y = v
        case [v, w]:
            y = v + w
    return y, v


@case((5,), (1,))
def match_keeps_subject(x):
    match x:
        case x if x > 3:
            return ("big", x)
        case x:
            return ("small", x)


@case(([1, [2, 0], "stop", 5],))
def match_in_loop(xs):
    out = []
    for x in xs:
        match x:
            case "stop":
                break
            case [a, 0]:
                out.append(a)
                continue
            case int():
                out.append(x * 10)
        out.append("end")
    return out


# Calls and classes ------------------------------------------------------------------------------


@case((1, 2, 3))
def star_arguments(a, b, c):
    def inner(x, /, y, *rest, k=1, **more):
        return x, y, rest, k, more

    return inner(a, *[b, c]), inner(*(a, b), k=c, **{"z": 1}), inner(1, y=2)


@case((1,))
def wrong_arguments(a):
    def inner(x):
        return x

    return inner(a, a)


@case((4,))
def class_inside(n):
    class Base:
        factor = 2
        table = [k * 2 for k in range(3)]
        if factor > 1:
            label = "big" if factor == 2 else "huge"

        def __init__(self, v):
            self.__v = v

        def get(self, flag):
            if flag:
                return self.__v * self.factor
            return self.__secret()

        def __secret(self):
            return -self.__v

    class Kid(Base):
        def get(self, flag):
            r = [super(Kid, self).get(flag)]
            if flag:
                r.append(super().get(not flag))
            return r

        @classmethod
        def make(cls, v):
            return cls(v)

        @staticmethod
        def twice(v):
            return v * 2 if v else 0

        @property
        def doubled(self):
            return self.twice(self._Base__v)

    kid = Kid.make(n)
    return kid.get(True), kid.get(False), kid.doubled, Base.table, Base.label


class _Parent:
    def __repr__(self):
        return f"{type(self).__name__}({vars(self)})"

    def area(self, k):
        return k * 10


class _Child(_Parent):
    __hidden = 3

    def area(self, k):
        if k > 1:
            get = lambda: super(_Child, self).area(k)  # noqa: E731
            return super().area(k) + get() + self.__hidden
        self.__hidden += 1
        return self.__hidden


CASES.append((_Child.area, [(_Child(), 2), (_Child(), 1)]))


@case((3,))
def decorated_inside(n):
    def twice(f):
        @functools.wraps(f)
        def inner(*args, **kwargs):
            return f(*args, **kwargs) * 2

        return inner

    @twice
    @twice
    def g(x, k=n):
        """Doc."""
        if x > k:
            return x
        return k

    return g(1), g(5), g.__name__, g.__doc__


@case((5,), (-5,), (0,))
def raises(x):
    if x < 0:
        raise ValueError(f"negative {x}")
    if x == 0:
        raise KeyError
    assert x != 5, f"five {x}"
    return x


@case((0,), (1,), (2,))
def exceptions(x):
    log = []
    try:
        try:
            if x == 0:
                raise ValueError("zero")
            log.append(1 // (x - 1))
        except ValueError as error:
            raise RuntimeError("outer") from error
        finally:
            log.append("finally")
    except RuntimeError as error:
        return str(error), repr(error.__cause__), log
    except (ZeroDivisionError, TypeError):
        try:
            raise
        except ZeroDivisionError as error:
            log.append(str(error))
    else:
        log.append("else")
    return log


@case((0,), (1,))
def state_at_exception(x):
    a = "start"
    try:
        for i in range(3):
            a = i
            if i == 1:
                b = "set"
                1 // x
    except ZeroDivisionError:
        return a, b, i
    return a, b


@case((0,), (1,))
def suppressed(x):
    a = 0
    with contextlib.suppress(ZeroDivisionError):
        while a < 3:
            a += 1
            if a == 2:
                1 // x
    return a


@case((2,))
def user_named_ag(ag):
    while ag < 10:
        ag = ag * 2 if ag else 1
    return ag


@case((2,))
def user_named_like_ours(result):
    items, iterable, if_true, did_break = [], 1, 2, 3
    for item in [items + [k] for k in range(result)]:
        if item:
            result += iterable
            break
    else:
        return if_true
    return result, did_break, item


@case((3,))
def loop_variable_changes(n):
    out = []
    for i in range(n):
        i *= 2
        out.append(i)
    else:
        i = -1
    return out, i


@case((3,), (0,))
def loop_of_loops(n):
    grid = []
    for i in range(n):
        row = []
        j = 0
        while j < n:
            if (i + j) % 2:
                j += 1
                continue
            row.append((i, j))
            j += 1
        if row:
            grid.append(row)
    return grid


@case(({"a": [1, 2]},))
def list_methods(d):
    d["a"].append(3)
    d["a"].extend([4])
    d["a"].insert(0, 0)
    popped = d["a"].pop(), d["a"].pop(0), d.pop("zz", "default")
    queue = collections.deque([1])
    queue.append(2)
    queue.extend([3])
    return d, popped, list(queue), queue.pop()


@case((None,), (3,))
def docstring_only(x):
    """Only this."""


@case((None,), (3,))
def docstring_first(x):
    """First this."""
    if x is None:
        return __name__
    return x


@case((1,), (0,))
def import_inside(x):
    if x:
        import math as m
        from os import path
    else:
        m = path = None
    return m and m.floor(2.5), path is None


@case((4,))
def async_inside(n):
    async def double(k):
        if k > 2:
            return k * 2
        return k

    async def total(k):
        s = 0
        for i in range(k):
            s += await double(i) if i else 0
            if s > 100 and await double(i):
                break
        return s, [await double(i) for i in range(k)]

    coroutine = total(n)
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value


@case((3,))
def ternary_chain(x):
    return "a" if x > 5 else "b" if x > 2 else "c"


@case(([3, 1, 2],), ([],))
def builtins_as_they_are(xs):
    return (
        sorted(xs, key=lambda v: -v),
        list(map(lambda v: v + 1, xs)),
        max(xs, default=None),
        [*enumerate(xs, 1)],
        dict(zip("abc", xs)),
        "-".join(str(x) for x in xs),
    )


@case((1, 2, 3), (5, 2, 0))
def bound_again_before_inner_state(n, a, b):
    c = 3
    if n < c:
        c = a
    elif a:
        return c
    if b != 2:
        c = 1
        for _ in range(2):
            b += c
    elif a > (c := n):
        b = c
    for _ in range(n):
        c += 1
    return a, b, c


@case((1,), (0,))
def nested_function_deletes(x):
    d = 1

    def drop():
        nonlocal d
        if x:
            del d

    def get():
        return d

    drop()
    if x:
        d = 5
    return get(), d


@case((1,), (3,), (0,))
def handler_name_and_finally(n):
    log = []
    error = None
    try:
        try:
            if n == 1:
                raise KeyError(n)
            1 // n
        except KeyError as error:
            log.append(str(error))
        finally:
            log.append("finally")
    except ZeroDivisionError:
        return log, error
    else:
        if n == 1:
            error = "unset"
    return log, error


@case((2,), (0,))
def comprehension_reads_unbound(n):
    if n:
        d = 3
    try:
        return [d + i for i in range(2) if i >= 0]
    except NameError:  # which kind of it depends on Python's version
        return "unbound"
