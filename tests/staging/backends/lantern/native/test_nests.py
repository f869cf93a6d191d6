"""Strides of arrays, and nests of loops with as few loops as they allow."""

import pytest

from ag_notebook.staging.backends.lantern.native.nests import (
    Walk,
    broadcast_strides,
    kernel,
    nest,
    scaled,
    strides_of,
)
from ag_notebook.staging.backends.lantern.native.text import Module


def test_strides():
    assert strides_of((2, 3, 4)) == (12, 4, 1)
    assert strides_of(()) == ()
    assert broadcast_strides((3, 1), (2, 3, 4)) == (0, 1, 0)


@pytest.mark.parametrize(
    ("sizes", "strides", "loops"),
    [
        ((2, 3, 4), [(12, 4, 1), (12, 4, 1)], 1),
        ((2, 3, 4), [(12, 4, 1), (0, 4, 1)], 2),
        ((2, 3, 4), [(12, 4, 1), (1, 2, 6)], 3),
        ((2, 1, 4), [(4, 4, 1), (4, 0, 1)], 1),
        ((1, 1), [(1, 1)], 0),
        ((3, 0), [(0, 1)], 0),
    ],
)
def test_dimensions_are_merged(sizes, strides, loops):
    code, _, pointers = kernel(Module(), "f", 0, ["ptr"] * len(strides))
    walks = [Walk(pointer, "f64", each) for pointer, each in zip(pointers, strides)]
    nest(code, sizes, walks, lambda pointers, carried: ())
    assert sum(line.startswith("loop") for line in code.lines) == loops


def test_factors_of_zero_and_one_cost_nothing():
    code, _, _ = kernel(Module(), "f", 0, [])
    assert [scaled(code, "%i", factor) for factor in (0, 1)] == ["0", "%i"]
    assert code.lines == ["entry:"]
