"""Numbers of Python's raise as Python's do; NumPy's wrap around and give NaN and infinity, as NumPy's do."""

import math

import numpy as np
import pytest
from lantern_staging import agrees, program, raises, staged

MOST, LEAST = 2**63 - 1, -(2**63)


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def product(n):
    found = 1
    for i in range(1, n + 1):
        found *= i
    return found


OVERFLOWS = [
    (lambda n: n + 1, MOST),
    (lambda n: 1 - n, LEAST),
    (lambda n: n * n, 2**32),
    (lambda n: -n, LEAST),
    (lambda n: abs(n), LEAST),
    (lambda n: n << 3, 2**60),
    (lambda n: n**3, 2**21),
    (lambda n: 2**n, 63),
    (lambda n: n // (n + MOST), LEAST),
    (factorial, 21),
    (product, 21),
]


@pytest.mark.parametrize(("function", "argument"), OVERFLOWS)
def test_pythons_ints_never_wrap_around(function, argument):
    assert not LEAST <= function(argument) <= MOST
    made = staged(function)
    with pytest.raises(OverflowError, match="needs more than 64 bits; give floats, or np.int64"):
        made(argument)
    assert made(0) == function(0)


def test_pythons_ints_up_to_64_bits():
    agrees(lambda n: n + 1, (MOST - 1,), (LEAST,))
    agrees(lambda n: n**3, (2**20,), (-(2**21),))
    agrees(lambda n: 2**n, (62,), (0,))
    agrees(lambda n: (-2) ** n, (63,), (1,))
    agrees(lambda n: (abs(n), -n), (MOST,), (-MOST,))
    agrees(factorial, (20,))
    agrees(product, (20,))


@pytest.mark.parametrize(("function", "argument"), OVERFLOWS[:5])
def test_numpys_ints_wrap_around(function, argument):
    agrees(function, (np.int64(argument),))


def test_exact_operations_are_marked():
    for argument, sign in ((3, "*!"), (np.int64(3), "*"), (3.0, "*")):
        assert f"({sign} n n)" in program(lambda n: n * n, argument)


DIVISIONS = [
    (lambda x: 1 / x, 0),
    (lambda x: 1 / x, 0.0),
    (lambda x: 7.5 // x, 0.0),
    (lambda x: x % (x - 2.5), 2.5),
    (lambda x: x**-1, 0),
    (lambda x: x**-0.5, 0.0),
    (lambda x: 0.0**x, -2.0),
]


@pytest.mark.parametrize(("function", "argument"), DIVISIONS)
def test_division_by_zero(function, argument):
    error, line = raises(function, argument)
    assert isinstance(error, ZeroDivisionError)
    with pytest.raises(ZeroDivisionError) as python:
        function(argument)
    assert str(error) == str(python.value)
    assert line.startswith("(lambda")
    agrees(function, (type(argument)(3),))


def test_numpys_floats_have_infinity():
    for function, argument in DIVISIONS[1:4]:
        agrees(function, (np.float64(argument),))


def test_divmod_by_zero():
    assert isinstance(raises(lambda x: divmod(1.0, x), 0.0)[0], ZeroDivisionError)
    assert isinstance(raises(lambda x: divmod(1, x), 0)[0], ZeroDivisionError)


def caught(x):
    try:
        return 1.0 / x
    except ZeroDivisionError:
        return -1.0


def test_a_handler_catches_it():
    agrees(caught, (0.0,), (2.0,))


@pytest.mark.parametrize(
    ("function", "argument", "kind"),
    [
        (math.sqrt, -1.0, ValueError),
        (math.log, 0.0, ValueError),
        (math.log, -1, ValueError),
        (math.log1p, -1.0, ValueError),
        (math.sin, math.inf, ValueError),
        (math.tan, -math.inf, ValueError),
        (math.exp, 1000.0, OverflowError),
        (math.expm1, 1000, OverflowError),
        (lambda x: math.pow(x, 0.5), -1.0, ValueError),
        (lambda x: math.pow(0.0, x), -1.0, ValueError),
        (lambda x: math.pow(x, 2.0), 1e200, OverflowError),
        (lambda x: x**2.0, 1e200, OverflowError),
        (lambda x: 2.0**x, 5000.0, OverflowError),
    ],
)
def test_domains_of_math(function, argument, kind):
    def called(x):
        return function(x) + 0.0

    error, line = raises(called, argument) if function.__name__ != "<lambda>" else (None, "")
    with pytest.raises(kind):
        staged(called)(argument)
    assert error is None or (type(error) is kind and line == "return function(x) + 0.0")
    agrees(called, (type(argument)(1),))


def test_what_is_within_the_domains():
    agrees(math.sqrt, (0.0,), (-0.0,), (math.nan,), (math.inf,))
    agrees(math.exp, (math.inf,), (-math.inf,), (-1000.0,), (math.nan,))
    agrees(math.sin, (math.nan,), (1e300,))
    powers = [(math.nan, 0.5), (-math.inf, 0.5), (-2.0, 3.0), (-2.0, math.inf), (0.0, 0.0), (2.0, math.nan)]
    agrees(lambda x, y: x**y, *powers, (math.inf, 2.0), (2.0, -math.inf), (-0.5, -3.0))
    agrees(math.pow, *powers)
    mixed = [
        (2.0, 3),
        (-2.0, 3),
        (-2.0, -3),
        (0.0, 0),
        (2, 0.5),
        (4, -0.5),
        (math.inf, -2),
        (-math.inf, 3),
        (True, 2.0),
    ]
    agrees(lambda x, y: x**y, *mixed)
    for x, y in ((0.0, -1), (0, -0.5), (10.0, 400)):
        error, _ = raises(lambda x, y: x**y, x, y)
        assert isinstance(error, (ZeroDivisionError, OverflowError))


def test_what_python_has_as_complex_numbers():
    error, _ = raises(lambda x: x**0.5, -4.0, as_in_python=False)
    assert type(error) is ValueError
    assert "complex" in str(error)
    assert np.isnan(staged(lambda x: x**0.5)(np.float64(-4.0)))
