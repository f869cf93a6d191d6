"""Sums of products of any number of terms, from loops and from recursion, on either side of the matrix."""

import numpy as np
import pytest
from agreement import agree

from ag_notebook.staging.backends.lantern.ir.reader import read

PROGRAM = read("""
(param w (tensor f64 n n))
(def right ((x (tensor f64 n)) (count i64))
  (let* (((h i) (while ((h x) (i 0)) (< i count) (values (tanh (matmul w h)) (+ i 1))))) (sum h :axes (0))))
(def left ((x (tensor f64 n)) (count i64))
  (let* (((h i) (while ((h x) (i 0)) (< i count) (values (tanh (matmul h w)) (+ i 1))))) (sum h :axes (0))))
(def deep ((x (tensor f64 n)) (count i64))
  (if (== count 0) x
    (let* ((h (call deep x (- count 1)))) (+ (matmul w (tanh h)) (matmul (sin h) w)))))
""")


@pytest.mark.parametrize("name", ["right", "left", "deep"])
@pytest.mark.parametrize("count", [0, 1, 3, 12, 70])
@pytest.mark.parametrize("size", [1, 5, 18, 130])
def test_products(name, count, size):
    random = np.random.default_rng(size)
    agree(PROGRAM, name, [random.normal(size=size), count], {"w": random.normal(size=(size, size)) / size})
