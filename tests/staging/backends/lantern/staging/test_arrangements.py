"""NumPy's functions that arrange items anew."""

import numpy as np
import pytest
from lantern_staging import agrees, gradient_agrees, raises, refused

M = np.array([[0.5, -1.5, 2.5], [3.5, 0.0, -0.25]])
T = np.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.bool_])
def test_values(dtype):
    def run(x):
        return (
            *(np.swapaxes(x, 0, 2), np.moveaxis(x, 0, -1), np.moveaxis(x, 2, 0), np.flip(x), np.flip(x, 1)),
            *(np.flip(x, (0, 2)), np.fliplr(x), np.flipud(x), np.roll(x, 1), np.roll(x, -5, axis=2)),
            *(np.repeat(x, 2), np.repeat(x, 3, axis=1), np.repeat(x, [1, 0, 2], axis=1), np.tile(x, 2)),
            *(np.tile(x[0, 0], (2, 1, 3)), np.pad(x, 1), np.pad(x[0], ((0, 1), (2, 0)), constant_values=1)),
            *(
                np.split(x, 3, axis=1),
                np.split(x, [1, 3], axis=-1),
                np.atleast_1d(x[0, 0, 0]),
                np.atleast_2d(x[0, 0]),
            ),
            *(
                np.vstack([x, x]),
                np.vstack([x[0, 0], x[1, 1]]),
                np.hstack([x, x]),
                np.hstack([x[0, 0], x[0, 1]]),
            ),
            *(np.column_stack([x[0, 0], x[0, 1]]), np.append(x, x), np.append(x, x, axis=1)),
            *(
                np.concatenate([x, x], axis=None),
                np.expand_dims(x[0], (0, 2)),
                np.diagonal(x[0], 1),
                np.diag(x[0]),
            ),
            *(
                np.diag(x[0, 0]),
                np.diag(x[0, 0], 1),
                np.diag(x[0, 0], -2),
                np.trace(x[0]),
                np.trace(x[0], -1),
            ),
            *(np.triu(x), np.tril(x[0], -1), np.triu(x[0], 1)),
        )

    agrees(run, (T.astype(dtype),))


def test_new_arrays_are_written():
    def run(x):
        a, b, c, d = np.eye(3), np.identity(2), np.empty((2, 2)), np.empty_like(x)
        a[0], b[1, 0] = x, x[2]
        c[:], d[:] = x[1], x * 2
        return a, b, c, d

    agrees(run, (M[0],))


def test_gradients():
    for function in (
        *(np.flip, np.triu, np.trace, np.diag, lambda x: np.roll(x, 2), lambda x: np.repeat(x, 2, axis=1)),
        *(
            lambda x: np.tile(x, (2, 1)),
            lambda x: np.pad(x, 1, constant_values=2.0),
            lambda x: np.diag(x[0], 1),
        ),
        *(
            lambda x: np.vstack([x, x[0]]),
            lambda x: np.split(x, 3, axis=1)[1],
            lambda x: np.moveaxis(x, 0, 1),
        ),
    ):
        gradient_agrees(lambda x, function=function: function(x) * 1.5, M)


def test_refused():
    refused(lambda x, k: np.roll(x, k), M, 1, code="AG310", at="np.roll")
    refused(lambda x, k: np.repeat(x, k), M, 1, code="AG310", at="np.repeat")
    refused(lambda x: np.pad(x, 1, mode="edge"), M, code="AG310")
    refused(lambda x: np.diagonal(x), T, code="AG310")
    assert isinstance(raises(lambda x: np.split(x, 2, axis=1), M)[0], ValueError)
