"""Vectors of every width that processors have give what the evaluator gives."""

import numpy as np
import pytest
from agreement import agree
from sampling import check, values

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native import vectors
from ag_notebook.staging.backends.lantern.native.vectors import groups

SHAPES = [((21, 67), (67,)), ((6,), (6, 5)), ((67,), (67, 131)), ((9, 33), (33, 70))]


@pytest.fixture(
    params=[(16, 16), (32, 16), (64, 32)], ids=lambda registers: f"{registers[0]} bytes", autouse=True
)
def registers(request, monkeypatch):
    monkeypatch.setattr(vectors, "vector_registers", lambda: request.param)


@pytest.mark.parametrize("dtype", ["f32", "f64", "i32"])
@pytest.mark.parametrize("shapes", SHAPES)
def test_products(dtype, shapes):
    check([("matmul", [0, 1], {})], [values(dtype, shape, seed) for seed, shape in enumerate(shapes)])


def test_sums_of_products():
    program = read("""
    (param w (tensor f32 21 67))
    (def f ((x (tensor f32 67)) (count i64))
      (let* (((s i) (while ((s (f32 0.0)) (i 0)) (< i count)
        (values (+ s (sum (tanh (matmul w (* x (cast i :dtype f32)))) :axes (0))) (+ i 1))))) s))
    """)
    x, w = values("f32", (67,)), values("f32", (21, 67), 1)
    agree(program, "f", [x / 30, np.int64(70)], {"w": w / 30})


def test_groups_differ_by_one():
    assert groups([(0, 4), (4, 4), (8, 4), (12, 4), (16, 2)], 3) == [
        [(0, 4), (4, 4)],
        [(8, 4), (12, 4), (16, 2)],
    ]
    assert groups([], 3) == []
