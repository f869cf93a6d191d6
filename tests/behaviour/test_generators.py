"""Compares generators with Python's; a staged test inside one is refused."""


def test_generator_decided_by_python(check):
    def run(x):
        def odd_steps(n):
            for i in range(n):
                if i % 2 == 1:
                    yield i * x

        total = 0
        for v in odd_steps(6):
            if v > 3:
                total += v
        return total

    check(run, (1,), (2,), (-1,))


def test_generator_with_state_and_send(check):
    def run(x):
        def running():
            total = 0
            while True:
                got = yield total
                total += got

        g = running()
        next(g)
        g.send(x)
        result = g.send(x * 2)
        if result > 10:
            result = 10
        return result

    check(run, (1,), (5,))


def test_yield_from_a_tree(check):
    def run(x):
        def leaves(tree):
            if isinstance(tree, tuple):
                for part in tree:
                    yield from leaves(part)
            else:
                yield tree + x

        return list(leaves((1, (2, (3,)))))

    check(run, (0,), (5,))


def test_generator_helper_computes_with_staged_ifs(check):
    def run(x):
        def clip(v):
            if v > 5:
                return 5
            return v

        def clipped(n):
            for i in range(n):
                yield clip(x + i)

        return sum(clipped(3))

    check(run, (1,), (4,), (9,))


def test_staged_test_in_a_generator_is_refused(check):
    def run(n):
        def countdown(k):
            while k > 0:
                yield k
                k -= 1

        total = 0
        for v in countdown(n):
            total += v
        return total

    check.refuses(run, (4,), at="while k > 0", says="enerator")


def test_staged_branch_around_a_yield_is_refused(check):
    def run(xs):
        def positive(v):
            if v > 0:
                yield v

        return sum(positive(xs))

    check.refuses(run, (4,), (-4,), at="if v > 0", says="enerator")


def test_staged_iterable_in_a_generator_is_refused(check):
    def run(xs):
        def doubled(items):
            for v in items:
                yield v * 2

        total = 0
        for d in doubled(xs):
            total += d
        return total

    check.refuses(run, ([1, 2, 3],), at="for v in items", says="enerator")
