"""Loops over the places of arrays: what all kernels are made of.

Arrays lie in memory row by row, without gaps. A kernel walks along several arrays at once, each with its own strides; a
stride of 0 repeats an array along a dimension (broadcasting), and other strides slice and transpose it. Adjacent dimensions
that all arrays walk through evenly become one. LLVM makes vector instructions of the innermost loop.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ag_notebook.staging.backends.lantern.ir.types import FLOATS
from ag_notebook.staging.backends.lantern.native.errors import Failure
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, SIZES, SUM_FLAGS, Function, Module

Sizes = Sequence[Any]  # of int: programs are specialised before they are compiled


def strides_of(shape: Sizes) -> tuple[int, ...]:
    """How many items apart neighbours are along each dimension."""
    return tuple(math.prod(shape[place + 1 :]) for place in range(len(shape)))


def broadcast_strides(shape: Sizes, target: Sizes) -> tuple[int, ...]:
    """Strides along the dimensions of `target` of an array that broadcasts to it."""
    own = [0 if size == 1 else stride for size, stride in zip(shape, strides_of(shape))]
    return (*[0] * (len(target) - len(shape)), *own)


@dataclass(frozen=True)
class Walk:
    """An array on the way: the address of the item that is next, its dtype and its strides in items."""

    pointer: str
    dtype: str
    strides: tuple[int, ...]


def nest(
    code: Function,
    sizes: Sizes,
    walks: Sequence[Walk],
    body: Callable[[list[str], list[str]], Sequence[str]],
    carried: Sequence[tuple[str, str]] = (),
    hints: Sequence[str] = (),
) -> list[str]:
    """Runs `body(pointers, carried)` at each place; returns the carried values after the last one."""
    if 0 in sizes:
        return [first for _, first in carried]
    sizes, strides = _merged(sizes, [walk.strides for walk in walks])
    kinds = [kind for kind, _ in carried]

    def level(depth: int, pointers: list[str], values: Sequence[str]) -> Sequence[str]:
        if depth == len(sizes):
            return body(pointers, list(values))

        def once(index: str, inner: list[str]) -> Sequence[str]:
            moved = [
                code.offset(pointer, scaled(code, index, along[depth]), SIZES[walk.dtype])
                for pointer, walk, along in zip(pointers, walks, strides)
            ]
            return level(depth + 1, moved, inner)

        innermost = depth == len(sizes) - 1
        metadata = code.module.hints(*hints) if innermost and hints else ""
        return code.loop(sizes[depth], once, list(zip(kinds, values)), hints=metadata)

    return list(level(0, [walk.pointer for walk in walks], [first for _, first in carried]))


def _merged(sizes: Sizes, strides: Sequence[Sequence[int]]) -> tuple[list[int], list[list[int]]]:
    """Without dimensions of size 1, and with those as one that every array walks through evenly."""
    kept: list[int] = []
    along: list[list[int]] = [[] for _ in strides]
    for place, size in enumerate(sizes):
        if size == 1:
            continue
        if kept and all(known[-1] == each[place] * size for known, each in zip(along, strides)):
            kept[-1] *= size
            for known, each in zip(along, strides):
                known[-1] = each[place]
        else:
            kept.append(size)
            for known, each in zip(along, strides):
                known.append(each[place])
    return kept, along


def scaled(code: Function, index: str, factor: int) -> str:
    """`index * factor` as a value."""
    if factor == 0 or index == "0":
        return "0"
    return index if factor == 1 else code.emit(f"mul nsw i64 {index}, {factor}")


def kernel(
    module: Module, name: str, outputs: int, inputs: Sequence[str]
) -> tuple[Function, list[str], list[str]]:
    """A function of output arrays and of inputs (LLVM's types), and the names of both.

    It is not made part of its caller: the stack frames of definitions that call themselves stay small.
    """
    results, operands = (
        [f"%{letter}{i}" for i in range(count)] for letter, count in (("out", outputs), ("in", len(inputs)))
    )
    kinds = ["ptr noalias" if kind == "ptr" else kind for kind in inputs]
    parameters = [("ptr noalias", result) for result in results] + list(zip(kinds, operands))
    function = Function(module, name, "void", [("ptr", "%context"), *parameters], "noinline")
    return function, results, operands


def checked_index(code: Function, index: str, dtype: str, size: int, negative: bool = True) -> str:
    """The index as an i64 from 0 on; the run ends where it is out of range."""
    wide = index if dtype == "i64" else code.emit(f"sext {LLVM_TYPES[dtype]} {index} to i64")
    if negative:
        below = code.emit(f"icmp slt i64 {wide}, 0")
        wide = code.emit(f"select i1 {below}, i64 {code.emit(f'add i64 {wide}, {size}')}, i64 {wide}")
    code.fail_if(code.emit(f"icmp uge i64 {wide}, {size}"), Failure.INDEX)
    return wide


def multiply(code: Function, dtype: str, left: str, right: str) -> str:
    return code.emit(f"{_flagged('mul', dtype)} {LLVM_TYPES[dtype]} {left}, {right}")


def add(code: Function, dtype: str, left: str, right: str) -> str:
    """A term of a sum that may be reordered."""
    return code.emit(f"{_flagged('add', dtype)} {LLVM_TYPES[dtype]} {left}, {right}")


def _flagged(name: str, dtype: str) -> str:
    return f"f{name} {SUM_FLAGS}" if dtype in FLOATS else name


def copy_bytes(code: Function, target: str, source: str, count: int) -> None:
    if count:
        code.module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)", "llvm.memcpy.p0.p0.i64")
        code.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {source}, i64 {count}, i1 false)")


def clear_bytes(code: Function, target: str, count: int) -> None:
    """All-zero bytes are the zero of each dtype."""
    if count:
        code.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)", "llvm.memset.p0.i64")
        code.do(f"call void @llvm.memset.p0.i64(ptr {target}, i8 0, i64 {count}, i1 false)")
