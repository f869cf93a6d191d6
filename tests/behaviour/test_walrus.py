"""Compares `:=` in operands that may be skipped, in comprehensions and in tests."""

from oracle import fails


def test_both_sides_of_a_conditional_expression(check):
    def distance(x):
        r = (y := x - 3) if x > 3 else (y := 3 - x)
        return r, y

    check(distance, (5,), (1,))


def test_operand_binds_a_name_that_is_bound_already(check):
    def near(x):
        y = 1
        if (y := x) > 3 or (y := x + 10) > 12:
            return y
        return -y

    check(near, (5,), (1,), (3,))


def test_operands_in_a_loop(check):
    def gaps(xs):
        total = 0
        for x in xs:
            if (d := x - 2) > 0 or (d := 2 - x) > 1:
                total += d
        return total

    check(gaps, ([1, 2, 5, 0],), ([],))


def test_name_used_only_in_the_comprehension(check):
    def doubled(xs):
        return [y for x in xs if (y := x * 2) > 2]

    check(doubled, ([1, 2],), ([],))


def test_name_of_a_comprehension_read_after_it(check):
    def last(xs):
        ys = [(y := x * 2) for x in xs]
        return ys, y

    check(last, ([1, 2],), fails([], says="y"))


def test_comprehension_in_a_branch_binds_a_name(check):
    def pick(xs, f):
        y = 0
        if f > 0:
            ys = [(y := x * 2) for x in xs if x > 1]
        else:
            ys = [y + x for x in xs]
        return ys, y

    check(pick, ([1, 2, 3], 1), ([1, 2], 0), ([], 1))


def test_tests_of_an_if_chain(check):
    def chain(x):
        if (y := x * 2) > 4:
            z = y
        elif (y := y + 100) > 102:
            z = -y
        else:
            z = 0
        return y, z

    check(chain, (5,), (1,), (2,), (-50,))


def test_while_with_two_names(check):
    def prefix(xs):
        i = 0
        out = []
        while i < len(xs) and (v := xs[i]) != 0:
            out.append(v)
            i += 1
        return out, i

    check(prefix, ([1, 2, 0, 3],), ([],), ([0],))


def test_variable_that_only_a_nested_function_binds(check):
    def largest(xs):
        found: int

        def look(limit):
            nonlocal found
            for x in xs:
                if x > limit:
                    found = x

        look(2)
        return found

    check(largest, ([1, 5],), fails([1], says="found"), fails([], says="found"))
