"""Matrix products: vectors, matrices, stacks of them.

What is read most is the matrix, so that it counts how that is done. A vector of the processor that lies in two lines of the cache
takes twice as long, and where rows are no multiple of a line, most do. So long rows are read from whole lines on, if the matrix
begins with one (as parameters do): a vector may have items of two rows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ag_notebook.staging.backends.lantern.ir.operations import broadcast
from ag_notebook.staging.backends.lantern.ir.program import Operation
from ag_notebook.staging.backends.lantern.ir.types import ArrayType
from ag_notebook.staging.backends.lantern.native.nests import (
    Walk,
    broadcast_strides,
    clear_bytes,
    kernel,
    nest,
    scaled,
    strides_of,
)
from ag_notebook.staging.backends.lantern.native.text import SIZES, Function, Module
from ag_notebook.staging.backends.lantern.native.vectors import INDEPENDENT, Piece, Vectors, groups

LONG = 4
"""How many vectors make a row long."""
TERMS = 4
"""How many rows of the right matrix are added to sums in memory at once."""
ROLLED = '!{!"llvm.loop.unroll.disable"}'
"""Loops of which there are many stay loops: unrolled, they take long to compile and are no faster."""
MOST_SCRATCH = 16 << 10
"""How many bytes of the stack such sums may take."""
TILE_ROWS = 4
"""How many rows of the result are worked on at once, where there are as many: each item of the right matrix is read once for them."""


def matmul(module: Module, name: str, operation: Operation) -> Function:
    """As NumPy's: vectors, matrices and stacks of matrices that broadcast."""
    left, right = (argument.type for argument in operation.arguments)
    assert isinstance(left, ArrayType)
    assert isinstance(right, ArrayType)
    code, (result,), operands = kernel(module, name, 1, ["ptr", "ptr"])
    dtype = left.dtype
    first = left.shape if len(left.shape) > 1 else (1, *left.shape)
    second = right.shape if len(right.shape) > 1 else (*right.shape, 1)
    rows, inner, columns = int(first[-2]), int(first[-1]), int(second[-1])
    stack = broadcast(first[:-2], second[:-2])
    vectors = Vectors(code, dtype)
    scratch = ""
    if rows == 1 and columns > 1 and _worthwhile(vectors, inner, columns):
        scratch = code.emit(f"alloca [{_period(vectors, columns) * columns * SIZES[dtype]} x i8], align 64")

    def once(pointers: list[str], _: list[str]) -> Sequence[str]:
        if columns == 1:
            matrix_vector(vectors, pointers, rows, inner)
        elif scratch:
            vector_matrix(vectors, pointers, scratch, inner, columns)
        else:
            matrix_matrix(vectors, pointers, rows, inner, columns)
        return ()

    walks = [Walk(result, dtype, strides_of((*stack, rows, columns))[:-2])]
    for pointer, shape in zip(operands, (first, second)):
        places = broadcast_strides((*shape[:-2], 1), (*stack, 1))[:-1]
        size = int(shape[-2]) * int(shape[-1])
        walks.append(Walk(pointer, dtype, tuple(size * stride for stride in places)))
    nest(code, stack, walks, once)
    code.do("ret void")
    return code


