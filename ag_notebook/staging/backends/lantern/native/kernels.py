"""Kernels that move items: copies, slices, rows.

Each entry of `KERNELS` gives, for an operation, the name of the kernel that works it out: a function of the context, the
result's address and the arguments, arrays by address and scalars by value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ag_notebook.staging.backends.lantern.ir.program import Operation, Variable
from ag_notebook.staging.backends.lantern.ir.types import ArrayType
from ag_notebook.staging.backends.lantern.native.layout import sizes_of
from ag_notebook.staging.backends.lantern.native.nests import (
    Sizes,
    Walk,
    add,
    checked_index,
    clear_bytes,
    copy_bytes,
    kernel,
    nest,
    scaled,
    strides_of,
)
from ag_notebook.staging.backends.lantern.native.products import matmul
from ag_notebook.staging.backends.lantern.native.reductions import (
    cross_entropy,
    extreme_place,
    reduction,
    softmax,
)
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, SIZES, Function, Module

Build = Callable[[Module, str, Operation], Function]


def array(variable: Variable) -> ArrayType:
    assert isinstance(variable.type, ArrayType)
    return variable.type


def bytes_of(kind: ArrayType) -> int:
    return math.prod(sizes_of(kind)) * SIZES[kind.dtype]


def kernel_of(module: Module, operation: Operation) -> str:
    """The name of the kernel of an operation, which is shared by all of the same types and attributes."""
    types = tuple(str(argument.type) for argument in operation.arguments)
    attributes = tuple(sorted((name, _hashable(value)) for name, value in operation.attributes.items()))
    key = (operation.kind, types, attributes)
    return module.function(key, lambda name: KERNELS[operation.kind](module, name, operation), "kernel")


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, (list, tuple)) else value


def _begun(module: Module, name: str, operation: Operation) -> tuple[Function, str, list[str]]:
    kinds = [array(argument) for argument in operation.arguments]
    inputs = ["ptr" if kind.shape else LLVM_TYPES[kind.dtype] for kind in kinds]
    code, (result,), operands = kernel(module, name, 1, inputs)
    return code, result, operands


def _copy(
    code: Function,
    dtype: str,
    sizes: Sizes,
    target: tuple[str, Sequence[int]],
    source: tuple[str, Sequence[int]],
) -> None:
    """Copies items; both sides are an address and strides."""

    def item(pointers: list[str], _: list[str]) -> Sequence[str]:
        code.store(code.load(pointers[1], dtype), pointers[0], dtype)
        return ()

    nest(code, sizes, [Walk(pointer, dtype, tuple(strides)) for pointer, strides in (target, source)], item)


def _transpose(module: Module, name: str, operation: Operation) -> Function:
    code, result, (source,) = _begun(module, name, operation)
    kind, target = array(operation.arguments[0]), array(operation.results[0])
    strides = [strides_of(kind.shape)[axis] for axis in operation.attributes["axes"]]
    _copy(code, kind.dtype, target.shape, (result, strides_of(target.shape)), (source, strides))
    code.do("ret void")
    return code


def _concatenate(module: Module, name: str, operation: Operation) -> Function:
    code, result, sources = _begun(module, name, operation)
    target, axis = array(operation.results[0]), operation.attributes["axis"]
    strides, start = strides_of(target.shape), 0
    for argument, source in zip(operation.arguments, sources):
        kind = array(argument)
        place = code.offset(result, start * strides[axis], SIZES[kind.dtype])
        _copy(code, kind.dtype, kind.shape, (place, strides), (source, strides_of(kind.shape)))
        start += int(kind.shape[axis])
    code.do("ret void")
    return code


def _sliced(code: Function, pointer: str, kind: ArrayType, attributes: Any) -> tuple[str, list[int]]:
    """The address of the first item of a slice, and the slice's strides."""
    strides = strides_of(kind.shape)
    first = sum(start * stride for start, stride in zip(attributes["starts"], strides))
    moved = code.offset(pointer, first, SIZES[kind.dtype])
    return moved, [step * stride for step, stride in zip(attributes["steps"], strides)]


def _slice(module: Module, name: str, operation: Operation) -> Function:
    code, result, (source,) = _begun(module, name, operation)
    kind, target = array(operation.arguments[0]), array(operation.results[0])
    if math.prod(sizes_of(target)):
        sliced = _sliced(code, source, kind, operation.attributes)
        _copy(code, kind.dtype, target.shape, (result, strides_of(target.shape)), sliced)
    code.do("ret void")
    return code


def _place(module: Module, name: str, operation: Operation) -> Function:
    code, result, (source,) = _begun(module, name, operation)
    kind, target = array(operation.arguments[0]), array(operation.results[0])
    source = source if kind.shape else _spilled(code, source, kind.dtype)
    clear_bytes(code, result, bytes_of(target))
    if math.prod(sizes_of(kind)):
        sliced = _sliced(code, result, target, operation.attributes)
        _copy(code, kind.dtype, kind.shape, sliced, (source, strides_of(kind.shape)))
    code.do("ret void")
    return code


