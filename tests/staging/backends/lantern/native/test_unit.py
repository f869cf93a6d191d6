"""Constants in the code and beside it."""

import numpy as np
import pytest
from agreement import agree
from sampling import SHAPES, check, program_of, values

from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, INTEGERS, NUMBERS, type_of


def test_large_constants():
    program, large = Program(), values("f64", (40, 30))
    block = Block((Variable(type_of(np.zeros(30)), "x"),))
    builder = Builder(program, block)
    small = builder.constant(np.arange(30.0))
    block.results = (
        builder.emit("matmul", builder.constant(large), builder.emit("*", small, block.parameters[0])),
    )
    program.definitions["f"] = Definition("f", block, tuple(v.type for v in block.results))
    agree(program, "f", [values("f64", (30,))])
