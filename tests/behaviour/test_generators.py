"""Compares generators with Python's: where the graph decides in one, the loop over it runs in its twin."""

from oracle import fails


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


def test_a_staged_loop_in_a_generator(check):
    def run(n):
        def countdown(k):
            while k > 0:
                yield k
                k -= 1

        total = 0
        for v in countdown(n):
            total += v
        return total

    check(run, (4,), (0,))


def test_a_staged_branch_around_a_yield(check):
    def run(xs):
        def positive(v):
            if v > 0:
                yield v

        return sum(positive(xs))

    check(run, (4,), (-4,))


def test_any_and_all_of_a_generator(check):
    def run(xs):
        def doubled(items):
            for v in items:
                yield v * 2

        return all(doubled(xs)), any(doubled(xs))

    check(run, ([1, 2, 3],), ([0, 2],))


def test_the_loop_ends_an_endless_generator(check):
    def run(n):
        def evens(k):
            i = 0
            while True:
                if i > k:
                    return
                if i % 2 == 0:
                    yield i
                i += 1

        total = 0
        for v in evens(n):
            if v > 10:
                break
            total += v
        else:
            total += 1000
        return total, v

    check(run, (4,), (20,))


def test_return_from_a_loop_over_a_generator(check):
    def run(n):
        def count(k):
            while True:
                yield k
                k += 3

        for v in count(n):
            if v % 7 == 0:
                return v

    check(run, (4,), (20,))


def test_enumerate_of_a_generator(check):
    def run(n):
        def down(k):
            while k > 0:
                yield k
                k //= 2

        out = 0
        for i, v in enumerate(down(n), 1):
            if v == 3:
                continue
            out += i * v
        return out

    check(run, (14,), (20,))


def test_yield_from_and_yield_without_value(check):
    def run(n):
        def down(k):
            while k > 0:
                yield k
                k //= 2

        def twice(k):
            yield from down(k)
            yield
            yield from (x * 2 for x in [1, 2])
            yield from down(k + 1)

        out = []
        for v in twice(n):
            if v is None:
                print("none")
            else:
                out.append(v)
        return out

    check(run, (14,), (20,))


def test_generator_methods(check):
    class Walk:
        def __init__(self, n):
            self.n, self.seen = n, 0

        def steps(self):
            n = self.n
            while n != 1:
                self.seen += 1
                yield n
                n = n // 2 if n % 2 == 0 else 3 * n + 1

        def __iter__(self):
            while self.n > 0:
                self.n -= 1
                yield self.n

    def run(n):
        w = Walk(n)
        m = max(w.steps())
        return m, w.seen, sum(Walk(n)), sum(v for v in Walk(n) if v % 2)

    check(run, (7,), (12,))


def test_generator_and_loop_write_one_variable(check):
    def run(n):
        log = []
        count = 0

        def gen(k):
            nonlocal count
            for i in range(k):
                count += 1
                log.append(i)
                if i % 2:
                    yield i

        total = 0
        for v in gen(n):
            total += v
            count += 10
        return total, count, log

    check(run, (5,), (0,))


def test_output_of_generator_and_loop_alternates(check):
    def run(n):
        def gen(k):
            print("start")
            while k > 0:
                print("before", k)
                yield k
                print("after", k)
                k -= 1
            print("end")

        for v in gen(n):
            if v == 2:
                break
            print("got", v)
        return v

    check(run, (4,), (1,))


def test_a_generator_is_used_up_once(check):
    def run(n):
        def gen(k):
            while k > 0:
                yield k
                k -= 1

        g = gen(n)
        a = sum(g)
        b = sum(g)
        return a, b, list(g)

    check(run, (4,), (1,))


def test_what_is_left_of_a_generator(check):
    def run(n):
        def gen(k):
            while k > 0:
                yield k
                k -= 1

        g = gen(5)
        for v in g:
            if v == 3:
                break
            n += v
        return n, list(g), next(gen(4))

    check(run, (4,), (1,))


def test_loops_over_generators_in_loops(check):
    def run(n):
        def gen(k):
            while k > 0:
                yield k
                k -= 1

        total = 0
        for a in gen(n):
            for b in gen(a):
                if b * 2 == a:
                    break
                total += a * b
        return total

    check(run, (4,), (1,))


def test_generators_under_staged_tests(check):
    def run(n):
        def gen(k):
            while k > 0:
                yield k
                k -= 1

        total = 0
        if n > 2:
            for v in gen(n):
                total += v
        while n > 0:
            total += sum(gen(n))
            n -= 1
        return total

    check(run, (4,), (1,))


def test_a_generator_from_outside_of_the_loop_is_refused(check):
    def run(n):
        def gen(k):
            while k > 0:
                yield k
                k -= 1

        g = gen(n)
        total = 0
        while n > 0:
            total += sum(g)
            n -= 1
        return total

    check.refuses(run, (4,), (1,), at="total", says="dvanced")


