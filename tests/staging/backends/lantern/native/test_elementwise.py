"""Elementwise operations of one shape are one kernel."""

import numpy as np
from agreement import agree

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.definitions import written

PROGRAM = read("""
(def fused ((x (tensor f32 20)) (y (tensor f32 20)) (s f32))
  (let* ((a (tanh (+ (* x y) s))) (b (- a x)) (c (* a b))) (values b c)))
(def shapes ((x (tensor f32 4 1)) (y (tensor f32 3)))
  (let* ((a (* x x)) (b (+ a y)) (c (sum b :axes (1) :keepdims true)) (d (* c a))) (+ d y)))
(def branches ((x (tensor f32 4)) (t bool))
  (let* ((a (* x x)) (b (+ a x))) (if t (* b a) (- b x))))
""")


def kernels(name):
    functions = written(PROGRAM, name, None).module.functions.values()
    return [function.name for function in functions if function.name.startswith("elementwise")]


def test_a_chain_is_one_kernel():
    assert len(kernels("fused")) == 1


def test_values():
    random = np.random.default_rng(0)
    x, y = random.normal(size=(2, 20)).astype("f4")
    agree(PROGRAM, "fused", [x, y, np.float32(0.5)])
    agree(PROGRAM, "shapes", [x[:4, None], y[:3]])
    for test in (False, True):
        agree(PROGRAM, "branches", [x[:4], test])
