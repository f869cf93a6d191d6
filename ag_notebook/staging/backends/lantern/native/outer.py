"""Gradients of matrices: sums of products g xᵀ, added up in one pass at the end.

To add each product at once would read and write the whole matrix each time. Instead the backward half notes where `g` and
`x` are - both in activation records, which last until the end of the run - and the pass keeps a part of some rows in registers
while it adds what many products give for it.

A note has three words: the note before, g and x. The context has the last note of each parameter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ag_notebook.staging.backends.lantern.ir.program import Operation, Variable
from ag_notebook.staging.backends.lantern.ir.types import ArrayType
from ag_notebook.staging.backends.lantern.native.emit import Emitter
from ag_notebook.staging.backends.lantern.native.layout import WORD, sizes_of
from ag_notebook.staging.backends.lantern.native.nests import kernel, scaled
from ag_notebook.staging.backends.lantern.native.text import SIZES, Function, Module
from ag_notebook.staging.backends.lantern.native.unit import Unit
from ag_notebook.staging.backends.lantern.native.vectors import INDEPENDENT, Piece, Vectors, groups

TERMS = 64
"""How many products are added at a time, at most: their vectors are to stay in the cache."""
ROWS = 2
"""How many rows are worked on together, at least: each item of x is read once for all of them."""


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
    added = unit.module.function(("outer", kind), partial(_added, unit.module, kind), "outer")
    walk = unit.module.function("walk", partial(_walk, unit.module), "walk")
    code.do(f"call void @{walk}(ptr %context, ptr {matrix}, ptr {notes}, ptr @{added})")


def _walk(module: Module, name: str) -> Function:
    """Calls a kernel for each `TERMS` notes of a chain, with a table of g and x."""
    parameters = [("ptr", f"%{each}") for each in ("context", "matrix", "notes", "kernel")]
    code = Function(module, name, "void", parameters, "noinline")
    table = code.emit(f"alloca [{TERMS * 2 * WORD} x i8], align {WORD}")
    code.jump("next")
    code.start("next")
    code.do("%first = phi ptr [ %notes, %entry ], [ %left, %call ]")
    code.branch(code.emit("icmp eq ptr %first, null"), "done", "one")
    code.start("one")
    code.do("%note = phi ptr [ %first, %next ], [ %left, %one ]")
    code.do("%place = phi i64 [ 0, %next ], [ %count, %one ]")
    here = code.offset(table, "%place", 2 * WORD)
    for place in range(2):
        value = code.load(code.offset("%note", 1 + place, WORD), "ptr")
        code.store(value, code.offset(here, place, WORD), "ptr")
    code.do("%left = load ptr, ptr %note")
    code.do("%count = add i64 %place, 1")
    ends = code.emit("icmp eq ptr %left, null")
    full = code.emit(f"icmp eq i64 %count, {TERMS}")
    code.branch(code.emit(f"or i1 {ends}, {full}"), "call", "one")
    code.start("call")
    code.do(f"call void %kernel(ptr %context, ptr %matrix, ptr {table}, i64 %count)")
    code.jump("next")
    code.start("done")
    code.do("ret void")
    return code


def _added(module: Module, kind: ArrayType, name: str) -> Function:
    """Adds the products of pairs of g and x to a matrix: a part of some rows at a time, which stays in registers."""
    code, (matrix,), (table, terms) = kernel(module, name, 1, ["ptr", "i64"])
    rows, columns = sizes_of(kind)
    size, vectors = SIZES[kind.dtype], Vectors(code, kind.dtype)
    parts = groups(vectors.pieces(columns), vectors.most_sums // ROWS)
    most = max(ROWS, INDEPENDENT // len(parts[0])) if parts else ROWS

    def tile(first: str, count: int, pieces: Sequence[Piece]) -> None:
        start = code.offset(matrix, scaled(code, first, columns), size)
        places = [code.offset(start, row * columns + at, size) for row in range(count) for at, _ in pieces]
        lengths = [length for _ in range(count) for _, length in pieces]

        def term(index: str, sums: list[str]) -> Sequence[str]:
            pair = code.offset(table, index, 2 * WORD)
            gradient = code.offset(code.load(pair, "ptr"), first, size)
            vector = code.load(code.offset(pair, 1, WORD), "ptr")
            items = [vectors.load(code.offset(vector, at, size), 0, length) for at, length in pieces]
            scales = [
                vectors.repeated(code.load(code.offset(gradient, row, size), kind.dtype))
                for row in range(count)
            ]
            factors = [(item, scale) for scale in scales for item in items]
            return [vectors.add_product(total, *pair) for total, pair in zip(sums, factors, strict=True)]

        known = [vectors.load(place, 0, length) for place, length in zip(places, lengths)]
        sums = code.loop(terms, term, [(vectors.kind, each) for each in known])
        for value, place, length in zip(sums, places, lengths):
            vectors.store(value, place, length, vectors.lanes)

    whole, rest = divmod(rows, most)
    for pieces in parts:

        def tiles(index: str, _: list[str], pieces: Sequence[Piece] = pieces) -> Sequence[str]:
            tile(scaled(code, index, most), most, pieces)
            return ()

        if whole:
            code.loop(whole, tiles)
        if rest:
            tile(str(whole * most), rest, pieces)
    code.do("ret void")
    return code
