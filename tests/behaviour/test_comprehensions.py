"""Compares comprehensions and generator expressions with Python's."""


def test_filter_and_transform(check):
    def pick(xs, cut):
        return [v * 10 + cut for v in xs if v > cut if v % 2 == 1]

    check(pick, ([1, 3, 4, 5], 2), ([1], 5))


def test_nested_comprehension_over_python(check):
    def table(x):
        return [[x * i if i > j else -j for i in range(3)] for j in range(2)]

    check(table, (5,), (-1,))


def test_comprehension_inside_a_staged_loop(check):
    def total(xs):
        s = 0
        for v in xs:
            parts = [v * k for k in (1, 2, 3)]
            if parts[0] > 1:
                s += sum(parts)
        return s

    check(
        total,
        ([1, 2, 3],),
    )


def test_two_fors_over_python_with_a_staged_value(check):
    def mixed(x):
        pairs = [(i, j + x) for i in range(2) for j in range(3) if i != j]
        return sum(b for _, b in pairs), len(pairs)

    check(mixed, (1,), (10,))


def test_comprehension_variable_does_not_leak(check):
    def scoped(xs, v):
        doubled = [v * 2 for v in xs]
        return v, sum(doubled)

    check(scoped, ([1, 2], 50))


def test_dict_comprehension(check):
    def scores(x):
        d = {name: x * k if x > 0 else k for k, name in enumerate(["a", "b", "c"])}
        return d["a"], d["c"]

    check(scores, (4,), (-4,))


def test_generator_in_sum_and_max(check):
    def spread(xs):
        top = max(v * v for v in xs)
        low = min(v - 1 for v in xs)
        n = sum(1 for v in xs if v > 1)
        return top - low, n

    check(spread, ([3, -4, 1],), ([2],))


def test_comprehension_calls_a_converted_function(check):
    def clipped(xs):
        def clip(v):
            if v > 5:
                return 5
            while v < 0:
                v += 3
            return v

        return [clip(v) for v in xs]

    check(clipped, ([9, -4, 2],))


def test_comprehension_over_a_grown_list(check):
    def squares_of_even(n):
        evens = []
        for i in range(n):
            if i % 2 == 0:
                evens.append(i)
        return [e * e + len(evens) for e in evens]

    check(squares_of_even, (1,), (6,))


def test_walrus_in_a_comprehension(check):
    def differences(x):
        previous = x
        return [-previous + (previous := previous * k) for k in (2, 3)], previous

    check(differences, (1,), (5,))


def test_comprehension_over_zip_and_enumerate(check):
    def dot_parts(xs, ys):
        parts = [i * (a + b) for i, (a, b) in enumerate(zip(xs, ys))]
        return parts, sum(a * b for a, b in zip(xs, ys))

    check(dot_parts, ([1, 2, 3], [4, 5, 6]))


def test_comprehension_in_a_branch(check):
    def listed(xs, flag):
        if flag > 0:
            ys = [v + 1 for v in xs]
        else:
            ys = [0 for _ in xs]
        return ys

    check(listed, ([1, 2], 1), ([1, 2], -1))


def test_set_comprehension_of_python_values(check):
    def distinct(x):
        remainders = {k % 3 for k in range(7)}
        n = 0
        for r in sorted(remainders):
            if x > r:
                n += 1
        return n

    check(distinct, (0,), (2,), (9,))


def test_rows_of_a_matrix(check):
    def row_sums(m):
        return [sum(row) if row[0] > 0 else 0 for row in m]

    check(row_sums, ([[1, 2], [-1, 5], [3, 3]],))
