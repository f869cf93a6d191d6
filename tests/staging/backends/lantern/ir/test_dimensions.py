"""Names of dimensions are found in what goes in, and numbers are put in their place."""

from __future__ import annotations

import random

import numpy as np
import pytest
from lantern_programs import sample

from ag_notebook.staging.backends.lantern.ir.builder import TypeMismatchError
from ag_notebook.staging.backends.lantern.ir.checker import check
from ag_notebook.staging.backends.lantern.ir.dimensions import names_in, sized, sizes, specialise
from ag_notebook.staging.backends.lantern.ir.printer import written
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.ir.types import F64, ArrayType, RecordType

TEXT = """
(record R (v (tensor f64 {n})))
(param W (tensor f64 {m} {n}))
(def g ((x (tensor f64 {n}))) (slice x :starts (0) :stops ({n}) :steps (1)))
(def f ((x (tensor f64 {n})) (i i64) (z (tensor f64 {k})))
  (if (< i 0)
    (add-rows (array (tensor i64 1) 0) (reshape (* W (call g x)) :shape (1 {m} {n})) :size {k})
    (while ((y (broadcast x :shape ({k} {m} {n})))) (> i 1) y)))
"""
NAMED = TEXT.format(n="n", m="m", k="k")


def test_numbers_for_names():
    program = read(NAMED)
    check(program)
    found = specialise(program, {"n": 2, "m": 3, "k": 4})
    check(found)
    assert written(found) == written(read(TEXT.format(n=2, m=3, k=4)))
    assert found.definitions["f"].result_types == (ArrayType("f64", (4, 3, 2)),)
    assert written(program) == written(read(NAMED))


def test_names_that_are_not_given_stay():
    found = specialise(read(NAMED), {"n": 2})
    assert found.definitions["f"].result_types == (ArrayType("f64", ("k", "m", 2)),)
    check(found)


def test_sizes_that_an_operation_does_not_fit():
    program = read("(def f ((x (tensor f64 n))) (slice x :starts (0) :stops (3) :steps (1)))")
    assert specialise(program, {"n": 3}).definitions["f"].result_types == (ArrayType("f64", (3,)),)
    with pytest.raises(TypeMismatchError, match="slice: a dimension of size 2 has no slice 0:3:1"):
        specialise(program, {"n": 2})


def test_sizes_of_arrays():
    kinds = ArrayType("f64", ("n", 3)), ArrayType("f64", ("n", "m")), F64, RecordType("R")
    values = np.ones((2, 3)), np.ones((2, 4)), 1.0, object()
    assert sizes(zip("abcd", kinds, values, strict=True)) == {"n": 2, "m": 4}


@pytest.mark.parametrize(
    ("shape", "other", "message"),
    [
        ((2, 4), (2, 4), r"a has shape \(2, 4\), not \(2, 3\)"),
        ((2, 3), (1, 4), r"b has shape \(1, 4\), not \(2, 4\)"),
        ((2,), (2, 4), r"a has shape \(2,\), not"),
    ],
)
def test_sizes_that_do_not_fit(shape, other, message):
    kinds = ArrayType("f64", ("n", 3)), ArrayType("f64", ("n", "m"))
    with pytest.raises(TypeError, match=message):
        sizes(zip("ab", kinds, (np.ones(shape), np.ones(other)), strict=True))


def test_names_in_types():
    assert names_in([ArrayType("f32", ("n", 3)), RecordType("m"), ArrayType("f32", ("k",))]) == {"n", "k"}
    assert sized(ArrayType("f32", ("n", "m")), {"n": 0}) == ArrayType("f32", (0, "m"))


@pytest.mark.parametrize("seed", range(20))
def test_copies_are_whole(seed):
    program = sample(random.Random(seed)).program
    found = specialise(program, {"n": 1})
    check(found)
    assert written(found) == written(program)
    assert specialise(program, {}) is program
