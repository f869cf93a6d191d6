"""NumPy's functions, those of `math`, and methods of arrays."""

import math

import numpy as np
import pytest
from lantern_staging import agrees, refused

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
    assert "np.inv" in error.message and "softmax" in error.fix
    refused(lambda x: np.sum(x, where=x > 0), np.ones(2), code="AG310")
    refused(lambda x: np.add.reduce(x), np.ones(2), code="AG310")
    refused(lambda x: math.erf(x), 1.0, code="AG310")
    refused(lambda x: round(x, 2), 1.0, code="AG310")


def test_tables():
    assert MAKERS <= FUNCTIONS.keys()
    assert all(callable(f) for table in (FUNCTIONS, MATH, METHODS) for f in table.values())
    assert all(hasattr(math, name) for name in MATH)
    assert all(hasattr(np.ndarray, name) for name in METHODS)
