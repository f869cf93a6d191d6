"""Backward blocks hold what is needed and nothing else."""

import numpy as np
from agreement import agree

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled
from ag_notebook.staging.backends.lantern.native.reverse import reverse

PROGRAM = read("""
(param w (tensor f64 2 3))
(param table (tensor f64 4 3))
(def product ((x (tensor f64 3)) (n i64)) (sum (matmul w (* x (cast n :dtype f64))) :axes (0)))
(def left ((x (tensor f64 2)) (i i64)) (sum (* (matmul x w) (row table i)) :axes (0)))
(def loop ((x f64) (y f64))
  (let* (((a b i) (while ((a x) (b y) (i 0)) (< i 3) (values (* a 2.0) (tanh b) (+ i 1))))) a))
(def plain ((n i64)) (if (== n 0) 1 (* n (call plain (- n 1)))))
(def mixed ((x f64) (n i64)) (* x (cast (call plain n) :dtype f64)))
""")


def kinds(name, parameters=()):
    return [operation.kind for operation in reverse(PROGRAM, name, parameters).entry.block.walk()]


def test_gradients_of_matrices_are_not_made_one_by_one():
    assert "accumulate-outer" in kinds("product", ["w"])
    assert not any(kind.startswith("accumulate") for kind in kinds("product"))
    assert {"accumulate-outer", "accumulate-rows"} <= set(kinds("left", ["w", "table"]))


def test_gradients_of_arguments_and_fields_are_left_out_where_nobody_asks():
    program = read("""
    (param w (tensor f64 2 2))
    (record Cell (x (tensor f64 2)) (next (ref Cell)))
    (def f ((c (ref Cell)) (y (tensor f64 2)))
      (if (none? c) (sum (matmul w y) :axes (0))
        (+ (sum (matmul w (field c x)) :axes (0)) (call f (field c next) (matmul w y)))))
    """)

    class Cell:
        def __init__(self, x, next=None):
            self.x, self.next = x, next

    def found(**wanted):
        return reverse(program, "f", ["w"], **wanted).backward["f"][(0,)].block

    everything = [operation.kind for operation in found().walk()]
    weights = [operation.kind for operation in found(arguments=False).walk()]
    assert "accumulate-field" in everything and "accumulate-field" not in weights
    assert weights.count("matmul") == everything.count("matmul") - 1
    x = [np.array([1.0, -2.0]), np.array([0.5, 3.0]), np.array([2.0, 1.0])]
    parameters, made = {"w": np.array([[0.5, 1.0], [2.0, -1.0]])}, compiled(program, "f")
    arguments = [Cell(x[0], Cell(x[1])), x[2]]
    value, own, wanted = made.gradients(arguments, parameters)
    again, none, gradients = made.gradients(arguments, parameters, of_arguments=False)
    assert value == again and len(own) == 2 and none == ()
    np.testing.assert_array_equal(gradients["w"], wanted["w"])


def test_state_that_no_gradient_reaches_is_left_out():
    (loop,) = (
        operation
        for operation in reverse(PROGRAM, "loop", []).entry.block.operations
        if operation.kind == "backward-while"
    )
    assert len(loop.arguments) == 1
    _, gradients, _ = compiled(PROGRAM, "loop").gradients([1.0, np.inf])
    assert gradients == (8.0, 0.0)


def test_definitions_without_gradients_keep_nothing():
    assert set(reverse(PROGRAM, "mixed", []).backward) == {"mixed"}
    _, gradients, _ = compiled(PROGRAM, "mixed").gradients([2.0, 4])
    assert gradients == (24.0, None)


def test_gradients_agree():
    random = np.random.default_rng(0)
    parameters = {"w": random.normal(size=(2, 3)), "table": random.normal(size=(4, 3))}
    agree(PROGRAM, "product", [random.normal(size=3), 2], parameters)
    agree(PROGRAM, "left", [random.normal(size=2), -1], parameters)


def test_only_the_parameters_that_are_wanted():
    parameters = {"w": np.ones((2, 3)), "table": np.ones((4, 3))}
    *_, found = compiled(PROGRAM, "left", wanted=["table"]).gradients([np.ones(2), 1], parameters)
    assert found.keys() == {"table"}
    assert found["table"].tolist() == [[0, 0, 0], [2, 2, 2], [0, 0, 0], [0, 0, 0]]


def test_results_of_calls_that_no_gradient_reaches_are_left_out():
    program = read("""
    (def pair ((x f64) (n i64))
      (if (== n 0) (values x (log x)) (let* (((a b) (call pair x (- n 1)))) (values (* a 2.0) b))))
    (def first ((x f64)) (let* (((a b) (call pair x 3))) a))
    (def both ((x f64)) (let* (((a b) (call pair x 3))) (+ a b)))
    """)
    assert set(reverse(program, "first", []).backward["pair"]) == {(0,)}
    assert set(reverse(program, "both", []).backward["pair"]) == {(0, 1)}
    _, gradients, _ = compiled(program, "first").gradients([0.0])
    assert gradients == (8.0,)
    agree(program, "first", [0.0])
    agree(program, "both", [0.5])
