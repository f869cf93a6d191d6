"""Types of results are inferred, and errors say where they are."""

from __future__ import annotations

import contextlib
import random
import re

import numpy as np
import pytest
from lantern_programs import sample

from ag_notebook.staging.backends.lantern.evaluate import run
from ag_notebook.staging.backends.lantern.ir.builder import TypeMismatchError
from ag_notebook.staging.backends.lantern.ir.checker import check
from ag_notebook.staging.backends.lantern.ir.printer import written
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.ir.text import ReadError
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I64, ArrayType


def types(text, name="f"):
    program = read(text)
    check(program)
    return program.definitions[name].result_types


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(def f ((n i64)) (if (< n 1) 1.5 (call f (- n 1))))", (F64,)),
        ("(def f ((n i64)) (if (< n 1) (call f (- n 1)) 1.5))", (F64,)),
        (
            "(def f ((n i64)) (if (> n 1) (call g n) (values 1 true))) (def g ((n i64)) (call f (- n 1)))",
            (I64, BOOL),
        ),
        ("(def f ((n i64)) (call g n)) (def g ((n i64)) (if (> n 1) (call f (- n 1)) (f32 2)))", (F32,)),
        ("(def f ((n i64)) (if (< n 1) 1 (if (< n 2) (call f (- n 1)) (call f (- n 2)))))", (I64,)),
        ("(def f ((n i64)) (while ((n n)) (< n 9) (call f (+ n 1))))", (I64,)),
        ("(def f ((n i64)) (if (== n 0) 0.0 (let* ((x (call f (- n 1)))) (+ x x))))", (F64,)),
        ("(def f ((n i64)) (if (== (call g n) 0) 0.0 (call f n))) (def g ((n i64)) (+ n 1))", (F64,)),
        ("(def f ((x (tensor f32 n 3))) (transpose x :axes (1 0)))", (ArrayType("f32", (3, "n")),)),
        ("(def f () (values))", ()),
        ("(def f () (array (tensor i32 0 2)))", (ArrayType("i32", (0, 2)),)),
        ("(record A (b (ref B))) (record B (x f32)) (def f ((a (ref A))) (field (field a b) x))", (F32,)),
    ],
)
def test_types_of_results(text, expected):
    assert types(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(def f ((n i64)) (call f n))", "line 1, column 18: no path through f returns without recursion"),
        ("(def f ((n i64)) (let* ((x (call f n))) (if (< n 1) 0 x)))", "no path through f returns"),
        ("(def f () (call g)) (def g () (call f))", "no path through f returns without recursion"),
        ("(def f ((x f64))\n  (+ x\n     y))", "line 3, column 6: there is no variable or parameter y"),
        ("(def f () (call g))", "line 1, column 17: there is no definition g"),
        ("(def f () (+ 1 2)", "line 1, column 1: this parenthesis has no end"),
        ("(def f () 1))", "line 1, column 13: this parenthesis has no beginning"),
        ("(def f () |x)", "line 1, column 11: this bar has no end"),
        ("(def f () 1) (def f () 2)", "line 1, column 19: there are two definitions f"),
        ("(param x f32) (param x f32)", "there are two parameters x"),
        ("(param x (ref R)) (record R)", "column 10: a parameter is an array"),
        ("(def f ((x f64) (x f64)) x)", "f has two parameters x"),
        ("(def f ((x f16)) x)", "line 1, column 12: f16 is no type; scalars are f32, f64"),
        ("(def f ((x (tensor f32 -2))) x)", "column 24: a size is a number, not below 0, or a name"),
        ("(def f ((x (ref R))) x)", "there is no record R"),
        ("(record R (x f32) (x f32))", "there are two fields x"),
        ("(record R) (record R (x f32))", "column 20: there are two records R"),
        ("(record)", "a record is (record name (field type)...)"),
        ("(def f () (f64 1_0))", "1_0 is no f64"),
        ("(def f () (sum (values 1 2) :axes ()))", "this has 2 values where one is needed"),
        ("(def f () (let* (((a b) 1)) a))", "this has 1 values for 2 names"),
        ("(def f () (let* ((a 1))))", "it is (let* ((x expression)...) expression)"),
        ("(def f () ())", "column 11: an expression is not empty"),
        ("(def f () ((+ 1 2)))", "parentheses stand where a name is needed"),
        ("(def f () (i32 2.5))", "column 16: 2.5 is no i32"),
        ("(def f () (i32 3000000000))", "3000000000 is no i32"),
        ("(def f () 99999999999999999999)", "99999999999999999999 is no i64"),
        ("(def f () (array (tensor f32 3) 1 2))", "there are 2 numbers, not 3"),
        ("(def f () (array (tensor f32 n) 1 2))", "an array that is written has a dtype and sizes"),
        ("(def f () (sum 1 :axes))", "the attribute :axes has no value"),
        ("(def f () (sum :axes () 1))", "operands come before attributes"),
        ("3", "3 stands where parentheses are needed"),
        ("()", "something is missing between these parentheses"),
        ("(hello 3)", "line 1, column 2: a form is (record …), (param …) or (def …)"),
        ("(def f () " + "(" * 300 + ")" * 300 + ")", "column 210: more than 200 levels of parentheses"),
    ],
)
def test_texts_that_are_no_programs(text, message):
    with pytest.raises(ReadError) as caught:
        read(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(def f ()\n  (+ 1 2.5))", "line 2, column 3: +: its operands are of f64 and i64; cast one of them"),
        ("(def f ((b bool)) (if b 1 2.5))", "column 19: the branches differ in type: (i64) and (f64)"),
        (
            "(def f ((n i64)) (if (< n 0) 1.5 (+ 1 (call f n))))",
            "column 34: +: its operands are of f64 and i64",
        ),
        ("(def f () (if 1 1 1))", "a test is a bool, not i64"),
        ("(def f () (while ((i 0)) (< i 3) 2.5))", "the state of a loop changes its type: (i64) and (f64)"),
        ("(def f () (while ((i 0)) i i))", "the test of a loop is one bool"),
        ("(def f ((n i64)) (if (< n 0) n (call f 2.5)))", "column 32: f takes (i64), not (f64)"),
        ("(def f () (frob 1))", "frob: there is no such operation"),
        ("(def f () (sin 1.0 2.0))", "sin: it takes 1 operand"),
        ("(def f () (where true 1.0))", "where: it takes 3 operands, not 2"),
        ("(def f () (sum 1))", "sum: it needs the attribute axes"),
        ("(def f () (sin 1.0 :kind 3 :name x :tree 2))", "sin: it takes no attribute kind"),
        ("(def f () (sum 1 :axes 0))", "sum: 0 is nothing for the attribute axes"),
        ("(def f () (none R))", "none: the program has no record R"),
        ("(def f () (field 1 x))", "field: it takes a reference, not i64"),
        ("(record R (y f32)) (def f ((r (ref R))) (field r x))", "field: R has no field x; it has y"),
    ],
)
def test_operations_that_do_not_fit(text, message):
    with pytest.raises(TypeMismatchError) as caught:
        read(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("seed", range(60))
def test_texts_with_a_wrong_word(seed):
    """One word changed: the text is a program whose values have its types, or an error says where it is wrong."""
    rng = random.Random(seed)
    made = sample(rng)
    words = re.findall(r"[()]|[^\s()]+", written(made.program))
    for _ in range(5):
        changed, at = list(words), rng.randrange(len(words))
        others = ["||", "-1", "0", "1e999", "nan", "true", ":axes", "n", "(", ")", "f32", "|(", *words]
        changed[at : at + rng.randrange(2)] = [rng.choice(others)]
        try:
            program = read(" ".join(changed))
        except (ReadError, TypeMismatchError) as problem:
            assert re.match(r"line 1, column \d+: ", str(problem))
            continue
        with contextlib.suppress(TypeMismatchError):  # A name of a dimension that nothing tells.
            check(program)
            assert written(read(written(program))) == written(program)


def test_names_inside_hide_those_outside():
    program = read("(param x f64) (def f ((y f64)) (let* ((y (+ x y)) (x (* y y))) (+ x y)))")
    assert run(program, "f", [2.0], {"x": 1.0}) == (12.0,)


def test_comments_and_blanks():
    assert run(read("; squares\n(def f ; name\n\t((x i64))\n\n(* x x)) ; done"), "f", [3]) == (9,)


def test_arrays():
    (found,) = run(read("(def f () (array (tensor f32 2 2) 1 2.5 nan -inf))"), "f", [])
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, [[1, 2.5], [np.nan, -np.inf]])


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("(neg ", ")", 1),
        ("(if true ", " 2)", 1),
        ("(let* ((x ", ")) x)", 1),
        ("(while ((x 1)) (< x 0) ", ")", 1),
    ],
)
def test_many_levels(start, end, expected):
    count = 180 // start.count("(")
    assert run(read(f"(def f () {start * count} 1 {end * count})"), "f", []) == (expected,)