def _spilled(code: Function, value: str, dtype: str) -> str:
    """The address of a scalar."""
    place = code.emit(f"alloca i64, align {SIZES[dtype]}")
    code.store(value, place, dtype)
    return place


def _rows(code: Function, indices: str, kind: ArrayType, size: int, body: Callable[[str, str], None]) -> None:
    """Runs `body` with each index that is checked, and its number."""
    count = math.prod(sizes_of(kind))

    def once(number: str, _: list[str]) -> Sequence[str]:
        index = code.load(code.offset(indices, number, SIZES[kind.dtype]), kind.dtype)
        body(checked_index(code, index, kind.dtype, size), number)
        return ()

    if not kind.shape:
        body(checked_index(code, indices, kind.dtype, size), "0")
    elif count:
        code.loop(count, once)


def _take(module: Module, name: str, operation: Operation) -> Function:
    code, result, (source, indices) = _begun(module, name, operation)
    kind, index = map(array, operation.arguments)
    row = ArrayType(kind.dtype, sizes_of(kind)[1:])
    length, size = math.prod(sizes_of(row)), SIZES[kind.dtype]

    def copy(found: str, number: str) -> None:
        target = code.offset(result, scaled(code, number, length), size)
        copy_bytes(code, target, code.offset(source, scaled(code, found, length), size), bytes_of(row))

    _rows(code, indices, index, int(kind.shape[0]), copy)
    code.do("ret void")
    return code


def _set_row(module: Module, name: str, operation: Operation) -> Function:
    code, result, (source, index, value) = _begun(module, name, operation)
    kind, index_kind, row = map(array, operation.arguments)
    found = checked_index(code, index, index_kind.dtype, int(kind.shape[0]))
    copy_bytes(code, result, source, bytes_of(kind))
    length = math.prod(sizes_of(row))
    target = code.offset(result, scaled(code, found, length), SIZES[kind.dtype])
    if row.shape:
        copy_bytes(code, target, value, bytes_of(row))
    else:
        code.store(value, target, kind.dtype)
    code.do("ret void")
    return code


def add_rows(clear: bool) -> Build:
    """Rows of values added to a result that is cleared before, or kept."""

    def build(module: Module, name: str, operation: Operation) -> Function:
        code, result, (indices, values) = _begun(module, name, operation)
        index, kind = map(array, operation.arguments)
        row = sizes_of(kind)[len(index.shape) :]
        length, size = math.prod(row), SIZES[kind.dtype]
        rows = operation.attributes["size"]
        if clear:
            clear_bytes(code, result, rows * length * size)

        def added(found: str, number: str) -> None:
            target = code.offset(result, scaled(code, found, length), size)
            if not kind.shape:
                code.store(add(code, kind.dtype, code.load(target, kind.dtype), values), target, kind.dtype)
                return
            source = code.offset(values, scaled(code, number, length), size)
            walks = [Walk(pointer, kind.dtype, strides_of(row)) for pointer in (target, source)]
            nest(code, row, walks, lambda pointers, _: _add_item(code, kind.dtype, pointers))

        _rows(code, indices, index, rows, added)
        code.do("ret void")
        return code

    return build


def _add_item(code: Function, dtype: str, pointers: list[str]) -> Sequence[str]:
    target, source = pointers
    code.store(add(code, dtype, code.load(target, dtype), code.load(source, dtype)), target, dtype)
    return ()


def _accumulate(module: Module, name: str, operation: Operation) -> Function:
    code, result, (value,) = _begun(module, name, operation)
    kind = array(operation.arguments[0])
    walks = [Walk(pointer, kind.dtype, strides_of(kind.shape)) for pointer in (result, value)]
    nest(code, kind.shape, walks, lambda pointers, _: _add_item(code, kind.dtype, pointers))
    code.do("ret void")
    return code


KERNELS: dict[str, Build] = {
    "transpose": _transpose,
    "concatenate": _concatenate,
    "slice": _slice,
    "place": _place,
    "take": _take,
    "set-row": _set_row,
    "add-rows": add_rows(clear=True),
    "accumulate": _accumulate,
    "accumulate-rows": add_rows(clear=False),
    "matmul": matmul,
    **dict.fromkeys(("sum", "amax", "amin", "all", "any"), reduction),
    **dict.fromkeys(("argmax", "argmin"), extreme_place),
    **dict.fromkeys(("softmax", "log-softmax"), softmax),
    "cross-entropy": cross_entropy,
}
"""By kind, but for elementwise operations and those that only give an address. `accumulate…` adds to a gradient."""
