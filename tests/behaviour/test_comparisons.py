"""Compares comparisons with Python's: chains, identity, membership, texts."""

from oracle import fails


def test_chain_of_four(check):
    def sorted_quad(a, b, c, d):
        return a < b <= c < d, a == b != c

    check(sorted_quad, (1, 2, 2, 3), (1, 2, 1, 3), (1, 1, 2, 3))


def test_middle_of_a_chain_runs_once_in_a_loop(check):
    def count_calls(n):
        calls = 0

        def middle(v):
            nonlocal calls
            calls += 1
            return v * 2

        inside = 0
        for i in range(n):
            if 1 < middle(i) <= 6:
                inside += 1
        return inside, calls

    check(count_calls, (0,), (5,))


def test_chain_stops_at_the_first_false(check):
    def lazy(x):
        calls = 0

        def right():
            nonlocal calls
            calls += 1
            return 10

        ok = 0 < x < right()
        return ok, calls

    check(lazy, (5,), (-5,), (50,))


def test_membership_in_a_tensor_row(check):
    def shared(rows, v):
        n = 0
        for row in rows:
            if v in row:
                n += 1
            if v + 1 not in row:
                n += 10
        return n

    check(shared, ([[1, 2], [2, 3]], 2), ([[5, 6]], 1))


def test_membership_in_ranges_and_sets(check):
    def zone(x):
        if x in range(0, 20, 5):
            return "step"
        if x in {1, 2, 3}:
            return "small"
        if x not in (7, 8):
            return "other"
        return "pair"

    check(zone, (10,), (2,), (7,), (99,))


def test_membership_in_dict_keys(check):
    def known(code):
        table = {4: "four", 8: "eight"}
        if code in table:
            return table[code]
        return "?"

    check(known, (4,), (8,), (5,))


def test_texts_compared(check):
    def apply(op, x):
        if op == "neg" or op in ("minus", "sub"):
            return -x
        if op != "id":
            return 0
        return x

    check(apply, ("neg", 3), ("sub", 3), ("id", 3), ("?", 3))


def test_identity_of_flags(check):
    def toggles(xs):
        on = False
        n = 0
        for v in xs:
            if v == 1:
                on = True
            elif v == 2:
                on = False
            if on is True:
                n += 1
            if on is not False:
                n += 10
        return n

    check(toggles, ([0, 1, 0, 2, 0],), ([2],))


def test_identity_of_objects(check):
    def same(x):
        class Thing:
            pass

        a = Thing()
        b = Thing()
        c = a if x > 0 else a
        return c is a, a is b, c is not b

    check(same, (1,), (-1,))


def test_equality_of_tuples(check):
    def meet(x, y):
        goal = (3, 4)
        steps = 0
        while (x, y) != goal and steps < 5:
            if x < goal[0]:
                x += 1
            if y < goal[1]:
                y += 1
            steps += 1
        return steps, (x, y) == goal

    check(meet, (0, 0), (3, 4), (9, 9))


def test_ordering_against_a_number_that_becomes_a_float(check):
    def levels(i):
        level = 0
        n = 0
        for _ in range(i + 3):
            level += 0.5
            if level < i:
                n += 1
            elif level == i:
                n += 10
        return n, i <= level, level != i

    check(levels, (0,), (1,), (2,))


def test_bool_equals_int(check):
    def match(x, y):
        a = x > 0
        b = y > 0
        return a == b, (a != b) is True, a == True  # noqa: E712

    check(match, (1, 1), (1, -1), (-1, -1))


def test_nothing_staged_equals_none(check):
    def compare(x, word):
        n = 0
        for _ in range(2):
            if x == None or None == word:  # noqa: E711
                n += 1
            if word != None and x is not None:  # noqa: E711
                n += 10
        return n, x != None  # noqa: E711

    check(compare, (1, "a"), (0, ""))


def test_sequences_of_one_kind_and_of_two(check):
    def run(x):
        equal = (x, 1) == (3, 1), [x] == (x,), (x, 2) != (3, 1), [x, 1] == [3], (x,) == [3]
        nested = ((x, 1), 2) == ((3, 1), 2), ((x, 1), 2) < ((3, 1), 3), (x, 1) in [(3, 1)], None in [x]
        return equal, nested, (x, 1) < (3,), [x] < [x, 1], max((x, 1), (3, 0)), (x,) >= (3, 1)

    check(run, (3,), (2,), (1,))


