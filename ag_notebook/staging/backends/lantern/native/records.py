"""The user's objects as records in memory (`layout` says how a record looks there).

Objects are packed anew for each call, since they may have changed. An object that is reached on two ways is one record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.program import Program
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType, RecordType
from ag_notebook.staging.backends.lantern.native.layout import (
    WORD,
    field_offset,
    float_fields,
    gradient_offset,
    sizes_of,
    words_of,
)
from ag_notebook.staging.backends.lantern.objects import KINDS, Record, RecordGradients, field, reachable

_NONE = -1


class Packing:
    """All records that one call can reach.

    Args:
        program: has the fields.
        starts: the arguments that are records, with their types and what messages call them.

    Raises:
        ValueError: a record holds itself.
        TypeError: a field is of another type than its record's.
    """

    def __init__(self, program: Program, starts: Sequence[Record]) -> None:
        self.program = program
        self.starts = starts
        self.rows: dict[int, int] = {id(None): _NONE}
        self.objects: dict[str, list[Any]] = {name: [] for name in program.records}
        self.names: dict[int, str] = {}
        self.held: dict[str, dict[str, list[Any]]] = {
            name: {each: [] for each, kind in fields.items() if isinstance(kind, RecordType)}
            for name, fields in program.records.items()
        }
        self.memory: dict[str, np.ndarray] = {}
        self.arrays: list[np.ndarray] = []
        self.gradients: dict[tuple[str, str], np.ndarray] = {}
        self._discover()
        for name, objects in self.objects.items():
            self.memory[name] = np.zeros((len(objects), words_of(program.records[name])), np.uint64)
        for name in self.memory:
            self._fill(name)

    def _discover(self) -> None:
        """Finds all objects, each once, without calling itself: a chain may be as long as memory allows."""
        shared = False
        references = {
            name: [
                (each, kind.name, self.held[name][each])
                for each, kind in fields.items()
                if isinstance(kind, RecordType)
            ]
            for name, fields in self.program.records.items()
        }
        waiting = [(start.value, start.name) for start in self.starts]
        rows, names = self.rows, self.names
        while waiting:
            value, name = waiting.pop()
            if value is None:
                continue
            key = id(value)
            if key in rows:
                shared = True
                if names[key] != name:
                    self._explain()
                continue
            objects = self.objects[name]
            rows[key], names[key] = len(objects), name
            objects.append(value)
            for each, kind, found in references[name]:
                try:
                    inner = getattr(value, each)
                except AttributeError:
                    self._explain()
                found.append(inner)
                if inner is not None:
                    waiting.append((inner, kind))
        if shared:
            self._explain(only_if_wrong=True)

    def _explain(self, only_if_wrong: bool = False) -> None:
        """Raises what is wrong with the objects, with the way to it."""
        for start in self.starts:
            for record in reachable(self.program, start).values():
                for name, kind in self.program.records[record.name].items():
                    field(record, name, kind)
        if not only_if_wrong:
            raise TypeError("an object is two types of record, or changes while it is read")

    def address(self, value: Any) -> int:
        """Where an object is; None is 0."""
        if value is None:
            return 0
        memory = self.memory[self.names[id(value)]]
        return int(memory.__array_interface__["data"][0]) + self.rows[id(value)] * int(memory.shape[1]) * WORD

    def object_at(self, address: int, name: str) -> Any:
        """The object that is at an address."""
        if not address:
            return None
        memory = self.memory[name]
        offset = address - int(memory.__array_interface__["data"][0])
        return self.objects[name][offset // (memory.shape[1] * WORD)]

    def _fill(self, name: str) -> None:
        fields, memory = self.program.records[name], self.memory[name]
        for each, kind in fields.items():
            column = memory[:, field_offset(fields, each) // WORD]
            if isinstance(kind, RecordType):
                column[:] = self._addresses(kind.name, self.held[name][each])
            elif kind.shape:
                column[:] = self._arrays(name, each, kind)
            else:
                _scalars(memory, field_offset(fields, each), kind)[:] = self._numbers(name, each, kind)

    def _addresses(self, name: str, values: list[Any]) -> np.ndarray:
        memory, rows = self.memory[name], self.rows
        start, step = int(memory.__array_interface__["data"][0]), memory.shape[1] * WORD
        found = [0 if value is None else start + rows[id(value)] * step for value in values]
        return np.array(found, np.uint64)

    def _numbers(self, name: str, each: str, kind: ArrayType) -> Any:
        dtype = np.dtype(DTYPES[kind.dtype])
        try:
            values = [getattr(value, each) for value in self.objects[name]]
            if set(map(type, values)) <= {*KINDS[dtype.kind], dtype.type}:
                return np.array(values, dtype)
        except (AttributeError, OverflowError):
            pass
        self._explain(only_if_wrong=True)
        return np.array(values, dtype)

    def _arrays(self, name: str, each: str, kind: ArrayType) -> list[int]:
        fields, objects = self.program.records[name], self.objects[name]
        found = []
        for value in objects:
            try:
                array = field(Record(value, name, ""), each, kind)
            except TypeError:
                self._explain(only_if_wrong=True)
                raise
            found.append(np.require(array, requirements=["C", "A"]))
        self.arrays += found
        if kind.is_float:
            sums: np.ndarray = np.zeros((len(objects), *sizes_of(kind)), DTYPES[kind.dtype])
            self.gradients[name, each] = sums
            size = sums[0].nbytes if len(objects) else 0
            start = int(sums.__array_interface__["data"][0])
            places = start + np.arange(len(objects)) * size
            self.memory[name][:, gradient_offset(fields, each) // WORD] = places
        return [int(array.__array_interface__["data"][0]) for array in found]

    def clear_gradients(self) -> None:
        for sums in self.gradients.values():
            sums.fill(0)
        for name, fields in self.program.records.items():
            for each in float_fields(fields):
                if (name, each) not in self.gradients:
                    self.memory[name][:, gradient_offset(fields, each) // WORD] = 0

    def gradient(self, start: Record) -> dict[int, dict[str, Any]]:
        """The gradients by field of what can be reached from an argument, by the object's id."""
        columns = {name: self._gradients(name) for name in self.program.records}
        only = len(self.starts) == 1
        keys = self.names if only else reachable(self.program, start)
        found = {
            key: {each: column[self.rows[key]] for each, column in columns[self.names[key]].items()}
            for key in keys
        }
        return RecordGradients(found, self.program, start)

    def _gradients(self, name: str) -> dict[str, np.ndarray]:
        fields = self.program.records[name]
        found = {}
        for each in float_fields(fields):
            kind = fields[each]
            assert isinstance(kind, ArrayType)
            if kind.shape:
                found[each] = self.gradients[name, each]
            else:
                found[each] = _scalars(self.memory[name], gradient_offset(fields, each), kind).copy()
        return found


def _scalars(memory: np.ndarray, offset: int, kind: ArrayType) -> np.ndarray:
    """The items of a dtype at an offset in each record."""
    dtype = np.dtype(DTYPES[kind.dtype])
    per_word = WORD // dtype.itemsize
    return memory.view(dtype).reshape(len(memory), memory.shape[1] * per_word)[:, offset // WORD * per_word]
