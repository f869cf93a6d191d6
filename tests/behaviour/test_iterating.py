"""What is iterated over: `itertools`, generator expressions, iterators, and containers of the user's classes."""

from __future__ import annotations

import functools
import itertools
import math
import operator

import pytest
import tensorflow as tf
from oracle import fails


def gen_sum_two(n):
    return sum(i * j for i in range(n) for j in range(i))


def gen_next_default(xs):
    return next((v for v in xs if v > 2), -1)


def gen_max_pairs(xs):
    return max(a * b for i, a in enumerate(xs) for b in xs[i + 1 :])


def gen_list(xs):
    g = (v * 2 for v in xs)
    return list(g)


def gen_loop(xs):
    s = 0
    for v in (w * 2 for w in xs if w > 1):
        s += v
    return s


def join_gen(n):
    return ",".join(str(i) for i in range(n))


def accumulate_sum(xs):
    return list(itertools.accumulate(xs))


def accumulate_max(xs):
    return list(itertools.accumulate(xs, max))


def accumulate_loop(xs):
    s = 0
    for v in itertools.accumulate(xs, operator.mul):
        s += v
    return s


def chain_lists(a, b):
    s = 0
    for v in itertools.chain(a, b):
        s = s * 2 + v
    return s


def product_loop(a, b):
    s = 0
    for x, y in itertools.product(a, b):
        s += x * y
    return s


def product_ranges(n):
    return [(i, j) for i, j in itertools.product(range(n), range(2))]


def islice_list(xs):
    return [v for v in itertools.islice(xs, 2)]


def count_loop(n):
    for i in itertools.count(1):
        if i * i > n:
            break
    return i


def takewhile_sum(xs):
    return sum(itertools.takewhile(lambda v: v > 0, xs))


def groupby_runs(xs):
    return [k for k, g in itertools.groupby(xs)]


def pairwise_diffs(xs):
    return [b - a for a, b in itertools.pairwise(xs)]


def combos(xs):
    return sum(a * b for a, b in itertools.combinations(xs, 2))


def cycle_zip(xs):
    s = 0
    for v, w in zip(xs, itertools.cycle([1, -1])):
        s += v * w
    return s


def repeat_zip(xs):
    return [a * b for a, b in zip(xs, itertools.repeat(3))]


def starmap_pow(xs):
    return list(itertools.starmap(pow, [(v, 2) for v in xs]))


def zip_longest(a, b):
    return [x + y for x, y in itertools.zip_longest(a, b, fillvalue=0)]


def reduce_mul(xs):
    return functools.reduce(lambda a, b: a * b, xs, 1)


def reduce_noinit(xs):
    return functools.reduce(lambda a, b: a if a > b else b, xs)


def reduce_range(n):
    return functools.reduce(operator.add, range(n), 0)


def count_zip(xs):
    s = 0
    for i, v in zip(itertools.count(10, 2), xs):
        s += i * v
    return s


def repeat_until(n):
    k = 0
    for _ in itertools.repeat(None):
        if k * k > n:
            break
        k += 1
    return k


def cycle_until(n):
    s = 0
    for w in itertools.cycle([1, 2, 3]):
        if s > n:
            break
        s += w
    return s


def dict_zip(xs):
    d = dict(zip(["a", "b"], xs))
    return d["a"] - d["b"]


def dict_zip_comp(xs):
    d = {k: v for k, v in zip("ab", xs)}
    return d["a"] - d["b"]


def dict_enum_comp(xs):
    d = {i: v * v for i, v in enumerate(xs)}
    return d[1]


class Stack:
    def __init__(self):
        self.items = []

    def push(self, v):
        self.items.append(v)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)

    def __bool__(self):
        return len(self.items) > 0

    def __iter__(self):
        return iter(self.items)

    def __contains__(self, v):
        for w in self.items:
            if w == v:
                return True
        return False

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __delitem__(self, i):
        del self.items[i]

    def __reversed__(self):
        return reversed(self.items)

    def __eq__(self, o):
        return self.items == o.items

    __hash__ = None


class Lenny:
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)


def fill(xs):
    s = Stack()
    for v in xs:
        if v > 0:
            s.push(v)
    return s


def st_drain(xs):
    s = fill(xs)
    t_ = 0
    while s:
        t_ = t_ * 2 + s.pop()
    return t_


def st_len_while(xs):
    s = fill(xs)
    n = 0
    while len(s) > 1:
        s.pop()
        n += 1
    return n, len(s)


def st_if(xs):
    s = fill(xs)
    if not s:
        return -1
    if s and s[0] > 1:
        return s[0]
    return len(s) if s else 0


def st_in(xs, v):
    s = fill(xs)
    return v in s, v not in s, 1 if v in s else 0


def st_items(xs):
    s = fill(xs)
    s[0] = 10
    s[-1] += 5
    del s[0]
    return s.items


def st_rev(xs):
    s = fill(xs)
    return [v for v in reversed(s)], sum(s), max(s), sorted(s, reverse=True), list(enumerate(s))


