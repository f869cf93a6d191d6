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
    ],
)
def test_products(dtype, shapes):
    check([("matmul", [0, 1], {})], [values(dtype, shape, seed) for seed, shape in enumerate(shapes)])
