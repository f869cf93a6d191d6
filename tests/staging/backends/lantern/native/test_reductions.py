"""Sums, extremes and softmax."""

import numpy as np
import pytest
from sampling import SHAPES, check, program_of, values

from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, INTEGERS, NUMBERS, type_of


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("keepdims", [False, True])
def test_reductions(dtype, keepdims):
    for shape, choices in [
        ((7,), [(0,)]),
        ((3, 20), [(0,), (1,), (0, 1)]),
        ((2, 3, 4, 5), [(1,), (0, 2), (3,), (1, 3)]),
    ]:
        cases = [
            (name, [0], {"axes": axes, "keepdims": keepdims})
            for name in ("sum", "amax", "amin")
            for axes in choices
        ]
        check(cases, [values(dtype, shape)])
    places = [
        (name, [0], {"axes": axes, "keepdims": keepdims})
        for name in ("argmax", "argmin")
        for axes in [(0,), (1,), (0, 1)]
    ]
    check(places, [values(dtype, (4, 6))])


def test_reductions_of_bools():
    cases = [(name, [0], {"axes": axes}) for name in ("all", "any") for axes in [(0,), (1,), (0, 1)]]
    check(cases, [values("bool", (4, 3))])


@pytest.mark.parametrize("dtype", FLOATS)
def test_reductions_of_nan(dtype):
    x = values(dtype, (3, 20))
    x[1, 4] = np.nan
    x[2, 5] = np.inf
    names = ("sum", "amax", "amin", "argmax", "argmin")
    check(
        [(name, [0], {"axes": axes}) for name in names for axes in [(0,), (1,), (0, 1)]], [x], gradients=False
    )


@pytest.mark.parametrize("dtype", FLOATS)
def test_classes(dtype):
    for shape in [(6,), (2, 3, 4), (1,)]:
        x = values(dtype, shape, high=30)
        labels = values("i64", shape[:-1], low=0, high=1) % shape[-1]
        check([("softmax", [0], {}), ("log-softmax", [0], {}), ("cross-entropy", [0, 1], {})], [x, labels])


@pytest.mark.parametrize("dtype", NUMBERS)
def test_scalars_have_no_axes(dtype):
    names = ("sum", "amax", "amin", "argmax", "argmin")
    check([(name, [0], {"axes": ()}) for name in names], [values(dtype, ())])
    check([("sum", [0], {"axes": ()})], [values(dtype, (2, 3))])