def st_unpack(xs):
    s = fill(xs)
    a, b = s
    return a * b


def st_zip(xs):
    s = fill(xs)
    return [a * b for a, b in zip(s, xs)], any(v > 2 for v in s), all(s)


def lenny_truth(n):
    held = Lenny()
    for i in range(n):
        held.items.append(i)
    return 1 if held else 0, bool(held), not held


def st_eq(xs):
    a = fill(xs)
    b = fill(xs)
    return a == b


class Seq:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i * i


def seq_get(n):
    s = Seq(n)
    return s[1], len(s)


def seq_loop(n):
    s = 0
    for v in Seq(n):
        s += v
    return s


class Vec:
    def __init__(self, *xs):
        self.xs = xs

    def __iter__(self):
        return iter(self.xs)

    def __len__(self):
        return len(self.xs)

    def __add__(self, o):
        return Vec(*(a + b for a, b in zip(self, o)))

    def __mul__(self, k):
        return Vec(*[a * k for a in self])

    def __abs__(self):
        return math.sqrt(sum(a * a for a in self))

    def __neg__(self):
        return Vec(*[-a for a in self])


def vec_ops(x):
    v = Vec(x, 1.0)
    w = Vec(2.0, x)
    for _ in range(2):
        v = v + w * 2.0
    return list(v), abs(v), len(v), list(-v)


def vec_loop(n):
    v = Vec(1, 2)
    for _ in range(n):
        v = v + Vec(1, 1)
    a, b = v
    return a, b


class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def __setitem__(self, ij, v):
        i, j = ij
        self.rows[i][j] = v


def matrix_cls(n):
    m = Matrix([[0, 0], [0, 0]])
    for i in range(n):
        m[i % 2, 0] = m[i % 2, 0] + i
        m[0, 1] += 1
    return m.rows


def ds_zip_range(n):
    s = 0
    for i, v in zip(range(10), tf.data.Dataset.from_tensor_slices([1, 2, 3])):
        s += i * v
    return s


def ds_next_default(n):
    it = iter(tf.data.Dataset.range(2))
    s = tf.constant(0, tf.int64)
    for _ in range(n):
        s += next(it, tf.constant(100, tf.int64))
    return s


def ds_islice(n):
    s = tf.constant(0, tf.int64)
    for v in itertools.islice(tf.data.Dataset.range(6), 3):
        s += v
    return s


def iter_tensor(xs):
    it = iter(xs)
    first = next(it)
    s = first
    for v in it:
        s = s * 2 + v
    return s, next(it, -1)


def iter_while(xs):
    it = iter(xs)
    s = 0
    v = next(it, None)
    while v is not None:
        s += v
        v = next(it, None)
    return s


def iter_pairs(xs):
    it = iter(xs)
    return [a * b for a, b in zip(it, it)]


def iter_list(n):
    xs = []
    for i in range(n):
        xs.append(i)
    it = iter(xs)
    s = 0
    for v in it:
        if v == 2:
            break
        s += v
    return s, next(it, -1)


CASES = [
    (gen_sum_two, [(4,), (0,)], {}),
    (gen_next_default, [([1, 3, 5],), ([1],), ([],)], {}),
    (gen_max_pairs, [([1, 3, 5],), ([1, 2],)], {}),
    (gen_list, [([1, 3, 5],), ([],)], {}),
    (gen_loop, [([1, 3, 5],), ([],)], {}),
    (join_gen, [(3,), (0,), (1,)], {}),
    (accumulate_sum, [([1, 2, 3],), ([1],), ([],)], {}),
    (accumulate_max, [([1, 3, 2],), ([1],)], {}),
    (accumulate_loop, [([1, 3, 2],), ([],)], {}),
    (chain_lists, [([1, 2], [3]), ([], [1]), ([], [])], {}),
    (product_loop, [([1, 2], [3, 4]), ([], [1])], {}),
    (product_ranges, [(2,), (0,)], {}),
    (islice_list, [([1, 2, 3],), ([1],)], {}),
    (count_loop, [(10,), (0,)], {}),
    (takewhile_sum, [([1, 2, -1, 5],), ([],)], {}),
    (groupby_runs, [([1, 1, 2],), ([],)], {}),
    (pairwise_diffs, [([1, 4, 9],), ([1],)], {}),
    (combos, [([1, 4, 9],), ([1],)], {}),
    (cycle_zip, [([1, 4, 9],), ([],)], {}),
    (repeat_zip, [([1, 4, 9],), ([],)], {}),
    (starmap_pow, [([1, 4],), ([],)], {}),
    (zip_longest, [([1, 4], [1]), ([], [])], {}),
    (reduce_mul, [([1, 4, 2],), ([],)], {}),
    (reduce_noinit, [([1, 4, 2],), ([3],)], {}),
    (reduce_range, [(4,), (0,)], {}),
    (count_zip, [([1, 4, 2],), ([],)], {}),
    (repeat_until, [(10,), (0,)], {}),
    (cycle_until, [(10,), (0,)], {}),
    (dict_zip, [([5, 3],)], {}),
    (dict_zip_comp, [([5, 3],)], {}),
    (dict_enum_comp, [([5, 3],)], {}),
    (st_drain, [([1, -2, 3],), ([],)], {}),
    (st_len_while, [([1, -2, 3],), ([],)], {}),
    (st_if, [([1, -2, 3],), ([],), ([5],)], {}),
    (st_in, [([1, -2, 3], 3), ([], 1)], {}),
    (st_items, [([1, -2, 3],), ([1, 2, 3],)], {}),
    (st_rev, [([1, -2, 3],), ([1, 2, 3],)], {}),
    (st_unpack, [([1, -2, 3],)], {}),
    (st_zip, [([1, -2, 3],), ([],)], {}),
    (lenny_truth, [(2,), (0,)], {}),
    (st_eq, [([1, 2],), ([],)], {}),
    (seq_get, [(3,)], {}),
    (seq_loop, [(3,), (0,)], {}),
    (vec_ops, [(3.0,)], {}),
    (vec_loop, [(3,), (0,)], {}),
    (matrix_cls, [(3,), (0,)], {}),
    (ds_zip_range, [(2,)], {"eager": True}),
    (ds_next_default, [(3,), (0,), (2,)], {"eager": True}),
    (ds_islice, [(3,)], {"eager": True}),
    (iter_tensor, [([1, 2, 3],), ([1],)], {}),
    (iter_while, [([1, 2, 3],), ([],)], {}),
    (iter_pairs, [([1, 2, 3, 4],), ([1],)], {}),
    (iter_list, [(5,), (0,), (1,)], {}),
]


