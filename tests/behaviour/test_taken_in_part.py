"""Compares iterators that a staged test leaves in part, and generators whose code has effects, with Python."""

from itertools import chain, groupby, islice, takewhile


def test_a_loop_left_then_list(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        s = 0
        for x in it:
            if x > n:
                break
            s += x
        return s, list(it)

    check.never_wrong(f, (2,), (0,), (9,))


def test_islice(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        return list(islice(it, n)), list(it)

    check.never_wrong(f, (2,), (0,), (9,))


def test_any_of_a_zip(check):
    def f(n):
        z = zip([1, 2], [n, 3])
        return any(a > b for a, b in z), list(z)

    check.never_wrong(f, (2,), (0,), (9,))


def test_under_a_zip(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        s = 0
        for x, y in zip(it, [5, 6, 7]):
            if x > n:
                break
            s += x * y
        for v in it:
            s += v
        return s

    check.never_wrong(f, (2,), (0,), (9,))


def test_a_generator_that_logs(check):
    def f(n):
        log = []

        def gen():
            for i in range(5):
                log.append(i)
                yield i

        s = 0
        for x in gen():
            if x > n:
                break
            s += x
        return s, log

    check.never_wrong(f, (2,), (0,), (9,))


def test_the_rest_of_a_generator(check):
    def f(n):
        def gen():
            for i in range(5):
                yield i

        g = gen()
        s = 0
        for x in g:
            if x > n:
                break
            s += x
        return s, next(g, None), sum(g)

    check.never_wrong(f, (2,), (0,), (9,))


def test_a_generator_that_prints_is_refused(check):
    def f(n):
        def gen():
            for i in range(5):
                print(i)
                _ = yield i

        s = 0
        for x in gen():
            if x > n:
                break
            s += x
        return s

    check.refuses(f, (2,), at="for x in gen", code="AG212")


class It:
    def __init__(self):
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i > 5:
            raise StopIteration
        return self.i


def test_an_iterator_of_the_users(check):
    def f(n):
        it = It()
        s = 0
        for x in it:
            if x > n:
                break
            s += x
        return s, it.i, sum(it)

    check.never_wrong(f, (2,), (0,), (9,))


def test_left_by_an_exception(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        s = 0
        try:
            for x in it:
                if x > n:
                    raise ValueError
                s += x
        except ValueError:
            s = -s
        return s, list(it)

    check.never_wrong(f, (2,), (0,), (9,))


def test_a_generator_expression_left_by_an_exception(check):
    def f(n):
        g = (v * 2 for v in [1, 2, 3, 4])
        s = 0
        try:
            for x in g:
                if x > n:
                    raise ValueError
                s += x
        except ValueError:
            s = -s
        return s, list(g)

    check.never_wrong(f, (2,), (0,), (9,))


def test_in_an_iterator(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        return n in it, list(it)

    check.never_wrong(f, (2,), (0,), (9,))


def test_all_of_an_iterator(check):
    def f(n):
        it = iter([n, 2, 3, 4])
        return all(it), list(it)

    check.never_wrong(f, (2,), (0,), (9,))


def test_next_in_a_branch(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        a = 0
        if n > 0:
            a = next(it)
        return a, list(it)

    check.never_wrong(f, (2,), (0,), (9,))


def test_groups_twice(check):
    def f(n):
        out = []
        for k, g in groupby([n, 3, 3, 4]):
            out.append((k, len(list(g)), len(list(g))))
        return out

    check.never_wrong(f, (2,), (3,), (9,))


def test_groups_kept(check):
    def f(n):
        gs = [(k, g) for k, g in groupby([n, 3, 3, 4])]
        return [(k, list(g)) for k, g in gs]

    check.never_wrong(f, (2,), (3,), (9,))


def test_takewhile(check):
    def f(n):
        it = iter([1, 2, 3, 4, 1])
        return list(takewhile(lambda v: v < n, it)), list(it)

    check.never_wrong(f, (2,), (0,), (9,))


def test_unpacked_after(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        for x in it:
            if x > n:
                break
        a, *b = it
        return a, b

    check.never_wrong(f, (2,), (0,))


def test_starred_after(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        for x in it:
            if x > n:
                break
        return [0, *it], (lambda *a: a)(*it)

    check.never_wrong(f, (2,), (0,))


def test_two_loops(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        for x in it:
            if x == n:
                break
        else:
            return -1
        for y in it:
            x += y
        return x

    check.never_wrong(f, (2,), (0,), (9,))


def test_enumerate_twice(check):
    def f(n):
        it = enumerate([1, 2, 3, 4])
        for i, x in it:
            if x == n:
                break
        for j, y in it:
            x += y * j
        return x

    check.never_wrong(f, (2,), (0,), (9,))


def test_items_of_a_dict(check):
    def f(n):
        it = iter({"a": 1, "b": 2, "c": 3}.items())
        for k, x in it:
            if x == n:
                break
        rest = {k: v for k, v in it}
        return x, rest

    check.never_wrong(f, (2,), (0,), (9,))


def test_held_by_an_object(check):
    class Box:
        pass

    def f(n):
        b = Box()
        b.it = iter([1, 2, 3, 4])
        for x in b.it:
            if x > n:
                break
        return x, max(b.it, default=0)

    check.never_wrong(f, (2,), (0,), (9,))


def test_left_by_a_helper(check):
    def f(n):
        def first(it, n):
            for x in it:
                if x > n:
                    return x
            return 0

        it = iter([1, 2, 3, 4])
        a = first(it, n)
        return a, first(it, 0)

    check.never_wrong(f, (2,), (0,), (9,))


def test_yield_from(check):
    def f(n):
        it = iter([1, 2, 3, 4])
        for x in it:
            if x > n:
                break

        def g():
            yield from it

        return x, sum(g())

    check.never_wrong(f, (2,), (0,), (9,))


def test_a_generator_with_a_tail(check):
    def f(n):
        log = []

        def gen():
            yield 1
            log.append(1)
            yield 2
            log.append(2)

        s = 0
        for x in gen():
            s += x
            if s > n:
                break
        return s, log

    check.never_wrong(f, (2,), (0,), (9,), (1,))


def test_a_generator_with_finally(check):
    def f(n):
        log = []

        def gen():
            try:
                yield 1
                yield 2
            finally:
                log.append(9)

        s = 0
        for x in gen():
            s += x
            if s > n:
                break
        return s, log

    check.never_wrong(f, (2,), (0,), (9,), (1,))


def test_under_a_chain(check):
    def f(n):
        it = iter([3, 4, 5])
        c = chain([1, 2], it)
        for x in c:
            if x > n:
                break
        return x, list(it)

    check.never_wrong(f, (2,), (4,), (9,), (1,))


def test_any_over_an_iterator(check):
    def f(n):
        it = iter([3, 4, 5])
        return any(v > n for v in it), list(it)

    check.never_wrong(f, (2,), (4,), (9,), (1,))


def test_any_of_a_map(check):
    def f(n):
        it = map(lambda v: v > n, [3, 4, 5])
        return any(it), list(it)

    check.never_wrong(f, (2,), (4,), (9,), (1,))


def test_a_log_that_both_write(check):
    def f(n):
        log = []

        def gen():
            for i in range(4):
                log.append(i)
                yield i

        s = 0
        for x in gen():
            log.append(-x)
            if x > n:
                break
            s += len(log)
        return s, log

    check.never_wrong(f, (2,), (0,), (9,), (-1,))


def test_a_counter_that_a_generator_moves(check):
    class Counter:
        def __init__(self):
            self.count = 0

        def numbers(self):
            while True:
                self.count += 1
                yield self.count

    def f(n):
        counter = Counter()
        s = 0
        for x in counter.numbers():
            if x * x > n or x > 6:
                break
            s += x
        return s, counter.count

    check(f, (2,), (0,), (9,), (100,))


def test_a_generator_that_binds_outside(check):
    def f(n):
        seen = 0

        def gen():
            nonlocal seen
            for i in range(4):
                seen += 1
                yield i

        found = [x for x in gen() if x > n]
        first = any(x > n for x in gen())
        return found, first, seen

    check(f, (2,), (0,), (9,), (-1,))


def test_a_map_with_effects(check):
    def f(n):
        seen = []

        def double(x):
            seen.append(x)
            return 2 * x

        for y in map(double, [1, 2, 3]):
            if y > n:
                break
        return y, seen

    check(f, (2,), (0,), (9,), (4,))


def test_a_generator_that_raises_later_is_refused(check):
    def f(n):
        def gen():
            _ = yield 1
            _ = yield 2
            raise ValueError("no more")

        s = 0
        for x in gen():
            s += x
            if s > n:
                break
        return s

    check.refuses(f, (2,), at="for x in gen", code="AG212")
