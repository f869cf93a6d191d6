"""Operations keep dtypes, wrap around, and refuse what has no value; NaN and infinity go through."""

from __future__ import annotations

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.ir.operations import FLOAT_UNARY, NUMBER_UNARY
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, type_of
from ag_notebook.staging.backends.lantern.meanings import MEANINGS


def meant(kind, *values, **attributes):
    with np.errstate(all="ignore"):
        return MEANINGS[kind](attributes, *values)


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("+", (2**31 - 1, 1), -(2**31)),
        ("*", (2**30, 4), 0),
        ("neg", (-(2**31),), -(2**31)),
        ("abs", (-(2**31),), -(2**31)),
        ("//", (-7, 2), -4),
        ("//", (7, -2), -4),
        ("%", (-7, 2), 1),
        ("%", (7, -2), -1),
        ("//", (-(2**31), -1), -(2**31)),
        ("%", (-(2**31), -1), 0),
        ("**", (3, 0), 1),
        ("**", (2, 33), 0),
        ("relu", (-3,), 0),
        ("sign", (-3,), -1),
    ],
)
def test_integers(kind, values, expected):
    found = meant(kind, *map(np.int32, values))
    assert found == expected
    assert found.dtype == np.int32


MOST, LEAST = 2**63 - 1, -(2**63)


@pytest.mark.parametrize(
    ("kind", "fits", "expected", "too_large"),
    [
        ("+!", (MOST, 0), MOST, (MOST, 1)),
        ("-!", (LEAST, 0), LEAST, (LEAST, 1)),
        ("*!", (2**31, -(2**32)), LEAST, (2**31, 2**32)),
        ("//!", (LEAST, 1), LEAST, (LEAST, -1)),
        ("**!", (-2, 63), LEAST, (2, 63)),
        ("**!", (-1, 2**62 + 1), -1, (-3, 2**62 + 1)),
    ],
)
def test_exact_integers_do_not_wrap_around(kind, fits, expected, too_large):
    found = meant(kind, *map(np.int64, fits))
    assert found == expected
    assert found.dtype == np.int64
    with pytest.raises(OverflowError, match="64 bits"):
        meant(kind, *map(np.int64, too_large))
    with pytest.raises(OverflowError, match="64 bits"):
        meant(kind, *(np.array(pair) for pair in zip(fits, too_large)))


@pytest.mark.parametrize("kind", ["//", "%"])
def test_integers_by_zero(kind):
    with pytest.raises(ZeroDivisionError, match="integer division or modulo by zero"):
        meant(kind, np.array([1, 2]), np.array([1, 0]))
    assert np.isnan(meant("%", np.float64(1), np.float64(0)))
    assert meant(kind, np.zeros(0, np.int64), np.int64(0)).shape == (0,)


def test_integers_have_no_negative_powers():
    with pytest.raises(ValueError, match="an integer has no negative power"):
        meant("**", np.int64(2), np.int64(-1))


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("maximum", (np.nan, 1), np.nan),
        ("minimum", (1, np.nan), np.nan),
        ("relu", (np.nan,), np.nan),
        ("relu", (np.inf,), np.inf),
        ("sigmoid", (-1000,), 0),
        ("sigmoid", (1000,), 1),
        ("sigmoid", (np.nan,), np.nan),
        ("/", (1, 0), np.inf),
        ("log", (0,), -np.inf),
        ("sqrt", (-1,), np.nan),
        ("sign", (np.nan,), np.nan),
        ("//", (1.0, 0.1), 9),
        ("%", (-1.0, 3.0), 2),
        ("==", (np.nan, np.nan), False),
        ("!=", (np.nan, np.nan), True),
    ],
)
def test_floats(kind, values, expected):
    np.testing.assert_equal(meant(kind, *map(np.float64, values)), expected)


@pytest.mark.parametrize("kind", [*FLOAT_UNARY, *NUMBER_UNARY, "softmax", "log-softmax"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1,), (2, 3), (0, 2)])
def test_dtypes_and_shapes_stay(kind, dtype, shape):
    x = np.full(shape, 0.5, dtype)
    assert type_of(meant(kind, x)) == type_of(x)


@pytest.mark.parametrize("dtype", ["f32", "f64", "i32", "i64"])
def test_sums_keep_their_dtype(dtype):
    x = np.ones((2, 3), DTYPES[dtype])
    assert type_of(meant("sum", x, axes=(1,))) == type_of(x[:, 0])
    assert type_of(meant("sum", x, axes=())) == type_of(x)
    assert type_of(meant("matmul", x, x.T)) == type_of(np.ones((2, 2), DTYPES[dtype]))


def test_extreme_items():
    x = np.array([[3, 1, 3], [0, 5, np.nan]])
    assert meant("argmax", x, axes=(1,)).tolist() == [0, 2]
    assert meant("argmin", x, axes=(0,), keepdims=True).tolist() == [[1, 0, 1]]
    assert meant("argmax", x[:1], axes=(0, 1)) == 0
    assert meant("argmin", x[:1], axes=(0, 1), keepdims=True).tolist() == [[1]]
    np.testing.assert_equal(meant("amax", x, axes=(1,)), [3, np.nan])


def test_slices():
    x = np.arange(5)
    assert meant("slice", x, starts=(4,), stops=(-1,), steps=(-2,)).tolist() == [4, 2, 0]
    assert meant("slice", x, starts=(-1,), stops=(-1,), steps=(-1,)).tolist() == []
    placed = meant("place", np.array([7, 8]), shape=(4,), starts=(3,), stops=(0,), steps=(-2,))
    assert placed.tolist() == [0, 8, 0, 7]


def test_rows():
    x = np.array([[1, 2], [3, 4]])
    assert meant("row", x, np.int32(-1)).tolist() == [3, 4]
    assert meant("take", x, np.array([[1], [-2]])).tolist() == [[[3, 4]], [[1, 2]]]
    assert meant("set-row", x, np.int64(0), np.array([9, 9])).tolist() == [[9, 9], [3, 4]]
    assert x.tolist() == [[1, 2], [3, 4]]
    assert meant("add-rows", np.array([0, 0, -1]), np.array([1.0, 2, 5]), size=3).tolist() == [3, 0, 5]
    for kind, rest in [("row", ()), ("take", ()), ("set-row", (x[0],))]:
        with pytest.raises(IndexError):
            meant(kind, x, np.array([2])[() if kind == "take" else 0], *rest)


def test_softmax_of_large_numbers():
    x = np.array([1000.0, 1000.0, -np.inf])
    assert meant("softmax", x).tolist() == [0.5, 0.5, 0]
    np.testing.assert_allclose(meant("log-softmax", x), [-np.log(2), -np.log(2), -np.inf])


def test_cross_entropy():
    logits = np.log(np.array([[0.25, 0.75], [0.5, 0.5]]))
    np.testing.assert_allclose(meant("cross-entropy", logits, np.array([1, 0])), -np.log([0.75, 0.5]))
    for label in (-1, 2):
        with pytest.raises(IndexError, match="there are 2 classes"):
            meant("cross-entropy", logits[0], np.int64(label))