def test_the_fibonacci_numbers_up_to_a_bound(check):
    def run(limit):
        def fib():
            a, b = 0, 1
            while True:
                yield a
                a, b = b, a + b

        even = 0
        for f in fib():
            if f > limit:
                break
            if f % 2 == 0:
                even += f
        return even

    check(run, (40,), (1,))


def test_none_before_a_loop_over_a_generator(check):
    def run(n):
        def gen(k):
            while k > 0:
                yield k
                k -= 1

        best = None
        for v in gen(n):
            if best is None or v % 3 > best % 3:
                best = v
        return best

    check(run, (5,), (0,))


def test_a_recursive_generator(check):
    def run(n):
        def walk(t):
            if t is not None:
                yield from walk(t[0])
                if t[1] > 2:
                    yield t[1]
                yield from walk(t[2])

        tree = ((None, n, None), 4, ((None, n + 1, None), 1, None))
        return list(walk(tree)), sum(walk(tree))

    check(run, (5,), (0,))


def test_generator_and_loop_raise(check):
    def run(n):
        def gen(k):
            while k > 0:
                if k == 7:
                    raise ValueError("seven")
                yield k
                k -= 1

        total = 0
        for v in gen(n):
            if v == 5:
                raise KeyError("five")
            total += v
        return total

    check(run, (4,), fails(7), fails(6))


def test_a_try_that_holds_no_yield(check):
    def run(n):
        def gen(k):
            while k > 0:
                try:
                    r = 10 // (k - 2)
                except ZeroDivisionError:
                    r = -1
                yield r
                k -= 1

        return list(gen(n))

    check(run, (4,), (1,))


def test_two_generators_in_a_comprehension(check):
    def run(n):
        def gen(k):
            while k > 0:
                yield k
                k -= 1

        return [(a, b) for a in gen(n) for b in gen(a)]

    check(run, (4,), (1,))


def test_conditions_over_generators(check):
    def run(n):
        def gen(k):
            while k > 0:
                yield k
                k -= 1

        return [a * b for a in gen(n) for b in gen(n) if a < b], sum(
            a * b for a in gen(n) if a > 1 for b in gen(a)
        )

    check(run, (4,), (1,))


def test_builtins_of_a_generator(check):
    def run(xs):
        def doubled(items):
            for v in items:
                yield v * 2

        return sorted(doubled(xs), reverse=True)

    check(run, ([1, 2, 3],), ([0, 2],))


def test_a_generator_that_watches_its_yield_stays_python(check):
    def run(n):
        def watched(k):
            while k > 0:
                try:
                    yield k
                finally:
                    k -= 1

        return sum(watched(n))

    check.refuses(run, (4,), (1,), at="while k > 0", says="generator", code="AG210")


def test_a_generator_that_is_sent_values_stays_python(check):
    def run(xs):
        def running(items):
            total = 0
            for v in items:
                got = yield total
                total += v if got is None else got

        return list(running(xs))

    check.refuses(run, ([1, 2, 3],), at="for v in items", says="generator", code="AG211")


def test_next_of_a_generator_with_a_staged_test_is_refused(check):
    def run(n):
        def countdown(k):
            while k > 0:
                yield k
                k -= 1

        steps = countdown(n)
        return next(steps) + next(steps)

    check.refuses(run, (4,), (2,), at="while k > 0", says="generator", code="AG210")


def test_zip_of_a_generator_with_a_staged_test_is_refused(check):
    def run(n):
        def countdown(k):
            while k > 0:
                yield k
                k -= 1

        return [a + b for a, b in zip(countdown(n), [10, 20])]

    check.refuses(run, (4,), (1,), at="while k > 0", says="generator", code="AG210")


def test_what_a_staged_break_leaves_of_a_generator_is_refused(check):
    def run(n):
        def countdown(k):
            while k > 0:
                yield k
                k -= 1

        steps = countdown(n)
        for v in steps:
            if v < 3:
                break
        return sum(steps)

    check.refuses(run, (4,), (2,), at="sum", says="again", code="AG260")


def test_a_generator_prints_and_raises_as_far_as_the_loop_goes(check):
    def run(n):
        def gen():
            for i in range(3):
                print(i)
                yield i
            raise ValueError("no more")

        total = 0
        for v in gen():
            if v > n:
                break
            total += v
        return total

    check(run, (1,), (0,), fails(2))


def test_the_texts_of_a_generator_are_joined(check):
    def run(n):
        def countdown(k):
            while k > 0:
                yield str(k)
                k //= 2

        return ", ".join(countdown(n))

    check(run, (6,), (0,))


def test_a_generator_that_runs_another_for_each_item(check):
    def run(n):
        def below(k):
            while k > 0:
                yield k
                k -= 1

        def triangle(k):
            for i in range(k):
                yield from below(i)

        out = []
        for v in triangle(n):
            out.append(v)
        return out

    check(run, (4,), (1,))


def test_two_endless_generators(check):
    def run(n):
        def multiples(k):
            i = 0
            while True:
                yield i
                i += k

        for v in multiples(n):
            for w in multiples(n):
                if w * w > 20:
                    break
            if v + w > 30:
                return v, w

    check(run, (2,), (7,))
