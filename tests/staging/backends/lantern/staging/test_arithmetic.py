"""Operators with NumPy's dtypes."""

import itertools
import operator

import numpy as np
import pytest
from lantern_staging import TREE, agrees, raises, refused, staged

from ag_notebook.staging.runtime.guards import MOST_ITEMS

NUMBERS = [np.int32(7), np.int64(-3), np.float32(2.5), np.float64(-1.5), 3, -2.0]
OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod]
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


def test_all_pairs_of_dtypes():
    def run(a, b):
        return [f(a, b) for f in (*OPERATORS, *COMPARISONS)]

    agrees(run, *itertools.product(NUMBERS, NUMBERS))


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64])
def test_arrays_broadcast(dtype):
    def run(a, b):
        return a + b, a * 2, 1 - a, a / 2.0, a**2, -a, abs(b), a @ b, a > b, 2**b

    agrees(run, (np.arange(6).reshape(2, 3).astype(dtype), np.array([1, 2, 3], dtype)))


def test_constants_are_weak():
    def run(x):
        return x + 1, x * 2.5, 2 / x, x // 2, x > 0.5, x + np.float64(1), x * np.array([1, 2])

    agrees(run, (np.float32(3),), (np.int32(3),), (3,), (np.arange(2, dtype=np.float32),))


def test_bools():
    def run(a, b):
        return a & b, a | b, a ^ b, ~a, a == b, a + b, a * b

    agrees(run, (np.array([True, False]), np.array([True, True])), (np.bool_(True), np.bool_(False)))

    def numbers(a):
        return a + a, -a, a * 2, (a > 0) + 1

    agrees(numbers, (True,), (False,))


def test_integers():
    agrees(lambda a: (~a, a << 2, a >> 1, a**3, divmod(a, 3), +a), (np.int32(-7),), (9,))
    agrees(lambda a: a**-1, (2,))


def test_augmented_assignments():
    def run(xs):
        ys = xs * 1.0
        ys += 2
        ys *= xs
        ys -= np.ones(3)
        n = 1
        n += 2
        return ys, n

    agrees(run, (np.arange(3.0),))


def test_writes_that_numpy_refuses():
    def run(xs):
        ys = xs * 1
        ys += 0.5
        return ys

    refused(run, np.arange(3), code="AG318", at="ys += 0.5")


def test_arguments_are_not_written():
    def run(xs):
        xs += 1
        return xs

    assert "copy" in refused(run, np.arange(3.0), code="AG317", at="xs += 1").fix


def test_shapes_that_do_not_fit():
    error = refused(lambda a, b: a + b, np.ones(2), np.ones(3), code="AG318")
    assert "(2,) and (3,)" in error.message and isinstance(error, TypeError)


def test_division_by_zero():
    assert isinstance(raises(lambda a, b: a // b, 1, 0)[0], ZeroDivisionError)
    assert isinstance(raises(lambda a: a / 0, 1.0)[0], ZeroDivisionError)
    assert isinstance(raises(lambda a, b: a / b, 1, 0)[0], ZeroDivisionError)
    assert isinstance(raises(lambda a, b: 1 / (a - b), 3, 3)[0], ZeroDivisionError)
    agrees(lambda a, b: a / b, (1, 4), (np.int64(1), np.int64(0)), (np.ones(2, np.int64), np.arange(2)))
    assert np.isinf(staged(lambda a, b: a / b)(np.float32(1), np.float32(0)))


@pytest.mark.parametrize(
    "function", [lambda a: a & 3, lambda a: a << a, lambda a: a * [1, 2], lambda a: a + 2**70]
)
def test_refused_by_name(function):
    refused(function, 3, code="AG310")


def test_wrap_around():
    assert staged(lambda a: a + 1)(np.int32(2**31 - 1)) == -(2**31)


LARGE = np.ones(MOST_ITEMS + 1)


def test_an_array_that_is_too_large_to_be_compared_is_no_constant():
    refused(lambda x: (LARGE * x).sum(), 2.0, code="AG310", at="LARGE")
    agrees(lambda x, y: (x * y).sum(), (LARGE, 2.0))


def test_large_arrays_that_nobody_can_write_are_constants():
    fixed = np.arange(MOST_ITEMS + 1.0)
    fixed.flags.writeable = False

    def last(x, table):
        return table[-1] * x

    agrees(lambda x: fixed[-1] * x, (2.0,), (3.0,))
    agrees(lambda x: fixed[1:][-1] * x, (2.0,))
    seen = LARGE[:]
    seen.flags.writeable = False  # but its memory is LARGE's, which can be written
    error = refused(lambda x: seen[x], 1, code="AG310", at="seen[x]")
    assert "writeable = False" in error.fix
    agrees(last, (2.0, fixed), (2.0, LARGE))


def test_what_numpy_does_not_compute():
    n, b = np.arange(6), np.arange(6) > 2
    assert isinstance(raises(lambda n: n**-2, n)[0], ValueError)
    assert isinstance(raises(lambda x: ~x, 1.5)[0], TypeError)
    assert isinstance(raises(lambda x: ~x, n / 2)[0], TypeError)
    refused(lambda b: b - b, b, code="AG310", at="b - b")
    refused(lambda b: -b, b, code="AG310", at="-b")
    refused(lambda n, i: n[i], n, 1.0, code="AG318", at="n[i]")


def test_what_is_no_number():
    said = refused(lambda t: np.exp(t), TREE, code="AG310", at="np.exp").message
    assert "a reference to a Tree" in said
