"""Products of vectors, matrices and stacks."""

import numpy as np
import pytest
from sampling import SHAPES, check, program_of, values

from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, INTEGERS, NUMBERS, type_of


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize(
    "shapes",
    [
        ((5,), (5,)),
        ((9, 5), (5,)),
        ((5,), (5, 3)),
        ((4, 5), (5, 6)),
        ((2, 4, 5), (5, 3)),
        ((2, 1, 4, 5), (3, 5, 2)),
        ((17, 33), (33,)),
        ((5,), (2, 5, 3)),
        ((2, 4, 5), (5,)),
        ((3, 0), (0, 2)),
        ((40, 150), (150,)),
        ((7, 151), (151,)),
        ((2, 21, 67), (67,)),
        ((3, 9), (9, 100)),
        ((70,), (70, 70)),
        ((67,), (2, 67, 133)),
        ((131,), (131, 66)),
        ((33,), (33, 500)),
    ],
)
def test_products(dtype, shapes):
    check([("matmul", [0, 1], {})], [values(dtype, shape, seed) for seed, shape in enumerate(shapes)])


@pytest.mark.parametrize("bytes_before", [0, 16, 36])
@pytest.mark.parametrize("shapes", [((19, 70), (70,)), ((70,), (70, 70))])
def test_nan_stays_in_its_row_wherever_the_matrix_begins(shapes, bytes_before):
    """Vectors have items of two rows; what is next to the last row is not read."""
    left, right = (values("f32", shape, seed) for seed, shape in enumerate(shapes))
    matrix = left if left.ndim == 2 else right
    items = np.full(matrix.size + 64, np.nan, np.float32)
    start = (-items.ctypes.data % 64 + bytes_before) // 4
    moved = items[start : start + matrix.size].reshape(matrix.shape)
    moved[...] = matrix
    moved[3, 5], moved[4, 69], moved[8, 0] = np.nan, np.inf, -np.inf
    check([("matmul", [0, 1], {})], [moved, right] if left.ndim == 2 else [left, moved])
