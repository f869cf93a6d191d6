"""Kernels of products of vectors and matrices."""

from __future__ import annotations

from collections.abc import Sequence

from ag_notebook.staging.backends.lantern.ir.operations import broadcast
from ag_notebook.staging.backends.lantern.ir.program import Operation
from ag_notebook.staging.backends.lantern.ir.types import ArrayType
from ag_notebook.staging.backends.lantern.native.nests import (
    Walk,
    add,
    broadcast_strides,
    clear_bytes,
    kernel,
    multiply,
    nest,
    scaled,
    strides_of,
)
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, SIZES, Function, Module, literal

ROWS = 8
"""How many rows a matrix-vector product works out at once: each item of the vector is read once for all of them."""
TERMS = 4
"""How many rows of the right matrix are added at once to a row of the result."""
MASKED = '!{!"llvm.loop.vectorize.predicate.enable", i1 true}'
"""The last items of a row, which are no whole vector, are one that is masked, rather than scalars one by one."""


def matmul(module: Module, name: str, operation: Operation) -> Function:
    """As NumPy's: vectors, matrices and stacks of matrices that broadcast."""
    left, right = (argument.type for argument in operation.arguments)
    assert isinstance(left, ArrayType)
    assert isinstance(right, ArrayType)
    code, (result,), operands = kernel(module, name, 1, ["ptr", "ptr"])
    dtype = left.dtype
    first = left.shape if len(left.shape) > 1 else (1, *left.shape)
    second = right.shape if len(right.shape) > 1 else (*right.shape, 1)
    (rows, inner), columns = first[-2:], second[-1]
    stack = broadcast(first[:-2], second[:-2])

    def once(pointers: list[str], _: list[str]) -> Sequence[str]:
        if columns == 1:
            matrix_vector(code, dtype, pointers, int(rows), int(inner))
        else:
            _matrix_matrix(code, dtype, pointers, (int(rows), int(inner), int(columns)))
        return ()

    walks = [Walk(result, dtype, strides_of((*stack, rows, columns))[:-2])]
    for pointer, shape in zip(operands, (first, second)):
        places = broadcast_strides((*shape[:-2], 1), (*stack, 1))[:-1]
        size = int(shape[-2]) * int(shape[-1])
        walks.append(Walk(pointer, dtype, tuple(size * stride for stride in places)))
    nest(code, stack, walks, once)
    code.do("ret void")
    return code


def matrix_vector(code: Function, dtype: str, pointers: Sequence[str], rows: int, inner: int) -> None:
    """Each item of the result is the sum of products along one row; `ROWS` of them are worked out together."""
    result, matrix, vector = pointers
    size = SIZES[dtype]

    def block(first: str, count: int) -> None:
        start = code.offset(matrix, scaled(code, first, inner), size)
        starts = [code.offset(start, row * inner, size) for row in range(count)]

        def terms(place: str, sums: list[str]) -> Sequence[str]:
            factor = code.load(code.offset(vector, place, size), dtype)
            items = [code.load(code.offset(row, place, size), dtype) for row in starts]
            return [
                add(code, dtype, known, multiply(code, dtype, item, factor))
                for known, item in zip(sums, items)
            ]

        zeros = [(LLVM_TYPES[dtype], literal(0, dtype))] * count
        hints = code.module.hints(MASKED)
        sums = code.loop(inner, terms, zeros, hints=hints) if inner else [zero for _, zero in zeros]
        target = code.offset(result, first, size)
        for row, value in enumerate(sums):
            code.store(value, code.offset(target, row, size), dtype)

    def blocks(index: str, _: list[str]) -> Sequence[str]:
        block(scaled(code, index, ROWS), ROWS)
        return ()

    whole = rows // ROWS
    if whole:
        code.loop(whole, blocks)
    if rows % ROWS:
        block(str(whole * ROWS), rows % ROWS)


def _matrix_matrix(code: Function, dtype: str, pointers: Sequence[str], sizes: tuple[int, int, int]) -> None:
    """Each row of the result is a sum of rows of the right matrix; `TERMS` of them are added together."""
    result, left, right = pointers
    rows, inner, columns = sizes
    size = SIZES[dtype]
    clear_bytes(code, result, rows * columns * size)

    def row(index: str, _: list[str]) -> Sequence[str]:
        target = code.offset(result, scaled(code, index, columns), size)
        factors = code.offset(left, scaled(code, index, inner), size)
        whole = inner // TERMS
        if whole:
            code.loop(whole, lambda each, _: terms(target, factors, scaled(code, each, TERMS), TERMS))
        if inner % TERMS:
            terms(target, factors, str(whole * TERMS), inner % TERMS)
        return ()

    def terms(target: str, factors: str, first: str, count: int) -> Sequence[str]:
        start = code.offset(right, scaled(code, first, columns), size)
        addresses = [code.offset(start, term * columns, size) for term in range(count)]
        own = code.offset(factors, first, size)
        scales = [code.load(code.offset(own, term, size), dtype) for term in range(count)]

        def column(place: str, _: list[str]) -> Sequence[str]:
            here = code.offset(target, place, size)
            total = code.load(here, dtype)
            for address, scale in zip(addresses, scales):
                item = code.load(code.offset(address, place, size), dtype)
                total = add(code, dtype, total, multiply(code, dtype, item, scale))
            code.store(total, here, dtype)
            return ()

        code.loop(columns, column)
        return ()

    if rows and columns:
        code.loop(rows, row)
