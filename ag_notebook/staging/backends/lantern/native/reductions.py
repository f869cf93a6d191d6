"""Kernels of reductions: sums, extremes, softmax. A result without dimensions is written to memory as well."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ag_notebook.staging.backends.lantern.ir.program import Operation
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, ArrayType
from ag_notebook.staging.backends.lantern.native.nests import (
    Walk,
    add,
    checked_index,
    kernel,
    nest,
    strides_of,
)
from ag_notebook.staging.backends.lantern.native.scalars import constant_text, meaning_of
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, SIZES, Function, Module

_COMBINING = {"amax": "maximum", "amin": "minimum", "all": "and", "any": "or"}


def _identity(kind: str, dtype: str) -> str:
    """What changes nothing."""
    if kind in ("sum", "any"):
        return constant_text(0, dtype)
    if kind == "all":
        return constant_text(1, dtype)
    sign = -1 if kind == "amax" else 1
    if dtype in FLOATS:
        return constant_text(sign * math.inf, dtype)
    limits = np.iinfo(DTYPES[dtype])
    return constant_text(limits.min if sign < 0 else limits.max, dtype)


def _combined(code: Function, kind: str, dtype: str, left: str, right: str) -> str:
    if kind == "sum":
        return add(code, dtype, left, right)
    return meaning_of(code, _COMBINING[kind], (dtype, dtype), dtype, left, right)


def _argument(operation: Operation) -> ArrayType:
    kind = operation.arguments[0].type
    assert isinstance(kind, ArrayType)
    return kind


def reduction(module: Module, name: str, operation: Operation) -> Function:
    """`sum`, `amax`, `amin`, `all` and `any`."""
    kind, argument = operation.kind, _argument(operation)
    dtype, axes = argument.dtype, operation.attributes["axes"]
    if kind in ("amax", "amin") and 0 in argument.shape:
        raise ValueError(f"{kind} of an array without items: there is none to choose")
    code, (result,), (source,) = kernel(module, name, 1, ["ptr"])
    strides = strides_of(argument.shape)
    kept = [axis for axis in range(len(argument.shape)) if axis not in axes]
    sizes, reduced = [argument.shape[axis] for axis in kept], [argument.shape[axis] for axis in axes]
    inside, across = [strides[axis] for axis in kept], [strides[axis] for axis in axes]
    own = strides_of(sizes)
    first = _identity(kind, dtype)

    def combined(pointers: list[str], carried: list[str]) -> Sequence[str]:
        return [_combined(code, kind, dtype, carried[0], code.load(pointers[-1], dtype))]

    def whole(pointers: list[str], _: list[str]) -> Sequence[str]:
        walk = Walk(pointers[1], dtype, tuple(across))
        (value,) = nest(code, reduced, [walk], combined, [(LLVM_TYPES[dtype], first)])
        code.store(value, pointers[0], dtype)
        return ()

    def started(pointers: list[str], _: list[str]) -> Sequence[str]:
        code.store(first, pointers[0], dtype)
        return ()

    def further(pointers: list[str], _: list[str]) -> Sequence[str]:
        target, item = (code.load(pointer, dtype) for pointer in pointers)
        code.store(_combined(code, kind, dtype, target, item), pointers[0], dtype)
        return ()

    if kept and kept[-1] == len(strides) - 1:  # neighbours stay apart: many results at once
        nest(code, sizes, [Walk(result, dtype, own)], started)
        walks = [Walk(result, dtype, (*[0] * len(axes), *own)), Walk(source, dtype, (*across, *inside))]
        nest(code, (*reduced, *sizes), walks, further)
    else:
        nest(code, sizes, [Walk(result, dtype, own), Walk(source, dtype, tuple(inside))], whole)
    code.do("ret void")
    return code


def extreme_place(module: Module, name: str, operation: Operation) -> Function:
    """`argmax` and `argmin`: the first place of the extreme item, or of the first NaN, counted over the axes."""
    argument = _argument(operation)
    dtype, axes = argument.dtype, operation.attributes["axes"]
    if 0 in argument.shape:
        raise ValueError(f"{operation.kind} of an array without items: there is none to choose")
    code, (result,), (source,) = kernel(module, name, 1, ["ptr"])
    kind, strides = LLVM_TYPES[dtype], strides_of(argument.shape)
    kept = [axis for axis in range(len(argument.shape)) if axis not in axes]
    sizes, reduced = [argument.shape[axis] for axis in kept], [argument.shape[axis] for axis in axes]
    better = ">" if operation.kind == "argmax" else "<"

    def compared(pointers: list[str], carried: list[str]) -> Sequence[str]:
        best, found, count = carried
        item = code.load(pointers[0], dtype)
        chosen = meaning_of(code, better, (dtype, dtype), "bool", item, best)
        if dtype in FLOATS:
            nothing, had = (code.emit(f"fcmp uno {kind} {each}, {each}") for each in (item, best))
            news = code.emit(f"and i1 {nothing}, {code.emit(f'xor i1 {had}, true')}")
            chosen = code.emit(f"or i1 {chosen}, {news}")
        best = code.emit(f"select i1 {chosen}, {kind} {item}, {kind} {best}")
        found = code.emit(f"select i1 {chosen}, i64 {count}, i64 {found}")
        return [best, found, code.emit(f"add i64 {count}, 1")]

    def whole(pointers: list[str], _: list[str]) -> Sequence[str]:
        walk = Walk(pointers[1], dtype, tuple(strides[axis] for axis in axes))
        start = [(kind, code.load(pointers[1], dtype)), ("i64", "0"), ("i64", "0")]
        code.store(nest(code, reduced, [walk], compared, start)[1], pointers[0], "i64")
        return ()

    inside = tuple(strides[axis] for axis in kept)
    nest(code, sizes, [Walk(result, "i64", strides_of(sizes)), Walk(source, dtype, inside)], whole)
    code.do("ret void")
    return code


class _Row:
    """The last axis of an array at one place of the others."""

    def __init__(self, code: Function, dtype: str, length: int) -> None:
        self.code, self.dtype, self.length = code, dtype, length
        self.type = LLVM_TYPES[dtype]

    def apply(self, kind: str, *values: str) -> str:
        return meaning_of(self.code, kind, (self.dtype,) * len(values), self.dtype, *values)

    def most(self, source: str) -> str:
        def larger(pointers: list[str], carried: list[str]) -> Sequence[str]:
            return [self.apply("maximum", carried[0], self.code.load(pointers[0], self.dtype))]

        start = [(self.type, _identity("amax", self.dtype))]
        return nest(self.code, [self.length], [Walk(source, self.dtype, (1,))], larger, start)[0]

    def sum_of_powers(self, source: str, most: str, target: str | None) -> str:
        """The sum of e^(x - most); the terms are stored at `target`."""
        walks = [Walk(pointer, self.dtype, (1,)) for pointer in (source, target) if pointer is not None]

        def term(pointers: list[str], carried: list[str]) -> Sequence[str]:
            value = self.apply("exp", self.apply("-", self.code.load(pointers[0], self.dtype), most))
            if target is not None:
                self.code.store(value, pointers[1], self.dtype)
            return [add(self.code, self.dtype, carried[0], value)]

        return nest(self.code, [self.length], walks, term, [(self.type, constant_text(0, self.dtype))])[0]


def softmax(module: Module, name: str, operation: Operation) -> Function:
    """`softmax` and `log-softmax` along the last axis; the largest item is subtracted first, so that no power overflows."""
    argument = _argument(operation)
    dtype, logarithm = argument.dtype, operation.kind == "log-softmax"
    code, (result,), (source,) = kernel(module, name, 1, ["ptr"])
    *outer, length = argument.shape
    row = _Row(code, dtype, length)  # type: ignore[arg-type]

    def once(pointers: list[str], _: list[str]) -> Sequence[str]:
        target, given = pointers
        most = row.most(given)
        total = row.sum_of_powers(given, most, None if logarithm else target)
        scale = row.apply("log", total) if logarithm else total

        def item(inner: list[str], _: list[str]) -> Sequence[str]:
            value = code.load(inner[1], dtype)
            value = (
                row.apply("-", row.apply("-", value, most), scale)
                if logarithm
                else row.apply("/", value, scale)
            )
            code.store(value, inner[0], dtype)
            return ()

        read = given if logarithm else target
        nest(code, [length], [Walk(pointer, dtype, (1,)) for pointer in (target, read)], item)
        return ()

    strides = strides_of(argument.shape)[:-1]
    nest(code, outer, [Walk(pointer, dtype, strides) for pointer in (result, source)], once)
    code.do("ret void")
    return code


def cross_entropy(module: Module, name: str, operation: Operation) -> Function:
    """Log Σ e^(x - most) - (x[label] - most); a label counts from 0."""
    argument, labels = _argument(operation), operation.arguments[1].type
    assert isinstance(labels, ArrayType)
    dtype = argument.dtype
    kinds = ["ptr", "ptr" if labels.shape else LLVM_TYPES[labels.dtype]]
    code, (result,), (source, label) = kernel(module, name, 1, kinds)
    *outer, length = argument.shape
    row = _Row(code, dtype, length)  # type: ignore[arg-type]

    def once(pointers: list[str], _: list[str]) -> Sequence[str]:
        given = code.load(pointers[2], labels.dtype) if labels.shape else label
        index = checked_index(code, given, labels.dtype, length, negative=False)  # type: ignore[arg-type]
        most = row.most(pointers[1])
        total = row.apply("log", row.sum_of_powers(pointers[1], most, None))
        chosen = code.load(code.offset(pointers[1], index, SIZES[dtype]), dtype)
        code.store(row.apply("-", total, row.apply("-", chosen, most)), pointers[0], dtype)
        return ()

    walks = [Walk(result, dtype, strides_of(outer)), Walk(source, dtype, strides_of(argument.shape)[:-1])]
    if labels.shape:
        walks.append(Walk(label, labels.dtype, strides_of(outer)))
    nest(code, outer, walks, once)
    code.do("ret void")
    return code
