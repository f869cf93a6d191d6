"""What nobody needs is not written, rows are read in place, and what may fail is done nonetheless."""

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.definitions import written
from ag_notebook.staging.backends.lantern.native.executable import compiled

PROGRAM = read("""
(param table (tensor f64 9 3))
(def dead ((x (tensor f64 3))) (let* ((y (transpose x :axes (0))) (z (tanh y))) (* x 2.0)))
(def row ((i i64)) (* (row table i) 2.0))
(def failing ((x i64)) (let* ((y (// 1 x))) 5))
(def first ((x (tensor f64 3))) x)
""")


def functions(name):
    return [function.name for function in written(PROGRAM, name, None).module.functions.values()]


def test_dead_operations_are_left_out():
    assert [name.rstrip("_0123456789") for name in functions("dead")] == ["run", "plain_dead", "elementwise"]


def test_rows_are_read_in_place():
    assert not any(name.startswith("kernel") for name in functions("row"))


def test_what_may_fail_is_done():
    with pytest.raises(ZeroDivisionError):
        compiled(PROGRAM, "failing").run([0])


def test_a_result_is_never_the_argument_itself():
    x = np.ones(3)
    (found,) = compiled(PROGRAM, "first").run([x])
    found += 1
    assert x.tolist() == [1, 1, 1]
