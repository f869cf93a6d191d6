"""NumPy's functions of each item."""

import numpy as np
import pytest
from lantern_staging import agrees, gradient_agrees, refused

M = np.array([[0.5, -1.5, 2.5], [3.5, 0.0, -0.25]])
SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5])


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int64])
def test_values(dtype):
    def run(x):
        return (
            *(np.trunc(x), np.fix(x), np.rint(x), np.round(x, 1), np.degrees(x), np.radians(x)),
            *(
                np.fmax(x, 1),
                np.fmin(x, x[0]),
                np.isnan(x),
                np.isinf(x),
                np.isfinite(x),
                np.isclose(x, x + 1e-9),
            ),
            *(np.allclose(x, x), np.allclose(x, x + 1), np.array_equal(x, x), np.array_equal(x, x[0])),
            *(np.logaddexp(x, 1), np.logaddexp(x, x), np.exp2(x), np.divmod(x, 2), np.logical_xor(x, x > 1)),
            *(np.bitwise_and(x > 0, x > 1), np.bitwise_or(x > 0, x > 1), np.bitwise_xor(x > 0, x > 1)),
            *(np.invert(x > 0), np.real(x), np.conj(x)),
        )

    agrees(run, (M.astype(dtype),))


def test_what_is_no_number():
    def run(x, y):
        return (
            *(np.fmax(x, y), np.fmin(x, y), np.isnan(x), np.isinf(x), np.isfinite(x), np.isclose(x, y)),
            *(np.trunc(x), np.rint(x), np.round(x, 2), np.logaddexp(x, y), np.allclose(x, y)),
        )

    agrees(run, *((SPECIAL, np.roll(SPECIAL, k)) for k in range(6)))


def test_gradients():
    gradient_agrees(lambda x: np.logaddexp(x, x[::-1] * 2), M)
    gradient_agrees(lambda x: np.logaddexp(x, x), M)  # at a tie
    gradient_agrees(lambda x: np.exp2(x) + np.degrees(x), M)
    gradient_agrees(lambda x: np.fmax(x, 1.0) * np.where(np.isfinite(x), x, 0), M)


def test_refused():
    refused(lambda x: np.round(x, -1), np.array([15]), code="AG310")


def test_bools_and_numbers_as_tests():
    def run(b, n, x):
        return np.maximum(b, ~b), np.minimum(b, b), np.where(n, x, -x), np.where(x, n, 1), np.round(n)

    agrees(run, (M > 0, np.arange(6).reshape(2, 3), M))
    refused(lambda x: np.where(x > 0), M, code="AG310", at="np.where")
    refused(lambda b: np.exp(b), M > 0, code="AG310", at="np.exp")
