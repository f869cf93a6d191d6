"""LLVM's text."""

import ctypes
import re

import pytest

from ag_notebook.staging.backends.lantern.native.machine import machine_code
from ag_notebook.staging.backends.lantern.native.text import Function, Module, function_name, literal


@pytest.mark.parametrize(
    ("value", "dtype", "text"),
    [
        (1.0, "f64", "0x3FF0000000000000"),
        (0.1, "f32", "0x3FB99999A0000000"),
        (float("nan"), "f32", "0x7FF8000000000000"),
        (float("-inf"), "f64", "0xFFF0000000000000"),
        (-3, "i64", "-3"),
    ],
)
def test_literals(value, dtype, text):
    assert literal(value, dtype) == text


def test_names_have_no_strange_characters():
    assert function_name("plain", "tree-sum!") == "plain_tree.2dsum.21"
    assert function_name("plain", "a.b") != function_name("plain", "a_b")


@pytest.mark.parametrize(("count", "step"), [(1, 1), (7, 1), (8, 4), (4, 4)])
def test_loops_count_and_carry(count, step):
    module = Module()
    code = Function(module, "sum", "i64", [], linkage="")
    module.functions["sum"] = code

    def body(index, carried):
        return [code.emit(f"add i64 {carried[0]}, {code.emit(f'add i64 {index}, 1')}")]

    (total,) = code.loop(count, body, [("i64", "0")], step=step)
    code.do(f"ret i64 {total}")
    machine = machine_code(module.text())
    found = ctypes.CFUNCTYPE(ctypes.c_int64)(machine.address("sum"))()
    assert found == sum(index + 1 for index in range(0, count, step))


def test_functions_are_built_once():
    module, built = Module(), []

    def build(name):
        built.append(name)
        return Function(module, name, "void", [])

    assert module.function("key", build) == module.function("key", build) == built[0]
    assert module.function("other", build) != built[0]
    assert len(built) == 2


def test_what_python_calls_and_the_support_come_last():
    module = Module("define internal void @support() {\n  ret void\n}")

    def written(name, linkage="internal"):
        code = Function(module, name, "void", [], linkage=linkage)
        code.do("ret void")
        return code

    module.functions["run"] = written("run", linkage="")
    module.function(("tanh", "f64"), written)
    module.functions["plain_f"] = written("plain_f")
    module.declare("declare double @llvm.sqrt.f64(double)", "llvm.sqrt.f64")
    names = re.findall(r"@([\w.]+)\(", module.text())
    assert names == ["plain_f", "kernel_1", "run", "llvm.sqrt.f64", "support"]


def test_hints_have_numbers_of_their_own():
    module = Module()
    first, second = (module.hints('!{!"llvm.loop.unroll.disable"}') for _ in range(2))
    assert first != second
    assert len(set(module.metadata)) == 4
