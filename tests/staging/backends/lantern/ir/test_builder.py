"""Operations get the types of their results, and what does not fit says where in the user's code it is."""

from __future__ import annotations

import numpy as np
import pytest

from ag_notebook.report.spans import Span
from ag_notebook.staging.backends.lantern.ir.builder import Builder, TypeMismatchError
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I64, ArrayType, RecordType

SPAN = Span("cell", 1, 0, 1, 5)


@pytest.fixture
def b():
    program = Program({"R": {"x": F32, "next": RecordType("R")}}, {"W": ArrayType("f64", (2, 2))})
    program.definitions["f"] = Definition("f", Block((Variable(F64, "x"),)), (F64, I64))
    builder = Builder(
        program, Block((Variable(F64, "x"), Variable(BOOL, "test"), Variable(RecordType("R"), "r")))
    )
    builder.span = SPAN
    return builder


def test_operations(b):
    x, _, r = b.block.parameters
    assert b.emit("sin", x, name="y").name == "y"
    assert b.emit("param", parameter="W").type == ArrayType("f64", (2, 2))
    assert b.emit("none", record="R").type == RecordType("R")
    assert b.emit("field", r, field="x").type == F32
    assert b.constant([1, 2], "i32").type == ArrayType("i32", (2,))
    assert [v.type for v in b.call("f", [x])] == [F64, I64]
    assert [operation.kind for operation in b.block.operations] == [
        "sin",
        "param",
        "none",
        "field",
        "constant",
        "call",
    ]
    assert {operation.span for operation in b.block.operations} == {SPAN}


def test_blocks(b):
    x, test, _ = b.block.parameters
    then, orelse = Block(), Block()
    with b.inside(then):
        then.results = (b.emit("sin", x),)
    orelse.results = (x,)
    (result,) = b.branch(test, then, orelse)
    assert result.type == F64
    assert len(then.operations) == len(b.block.operations) == 1


@pytest.mark.parametrize(
    ("emit", "message"),
    [
        (lambda b, x, test, r: b.emit("sin", test), "sin: it takes f32, f64, not bool"),
        (lambda b, x, test, r: b.emit("sin", x, x), "sin: it takes 1 operands?, not 2"),
        (lambda b, x, test, r: b.emit("where", test), "where: it takes 3 operands, not 1"),
        (lambda b, x, test, r: b.emit("frob", x), "frob: there is no such operation"),
        (lambda b, x, test, r: b.emit("sum", x), "sum: it needs the attribute axes"),
        (lambda b, x, test, r: b.emit("param", parameter="V"), "param: the program has no parameter V"),
        (lambda b, x, test, r: b.emit("none", record="S"), "none: the program has no record S"),
        (lambda b, x, test, r: b.emit("field", r, field="y"), "field: R has no field y; it has x, next"),
        (lambda b, x, test, r: b.emit("field", x, field="y"), "field: it takes a reference, not f64"),
        (
            lambda b, x, test, r: b.emit("broadcast", x, shape=(1,) * 5),
            "broadcast: arrays have at most 4 dimensions",
        ),
        (lambda b, x, test, r: b.call("f", [test]), r"f takes \(f64\), not \(bool\)"),
        (lambda b, x, test, r: b.branch(x, Block(), Block()), "a test is a bool, not f64"),
        (
            lambda b, x, test, r: b.branch(test, Block(results=(x,)), Block()),
            r"differ in type: \(f64\) and \(\)",
        ),
        (lambda b, x, test, r: b.loop([], Block(results=(x,)), Block()), "the test of a loop is one bool"),
        (
            lambda b, x, test, r: b.loop([x], Block(results=(test,)), Block()),
            "the state of a loop changes its type",
        ),
    ],
)
def test_what_does_not_fit(b, emit, message):
    with pytest.raises(TypeMismatchError, match=message) as caught:
        emit(b, *b.block.parameters)
    assert caught.value.span == SPAN


def test_constants_are_of_lanterns_dtypes(b):
    with pytest.raises(TypeMismatchError, match="constant: Lantern has no dtype complex128"):
        b.constant(np.complex128(1))


def test_constants_do_not_change_with_their_array(b):
    array = np.array([1.0, 2.0])
    b.constant(array)
    array[0] = 5
    assert b.block.operations[0].attributes["value"].tolist() == [1, 2]
