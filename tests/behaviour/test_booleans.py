"""Compares `and`, `or`, `not` and truth values with Python's: lazy, and returning operands."""

import math

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import function


def test_guards_in_a_chain(check):
    def safe(xs, i):
        if i >= 0 and i < len(xs) and xs[i] != 0 and 100 // xs[i] > 5:
            return xs[i]
        return -1

    check(safe, ([0, 7, 50], 0), ([0, 7, 50], 1), ([0, 7, 50], 2), ([0, 7, 50], 9), ([0, 7], -1))


def test_mixed_chain_in_a_while(check):
    def walk(x, y):
        steps = 0
        while (x > 0 or y > 0) and not (x == y and steps > 3) and steps < 10:
            if x > y or (y % 2 == 0 and x > 0):
                x -= 1
            else:
                y -= 1
            steps += 1
        return x, y, steps

    check(walk, (3, 5), (9, 0), (0, 0), (6, 6))


def test_or_chain_gives_the_first_truthy_operand(check):
    def first_non_zero(a, b, c):
        return a or b or c

    check(first_non_zero, (0, 0, 7), (0, 5, 7), (3, 0, 0), (0, 0, 0))


def test_and_gives_the_deciding_operand(check):
    def last_if_all(a, b):
        return a and b, (a and b) + 1

    check(last_if_all, (0, 5), (3, 5), (3, 0))


def test_right_side_with_an_effect_runs_only_when_needed(check):
    def lazy(x):
        calls = []

        def costly(v):
            calls.append(v)
            return v > 2

        hit = x > 0 and costly(x)
        miss = x > 0 or costly(x)
        return hit, miss, len(calls)

    check(lazy, (3,), (1,), (-1,))


def test_python_left_operand_decides_alone(check):
    def optional(x, enabled):
        if enabled and x > 0:
            return x
        if not enabled or x < -5:
            return 0
        return -x

    check(optional, (3, True), (-3, True), (-9, True), (3, False), static=(1,))


def test_not_of_a_number(check):
    def zeros(xs):
        n = 0
        for v in xs:
            if not v:
                n += 1
            if not not v:
                n += 10
        return n, not n

    check(zeros, ([0, 3, 0],), ([1],))


def test_float_as_a_truth_value(check):
    def settle(x):
        rounds = 0
        while x:
            x = x - 0.25
            rounds += 1
        return rounds, 1 if x else 2

    check(settle, (1.0,), (0.0,))


def test_boolean_state_flips_in_a_loop(check):
    def parity(xs):
        odd = False
        changes = 0
        for v in xs:
            before = odd
            odd = odd != (v % 2 == 1)
            if before is not odd:
                changes += 1
        return odd, changes

    check(parity, ([1, 2, 3],), ([5],), ([2],))


def test_boolean_operators_on_bits(check):
    def flags(a, b):
        both = (a > 0) & (b > 0)
        one = (a > 0) ^ (b > 0)
        none = not (both | one)
        return both, one, none

    check(flags, (1, 1), (1, -1), (-1, -1))


def test_any_and_all_stop_early(check):
    def scan(xs):
        some = any(v > 3 for v in xs)
        every = all(v != 0 and 10 // v > 1 for v in xs)
        return some, every

    check(scan, ([1, 5],), ([0, 5],), ([1, 2],))


def test_conditional_expressions_in_a_row(check):
    def fizz(n):
        return "fizzbuzz" if n % 15 == 0 else "fizz" if n % 3 == 0 else "buzz" if n % 5 == 0 else "none"

    check(fizz, (30,), (9,), (10,), (7,))


def test_text_as_a_truth_value(check):
    def greeting(name):
        if not name:
            return "nobody"
        return name

    check(greeting, ("ann",), ("",))


def test_conditional_expression_with_guarded_operand(check):
    def inverse(xs):
        total = 0.0
        for v in xs:
            total += 1.0 / v if v != 0.0 else 10.0
        return total

    check(inverse, ([2.0, 0.0, 4.0],))


def test_list_as_a_guard(check):
    def rises(xs):
        seen = []
        n = 0
        for v in xs:
            if seen and seen[-1] < v:
                n += 1
            if not seen or v > 5:
                n += 10
            seen.append(v)
        return n

    check(rises, ([1, 2, 9],), ([7],), ([],))


def test_list_of_unknown_length_as_a_guard(check):
    def judge(x):
        kept = []
        if x > 0:
            kept.append(x)
        if kept and kept[-1] > 1:
            return 1
        return 2 if kept else 3

    check(judge, (2,), (1,), (-1,))


def test_bitwise_operators_of_a_flag_and_a_python_truth_value(check):
    def run(n, flag):
        a = flag ^ (1.25 >= 0.5)
        b = True | flag
        c = flag & (2 > 3)
        d = flag & 1
        seen = False
        if n > 0:
            flag ^= 1.25 >= 0.5
            seen |= n > 2
        return a, b, c, d, flag, seen, n & True

    check(run, (3, False), (3, True), (-3, True), (1, False))


def test_a_bool_beside_a_number_stays_a_bool(check):
    def f(xs, v):
        idx = False
        for i in range(len(xs)):
            if xs[i] == v:
                idx = i
        if idx is False:
            return -1
        return idx

    check.never_wrong(f, ([1, 2, 3], 9), ([1, 2, 3], 1))

    def g(x):
        r = False
        if x > 5:
            r = x
        return r

    check.never_wrong(g, (1,), (9,))

    def h(x):
        flags = [False] * 3
        flags[x] = 7
        return flags

    check.never_wrong(h, (1,), (2,))

    def k(x):
        return [True, x, 2][x]

    check.never_wrong(k, (1,), (2,), (0,))


NAN = math.nan
PAIRS = [(a, b) for a in (NAN, math.inf, 1.0) for b in (NAN, 1.0, 2.5)]


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">="])
def test_the_opposite_of_a_comparison_with_nan(check, sign):
    """TensorFlow's optimizer makes `x >= y` of `not x < y`: with NaN both are false."""

    def opposites(x, y):
        less = {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[sign]
        told = True
        if less:
            told = False
        return not less, less is False, told, 1 if not less else 2, less == False  # noqa: E712

    def until(x, y):
        n = 0
        while not x < y:
            n += 1
            x = x - 1.0
            if n > 4:
                break
        for _ in range(3):
            if not x >= y:
                n += 10
                x = x + 1.0
        return n

    check(opposites, *PAIRS)
    check(until, *PAIRS)


def test_masks_are_inverted():
    def inverted(x, y):
        return ~(x < y), ~~(x < y), (x < y) ^ (x > y), tf.boolean_mask(x, ~(x < y))

    arguments = tf.constant([NAN, 1.0, 2.0, 1.0]), tf.constant([1.0, NAN, 1.0, 3.0])
    for got, want in zip(function(inverted)(*arguments), inverted(*arguments), strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want)
    assert function(lambda x: x[~(x < 1.5)])(tf.constant([1.0, 2.0])).numpy().tolist() == [2.0]
    assert function(lambda x, y: ~(x < y))(tf.constant(1), tf.constant(2)).numpy() == np.False_
