"""Gradients of matrices: sums of products g xᵀ, added up in one pass at the end.

To add each product at once would read and write the whole matrix each time. Instead the backward half notes where `g` and
`x` are - both in activation records, which last until the end of the run - and the pass adds several products at a time.

A note has three words: the note before, g and x. The context has the last note of each parameter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ag_notebook.staging.backends.lantern.ir.program import Operation, Variable
from ag_notebook.staging.backends.lantern.ir.types import ArrayType
from ag_notebook.staging.backends.lantern.native.emit import Emitter
from ag_notebook.staging.backends.lantern.native.layout import WORD, sizes_of
from ag_notebook.staging.backends.lantern.native.nests import add, kernel, multiply, scaled
from ag_notebook.staging.backends.lantern.native.text import SIZES, Function, Module
from ag_notebook.staging.backends.lantern.native.unit import Unit

TERMS = (8, 4, 2, 1)
"""How many products are added at a time: as many as are left, from the first of these."""
ROWS = 2
"""How many rows are worked on together: each item of x is read once for all of them."""


def accumulate_outer(emitter: Emitter, operation: Operation) -> None:
    """Notes a product."""
    code, (gradient, vector) = emitter.code, operation.arguments
    values = [_lasting(emitter, each) for each in (gradient, vector)]
    note = emitter.address(emitter.lasting, emitter.lasting.take(3 * WORD))
    chain = emitter.unit.products(code, operation.attributes["parameter"])
    for place, each in enumerate([code.load(chain, "ptr"), *values]):
        code.store(each, code.offset(note, place, WORD), "ptr")
    code.store(note, chain, "ptr")


def _lasting(emitter: Emitter, variable: Variable) -> str:
    """The address of an array that lasts: one of the forward half's, or one that is in its activation record."""
    value = emitter.value(variable)
    forward = variable in emitter.unit.locations or variable in emitter.unit.again
    if forward or value in emitter.at_last:
        return value
    lasting = emitter.lasting_buffer(variable)
    emitter.copy_to(lasting, variable.type, value)
    return lasting


def add_products(unit: Unit, code: Function, parameter: str) -> None:
    """Adds all products that were noted for a parameter to its gradient."""
    kind = unit.program.parameters[parameter]
    matrix = unit.parameter_gradient(code, parameter)
    notes = code.load(unit.products(code, parameter), "ptr")
    for terms in TERMS:
        added = unit.module.function(
            ("outer", kind, terms), partial(_added, unit.module, kind, terms), "outer"
        )
        walk = unit.module.function(("walk", terms), partial(_walk, unit.module, terms), "walk")
        notes = code.emit(f"call ptr @{walk}(ptr %context, ptr {matrix}, ptr {notes}, ptr @{added})")


def _walk(module: Module, terms: int, name: str) -> Function:
    """Calls a kernel for each `terms` notes of a chain; returns what is left of it, which is less."""
    parameters = [("ptr", f"%{each}") for each in ("context", "matrix", "notes", "kernel")]
    code = Function(module, name, "ptr", parameters, "noinline")
    code.jump("next")
    code.start("next")
    code.do("%first = phi ptr [ %notes, %entry ], [ %left, %call ]")
    note, pointers = "%first", []
    for term in range(terms):
        code.branch(code.emit(f"icmp eq ptr {note}, null"), "done", f"note{term}")
        code.start(f"note{term}")
        pointers += [code.load(code.offset(note, place, WORD), "ptr") for place in (1, 2)]
        note = code.load(note, "ptr")
    code.jump("call")
    code.start("call")
    code.do(f"%left = getelementptr i8, ptr {note}, i64 0")
    given = ", ".join(f"ptr {pointer}" for pointer in ["%context", "%matrix", *pointers])
    code.do(f"call void %kernel({given})")
    code.jump("next")
    code.start("done")
    code.do("ret ptr %first")
    return code


def _added(module: Module, kind: ArrayType, terms: int, name: str) -> Function:
    """Adds the products of `terms` pairs of g and x to a matrix."""
    code, (matrix,), pointers = kernel(module, name, 1, ["ptr", "ptr"] * terms)
    rows, columns = sizes_of(kind)
    size, dtype = SIZES[kind.dtype], kind.dtype
    gradients, vectors = pointers[::2], pointers[1::2]

    def block(first: str, count: int) -> None:
        start = code.offset(matrix, scaled(code, first, columns), size)
        targets = [code.offset(start, row * columns, size) for row in range(count)]
        starts = [code.offset(gradient, first, size) for gradient in gradients]
        factors = [
            [code.load(code.offset(each, row, size), dtype) for each in starts] for row in range(count)
        ]

        def column(place: str, _: list[str]) -> Sequence[str]:
            items = [code.load(code.offset(vector, place, size), dtype) for vector in vectors]
            for target, own in zip(targets, factors):
                here = code.offset(target, place, size)
                total = code.load(here, dtype)
                for item, factor in zip(items, own):
                    total = add(code, dtype, total, multiply(code, dtype, item, factor))
                code.store(total, here, dtype)
            return ()

        code.loop(columns, column)

    def blocks(index: str, _: list[str]) -> Sequence[str]:
        block(scaled(code, index, ROWS), ROWS)
        return ()

    if columns and rows // ROWS:
        code.loop(rows // ROWS, blocks)
    for row in range(rows // ROWS * ROWS, rows if columns else 0):
        block(str(row), 1)
    code.do("ret void")
    return code
