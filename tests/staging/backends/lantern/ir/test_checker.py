"""Programs that are put together wrongly are found, and the message says where."""

from __future__ import annotations

import contextlib
import random

import pytest
from lantern_programs import sample

from ag_notebook.staging.backends.lantern.evaluate import run
from ag_notebook.staging.backends.lantern.ir.builder import TypeMismatchError
from ag_notebook.staging.backends.lantern.ir.checker import check, types_text
from ag_notebook.staging.backends.lantern.ir.program import Block, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I64, ArrayType, RecordType, type_of

TEXT = """
(record R (x f64))
(param w (tensor f64 n))
(def g ((n i64)) (values n 1.5))
(def f ((x f64) (b bool) (v (tensor f64 n)))
  (let* (((i y) (while ((i 0) (y x)) (< i 3) (values (+ i 1) (sin y))))
         (z (if b (cos y) x))
         ((c d) (call g i))
         (s (sum (* v w) :axes (0))))
    (+ (* z d) s)))
"""


@pytest.fixture
def program():
    found = read(TEXT)
    check(found)
    return found


def operation(program, kind):
    return next(o for o in program.definitions["f"].block.walk() if o.kind == kind)


def change(kind, /, **changes):
    """A fault: an operation of that kind with other attributes of Python's."""

    def fault(program):
        found = operation(program, kind)
        for key, value in changes.items():
            setattr(found, key, value(found) if callable(value) else value)

    return fault


def type_of_result(kind, other):
    def fault(program):
        operation(program, kind).results[0].type = other

    return fault


def result_types(types):
    def fault(program):
        program.definitions["f"].result_types = types

    return fault


def block_of(kind, at, **changes):
    def fault(program):
        for key, value in changes.items():
            setattr(operation(program, kind).blocks[at], key, value)

    return fault


def twice(program):
    block = program.definitions["f"].block
    block.operations.append(block.operations[0])


def out_of_scope(program):
    inner = operation(program, "if").blocks[0].operations[0].results[0]
    program.definitions["f"].block.operations.append(Operation("sin", (inner,), (Variable(F64, "t"),)))


def too_early(program):
    operations = program.definitions["f"].block.operations
    operations.append(operations.pop(next(i for i, o in enumerate(operations) if o.kind == "while")))


def own_result(program):
    found = operation(program, "sin")
    found.arguments = found.results


FAULTS = [
    (change("cos", arguments=lambda o: o.arguments * 2), "definition f: cos: it takes 1 operand"),
    (change("cos", kind="frob"), "definition f: frob: there is no such operation"),
    (change("sum", attributes={}), "definition f: sum: it needs the attribute axes"),
    (type_of_result("cos", F32), r"definition f: cos: its results are \(f32\), not \(f64\)"),
    (change("cos", results=()), r"cos: its results are \(\), not \(f64\)"),
    (result_types(None), "definition f: the types of its results are not known"),
    (result_types((F32,)), r"definition f: its results are \(f64\), not \(f32\)"),
    (change("call", attributes={"definition": "h"}), "call: there is no definition h"),
    (change("call", arguments=()), r"call: the arguments of g are \(\), not \(i64\)"),
    (type_of_result("call", F64), r"call: the results of g are \(f64, f64\), not \(i64, f64\)"),
    (change("if", arguments=()), r"if: its test is \(\), not \(bool\)"),
    (block_of("if", 1, results=()), r"if: the results of a branch are \(\), not \(f64\)"),
    (block_of("if", 0, parameters=(Variable(F64, "p"),)), r"if: a branch has parameters \(f64\)"),
    (change("if", blocks=lambda o: o.blocks[:1]), "if has 2 blocks, not 1"),
    (change("cos", blocks=(Block(),)), "cos has 0 blocks, not 1"),
    (block_of("while", 0, results=()), r"while: a block has the results \(\), not \(bool\)"),
    (block_of("while", 1, parameters=()), "is not known here|while: the state is"),
    (type_of_result("while", F64), r"while: its results are \(f64, f64\), not \(i64, f64\)"),
    (twice, "variable . is made twice"),
    (out_of_scope, "is not known here"),
    (too_early, "is not known here"),
    (own_result, "is not known here"),
]


@pytest.mark.parametrize(("fault", "message"), FAULTS)
def test_faults(program, fault, message):
    fault(program)
    with pytest.raises(TypeMismatchError, match=message):
        check(program)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (Program({"R": {"x": RecordType("S")}}), "field x of record R: there is no record S"),
        (Program({"R": {"x": ArrayType("f16")}}), "field x of record R: there is no dtype f16"),
        (Program({}, {"w": ArrayType("f32", (1,) * 5)}), "parameter w: arrays have at most 4 dimensions"),
        (Program({}, {"w": ArrayType("f32", (-1,))}), "parameter w: .* has a size below 0"),
        (Program({"R": {}}, {"w": RecordType("R")}), r"parameter w is no array: \(ref R\)"),
        (
            read("(def f () (broadcast 1 :shape (n)))"),
            "definition f: no argument, parameter or field has the size n",
        ),
    ],
)
def test_programs(program, message):
    with pytest.raises(TypeMismatchError, match=message):
        check(program)


def test_random_faults():
    """One argument is another variable: what is not refused has values of the types that it says."""
    refused = 0
    for seed in range(80):
        rng = random.Random(seed)
        made = sample(rng)
        block = made.program.definitions["main"].block
        operations = [operation for operation in block.walk() if operation.arguments]
        if not operations:
            continue
        found, other = (
            rng.choice(operations),
            rng.choice([v for o in operations for v in (*o.results, *o.arguments)]),
        )
        at = rng.randrange(len(found.arguments))
        found.arguments = (*found.arguments[:at], other, *found.arguments[at + 1 :])
        try:
            check(made.program)
        except TypeMismatchError:
            refused += 1
            continue
        with contextlib.suppress(IndexError, ZeroDivisionError, AttributeError, ValueError):
            values = run(made.program, "main", made.arguments, made.parameters)
            assert tuple(map(type_of, values)) == made.program.definitions["main"].result_types
    assert 30 < refused < 80


def test_names_of_definitions(program):
    program.definitions["h"] = program.definitions.pop("f")
    with pytest.raises(TypeMismatchError, match="the definition f is called h"):
        check(program)


def test_types_as_text():
    assert types_text([BOOL, ArrayType("f32", ("n",)), I64]) == "(bool, (tensor f32 n), i64)"
