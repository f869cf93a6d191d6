"""Values, and programs of single operations."""

import numpy as np
from agreement import agree

from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, type_of

SHAPES = [((), ()), ((3, 5), (5,)), ((4, 1), (1, 3)), ((), (2, 3)), ((2, 1, 3, 1), (4, 1, 2))]


def values(dtype, shape, seed=0, low=-2.0, high=2.0):
    random = np.random.default_rng(seed)
    if dtype == "bool":
        return np.asarray(random.integers(2, size=shape).astype(bool))[()]
    found = random.uniform(low, high, size=shape)
    found = found if dtype in FLOATS else np.round(found * 3)
    return np.asarray(found.astype(DTYPES[dtype]))[()]


def program_of(cases):
    """A program with one definition `f` that does each case - (kind, places of arguments, attributes) - on its arguments."""

    def built(arguments):
        program = Program()
        block = Block(
            tuple(Variable(type_of(np.asarray(value)), f"x{i}") for i, value in enumerate(arguments))
        )
        builder = Builder(program, block)
        block.results = tuple(
            builder.emit(kind, *(block.parameters[place] for place in places), **attributes)
            for kind, places, attributes in cases
        )
        program.definitions["f"] = Definition("f", block, tuple(v.type for v in block.results))
        return program

    return built


def check(cases, arguments, gradients=True):
    agree(program_of(cases)(arguments), "f", arguments, gradients=gradients)
