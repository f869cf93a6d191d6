"""NumPy's functions, those of `math`, and methods of arrays."""

import math

import numpy as np
import pytest
from lantern_staging import agrees, gradient_agrees, raises, refused, staged

from ag_notebook.staging.backends.lantern.staging.functions import FUNCTIONS, MAKERS, MATH, METHODS

M = np.array([[0.5, -1.5, 2.5], [3.5, 0.0, -0.25]])
DTYPES = [np.float32, np.float64]


@pytest.mark.parametrize("dtype", DTYPES)
def test_item_by_item(dtype):
    def run(x):
        p = np.abs(x) + 1
        return (
            *(np.exp(x), np.log(p), np.sqrt(p), np.sin(x), np.cos(x), np.tan(x), np.tanh(x), np.log1p(p)),
            *(np.expm1(x), np.floor(x), np.ceil(x), np.round(x), np.sign(x), np.square(x), np.fabs(x), -x),
            *(np.maximum(x, 0.5), np.minimum(x, p), np.clip(x, -1, 1), np.where(x > 0, x, 0), np.power(p, 2)),
            *(
                np.add(x, 1),
                np.greater(x, 0),
                np.logical_and(x > 0, x < 3),
                np.logical_not(x > 0),
                x.clip(0, 1),
            ),
        )

    agrees(run, (M.astype(dtype),))


@pytest.mark.parametrize("dtype", [*DTYPES, np.int32, np.int64])
def test_over_axes(dtype):
    def run(x):
        return (
            *(
                x.sum(),
                np.sum(x, axis=0),
                x.mean(),
                np.mean(x, axis=1),
                x.max(),
                np.max(x, axis=-1),
                x.min(axis=0),
            ),
            *(
                x.argmax(),
                np.argmin(x, axis=1),
                np.any(x > 0),
                (x > 0).all(axis=0),
                np.sum(x, axis=1, keepdims=True),
            ),
            *(np.var(x), x.std(axis=0)),
        )

    agrees(run, (M.astype(dtype),))


def test_numbers_of_pythons():
    agrees(lambda x: (np.exp(x), np.sqrt(x), abs(x), np.abs(x), np.maximum(x, 1)), (2.0,), (2,))
    agrees(lambda x: (np.float32(x), np.int64(x), np.float64(x) * np.float32(2)), (2.0,), (3,))


def test_math():
    def run(x):
        return (
            math.exp(x),
            math.sqrt(x),
            math.sin(x),
            math.floor(x),
            math.ceil(x),
            math.pow(x, 2),
            math.fabs(-x),
        )

    agrees(run, (2.25,), (np.float32(2.5),), (3,))


def test_products():
    def run(a, b):
        return a @ b, np.dot(a, b), np.matmul(b, a), a.dot(b), np.outer(a[0], b[:, 0]), np.dot(2, a)

    agrees(run, (M, M.T.copy()), (M.astype(np.float32), M.T.astype(np.float32)))


def test_rounding():
    agrees(
        lambda x: (round(x), np.round(x)),
        *((v,) for v in (0.5, 1.5, 2.5, -0.5, -2.5, 0.49999999999999994, 7.1)),
    )


def test_refused_by_name():
    error = refused(lambda x: np.linalg.inv(x), np.eye(2), code="AG310", at="np.linalg.inv")
    assert "np.linalg.inv" in error.message and "lantern.numpy" in error.fix
    assert "vstack" in refused(lambda x: np.dstack([x, x]), np.ones(2), code="AG310").fix
    assert "axis" in refused(lambda x: x.sum(where=x > 0), np.ones(2), code="AG310").fix
    refused(lambda x: np.sum(x, where=x > 0), np.ones(2), code="AG310")
    refused(lambda x: np.add.reduce(x), np.ones(2), code="AG310")
    refused(lambda x: math.erf(x), 1.0, code="AG310")
    refused(lambda x: round(x, 2), 1.0, code="AG310")


def test_tables():
    assert MAKERS <= FUNCTIONS.keys()
    assert all(callable(f) for table in (FUNCTIONS, MATH, METHODS) for f in table.values())
    assert all(hasattr(math, name) for name in MATH)
    assert all(hasattr(np.ndarray, name) for name in METHODS)


