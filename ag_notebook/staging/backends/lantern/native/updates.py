"""A definition of scalars done on each item of arrays, in place: how an optimiser changes parameters in one pass.

    (def adagrad ((w f32) (s f32) (g f32) (rate f32)) (values ... ...))

`Update(program, "adagrad").apply([(w, s, g), (w, s, g), ...], [rate])` gives each item of `w` and `s` its new value; the results
are for the first arguments, and arguments for which no arrays are given are the same for all items.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.program import Program
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType
from ag_notebook.staging.backends.lantern.native.calling import Caller, address_of
from ag_notebook.staging.backends.lantern.native.definitions import entered
from ag_notebook.staging.backends.lantern.native.emit import Emitter
from ag_notebook.staging.backends.lantern.native.layout import WORD
from ag_notebook.staging.backends.lantern.native.machine import machine_code
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, SIZES, Function
from ag_notebook.staging.backends.lantern.native.unit import Unit
from ag_notebook.staging.backends.lantern.objects import array

UPDATE = "update"
_ARENA = 1 << 20


class Update:
    """A definition that changes arrays in place; it is compiled for the number of arrays when it is first applied.

    Args:
        program: has the definition.
        name: of the definition; its arguments and results are scalars, and it calls no other.

    Raises:
        TypeError: it is not of this kind.
    """

    def __init__(self, program: Program, name: str) -> None:
        self.program = program
        self.name = name
        block = program.definitions[name].block
        variables = (*block.parameters, *block.results)
        scalar = all(isinstance(v.type, ArrayType) and not v.type.shape for v in variables)
        if not scalar or any(operation.kind in ("call", "param") for operation in block.walk()):
            raise TypeError(f"{name} is no definition of scalars alone: it cannot be done item by item")
        self.dtypes = [str(v.type) for v in block.parameters]
        self.caller = Caller(name, _ARENA)
        self._arrays: list[np.ndarray] = []
        self._last = np.zeros((0, 0), np.uint64)
        self._compiled: dict[int, tuple[Any, Any, Unit]] = {}

    def apply(self, rows: Sequence[Sequence[np.ndarray]], scalars: Sequence[Any] = ()) -> None:
        """Changes the first arrays of each row, which are all of one shape, of the dtypes of the arguments and contiguous.

        Args:
            rows: arrays for the first arguments; no array is there twice.
            scalars: the other arguments.
        """
        count = len(self.dtypes) - len(scalars)
        table = self._table(rows, count)
        words = np.zeros(1 + len(scalars), np.uint64)
        words[0] = len(table)
        for place, (value, dtype) in enumerate(zip(scalars, self.dtypes[count:]), 1):
            given = array(value, ArrayType(dtype), f"argument {count + place - 1}")
            words[place : place + 1].view(DTYPES[dtype])[0] = given
        if len(table):
            entry, _, unit = self._entry(count)
            context = np.zeros(unit.slots, np.uint64)
            self.caller.call(entry, context, [table, words], lambda: None, unit.sites)

    def _table(self, rows: Sequence[Sequence[np.ndarray]], count: int) -> np.ndarray:
        """Sizes and addresses; mostly the arrays are those of the last time."""
        arrays = [each for row in rows for each in row]
        same = len(arrays) == len(self._arrays) and self._last.shape[1] == count + 1
        if same and all(map(operator.is_, arrays, self._arrays)):
            return self._last
        table = np.zeros((len(rows), count + 1), np.uint64)
        for place, row in enumerate(rows):
            self._check(row, count)
            table[place, 0] = row[0].size
            table[place, 1:] = [address_of(each) for each in row]
        self._arrays, self._last = arrays, table[table[:, 0] > 0]
        return self._last

    def _check(self, row: Sequence[np.ndarray], count: int) -> None:
        if len(row) != count:
            raise TypeError(f"{self.name} takes {count} arrays, not {len(row)}")
        for each, dtype in zip(row, self.dtypes):
            fits = each.dtype == DTYPES[dtype] and each.shape == row[0].shape
            if not (fits and each.flags.c_contiguous and each.flags.aligned):
                raise TypeError(f"{self.name} takes contiguous arrays of {dtype} and shape {row[0].shape}")
        for each in row[: len(self.program.definitions[self.name].block.results)]:
            if not each.flags.writeable:
                raise ValueError(f"{self.name} changes an array that is read-only")

    def _entry(self, count: int) -> tuple[Any, Any, Unit]:
        if count not in self._compiled:
            unit = _written(self.program, self.name, count)
            code = machine_code(unit.text())
            entry = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(code.address(UPDATE))
            self._compiled[count] = entry, code, unit
        return self._compiled[count]


def _written(program: Program, name: str, count: int) -> Unit:
    """`update(context, table, words)`: rows of a size and addresses, and the number of rows and scalars."""
    unit = Unit(program, None)
    dtypes = [str(v.type) for v in program.definitions[name].parameters]
    code = entered(unit, UPDATE, ["table", "words"])
    scalars = [
        (LLVM_TYPES[dtype], code.load(code.offset("%words", place, WORD), dtype))
        for place, dtype in enumerate(dtypes[count:], 1)
    ]

    def row(index: str, _: list[str]) -> Sequence[str]:
        start = code.offset("%table", index, (count + 1) * WORD)
        size = code.load(start, "i64")
        arrays = [("ptr", code.load(code.offset(start, place + 1, WORD), "ptr")) for place in range(count)]
        given = ", ".join(f"{kind} {value}" for kind, value in [*arrays, *scalars])
        code.do(f"call void @items(ptr %context, i64 {size}, {given})")
        return ()

    code.loop(code.load("%words", "i64"), row)
    code.do("ret i64 0")
    _items(unit, name, count)
    return unit


def _items(unit: Unit, name: str, count: int) -> None:
    """Does the definition on each item of the arrays of one row."""
    block = unit.program.definitions[name].block
    dtypes = [str(v.type) for v in block.parameters]
    pointers = [("ptr noalias", f"%array{place}") for place in range(count)]
    values = [(LLVM_TYPES[dtype], f"%scalar{place}") for place, dtype in enumerate(dtypes[count:])]
    code = Function(unit.module, "items", "void", [("ptr", "%context"), ("i64", "%size"), *pointers, *values])
    unit.module.functions["items"] = code
    emitter = Emitter(unit, code, unit.frames.new())
    emitter.take(emitter.frame)
    emitter.find_users(block)

    def item(index: str, _: list[str]) -> Sequence[str]:
        places = [code.offset(each, index, SIZES[dtype]) for (_, each), dtype in zip(pointers, dtypes)]
        given = [code.load(place, dtype) for place, dtype in zip(places, dtypes)]
        with emitter.inside():
            for variable, value in zip(block.parameters, [*given, *(value for _, value in values)]):
                emitter.define(variable, value)
            for place, value, dtype in zip(places, emitter.block(block), dtypes):
                code.store(value, place, dtype)
        return ()

    code.loop("%size", item)
    emitter.give_back(emitter.frame)
    code.do("ret void")
