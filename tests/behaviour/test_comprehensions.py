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


def test_walrus_that_nobody_reads(check):
    def in_a_list(xs):
        return [v for v in xs if (t := v * 2) > 2]

    def in_a_set(xs):
        return len({v for v in [1, 2] if (t := v) > 1}) + xs[0]

    def in_a_dict(xs):
        return {k: v for k, v in [("a", 1), ("b", 2)] if (t := v) > 1}["b"] + xs[0]

    def in_a_loop(xs):
        total = 0
        for v in xs:
            ys = [w for w in range(3) if (t := w * v) > 2]
            total += len(ys)
        return total

    def in_an_assert(xs):
        assert len([v for v in xs if (t := v) > 0]) > 1, "too few"
        return 1

    def nested(xs):
        return [sum([w for w in xs if (t := w + v) > 3]) for v in xs]

    for function in (in_a_list, in_a_set, in_a_dict, in_a_loop, nested):
        check(function, ([1, 2, 3],), ([3, 1, 1],))
    check(in_an_assert, ([1, 2, 3],))


def test_walrus_in_a_generator_expression(check):
    def total(xs):
        return sum(t * 2 for v in xs if (t := v + 1) > 2)

    def last(xs):
        k = sum((t := v) for v in xs)
        return k, t

    def running(xs):
        t = 0
        k = max((t := t + v) for v in xs)
        return k, t

    def pairs(xs):
        return sum(a * b for a, b in zip(xs, xs) if (t := a + b) > 2)

    def nested(xs):
        return [sum((t := w * v) for w in xs) for v in xs], t

    for function in (total, last, running, pairs, nested):
        check(function, ([1, 2, 3],), ([5, 5, 1],))


def test_any_and_all_stop_before_a_walrus(check):
    def first(xs):
        found = any((hit := v) > 1 for v in xs)
        return found, hit

    def first_of_a_list(xs):
        found = all((hit := v) > 1 for v in [xs[0], xs[1]])
        return found, hit

    def counted(xs):
        seen = 0

        def small(v):
            nonlocal seen
            seen += 1
            return v < 2

        return all(small(v) for v in xs), seen

    def in_a_test(xs):
        if any((hit := v) > 1 for v in xs if v != 2):
            return hit
        return -1

    for function in (first, first_of_a_list, counted, in_a_test):
        check(function, ([1, 2, 3],), ([5, 0, 1],), ([0, 1, 0],))


def test_walrus_in_a_lambda(check):
    def skipped(x):
        f = lambda a: b if (a > 0 and (b := a) > 1) else 0  # noqa: E731
        b = 100
        return f(x) + b

    def comprehension(x):
        return (lambda a: len([a + i for i in range(3) if (q := a + i) > 3]) + q)(x)

    def defaults(x):
        fs = [lambda a, i=i: (b := a + i) * b for i in range(3)]
        return fs[0](x) + fs[2](x)

    def own_variable(x):
        t = 7
        g = lambda a: [(t := i + a) for i in range(2)]  # noqa: E731
        return g(x)[1] + t

    for function in (skipped, comprehension, defaults, own_variable):
        check(function, (3,), (1,), (-2,))


def test_walrus_in_a_generator_function(check):
    def run(x):
        def rows():
            t = 0
            yield sum((t := v) for v in range(3))
            yield t
            yield from [v for v in range(3) if (u := v) > 0]
            yield u

        return sum(list(rows())) + x

    check(run, (3,), (-3,))


def test_nested_function_that_binds_first(check):
    def run(x):
        def bind():
            nonlocal t
            if x > 0:
                t = 1

        bind()
        if x > 100:
            t = 0
        return t + x

    check(run, (3,), (101,))


def test_elements_are_evaluated_when_a_loop_asks_for_them(check):
    def run(xs):
        def shown(x):
            print("made", x)
            return x

        for v in (shown(x) for x in xs if x > 1):
            if v > 3:
                break
            print("used", v)
        return [v for v in (shown(x) for x in xs)]

    check(run, ([1, 2, 3],), ([4, 5],))


def test_a_generator_expression_is_lazy(check):
    def run(xs):
        log = []

        def made(v):
            log.append(v)
            return v

        by = 1
        named = (made(v) * by for v in xs)
        by = 10
        log.append(0)
        first = next(named)
        log.append(-1)
        rest = list(named)
        for i, v in enumerate(made(v) for v in xs):
            log.append(v * 10 + i)
        for v, w in zip((made(v) for v in xs), (made(-v) for v in xs)):
            log.append(v + w)
        return first, rest, log

    check(run, ([1, 2, 3],), ([4],))


def test_items_that_would_be_made_too_early_with_an_effect_are_refused(check):
    def run(xs):
        log = []

        def large(v):
            log.append(v)
            return v > 1

        for v in filter(large, xs):
            log.append(-v)
        return log

    def shown(xs):
        def large(v):
            print(v)
            return v > 1

        return next((v for v in xs if large(v)), 0)

    check.refuses(run, ([1, 2, 3],), at="for v in filter", says="has an effect", code="AG260")
    check.refuses(shown, ([1, 2, 3],), at="next", says="has an effect", code="AG260")


def test_what_a_loop_over_map_writes(check):
    def run(xs):
        total = 0
        for v in map(lambda v: v + 1, xs):
            xs[1] = 4
            total += v
        return total, xs

    check(run, ([1, 2, 3],), ([4, 5],))


def test_nested_loops_of_a_generator_expression_are_evaluated_in_order(check):
    def run(xs):
        log = []

        def made(v):
            log.append(v)
            return v

        total = sum(made(x) * made(-y) for x in xs for y in xs if made(10 * y) > 10)
        for v in (made(x + y) for x in xs if x > 1 for y in xs):
            log.append(v)
        return total, log

    check(run, ([1, 2],), ([3],))


def test_items_made_of_variables_that_change_are_refused(check):
    def named(xs):
        low = 0
        large = (v * 2 for v in xs if v > low)
        low = 2
        return list(large)

    def filtered(xs):
        low = 0
        for v in filter(lambda v: v > low, xs):
            low = v + 1
        return low

    def again(xs):
        low = 1
        large = (v for v in xs if v > low)
        first = next(large)
        return first, list(large), sum(v for v in filter(lambda v: v > low, xs))

    check.refuses(named, ([1, 2, 3],), at="list", says="changed since", code="AG260")
    check.refuses(filtered, ([1, 2, 3],), at="for v in filter", says="changed since", code="AG260")
    check(again, ([1, 2, 3],))