@pytest.mark.parametrize("dtype", [*DTYPES, np.int64])
def test_products(dtype):
    def run(x):
        return (
            *(np.inner(x, x), np.vdot(x, x), np.tensordot(x, x, 2), np.tensordot(x, x, ([1], [1]))),
            *(np.einsum("ij,ij->i", x, x), np.einsum("ij,kj->ki", x, x), np.einsum("ij,j", x, x[0])),
            *(np.einsum("ij->ji", x), np.einsum("ij->", x), np.einsum("i,j,k->kij", x[0], x[1], x[0])),
        )

    agrees(run, (M.astype(dtype),))
    refused(lambda x: np.einsum("ii", x), np.eye(2), code="AG310")


def test_gradients_of_products():
    gradient_agrees(lambda x: np.einsum("ij,kj->ki", x, x), M)
    gradient_agrees(lambda x: np.tensordot(x, x, ([0], [0])) + np.inner(x[0], x[1]) + np.vdot(x, x), M)


def test_numbers_of_pythons_are_numpys():
    agrees(
        lambda x, y: (np.add(x, y), np.multiply(x, y), np.add(x, 2), np.subtract(2, y + 0)),
        (True, True),
        (2, 3.5),
    )


def test_math_raises_what_python_raises():
    for function in (math.sqrt, math.log, math.log1p, math.exp, math.expm1, math.sin, math.cos, math.tanh):
        for x in (-2.0, 0.0, 1.0, 1e4, math.inf, -math.inf, math.nan):
            try:
                want = function(x)
            except (ValueError, OverflowError) as problem:
                assert type(raises(lambda x, function=function: function(x), x)[0]) is type(problem)
            else:
                got = staged(lambda x, function=function: function(x))(x)
                assert np.isclose(got, want, equal_nan=True), (function, x)
    assert isinstance(raises(lambda x: math.sqrt(x), np.ones(2))[0], TypeError)
    agrees(lambda x: math.sqrt(x), (np.array(4.0),))


def test_more_of_math():
    def run(x):
        return (
            *(
                math.log(x, 2),
                math.log(x, x + 1),
                math.trunc(-x),
                math.degrees(x),
                math.radians(x),
                math.prod([x, 2]),
            ),
            *(math.isnan(x), math.isinf(x), math.isfinite(x)),
        )

    agrees(run, (2.5,), (8,))


def test_methods():
    def run(x):
        return (
            *(
                x.prod(),
                x.cumsum(axis=0),
                x.swapaxes(0, 1),
                x.trace(),
                x.diagonal(),
                x.repeat(2),
                x.argsort(),
            ),
            *(x.std(ddof=1), x.var(0), x.tolist(), x.item(3), x.item(1, 2), x.round(1), x.conj(), x.nbytes),
        )

    agrees(run, (M,))
    refused(lambda x: x.sum(axes=0), M, code="AG310", at="x.sum")


def test_products_of_all_ranks():
    def run(x, y):
        return (
            *(np.dot(x, y), np.dot(x, y[:, 0]), np.dot(x[0], y), np.dot(x[0], x[1]), x.dot(y)),
            *(np.dot(2, x), np.dot(x, 2.0), np.inner(2, x), np.inner(x, 3.0), np.inner(x, x)),
        )

    agrees(run, (np.arange(6.0).reshape(2, 3), np.sin(np.arange(6.0)).reshape(3, 2)))
    refused(lambda x: np.dot(x[0], x), np.ones((2, 2, 2)), code="AG310", at="np.dot")
    refused(lambda b: b @ b, np.eye(2) > 0, code="AG310", at="b @ b")
    for axes in (1, ([0], [1])):
        assert isinstance(raises(lambda x: np.tensordot(x, x, axes), np.ones((2, 3)))[0], ValueError)


def test_methods_of_arrays_of_numpy_with_staged_operands():
    weights = np.arange(6.0).reshape(2, 3)
    agrees(
        lambda x, n: (weights.dot(x), weights[0].dot(x), weights.clip(x[0], x[1]), weights.take(n, axis=1)),
        (np.arange(3.0), 2),
        (np.array([0.5, 1.5, -2.0]), -3),
    )