def test_grown_lists_beside_other_sequences(check):
    def run(n):
        ys = []
        for i in range(n):
            ys.append(i)
        return ys == (0, 1), ys == [0, 1], ys != (0, 1), ys == 3, (0, 1) == ys

    check(run, (2,), (3,), (0,))


def test_grown_lists_have_no_order(check):
    def run(n):
        ys = []
        for i in range(n):
            ys.append(i)
        return ys < [0, 1, 5]

    check.refuses(run, (2,), at="ys <", says="whose length is staged cannot be put in order", code="AG221")


def test_two_chosen_objects(check):
    import enum

    class Color(enum.Enum):
        RED = 1
        BLUE = 2

    class Level(enum.IntEnum):
        LOW = 1
        HIGH = 2

    plain, other = object(), object()

    def run(x, y):
        a = Color.RED if x > 0 else Color.BLUE
        b = Color.RED if y > 0 else Color.BLUE
        f = len if x > 0 else str
        g = len if y > 0 else str
        c = Level.LOW if x > 0 else Level.HIGH
        d = plain if y > 0 else other
        levels = c < 2, 2 > c, c == Level.LOW, c <= x, x >= c
        return a is b, a == b, a is not b, f is g, f == g, levels, d == plain, d != plain

    check(run, (1, 1), (1, -1), (-1, 1), (-1, -1))


def test_a_value_that_may_be_absent(check):
    def maybe_none(x):
        y, pair = None, None
        if x > 0:
            y, pair = x, (x, 1)
        return y == None, y != None, y == 3, 3 == y, pair == (3, 1), pair is None  # noqa: E711

    def maybe_unbound(x):
        if x > 0:
            y = x
        return y == 3

    check(maybe_none, (3,), (1,), (-1,))
    check(maybe_unbound, (3,), (1,), fails(-1))


def test_ints_that_no_dtype_holds(check):
    def run(x):
        return x < 10**30, x == 10**30, x > -(10**30), -(10**30) < x, x > 10**30

    check(run, (3,), (3.5,))


def test_methods_that_leave_it_to_the_other(check):
    class Sized:
        def __init__(self, v):
            self.v = v

        def __eq__(self, other):
            return self.v == other.v if isinstance(other, Sized) else NotImplemented

        def __ne__(self, other):
            return self.v != other.v if isinstance(other, Sized) else NotImplemented

        def __lt__(self, other):
            return self.v < other.v if isinstance(other, Sized) else NotImplemented

    class Deferring(Sized):
        def __eq__(self, other):
            return NotImplemented

    def run(x):
        a, b = Sized(x), Sized(3)
        own = a == b, a != b, a < b, a > b, a == 3, [a, b] == [b], [a] == [b], (a, 1) != (b, 1), [a] < [b]
        return own, a in [b], b in (a, 1), a == Deferring(3), Deferring(x) == 3

    def unordered(x):
        return Sized(x) < 3

    check(run, (3,), (2,), (5,))
    check(unordered, fails(3, says="not supported between instances of"))


def test_not_equal_is_no_negation_of_equal(check):
    class Odd:
        """Equal to anything, and unequal as well."""

        def __init__(self, x):
            self.x = x

        __hash__ = None

        def __eq__(self, other):
            return self.x == self.x

        def __ne__(self, other):
            return self.x == self.x

        def __lt__(self, other):
            return self.x != self.x

        __ge__ = __lt__

    def compared(x):
        a, b = Odd(x), Odd(x + 1)
        return a == b, a != b, not a == b, not a != b, not a < b, not a >= b  # noqa: SIM201, SIM202

    check(compared, (1,), (2.5,))


def test_a_tensor_in_a_container_is_itself(check):
    def found(x):
        return [x] == [x], (x, 1) == (x, 1), {"x": x} == {"x": x}, x in [x], 2.0 in [x[0], x[1]]

    check(found, ([1.0, 2.0],), ([1.0, 3.0],))
