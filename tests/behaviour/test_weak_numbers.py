"""Checks that Python numbers take the type of what they meet, and tensors keep theirs."""

import tensorflow as tf


def test_int_becomes_float_in_an_inner_loop(check):
    def area(xs, n):
        total = 0
        for _ in range(n):
            for v in xs:
                total += v * 0.5
        return total

    (value, _) = check(area, ([1.0, 2.5], 3), ([1.0], 0))
    if check.staged:
        assert value.dtype == tf.float32


def test_int_becomes_float_under_a_branch_in_a_loop(check):
    def mean_positive(xs):
        total = 0
        n = 0
        for v in xs:
            if v > 0:
                total = total + v
                n += 1
        if n == 0:
            return 0
        return total / n

    check(mean_positive, ([1.5, -2.0, 4.0],), ([-1.0],))


def test_chain_of_promotions(check):
    def chain(n, x):
        a = b = c = 0
        for _ in range(n):
            c = b
            b = a
            a = a + x
        return a, b, c

    check(chain, (0, 0.5), (1, 0.5), (4, 0.5))


def test_int_and_float_branches(check):
    def rate(x):
        if x > 100:
            r = 1
        elif x > 10:
            r = 0.5
        else:
            r = 0
        return x * r

    check(rate, (200.0,), (20.0,), (2.0,))


def test_int_literal_meets_float_tensor_in_if_exp(check):
    def rectified(x):
        return 0 if x < 0 else x

    values = check(rectified, (2.5,), (-2.5,))
    if check.staged:
        assert [value.dtype for value in values] == [tf.float32, tf.float32]


def test_strong_int64_stays_int64(check):
    def total(n):
        s = tf.constant(0, tf.int64)
        step = 1
        for _ in tf.range(n):
            s += step
            step += 2
        return s

    check(total, (4,), (0,), eager=True)


def test_strong_float64_meets_literals(check):
    def series(n):
        x = tf.constant(1.0, tf.float64)
        total = 0
        k = 1
        while k <= n:
            total += x / tf.cast(k, tf.float64)
            k += 1
        return total

    check(series, (4,), (1,), eager=True)


def test_int32_overflow_is_tensorflows(check):
    def power(n):
        x = tf.constant(65536)
        for _ in tf.range(n):
            x = x * 3
        return x * x

    check(power, (3,), eager=True)


def test_true_division_of_ints(check):
    def halves(n):
        x = n / 2
        if x > 2.0:
            x = x / 2
        return x

    check(halves, (7,), (2,), eager=True)


def test_counting_true(check):
    def agreements(xs, ys):
        n = 0
        for x, y in zip(xs, ys):
            n += x == y
            n += (x > 0) + (not y > 0)
        return n

    check(agreements, ([1, 2, -3], [1, 0, -3]))


def test_float_literal_and_int_counter_in_one_while(check):
    def anneal(limit):
        heat = 8
        steps = 0
        while heat > limit:
            heat = heat * 0.5
            steps += 1
        return heat, steps

    check(anneal, (1,), (3,), (9,))


def test_float_state_stays_float_with_int_steps(check):
    def drift(n):
        x = 0.5
        for i in range(n):
            if i % 2 == 0:
                x = x + 1
            else:
                x = x - i
        return x

    check(drift, (0,), (4,))


def test_int_attribute_becomes_float(check):
    class Meter:
        total = 0

    def measure(xs):
        meter = Meter()
        for v in xs:
            if v > 1:
                meter.total += v
        return meter.total

    check(measure, ([0.5, 2.5, 3.0],), ([0.5],))


def test_int_list_items_become_float(check):
    def smooth(xs):
        ends = [0, 0]
        for v in xs:
            ends[0] = ends[1]
            ends[1] = (ends[1] + v) / 2
        return ends

    check(smooth, ([1.0, 3.0],), ([2.0],))


def test_power_and_negation(check):
    def polynomial(x):
        y = 0
        for k in range(3):
            y = y + (-x) ** k * (k + 1)
        return y

    check(polynomial, (2,), (0.5,))


def test_sum_by_augmented_assignment_starts_as_an_int(check):
    def mean(xs):
        total = 0
        product = 1
        for v in xs:
            total += v
            product *= v
        return total / len(xs), product

    check(mean, ([0.5, 0.25],), ([2.0, 4.0],))


def test_neutral_operations_in_branches_and_loops(check):
    def run(n, x, xs):
        u = 0
        if n:
            return x + u + x, xs[0] * 1 + xs[0]
        for v in xs:
            x = v * 1.0 + v if n > 1 else 0 + x + x
        return x, 0.5

    check(run, (3, 0.25, [1.5]), (0, 0.25, [1.5, 2.0]))
