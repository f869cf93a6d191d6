"""Compares operators between staged numbers of different kinds with Python's."""

import numpy as np
import pytest
import tensorflow as tf
from oracle import fails

import ag_notebook.staging as ag


def test_ints_and_floats_meet(check):
    def run(n, x):
        total = n * 0.5 + x * n
        root = n**0.5
        half = n // 1.5, n % 2.5, 2.5 - n, n**-1
        for i in range(n):
            total += i * x
        return total, root, half, n < 2.5, n == 3.0, n / x

    check(run, (3, 0.5), (10, 2.0))


def test_primes_by_a_float_root(check):
    def is_prime(n):
        if n < 2:
            return False
        for d in range(2, int(n**0.5) + 1):
            if n % d == 0:
                return False
        return True

    check(is_prime, (1,), (2,), (25,), (29,))


def test_flags_are_ints(check):
    def run(a, b):
        return a + b, a * 3, a - b, -a, a / 2, abs(a), a & b, a ^ b, a | 2, a > 0, sum([a, b, True])

    check(run, (True, False), (True, True), (False, False))


def test_ints_that_the_dtype_does_not_hold(check):
    def run(x):
        far = x + 3_000_000_000, 3_000_000_000 - x, x * 3_000_000_000, x // 3_000_000_000
        tests = x < 3_000_000_000, x > -(2**70), x == 3_000_000_000, x != 2**70, 0 < x < 2**40
        return far, tests, max(x, 3_000_000_000), min(x, -3_000_000_000)

    check(run, (3,), (-5,), (2**31 - 1,))

    def chosen(x):
        if x > 2:
            y = 3_000_000_000
        else:
            y = x
        return y

    check(chosen, (3,), (1,))


def test_numpy_constants_beside_a_tensor(check):
    def run(n):
        spaced = np.linspace(0, 1, 3) * n
        return spaced, n + np.int64(2), np.float32(0.5) * n, np.arange(3) * n, n * np.pi, np.ones((2, 2)) * n

    check(run, (3,), (0,))


def test_round_to_digits_and_tens(check):
    def run(x, n):
        return round(x, 1), round(x, 2), round(x, -1), round(n, -1), round(n, -2), round(n, 2), round(n > 2)

    check(run, (2.45, 1250), (-0.05, -15), (1234.567, 25))


def test_bits_of_counted_numbers(check):
    def popcount(n):
        ones = 0
        while n:
            ones += n & 1
            n >>= 1
        return ones, ones << 2, ones ^ 1, ~ones

    check(popcount, (0,), (13,), (255,))


def test_a_shift_by_a_negative_number(check):
    def run(x, n):
        return x >> n

    check(run, (8, 1), fails(8, -1))


def test_operators_of_eager_tensors_stay(check):
    def run(x, y):
        mixed = tf.cast(x, tf.int64) + 1, x / 2, x // 2, tf.cast(y, tf.float64) * 2, y % 0.4
        return mixed if x > 0 else mixed

    check(run, (3, 1.5), (-3, 0.25), eager=True)


def test_complex_numbers(check):
    def mandelbrot(re, im):
        c = complex(re, im)
        z = 0j
        for n in range(20):
            if abs(z) > 2:
                return n
            z = z * z + c
        return 20

    check(mandelbrot, (0.25, 0.1), (2.0, 2.0), (1, 0))

    def parts(n):
        z = 1 + 2j
        for _ in range(n):
            z = z * 1j
        return z.real, z.imag, abs(z), z == 1 + 2j

    check(parts, (0,), (3,))


def test_int_argument_becomes_a_float_in_a_loop(check):
    def decay(n, x):
        value = n
        for _ in range(3):
            value = value * 0.5
        total = n
        for _ in range(2):
            total += x
        return value, total, n + 1e-9 > n, f"{n * 0.1:.17g}"

    check(decay, (3, 0.5), (100, -1.5))


def test_order_of_tuples(check):
    def run(a, b):
        p, q = (a, b), (b, a)
        return p < q, p <= q, p > (a, 0), [a] >= [a, b], max(p, q), sorted([p, q, (a, a)])

    check(run, (1, 2), (2, 1), (3, 3))


def test_attributes_of_numbers(check):
    def run(n, x):
        count = 0
        for _ in range(n):
            count += 3
        halves = count / 2
        return count.bit_length(), halves.is_integer(), n.bit_length(), x.is_integer(), count.real, x.imag

    check(run, (3, 2.5), (2, 4.0), (0, -1.0))


def test_ints_to_negative_powers(check):
    def run(n, xs):
        step = 0.0
        for k in range(n):
            step += 2**-k
        k = -n
        return step, n**k, n**-1, [3**-v for v in xs], 2**n

    def unknown(n):
        return 2 ** (n - 5)

    check(run, (3, [1, 2]), (1, [2, 2]))
    check(unknown, (7,), (5,))


def test_a_negative_power_that_only_the_graph_knows():
    with pytest.raises(ValueError, match=r"write the base as one, 2\.0 \*\* n"):
        ag.function(lambda n: 2 ** (n - 5))(tf.constant(3))
