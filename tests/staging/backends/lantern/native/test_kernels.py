"""Operations that move items."""

import numpy as np
import pytest
from sampling import SHAPES, check, program_of, values

from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, INTEGERS, NUMBERS, type_of


@pytest.mark.parametrize("dtype", DTYPES)
def test_moves(dtype):
    x, y = values(dtype, (2, 3, 4)), values(dtype, (2, 1, 4), 1)
    cases = [("transpose", [0], {"axes": axes}) for axes in [(0, 1, 2), (2, 0, 1), (1, 0, 2)]]
    cases += [
        ("concatenate", [0, 1, 0], {"axis": 1}),
        ("reshape", [0], {"shape": (4, 6)}),
        ("reshape", [0], {"shape": (24,)}),
    ]
    cases += [("broadcast", [0], {"shape": (5, 2, 3, 4)}), ("broadcast", [1], {"shape": (2, 3, 4)})]
    bounds = [
        ((0, 1, 0), (2, 3, 4), (1, 1, 2)),
        ((1, 2, 3), (-1, -1, -1), (-1, -2, -1)),
        ((0, 0, 0), (2, 0, 4), (1, 1, 1)),
    ]
    cases += [("slice", [0], dict(zip(("starts", "stops", "steps"), each))) for each in bounds]
    wide = {"starts": (1, 0, 8), "stops": (5, 3, -1), "steps": (2, 1, -2)}
    cases += [("place", [0], {"shape": (5, 4, 9), **wide, "stops": (5, 3, 0)})]
    check(cases, [x, y])


def test_scalars_are_reshaped():
    check(
        [
            ("reshape", [0], {"shape": (1, 1)}),
            ("reshape", [1], {"shape": ()}),
            ("broadcast", [0], {"shape": (3,)}),
        ],
        [np.float32(3), np.ones((1, 1), "f4")],
    )


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("index_dtype", INTEGERS)
def test_rows(dtype, index_dtype):
    index, indices = (
        values(index_dtype, (), 3) * 0 - 2,
        np.array([[1, -1, 1], [0, 2, 1]], DTYPES[index_dtype]),
    )
    for shape in [(3,), (3, 4), (3, 2, 2)]:
        x = values(dtype, shape)
        cases = [("row", [0, 1], {}), ("take", [0, 2], {}), ("set-row", [0, 1, 3], {})]
        check(cases, [x, DTYPES[index_dtype](index), indices, values(dtype, shape[1:], 5)])


@pytest.mark.parametrize("dtype", NUMBERS)
def test_sums_of_rows(dtype):
    indices = np.array([1, -1, 1], "i8")
    for shape in [(3,), (3, 4)]:
        check([("add-rows", [0, 1], {"size": 3})], [indices, values(dtype, shape)])
        check([("add-rows", [0, 1], {"size": 3})], [np.int64(-3), values(dtype, shape[1:])])


def test_scalars_are_their_own_slices():
    bounds = {"starts": (), "stops": (), "steps": ()}
    check(
        [("transpose", [0], {"axes": ()}), ("slice", [0], bounds), ("place", [0], {"shape": (), **bounds})],
        [np.float64(2.5)],
    )
