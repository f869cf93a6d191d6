"""Compares comparisons with Python's: chains, identity, membership, texts."""


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
