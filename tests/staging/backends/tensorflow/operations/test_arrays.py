"""Functions and methods of NumPy on tensors give what NumPy gives."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function

VECTOR, MATRIX = np.array([3.0, 1.0, 2.0]), np.array([[1.0, 2.0], [3.0, 5.0]])


@pytest.mark.parametrize(
    ("compute", "value"),
    [
        (
            lambda x: (
                np.median(x),
                np.cumsum(x),
                np.where(x > 1, x, 0),
                np.clip(x, 1.5, 2.5),
                np.round(x / 3, 1),
            ),
            VECTOR,
        ),
        (
            lambda x: (np.linalg.norm(x), np.linalg.det(x), np.linalg.inv(x), np.linalg.norm(x, axis=0)),
            MATRIX,
        ),
        (
            lambda x: (np.linalg.solve(x, x[0]), np.trace(x), np.median(x, axis=0), x @ x[0], np.dot(x, x)),
            MATRIX,
        ),
        (
            lambda n: (
                np.zeros(n),
                np.ones((n, 2)),
                np.full(n, 7),
                np.arange(n),
                np.arange(1, n, 2),
                np.linspace(0, 1, n),
            ),
            np.int32(3),
        ),
        (
            lambda x: (
                x.sum(),
                x.mean(axis=0),
                x.max(),
                x.argmin(axis=1),
                x.T,
                x.reshape(4),
                x.reshape((1, 4)),
                x.std(),
            ),
            MATRIX,
        ),
        (
            lambda x: (
                x.astype(int),
                x.flatten(),
                x.size,
                x.ndim,
                x.copy(),
                x.tolist(),
                x.transpose(),
                x.round(),
                x.all(),
            ),
            MATRIX,
        ),
        (
            lambda x: (x.tolist(), x.sum().item() + 1, np.float32(x[0]), x.clip(1.5, 2.5), x.dot(x), x.any()),
            VECTOR,
        ),
    ],
)
def test_as_numpy(compute, value) -> None:
    made = function(compute)(value)
    for got, want in zip(made, compute(value), strict=True):
        assert np.allclose(np.asarray(got, dtype=float), np.asarray(want, dtype=float))


def test_what_has_no_equivalent() -> None:
    with pytest.raises(StagingError, match="AG262.*no TensorFlow equivalent"):
        function(lambda x: np.apply_along_axis(lambda r: r, 0, x))(tf.constant([1.0]))
    with pytest.raises(AttributeError, match="a tensor has no attribute 'sort'"):
        function(lambda x: x.sort())(tf.constant([1.0]))