def matrix_vector(vectors: Vectors, pointers: Sequence[str], rows: int, inner: int) -> None:
    """Each item of the result is the sum of products along one row; as many as a vector has are worked out together."""
    code, size, lanes = vectors.code, SIZES[vectors.dtype], vectors.lanes
    result, matrix, vector = pointers
    most = max(lanes, INDEPENDENT)

    def block(first: str, count: int) -> None:
        start = code.offset(matrix, scaled(code, first, inner), size)
        # How many items of the row above are in the first vector of each row.
        before = [row * inner % lanes if inner >= LONG * lanes else 0 for row in range(count)]
        ends = [each + inner for each in before]

        def factors(place: str, masks: dict[int, Piece]) -> list[tuple[str, str]]:
            along = {
                before[row]: vectors.load(vectors.at(vectors.at(vector, place), -before[row]), *mask)
                for row, mask in masks.items()
            }
            here = vectors.at(start, place)
            return [
                (vectors.load(vectors.at(here, row * inner - before[row]), *mask), along[before[row]])
                for row, mask in masks.items()
            ]

        whole = dict.fromkeys(range(count), (0, lanes))
        begin, end = int(any(before)), min(ends) // lanes
        sums = vectors.sums(
            range(begin, end), count, lambda index: factors(scaled(code, index, lanes), whole)
        )
        for number in [*range(begin), *range(end, -(-max(ends) // lanes))]:
            at = number * lanes
            bounds = {row: (max(before[row] - at, 0), min(ends[row] - at, lanes)) for row in whole}
            masks = {row: bound for row, bound in bounds.items() if bound[0] < bound[1]}
            for row, pair in zip(masks, factors(str(at), masks)):
                sums[row] = vectors.add_product(sums[row], *pair)
        for at in range(0, count, lanes):
            own = sums[at : at + lanes]
            value, width = vectors.across(own)
            target = code.offset(code.offset(result, first, size), at, size)
            vectors.store(value, target, len(own), width)

    def blocks(index: str, _: list[str]) -> Sequence[str]:
        block(scaled(code, index, most), most)
        return ()

    whole, rest = divmod(rows, most)
    if whole:
        code.loop(whole, blocks)
    if rest:
        block(str(whole * most), rest)


def _period(vectors: Vectors, columns: int) -> int:
    """How many rows it takes until one begins with a whole vector again."""
    return vectors.lanes // math.gcd(columns, vectors.lanes)


def _worthwhile(vectors: Vectors, inner: int, columns: int) -> bool:
    """Whether a product with a row is better done by `vector_matrix`."""
    period = _period(vectors, columns)
    is_long = inner >= TERMS * period and columns >= LONG * vectors.lanes
    return period > 1 and is_long and period * columns * SIZES[vectors.dtype] <= MOST_SCRATCH


def vector_matrix(vectors: Vectors, pointers: Sequence[str], scratch: str, inner: int, columns: int) -> None:
    """The sum of the matrix's rows times the items of the vector.

    Rows that follow each other are taken as one, of whole vectors; sums of those are in memory (`scratch`), and are added up.
    """
    code, dtype, lanes = vectors.code, vectors.dtype, vectors.lanes
    size, period = SIZES[dtype], _period(vectors, columns)
    result, vector, matrix = pointers
    clear_bytes(code, scratch, period * columns * size)

    def group(first: str, terms: int, rows: int) -> None:
        """Adds `terms` long rows of so many rows."""
        start = vectors.at(matrix, scaled(code, first, columns))
        own = vectors.at(vector, first)
        scales = [
            [vectors.repeated(code.load(vectors.at(own, term * period + row), dtype)) for row in range(rows)]
            for term in range(terms)
        ]

        def added(place: str, factors: Sequence[str], count: int) -> None:
            here, below = vectors.at(scratch, place), vectors.at(start, place)
            total = vectors.load(here, 0, count)
            for term, factor in enumerate(factors):
                item = vectors.load(vectors.at(below, term * period * columns), 0, count)
                total = vectors.add_product(total, item, factor)
            vectors.store(total, here, count, lanes)

        for row in range(rows):
            begin, end = -(-row * columns // lanes), (row + 1) * columns // lanes

            def inside(index: str, _: list[str], row: int = row, begin: int = begin) -> Sequence[str]:
                place = scaled(code, code.emit(f"add nuw nsw i64 {index}, {begin}"), lanes)
                added(place, [each[row] for each in scales], lanes)
                return ()

            code.loop(end - begin, inside, hints=code.module.hints(ROLLED))
            rest = (row + 1) * columns - end * lanes
            if rest:  # a vector that has items of the next row as well
                is_last = row == rows - 1
                both = [
                    each[row] if is_last else vectors.either(rest, each[row], each[row + 1])
                    for each in scales
                ]
                added(str(end * lanes), both, rest if is_last else lanes)

    def whole(index: str, _: list[str]) -> Sequence[str]:
        group(scaled(code, index, TERMS * period), TERMS, period)
        return ()

    code.loop(inner // (TERMS * period), whole)
    done = inner // (TERMS * period) * TERMS * period
    terms = (inner - done) // period
    if terms:
        group(str(done), terms, period)
    if inner % period:
        group(str(done + terms * period), 1, inner % period)
    for at, count in vectors.pieces(columns):
        parts = [vectors.load(vectors.at(scratch, row * columns + at), 0, count) for row in range(period)]
        total = parts[0]
        for part in parts[1:]:
            total = vectors.add(total, part)
        vectors.store(total, vectors.at(result, at), count, lanes)


def matrix_matrix(vectors: Vectors, pointers: Sequence[str], rows: int, inner: int, columns: int) -> None:
    """Sums of rows of the right matrix, times items of the left one: a part of some rows of the result at a time."""
    code, dtype, size = vectors.code, vectors.dtype, SIZES[vectors.dtype]
    result, left, right = pointers
    most = min(rows, TILE_ROWS)

    def tile(first: str, count: int, pieces: Sequence[Piece]) -> None:
        start = code.offset(left, scaled(code, first, inner), size)
        starts = [code.offset(start, row * inner, size) for row in range(count)]

        def factors(place: str) -> list[tuple[str, str]]:
            below = code.offset(right, scaled(code, place, columns), size)
            items = [vectors.load(code.offset(below, at, size), 0, length) for at, length in pieces]
            scales = [vectors.repeated(code.load(code.offset(row, place, size), dtype)) for row in starts]
            return [(item, scale) for scale in scales for item in items]

        sums = iter(vectors.sums(range(inner), count * len(pieces), factors))
        target = code.offset(result, scaled(code, first, columns), size)
        for row in range(count):
            for at, length in pieces:
                place = code.offset(target, row * columns + at, size)
                vectors.store(next(sums), place, length, vectors.lanes)

    if not rows:
        return
    whole, rest = divmod(rows, most)
    for pieces in groups(vectors.pieces(columns), vectors.most_sums // most):

        def tiles(index: str, _: list[str], pieces: Sequence[Piece] = pieces) -> Sequence[str]:
            tile(scaled(code, index, most), most, pieces)
            return ()

        code.loop(whole, tiles)
        if rest:
            tile(str(whole * most), rest, pieces)
