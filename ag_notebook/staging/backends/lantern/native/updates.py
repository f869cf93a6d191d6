"""A definition of scalars done on each item of arrays, in place: how an optimiser changes parameters in one pass.

    (def adagrad ((w f32) (s f32) (g f32) (rate f32)) (values ... ...))

`Update(program, "adagrad").apply([(w, s, g), (w, s, g), ...], [rate])` gives each item of `w` and `s` its new value; the results
are for the first arguments, and arguments for which no arrays are given are the same for all items.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.program import Program
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType
from ag_notebook.staging.backends.lantern.native.calling import Caller, address_of
from ag_notebook.staging.backends.lantern.native.definitions import entered
from ag_notebook.staging.backends.lantern.native.emit import Emitter
from ag_notebook.staging.backends.lantern.native.layout import WORD
from ag_notebook.staging.backends.lantern.native.machine import MachineCode, machine_code
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, SIZES, Function
from ag_notebook.staging.backends.lantern.native.unit import Unit
from ag_notebook.staging.backends.lantern.objects import array

UPDATE, ROWS = "update", "rows"
_ARENA = 1 << 20


class Update:
    """A definition that changes arrays in place; it is compiled for the number of arrays when it is first asked for.

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
        self._compiled: dict[int, tuple[Any, MachineCode, Unit]] = {}

    def apply(self, rows: Sequence[Sequence[np.ndarray]], scalars: Sequence[Any] = ()) -> None:
        """Changes the first arrays of each row, which are all of one shape, of the dtypes of the arguments and contiguous.

        Args:
            rows: arrays for the first arguments; no array is there twice.
            scalars: the other arguments.
        """
        application = self.on(rows, len(scalars))
        application.set(scalars)
        application.run()

    def on(self, rows: Sequence[Sequence[np.ndarray]], scalars: int) -> Application:
        """The update of these arrays, for so many scalars, which may be run many times."""
        count = len(self.dtypes) - scalars
        for row in rows:
            self._check(row, count)
        return Application(self, rows, count)

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

    def compiled(self, count: int) -> tuple[Any, MachineCode, Unit]:
        """The entry for so many arrays, the machine code and what was compiled."""
        if count not in self._compiled:
            unit = _written(self.program, self.name, count)
            code = machine_code(unit.text())
            entry = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(code.address(UPDATE))
            self._compiled[count] = entry, code, unit
        return self._compiled[count]


class Application:
    """An update of certain arrays; see `Update.on`.

    Attributes:
        may_fail: whether the definition has operations that can fail, so that it cannot follow a run of another program.
        words: the address of the function that does it, and those of what it is given.
    """

    def __init__(self, update: Update, rows: Sequence[Sequence[np.ndarray]], count: int) -> None:
        self.update = update
        self._arrays = [tuple(row) for row in rows if row[0].size]
        self._dtypes = [DTYPES[dtype] for dtype in update.dtypes[count:]]
        self._entry, self._code, self._unit = update.compiled(count)
        self.may_fail = bool(self._unit.sites)
        self._table = np.array([[row[0].size, *map(address_of, row)] for row in self._arrays], np.uint64)
        self._scalars = np.zeros(1 + len(self._dtypes), np.uint64)
        self._scalars[0] = len(self._arrays)
        self.words = [self._code.address(ROWS), address_of(self._table), address_of(self._scalars)]

    def set(self, scalars: Sequence[Any]) -> None:
        """Gives the arguments that are the same for all items."""
        first = len(self.update.dtypes) - len(self._dtypes)
        for place, (value, dtype) in enumerate(zip(scalars, self._dtypes, strict=True)):
            kind = ArrayType(self.update.dtypes[first + place])
            given = array(value, kind, f"argument {first + place}")
            self._scalars[1 + place : 2 + place].view(dtype)[0] = given

    def run(self) -> None:
        """Changes the arrays."""
        context = np.zeros(self._unit.slots, np.uint64)
        addresses = [address_of(context), *self.words[1:]]
        self.update.caller.call(self._entry, context, addresses, lambda: None, self._unit.sites)


class Following:
    """What is done after gradients, in the same call of machine code.

    Args:
        applications: updates that cannot fail.

    Attributes:
        address: what the context is given (`layout.FOLLOWING`).
    """

    def __init__(self, applications: Sequence[Application]) -> None:
        assert not any(each.may_fail for each in applications)
        self.applications = applications
        self._words = np.array([*(word for each in applications for word in each.words), 0, 0, 0], np.uint64)
        self.address = address_of(self._words)


def _written(program: Program, name: str, count: int) -> Unit:
    """`update(context, table, words)`: rows of a size and addresses, and the number of rows and scalars.

    `rows` is the same, but is no entry.
    """
    unit = Unit(program, None)
    dtypes = [str(v.type) for v in program.definitions[name].parameters]
    entry = entered(unit, UPDATE, ["table", "words"])
    entry.do(f"call void @{ROWS}(ptr %context, ptr %table, ptr %words)")
    entry.do("ret i64 0")
    parameters = [("ptr", f"%{each}") for each in ("context", "table", "words")]
    code = Function(unit.module, ROWS, "void", parameters, "nounwind", linkage="")
    unit.module.functions[ROWS] = code
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

    count_of_rows = code.load("%words", "i64")
    some, none = code.fresh("some"), code.fresh("none")
    code.branch(code.emit(f"icmp eq i64 {count_of_rows}, 0"), none, some)
    code.start(some)
    code.loop(count_of_rows, row)
    code.jump(none)
    code.start(none)
    code.do("ret void")
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
