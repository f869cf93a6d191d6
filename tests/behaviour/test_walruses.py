"""Compares `:=` in operands that may be skipped, and in comprehensions, with Python's."""


def test_in_either_operand_of_a_conditional_expression(check):
    def run(n):
        a = b = 0
        k = (a := n * 2) if n > 1 else (b := 7)
        return a, b, k

    check(run, (2,), (1,), (-1,))


def test_the_test_variable_itself_is_bound(check):
    def run(n):
        a = 0
        a = 3 if n < a else (n := a)
        return n, a

    check(run, (2,), (-1,))


def test_inside_a_larger_operand(check):
    def run(n):
        c = 0
        k = 1 + (c := n * 2) if n > 1 else 4
        return c, k

    check(run, (2,), (1,))


def test_after_and_or_and_in_a_chain(check):
    def run(n, x, flag):
        a = b = e = 0
        ok = flag and (a := n) > 1
        if n > 0 or (b := n + 1) > 0:
            b += 10
        chained = 0 < n < (e := n + 1) < x
        return a, b, e, ok, chained

    check(run, (2, 5.0, True), (-2, 0.5, True), (1, 2.5, False), (0, 1.0, False))


def test_in_a_loop_for_the_next_iteration(check):
    def run(n, xs, flag):
        a = 0
        for v in xs:
            a = 3 if n < a else (n := a)
            a += (n := v) if flag else 0
        return n, a

    check(run, (2, [5, 1, 3], True), (2, [5, 1, 3], False), (-2, [1, 1, 4], True))


def test_global_name(check):
    def run(n):
        global BOUND
        BOUND = 1
        k = (BOUND := n) if n > 0 else 0
        return BOUND, k

    check(run, (3,), (-3,))


def test_in_a_comprehension_in_a_branch(check):
    def run(n, xs):
        last = 0
        total = sum([(last := v) + 1 for v in xs]) if n > 0 else 0
        if n > 1:
            halves = [(last := v) * 2 for v in xs]
            total += len(halves)
        return last, total

    check(run, (2, [5, 2, 3]), (1, [5, 2, 3]), (-1, [5, 2, 3]))
