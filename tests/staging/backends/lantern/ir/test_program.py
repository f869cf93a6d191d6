"""A walk meets every operation, those inside after the one that holds them."""

from __future__ import annotations

from ag_notebook.staging.backends.lantern.ir.program import Block, Variable
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.ir.types import F64


def test_walk():
    program = read("(def f ((x f64)) (sin (if (< x 0.5) (cos x) (while ((y x)) (> y 2.5) (tanh y)))))")
    kinds = [operation.kind for operation in program.definitions["f"].block.walk()]
    assert kinds == ["constant", "<", "if", "cos", "while", "constant", ">", "tanh", "sin"]


def test_parameters_are_those_of_the_block():
    (variable,) = read("(def f ((x f64)) x)").definitions["f"].parameters
    assert (variable.name, variable.type) == ("x", F64)


def test_variables_are_told_apart_by_themselves():
    assert Variable(F64, "x") != Variable(F64, "x")
    assert Block() != Block()
