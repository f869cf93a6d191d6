"""NumPy's functions over axes."""

import numpy as np
import pytest
from lantern_staging import agrees, gradient_agrees, raises, refused

from ag_notebook.staging.backends.lantern.staging.reductions import MOST_SORTED

M = np.array([[0.5, -1.5, 2.5], [3.5, 0.0, -0.25]])
T = np.sin(np.arange(24.0) * 7).reshape(2, 3, 4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int64, np.bool_])
def test_values(dtype):
    def run(x):
        return (
            *(np.prod(x), np.prod(x, axis=1), np.prod(x, (0, 2), keepdims=True), np.prod(x[:0], axis=0)),
            *(np.cumsum(x), np.cumsum(x, axis=1), np.cumprod(x, axis=-1), np.count_nonzero(x)),
            *(np.count_nonzero(x, axis=0), np.argmax(x, axis=1, keepdims=True), np.argsort(x, kind="stable")),
            *(np.sort(x), np.sort(x, axis=0), np.sort(x, axis=None), np.median(x), np.median(x, axis=1)),
            *(np.take_along_axis(x, np.argsort(x, axis=1, kind="stable"), axis=1), np.median(x[..., 1:], -1)),
        )

    agrees(run, (T.astype(dtype),), (np.round(T * 2).astype(dtype),))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
def test_values_of_numbers(dtype):
    def run(x):
        return (
            *(np.var(x, ddof=1), np.std(x, axis=0, ddof=1), np.ptp(x), np.ptp(x, axis=1), np.diff(x)),
            *(
                np.diff(x, axis=0),
                np.diff(x, 2),
                np.linalg.norm(x),
                np.linalg.norm(x, axis=1),
                np.mean(x, axis=0),
            ),
            *(np.linalg.norm(x[0], 1), np.linalg.norm(x[0], np.inf), np.linalg.norm(x, 2, 0, keepdims=True)),
        )

    agrees(run, (M.astype(dtype),))


def test_what_is_no_number_comes_last():
    x = np.array([2.0, np.nan, -np.inf, np.inf, 1.0, np.nan, 2.0])
    agrees(lambda x: (np.sort(x), np.argsort(x, kind="stable"), np.median(x), np.median(x[2:5])), (x,))


def test_gradients():
    for function in (
        *(np.prod, np.cumsum, np.sort, np.median, np.linalg.norm, np.std),
        *(lambda x: np.cumprod(x, axis=1), lambda x: np.sort(x, axis=0), lambda x: np.diff(x, 2)),
        *(lambda x: np.var(x, axis=0, ddof=1), lambda x: np.prod(x, axis=0), lambda x: np.median(x, axis=1)),
    ):
        gradient_agrees(lambda x, function=function: function(x) * 1.5, M)
    gradient_agrees(lambda x: np.prod(x, axis=1), np.array([[0.0, 2.0, 3.0], [0.0, 0.0, 1.0]]))


def test_refused():
    refused(lambda x: np.sort(x), np.ones(MOST_SORTED + 1), code="AG310", at="np.sort")
    refused(lambda x: np.linalg.norm(x, 3), np.ones(2), code="AG310")
    refused(lambda x: np.linalg.norm(x, 2), np.eye(2), code="AG310")
    refused(lambda x: np.median(x, axis=(0, 1)), np.eye(2), code="AG310")


def test_bools_ints_and_dtypes():
    def run(b, n):
        return (
            *(np.max(b), np.min(b), b.max(axis=0), b.min(axis=1)),
            *(np.any(n), np.all(n), n.any(axis=0), n.all(axis=1)),
            *(np.sum(n, dtype=np.float32), n.sum(axis=0, dtype=np.int32), np.prod(n, dtype=np.float64)),
        )

    agrees(run, (M > 0, np.arange(6).reshape(2, 3)))


@pytest.mark.filterwarnings("ignore")
def test_of_no_items():
    def run(x):
        return (
            np.median(x[:0]),
            np.median(x[:, :0], axis=1),
            np.median(x[:0], axis=0),
            np.mean(x[:0], axis=1),
            np.var(x[:0]),
        )

    agrees(run, (M,), (M.astype(np.float32),))
    for reduce in (np.max, np.min, np.ptp, np.argmax, np.argmin):
        assert isinstance(raises(lambda x: reduce(x[:0]), M[0])[0], ValueError)
    assert isinstance(raises(lambda x: np.min(x[:, :0], axis=1), M)[0], ValueError)
