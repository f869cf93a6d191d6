"""Runs that cannot go on end in Python's errors, and the program stays usable."""

import numpy as np
import pytest
from failing import PROGRAM, TABLE, Chain, Named, chain

from ag_notebook.report import Span
from ag_notebook.staging.backends.lantern import evaluate
from ag_notebook.staging.backends.lantern.failures import CheckFailedError
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled


@pytest.mark.parametrize(
    ("name", "arguments", "error", "message"),
    [
        ("row", [3], IndexError, "row: an index is out of range"),
        ("row", [-4], IndexError, "range"),
        ("label", [np.zeros(3), -1], IndexError, "range"),
        ("quotient", [1, 0], ZeroDivisionError, "quotient: an integer is divided by zero"),
        ("quotients", [np.arange(20, dtype="i4"), 0], ZeroDivisionError, "zero"),
        ("first", [None], AttributeError, "'NoneType' object has no attribute 'value'"),
        ("power", [2, -1], ValueError, "power: an integer has no negative power"),
    ],
)
def test_errors_of_a_run(name, arguments, error, message):
    executable = compiled(PROGRAM, name)
    good = {
        "row": ([-3], 1.0),
        "label": ([np.zeros(3), 2], np.log(3)),
        "quotient": ([7, 2], 4),
        "quotients": ([np.arange(20, dtype="i4"), 1], np.zeros(20)),
        "first": ([Chain(2.5)], 2.5),
        "power": ([2, 3], 8),
    }[name]
    for _ in range(2):
        with pytest.raises(error, match=message):
            executable.run(arguments, TABLE)
        with pytest.raises(error, match=message):
            executable.gradients(arguments, TABLE)
        np.testing.assert_allclose(executable.run(good[0], TABLE)[0], good[1])


FAILING = {
    "row": ("(def f ((t (tensor f64 3)) (i i64)) (row t i))", [np.zeros(3), 3]),
    "take": ("(def f ((t (tensor f64 3)) (i (tensor i64 2))) (take t i))", [np.zeros(3), np.array([0, 3])]),
    "set-row": (
        "(def f ((t (tensor f64 3)) (i i64)) (set-row t i 1.0))",
        [np.zeros(3), 3],
    ),
    "cross-entropy": ("(def f ((t (tensor f64 3)) (i i64)) (cross-entropy t i))", [np.zeros(3), 3]),
    "%": ("(def f ((x i64) (y i64)) (% (// x 2) y))", [1, 0]),
    "//": ("(def f ((x (tensor i64 3)) (y i64)) (// (+ (% x 7) 1) (+ y x)))", [np.arange(3), -1]),
    "**": ("(def f ((x i64) (y i64)) (** (** x 2) (- (** y 1) 1)))", [1, 0]),
    "+!": ("(def f ((x i64) (y i64)) (+! (+! y y) (+! x y)))", [2**63 - 2, 1]),
    "-!": ("(def f ((x i64) (y i64)) (-! (-! y y) (-! x y)))", [-(2**63) + 1, 1]),
    "*!": ("(def f ((x (tensor i64 3)) (y i64)) (*! (*! y y) (*! x y)))", [np.array([1, 2, 2**57]), 8]),
    "//!": ("(def f ((x i64) (y i64)) (//! (//! x (- 0 y)) y))", [-(2**63), -1]),
    "**!": ("(def f ((x i64) (y i64)) (**! (**! x 2) y))", [2, 32]),
    "field": (
        "(record R (value f64) (next (ref R))) (def f ((r (ref R))) (field (field r next) value))",
        [Chain(1.0)],
    ),
    "check": (
        "(def f ((x f64)) (let* ((a (check (> x 0.0) :failure 3)) (b (check (> x 1.0) :failure 4))) x))",
        [0.5],
    ),
}


@pytest.mark.parametrize("kind", FAILING)
def test_errors_have_the_place_of_the_operation_that_the_evaluator_names(kind):
    text, arguments = FAILING[kind]
    program = read(text)
    placed(program)
    executable = compiled(program, "f")
    found = []
    for run in (
        lambda: evaluate.run(program, "f", arguments),
        lambda: executable.run(arguments),
        lambda: executable.gradients(arguments),
    ):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - the types are compared
            run()
        error = caught.value
        found.append((type(error), getattr(error, "failure", None), getattr(error, "span", None)))
    assert found[0] == found[1] == found[2]
    if kind == "check":
        assert found[0] == (CheckFailedError, 4, None)
    else:
        assert found[0][2].line == max(
            o.span.line for o in program.definitions["f"].block.walk() if o.kind == kind
        )


def placed(program):
    """Gives each operation a line of its own."""
    for line, operation in enumerate(program.definitions["f"].block.walk(), 1):
        operation.span = Span("f.py", line, 0, line, 1)


def test_deep_calls_have_no_place():
    program = read("(def f ((x i64)) (if (< x 0) 0 (+ (call f (// 7 x)) (call f x))))")
    placed(program)
    with pytest.raises(RecursionError) as caught:
        compiled(program, "f", stack=4 << 20).run([1])
    assert not hasattr(caught.value, "span")


def test_checks_of_results_that_no_one_reads():
    program = read("""
    (param w f64)
    (def checked ((x f64)) (let* ((ok (check (> x 0.0) :failure 1))) (* x x)))
    (def f ((x f64) (n i64))
      (let* (((i y) (while ((i 0) (y 1.0)) (< i n)
        (let* ((unread (call checked (- x (cast i :dtype f64))))
               (ok (check (< y 100.0) :failure 2))) (values (+ i 1) (* y (* w x)))))))
        (if (> x 50.0) (let* ((ok (check (> n 100) :failure 5))) y) y)))
    """)
    made = compiled(program, "f")
    for arguments, failure in (([2.5, 2], None), ([2.5, 4], 1), ([20.0, 5], 2), ([60.0, 1], 5)):
        for run in (made.run, made.gradients):
            if failure is None:
                run(arguments, {"w": np.float64(1)})
                continue
            with pytest.raises(CheckFailedError) as caught:
                run(arguments, {"w": np.float64(1)})
            assert caught.value.failure == failure
    *_, found = made.gradients([2.5, 2], {"w": np.float64(1)})
    np.testing.assert_allclose(found["w"], 2 * 2.5**2)
