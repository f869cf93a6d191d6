"""Definitions of scalars on each item of arrays, in place."""

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.updates import Update

PROGRAM = read("""
(def adagrad ((w f32) (s f32) (g f32) (rate f32))
  (let* ((t (+ s (* g g)))) (values (- w (/ (* rate g) (+ (sqrt t) (f32 1e-8)))) t)))
(def clipped ((w f64) (g f64)) (if (> g 1.0) (- w 1.0) (- w g)))
(def halves ((n i64) (by i64)) (// n by))
(def array ((x (tensor f32 3))) x)
(def calls ((x f64)) (call halved x))
(def halved ((x f64)) (* x 0.5))
""")


@pytest.mark.parametrize("shape", [(1,), (7,), (40, 33), (0,)])
def test_new_values_are_in_place(shape):
    random = np.random.default_rng(0)
    w, s, g = (random.normal(size=shape).astype("f4") for _ in range(3))
    s = np.abs(s)
    total = s + g * g
    wanted = w - np.float32(0.1) * g / (np.sqrt(total) + np.float32(1e-8))
    before = g.copy()
    Update(PROGRAM, "adagrad").apply([(w, s, g)], [0.1])
    np.testing.assert_allclose(w, wanted, rtol=1e-5)
    np.testing.assert_allclose(s, total, rtol=1e-6)
    np.testing.assert_array_equal(g, before)


def test_many_rows():
    rows = [(np.ones(size), np.full(size, 0.25 * size)) for size in range(12)]
    Update(PROGRAM, "clipped").apply(rows)
    for size, (w, _) in enumerate(rows):
        assert w.tolist() == [1 - min(0.25 * size, 1)] * size


def test_rows_of_another_length():
    program = read("(def f ((a f64) (b f64) (c f64)) (+ a (+ b c)))")
    update, arrays = Update(program, "f"), [np.ones(2) for _ in range(6)]
    update.apply([arrays[:3], arrays[3:]])
    assert [each[0] for each in arrays] == [3, 1, 1, 3, 1, 1]
    update.apply([arrays[:2], arrays[2:4], arrays[4:]], [0.5])
    assert [each[0] for each in arrays] == [4.5, 1, 4.5, 3, 2.5, 1]


def test_failures():
    halves, numbers = Update(PROGRAM, "halves"), np.arange(5)
    with pytest.raises(ZeroDivisionError):
        halves.apply([(numbers,)], [0])
    halves.apply([(numbers,)], [2])
    assert numbers.tolist() == [0, 0, 1, 1, 2]


@pytest.mark.parametrize("name", ["array", "calls"])
def test_definitions_of_other_kinds(name):
    with pytest.raises(TypeError, match="no definition of scalars alone"):
        Update(PROGRAM, name)


def test_arrays_that_do_not_fit():
    update = Update(PROGRAM, "clipped")
    with pytest.raises(TypeError, match="contiguous arrays of f64"):
        update.apply([(np.ones(3), np.ones(3, "f4"))])
    with pytest.raises(TypeError, match=r"shape \(3,\)"):
        update.apply([(np.ones(3), np.ones(4))])
    with pytest.raises(TypeError, match="contiguous"):
        update.apply([(np.ones(6)[::2], np.ones(3))])
    constant = np.ones(3)
    constant.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        update.apply([(constant, np.ones(3))])
