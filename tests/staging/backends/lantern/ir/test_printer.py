"""What is written is pleasant to read, and reads as the same program."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lantern_programs import sample, samples

from ag_notebook.report import Span
from ag_notebook.staging.backends.lantern.evaluate import run
from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.checker import check
from ag_notebook.staging.backends.lantern.ir.printer import written, written_lines
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, F64, I64, ArrayType, RecordType

LEAVES = ("constant", "param", "none")


def form(program):
    """A program without what writing may change: names of temporaries, and the places of constants and parameters."""
    return (
        {name: list(fields.items()) for name, fields in program.records.items()},
        list(program.parameters.items()),
        [
            (name, definition.result_types, block_form(definition.block, {}))
            for name, definition in program.definitions.items()
        ],
    )


def block_form(block, numbers):
    numbers = dict(numbers)

    def number(variables):
        for variable in variables:
            numbers[variable] = sum(isinstance(known, int) for known in numbers.values())
        return [(numbers[variable], variable.type) for variable in variables]

    parameters, operations = number(block.parameters), []
    for operation in block.operations:
        attributes = {name: attribute_form(value) for name, value in operation.attributes.items()}
        if operation.kind in LEAVES:
            numbers[operation.results[0]] = (operation.kind, attributes)
            continue
        arguments = [numbers[variable] for variable in operation.arguments]
        blocks = [block_form(inner, numbers) for inner in operation.blocks]
        operations.append((operation.kind, arguments, attributes, blocks, number(operation.results)))
    return parameters, operations, [numbers[variable] for variable in block.results]


def attribute_form(value):
    if isinstance(value, (np.ndarray, np.generic)):
        return str(value.dtype), np.shape(value), value.tobytes()
    return tuple(value) if isinstance(value, list) else value


def same(program):
    text = written(program)
    found = read(text)
    check(found)
    assert form(found) == form(program), text
    assert written(found) == written(read(written(found)))


@settings(max_examples=40, deadline=None)
@given(samples(special=True))
def test_random_programs_are_read_as_they_are_written(sample):
    check(sample.program)
    same(sample.program)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_read_does_the_same(seed):
    made = sample(random.Random(seed))
    same(made.program)
    found = run(read(written(made.program)), made.name, made.arguments, made.parameters)
    for value, expected in zip(
        found, run(made.program, made.name, made.arguments, made.parameters), strict=True
    ):
        np.testing.assert_array_equal(value, expected)


@pytest.mark.parametrize(
    "text",
    [
        "(def fib ((n i64)) (if (< n 2) n (+ (call fib (- n 1)) (call fib (- n 2)))))\n",
        "(def f ((x f64)) (let* ((t1 (exp x))) (* t1 t1)))\n",
        "(def f ((x f64)) (values x 1 x))\n",
        "(def f () (values))\n",
        "(def f ((x (tensor f32 n 3))) (sum x :axes (0) :keepdims true))\n",
        "(record R (x f64) (next (ref R)))\n(def f () (field (none R) x))\n",
        "(param W (tensor f32 2 2))\n(def f ((x (tensor f32 2))) (matmul W (matmul W x)))\n",
        "(def f ((x f64)) (while ((i 0) (y x)) (< i 3) (values (+ i 1) (* y y))))\n",
        "(def f () (values true (i32 3) (f32 0.1) (f64 nan) (f32 -inf) -0.0 1e+300 -3))\n",
    ],
)
def test_texts(text):
    assert written(read(text)) == text


def test_long_texts_have_lines():
    text = written(
        read(
            "(def f ((a f64) (b f64)) (let* ((c (+ (* a b) (exp (- a b)))) ((i y) (while ((i 0) (y c)) (< i 10)"
            "(values (+ i 1) (* (+ y c) (tanh y)))))) (values (- y c) (* y (+ y c)) (array (tensor f64 2) 1 2))))"
        )
    )
    assert text == (
        "(def f ((a f64) (b f64))\n"
        "  (let* ((c (+ (* a b) (exp (- a b))))\n"
        "         ((i1 y1) (while ((i 0) (y c)) (< i 10) (values (+ i 1) (* (+ y c) (tanh y))))))\n"
        "    (values (- y1 c) (* y1 (+ y1 c)) (array (tensor f64 2) 1.0 2.0))))\n"
    )
    assert written(read(text)) == text


def test_operations_keep_their_order():
    program = Program()
    block = Block((Variable(F64, "x"),))
    program.definitions["f"] = Definition("f", block, (F64,))
    b = Builder(program, block)
    first, second = b.emit("sin", *block.parameters), b.emit("cos", *block.parameters)
    block.results = (b.emit("-", second, first),)
    assert written(program) == "(def f ((x f64)) (let* ((t1 (sin x))) (- (cos x) t1)))\n"
    same(program)


def test_deep_expressions_get_names():
    block = Block((Variable(F64, "x"),))
    program = Program(definitions={"f": Definition("f", block, (F64,))})
    b = Builder(program, block)
    found = block.parameters[0]
    for _ in range(1000):
        found = b.emit("sin", found)
    block.results = (found,)
    same(program)
    assert max(map(len, written(program).splitlines())) < 120


HOSTILE = [
    "",
    "if",
    "let*",
    "(",
    ")",
    "a b",
    "|",
    "\\",
    "a\\|b",
    "3",
    "-2.5",
    "true",
    ";",
    ":axis",
    "\n",
    "é∑",
    "none?",
    "f32",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name):
    same(hostile(name, "y"))


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=6), st.text(max_size=6))
def test_any_names(name, other):
    same(hostile(name, other))


def hostile(name, other):
    """A program in which everything has the same two names."""
    size = name or "n"
    record = RecordType(name)
    block = Block((Variable(record, name), Variable(ArrayType("f64", (size, 2)), name), Variable(I64, other)))
    program = Program({name: {name: F64, f"{name}{other}'": record}}, {name: ArrayType("f64", (size,))})
    program.definitions[name] = Definition(name, block, (F64, ArrayType("f64", (size, 2)), record))
    b = Builder(program, block)
    parameter = b.emit("param", parameter=name)
    column = b.emit("reshape", parameter, shape=(size, 1), name=other)
    scaled = b.emit("*", b.emit("+", column, column, name=name), block.parameters[1], name=name)
    value = b.emit("field", block.parameters[0], field=name, name="true")
    twice = b.emit("+", value, value, name=other)
    block.results = (twice, scaled, b.emit("none", record=name))
    return program


@pytest.mark.parametrize("dtype", ["f32", "f64"])
def test_numbers_keep_their_bits(dtype):
    bits = np.random.default_rng(0).integers(0, 2**32, 400, dtype=np.uint32)
    values = (
        bits.view(np.float32) if dtype == "f32" else np.repeat(bits, 2).astype(np.uint32).view(np.float64)
    )
    values = values[np.isfinite(values)].astype(DTYPES[dtype])
    block = Block()
    program = Program(definitions={"f": Definition("f", block)})
    block.results = (Builder(program, block).emit("constant", value=values),)
    program.definitions["f"].result_types = (ArrayType(dtype, values.shape),)
    same(program)


def test_a_comment_says_what_exact_operations_do():
    text = "(def f ((x i64)) (*! (+! x 1) x))\n"
    said = written(read(text))
    assert said == f"; +! *! raise OverflowError where the result needs more than 64 bits\n{text}"
    assert written(read(said)) == said
    assert written_lines(read(text))[0] == (said.split("\n")[0], None)
    assert written(read(text.replace("!", ""))) == text.replace("!", "")


def test_lines_know_where_they_come_from():
    program = Program()
    block = Block()
    builder = Builder(program, block)
    x, name = Variable(F64, "x"), Variable(F64, "a (name) ;")
    block.parameters = (x, name)
    value = x
    for line in range(1, 8):
        builder.span = Span("a.py", line, 0, line, 9)
        value = builder.emit("*", builder.emit("+", value, name), value)
    block.results = (value,)
    program.definitions["f"] = Definition("f", block)
    lines = written_lines(program)
    assert "\n".join(text for text, _ in lines) + "\n" == written(program)
    assert [span and span.line for _, span in lines] == [None, *range(1, 8)]


@given(samples())
@settings(max_examples=50, deadline=None)
def test_lines_are_those_of_the_text(found):
    lines = written_lines(found.program)
    assert "\n".join(text for text, _ in lines) + "\n" == written(found.program)
