"""Machine code is kept by its content."""

import pytest

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled
from ag_notebook.staging.backends.lantern.native.machine import machine_code

TEXT = "define i64 @{name}() #0 {{\n  ret i64 {value}\n}}\n"


def test_equal_texts_are_compiled_once():
    one, same, other = (machine_code(TEXT.format(name="f", value=value)) for value in (1, 1, 2))
    assert one is same
    assert one is not other
    assert one.address("f") != other.address("f")


def test_text_that_is_no_llvm_is_refused():
    with pytest.raises(RuntimeError, match="parsing error"):
        machine_code("define nothing")


def test_equal_programs_share_their_code():
    programs = [read("(def f ((x f64)) (+ (* x x) 0.125))") for _ in range(2)]
    codes = [compiled(program, "f").compilation("run", [2.0], {}).code for program in programs]
    assert codes[0] is codes[1]
