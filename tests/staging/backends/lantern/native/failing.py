"""Programs that fail for some arguments."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.reader import read

PROGRAM = read("""
(record Chain (value f64) (next (ref Chain)))
(record Named (value f32) (weights (tensor f32 2)) (left (ref Named)) (right (ref Named)))
(param table (tensor f64 3 2))
(def total ((c (ref Chain))) (if (none? c) 0.0 (+ (* (field c value) (field c value)) (call total (field c next)))))
(def vectors ((c (ref Chain)) (x (tensor f64 8)))
  (if (none? c) x (* (call vectors (field c next) (* x 0.5)) (field c value))))
(def endless ((n i64)) (if (< n 0) 0 (+ (call endless (+ n 1)) (call endless (+ n 2)))))
(def forever ((n i64)) (let* ((m (while ((m n)) (>= m 0) (% (+ m 1) 1000)))) m))
(def doubling ((n i64)) (if (== n 0) 1 (+ (call doubling (- n 1)) (* (call doubling (- n 1)) 1))))
(def row ((i i64)) (sum (row table i) :axes (0)))
(def quotient ((x i64) (y i64)) (+ (// x y) (% x y)))
(def quotients ((x (tensor i32 20)) (y i32)) (% x y))
(def first ((c (ref Chain))) (field c value))
(def power ((x i64) (y i64)) (** x y))
(def label ((x (tensor f64 3)) (i i64)) (cross-entropy x i))
(def named ((n (ref Named))) (if (none? n) (f32 0.0) (+ (field n value) (+ (call named (field n left)) (call named (field n right))))))
""")


TABLE = {"table": np.arange(6.0).reshape(3, 2)}


@dataclass(eq=False)
class Chain:
    value: float
    next: Any = None


@dataclass(eq=False)
class Named:
    value: Any = 1.0
    weights: Any = None
    left: Any = None
    right: Any = None

    def __post_init__(self):
        self.weights = np.zeros(2, "f4") if self.weights is None else self.weights


def chain(length):
    found = None
    for _ in range(length):
        found = Chain(1.0, found)
    return found
