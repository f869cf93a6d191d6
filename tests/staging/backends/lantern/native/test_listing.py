"""Backward blocks as text."""

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.listing import listed
from ag_notebook.staging.backends.lantern.native.reverse import reverse

PROGRAM = read("""
(param w f64)
(def power ((x f64) (n i64)) (if (== n 0) w (* x (call power x (- n 1)))))
(def loop ((x f64))
  (let* (((a i) (while ((a x) (i 0)) (< i 3) (values (tanh (* a x)) (+ i 1))))) a))
(def total ((x (tensor f64 3))) (sum x :axes (0)))
""")
POWER = """\
backward power: d1
  d6 = if v1
  then
    accumulate w d1
    gives 0.0
  else
    d2 = * d1 v4
    d3 = * d1 x
    d4 = back through power d3
    d5 = + d2 d4
    gives d5
gives d6
"""
LOOP = """\
backward loop: d1
  d10 d11 = while d1 0.0
  for each iteration, from the last: d2 d3
    d4 = * v3 v3
    d5 = - 1.0 d4
    d6 = * d2 d5
    d7 = * d6 x
    d8 = * d6 a
    d9 = + d3 d8
    gives d7 d9
  d12 = + d10 d11
gives d12
"""
TOTAL = """\
backward total: d1
  d2 = reshape d1 :shape (1,)
  d3 = broadcast d2 :shape (3,)
gives d3
"""


def text(name):
    return listed(PROGRAM.definitions[name], reverse(PROGRAM, name, ["w"]).entry)


def test_branches_and_calls():
    assert text("power") == POWER


def test_loops():
    assert text("loop") == LOOP


def test_attributes():
    assert text("total") == TOTAL
