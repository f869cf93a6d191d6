"""Shapes: reshaping, joining, filling, and arrays made of lists."""

import numpy as np
import pytest
from lantern_staging import agrees, raises, refused

M = np.arange(6.0).reshape(2, 3)


def test_shapes():
    def run(x):
        return (
            *(
                x.reshape(3, 2),
                x.reshape((6,)),
                x.reshape(-1, 2),
                np.reshape(x, (1, 6)),
                x.ravel(),
                x.flatten(),
            ),
            *(
                np.transpose(x),
                np.transpose(x, (1, 0)),
                x.T,
                x[None].transpose(2, 0, 1),
                np.expand_dims(x, 1),
            ),
            *(
                np.squeeze(x[None]),
                np.concatenate([x, x]),
                np.concatenate([x, x], axis=1),
                np.stack([x, x], 2),
            ),
            *(
                np.broadcast_to(x[0], (2, 3)),
                np.array([x[0, 0], 2.0, 3]),
                np.array([[x[0, 0], 1]]),
                np.asarray(x),
            ),
            *(
                x.astype(np.int32),
                x.astype(float),
                np.array(x, np.float32),
                np.shape(x),
                np.size(x),
                np.ndim(x),
            ),
        )

    agrees(run, (M,))


def test_filled():
    def run(x):
        return (
            *(np.zeros(3), np.ones((2, 2), np.float32), np.full(2, x), np.full((2,), 7, np.int32)),
            *(
                np.zeros_like(M),
                np.ones_like(x),
                np.full_like(M, 2),
                np.arange(4) + x,
                np.arange(0, 1, 0.25) * x,
            ),
        )

    agrees(run, (2.0,), (np.float32(1),))


def test_numbers_among_arrays_have_dtypes_of_their_own():
    agrees(lambda x: (np.stack([x, 2.0]), np.array([x, 1]), np.dot(2, np.array([x, x]))), (np.float32(1),))


def test_item():
    agrees(lambda x: (x[:1, :1].item(), x[0].sum().item()), (M,))


def test_refused():
    refused(lambda n: np.zeros(n), 3, code="AG310", at="np.zeros")
    refused(lambda n: np.arange(n), 3, code="AG310", at="np.arange")
    refused(lambda x, n: x.sum(axis=n), M, 1, code="AG310")
    refused(lambda x: x.astype(complex), M, code="AG310")


@pytest.mark.parametrize(
    "function", [lambda x: x.reshape(4), lambda x: x.sum(axis=5), lambda x: np.stack([x, x[0]])]
)
def test_as_numpy_raises(function):
    assert isinstance(raises(function, M)[0], ValueError)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.reshape(-1, -1),
        lambda x: x.reshape(-1, 4),
        lambda x: x.reshape(0, -1),
        lambda x: np.expand_dims(x, 3),
        lambda x: np.expand_dims(x, -4),
        lambda x: np.stack([x, x], 3),
        lambda x: np.concatenate([x[0, 0], x[0, 1]]),
        lambda x: np.concatenate([x, x], 2),
        lambda x: x.item(),
    ],
)
def test_what_has_no_shape_in_numpy(function):
    assert isinstance(raises(function, M)[0], ValueError)
