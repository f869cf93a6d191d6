"""Compares `return` with Python's: from loops, nested loops, `with`, `try`, and none at all."""

import contextlib
import types

import tensorflow as tf

from ag_notebook.staging import function


def test_return_from_two_nested_loops(check):
    def find_pair(xs, total):
        for i in range(len(xs)):
            for j in range(i + 1, len(xs)):
                if xs[i] + xs[j] == total:
                    return i, j
        return -1, -1

    check(find_pair, ([4, 1, 7, 3], 8), ([4, 1, 7, 3], 10), ([1, 2], 50))


def test_return_of_different_texts_from_a_loop(check):
    def verdict(xs):
        for v in xs:
            if v == 0:
                return "zero"
            if v > 9:
                return "big"
        return "plain"

    check(verdict, ([1, 0, 10],), ([1, 10, 0],), ([1],))


def test_return_in_a_while_true_in_a_branch(check):
    def order(x, modulus):
        if x > 1:
            power = x
            k = 1
            while True:
                if power == 1:
                    return k
                if k > modulus:
                    return 0
                power = power * x % modulus
                k += 1
        return -1

    check(order, (2, 7), (2, 4), (1, 7))


def test_return_without_value_in_a_loop(check):
    def only_small(xs):
        total = 0
        for v in xs:
            if v > 5:
                return
            total += v
        return total

    check(only_small, ([1, 2],), ([1, 9],))


def test_fall_off_the_end(check):
    def maybe(x):
        if x > 0:
            if x > 10:
                return "large"
            x = -x
        elif x == 0:
            return "nothing"

    check(maybe, (20,), (5,), (0,), (-1,))


def test_return_from_with_in_a_loop(check):
    def first_even(xs):
        for v in xs:
            with contextlib.nullcontext(v) as item:
                if item % 2 == 0:
                    return item
        return 0

    check(first_even, ([1, 4, 6],), ([1],))


def test_return_through_finally(check):
    def guarded(x):
        closed = []

        def body(v):
            try:
                if v > 0:
                    return v * 2
                v = v - 1
            finally:
                closed.append(1)
            return v

        return body(x), len(closed)

    check(guarded, (3,), (-3,))


def test_return_of_a_tuple_or_nested_tuple_per_path(check):
    def split(x):
        if x > 100:
            return (x // 100, x % 100), True
        if x < 0:
            return (0, -x), False
        return (0, x), True

    check(split, (345,), (-3,), (7,))


def test_return_in_else_of_a_loop(check):
    def prime(n):
        k = 2
        while k * k <= n:
            if n % k == 0:
                break
            k += 1
        else:
            return n > 1
        return False

    check(prime, (1,), (7,), (9,), (97,))


def test_return_from_the_middle_of_an_elif(check):
    def grade(points, late):
        if late:
            points -= 10
            if points < 0:
                return 0
        elif points > 90:
            return 5
        points += 1
        if points > 50:
            return 4
        return 1

    check(grade, (95, False), (95, True), (5, True), (30, False))


def test_return_in_unrolled_loop(check):
    def bucket(x):
        for name, top in (("low", 3), ("mid", 10)):
            if x < top:
                return name
        return "high"

    check(bucket, (1,), (5,), (50,))


def test_return_a_python_constant_among_tensors(check):
    def reciprocal_or_flag(x):
        for step in range(x):
            if step * step > x:
                return step
            if step == 7:
                return 1000
        return 0

    check(reciprocal_or_flag, (0,), (5,), (90,))


def test_return_of_float_or_int(check):
    def half(n):
        while n > 0:
            if n == 3:
                return 0.5
            n -= 2
        return n

    check(half, (7,), (8,))


def test_what_holds_staged_values_is_not_given_out(check):
    class Box:
        def __init__(self, v):
            self.v = v

        def get(self):
            return self.v

    def closure(n):
        def inner(k):
            return n + k

        return inner

    def in_a_dict(n):
        return {"n": n, "f": lambda: n}

    def attribute(n):
        box = Box(n)
        box.callback = lambda: n
        return box

    def method(n):
        box = Box(n)
        return box, box.get

    def slices(n):
        return [slice(n, None)]

    def bounds(n):
        return range(n)

    if check.staged:
        for run in (closure, in_a_dict, attribute, method, slices, bounds):
            check.refuses(run, (3,), at="def ", code="AG244")


def test_views_of_dicts_that_are_made_here_are_refused(check):
    class Box:
        pass

    def keys(n):
        made = {}
        made["n"] = n
        return made.keys()

    def items(n):
        return [{"n": n}.items()]

    def values(n):
        box = Box()
        box.values = {"n": n}.values()
        return box

    def proxy(n):
        return types.MappingProxyType({"n": n})

    def as_list(n):
        made = {}
        made["n"] = n
        return list(made.keys()), list(made.items())

    if check.staged:
        for run in (keys, items, values, proxy):
            check.refuses(run, (3,), at="def ", code="AG244")
    check(as_list, (3,))


def test_views_of_dicts_from_outside_are_given_out():
    outside = {"a": 1}

    @function
    def run(n):
        outside["a"] = n
        return outside.values()

    values = run(tf.constant(3))
    run(tf.constant(4))
    assert [int(value) for value in values] == [4]


def test_what_holds_itself_is_refused(check):
    class Box:
        pass

    def items(n):
        made = [n]
        made.append(made)
        return made

    def through_others(n):
        made = {"n": n}
        made["items"] = (1, [made])
        return made

    def box(n):
        made = Box()
        made.me = [made, n]
        return made

    if check.staged:
        for run in (items, through_others, box):
            check.refuses(run, (3,), at="def ", code="AG245")


def test_functions_that_hold_nothing_staged_are_given_out(check):
    def run(n):
        by = 3

        def scaled(v):
            return v * by

        return n, scaled(2), [scaled][0] is scaled

    check(run, (3,))


def test_what_only_a_return_ends_gives_a_value(check):
    def root(a):
        x = a
        while True:
            following = (x + a / x) / 2
            if abs(following - x) < 0.001:
                return following
            x = following

    def twice(a):
        return root(a) * 2

    check(root, (2.0,), (9.0,))
    check(twice, (2.0,))