@pytest.mark.parametrize(
    ("run", "cases", "options"), CASES, ids=[f"{i}_{c[0].__name__}" for i, c in enumerate(CASES)]
)
def test_as_python(check, run, cases, options):
    if options.get("eager") and not check.staged:
        pytest.skip("eager TensorFlow is the original")
    check(run, *cases, callbacks=True, **options)


def test_an_iterator_of_a_class_that_ends_by_a_staged_test_is_refused(check):
    class Countdown:
        def __init__(self, n):
            self.n = n

        def __iter__(self):
            return self

        def __next__(self):
            if self.n <= 0:
                raise StopIteration
            self.n -= 1
            return self.n

    def run(n):
        s = 0
        for v in Countdown(n):
            s += v
        return s

    check.refuses(run, (3,), at="raise StopIteration|for v in Countdown", code="AG270")


def test_a_generator_without_end_is_refused(check):
    def naturals():
        i = 0
        while True:
            _ = yield i
            i += 1

    def run(n):
        for i in naturals():
            if i * i > n:
                break
        return i

    check.refuses(run, (10,), at="for i in naturals", code="AG212")


class UpTo:
    """A sequence of the old protocol: a loop asks for items until there is an `IndexError`."""

    def __init__(self, end, factor=2):
        self.end, self.factor = end, factor

    def __getitem__(self, index):
        if index >= self.end:
            raise IndexError(index)
        return index * self.factor


def test_a_sequence_without_iter_that_ends_in_python(check):
    def loop(x):
        total = 0
        for v in UpTo(3, x):
            if total > 6:
                break
            total += v
        return total

    def consumed(x):
        items = [9]
        items.extend(UpTo(2, x))
        first, *rest = UpTo(3, x)
        return list(UpTo(3, x)), sum(UpTo(3, x)), max(UpTo(3, x)), [*UpTo(2, x)], items, first, rest

    def item(x):
        try:
            return UpTo(5)[x]
        except IndexError:
            return -1

    for function in (loop, consumed, item):
        check(function, (3,), (-3,), (8,))


def ends_of_sequences():
    def comprehension(x):
        return [v for v in UpTo(x)]

    def made_list(x):
        return list(UpTo(x))

    def loop(x):
        total = 0
        for v in UpTo(x):
            total += v
        return total

    def starred(x):
        return [0, *UpTo(x)]

    def extended(x):
        items = [1]
        items.extend(UpTo(x))
        return items

    def in_a_branch(x):
        return sum(UpTo(x)) if x > 1 else 0

    def member(x):
        return 2 in UpTo(x)

    def following(x):
        return next((v for v in UpTo(x)), -1)

    return comprehension, made_list, loop, starred, extended, in_a_branch, member, following


@pytest.mark.parametrize("function", ends_of_sequences(), ids=lambda f: f.__name__)
def test_a_sequence_that_ends_by_a_staged_error_is_refused(check, function):
    check.refuses(function, (3,), (0,), at="raise IndexError|if index", code="AG270")


def test_islice_and_repeat_of_a_staged_number(check):
    def f(n):
        return list(itertools.islice([1, 2, 3], n))

    check(f, (2,), (0,), (5,), fails(-1))

    def g(n):
        return list(itertools.repeat(7, n))

    check(g, (2,), (0,))
