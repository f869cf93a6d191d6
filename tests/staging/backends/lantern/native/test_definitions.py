"""Definitions that call themselves and each other."""

from random import Random

import numpy as np
import pytest
from agreement import agree
from lantern_programs import sample

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled

SCALARS = read("""
(def fib ((n i64)) (if (< n 2) n (+ (call fib (- n 1)) (call fib (- n 2)))))
(def ackermann ((m i64) (n i64))
  (if (== m 0) (+ n 1)
    (if (== n 0) (call ackermann (- m 1) 1)
      (call ackermann (- m 1) (call ackermann m (- n 1))))))
(def is_even ((n i64)) (if (== n 0) true (call is_odd (- n 1))))
(def is_odd ((n i64)) (if (== n 0) false (call is_even (- n 1))))
(def power ((x f64) (n i64)) (if (== n 0) 1.0 (* x (call power x (- n 1)))))
(def both ((x f64) (n i64))
  (if (== n 0) (values x (* x x))
    (let* (((a b) (call both (sin x) (- n 1)))) (values (* a b) (+ a x)))))
(def collatz ((n i64))
  (let* (((steps left) (while ((steps 0) (left n)) (> left 1)
      (values (+ steps 1) (if (== (% left 2) 0) (// left 2) (+ (* left 3) 1)))))) steps))
(def newton ((x f64)) (let* (((r k) (while ((r x) (k 0)) (< k 5) (values (- r (/ (- (* r r) x) (* r 2.0))) (+ k 1))))) r))
(def nested ((x f64) (n i64))
  (if (== n 0) x
    (let* (((s i) (while ((s 0.0) (i 0)) (< i n)
          (let* (((t j) (while ((t s) (j 0)) (< j i) (values (+ (* t x) 1.0) (+ j 1)))))
            (values (+ t (call nested (* x 0.5) (- n 1))) (+ i 1))))))
      s)))
(def chosen ((x f64) (y f64)) (let* ((z (* x y)) (w (if (> x y) (* z x) (+ y z)))) (* w (if (< z 0.0) z (exp y)))))
""")


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("fib", [15], 610),
        ("ackermann", [2, 3], 9),
        ("is_even", [7], False),
        ("is_odd", [7], True),
        ("power", [2.0, 10], 1024.0),
        ("both", [0.7, 3], None),
        ("collatz", [27], 111),
        ("newton", [2.0], 2**0.5),
        ("nested", [0.3, 3], None),
        ("chosen", [0.3, 3.0], None),
        ("chosen", [0.3, -3.0], None),
    ],
)
def test_scalars(name, arguments, value):
    (first, *_) = agree(SCALARS, name, arguments)
    if value is not None:
        assert first == pytest.approx(value)


def test_gradient_of_a_power():
    _, (gradient, none), _ = compiled(SCALARS, "power").gradients([3.0, 4])
    assert gradient == pytest.approx(4 * 3.0**3)
    assert none is None


@pytest.mark.parametrize("seed", range(20))
def test_random_programs_of_all_operations(seed):
    made = sample(Random(seed), dtypes=("f64", "i32", "i64", "bool"))
    agree(made.program, made.name, made.arguments, made.parameters)
