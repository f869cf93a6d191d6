"""The user's objects as records in memory (`layout` says how a record looks there).

Objects are packed anew for each call, since they may have changed. An object that is reached on two ways is one record.
"""

from __future__ import annotations

import contextlib
import functools
import operator
from collections.abc import Callable, Sequence
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
_identity = object.__hash__
"""As `id`, which differs for all objects as well: but of each call of that, Python tells the audit hooks."""


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
        self.rows: dict[int, tuple[str, int]] = {}
        self.objects: dict[str, list[Any]] = {name: [] for name in program.records}
        self.links: dict[str, dict[str, list[int]]] = {
            name: {each: [] for each, kind in fields.items() if isinstance(kind, RecordType)}
            for name, fields in program.records.items()
        }
        self.columns: dict[str, dict[str, Sequence[Any]]] = {}
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
        layouts = {name: self._layout(name) for name in self.program.records}
        tables: dict[str, list[tuple[Any, ...]]] = {name: [] for name in layouts}
        first = [_NONE] * len(self.starts)
        waiting = [
            (start.value, start.name, first, place)
            for place, start in enumerate(self.starts)
            if start.value is not None
        ]
        rows = self.rows
        while waiting:
            value, name, links, place = waiting.pop()
            key = _identity(value)
            known = rows.get(key)
            if known is not None:
                shared = True
                if known[0] != name:
                    self._explain()
                links[place] = known[1]
                continue
            objects = self.objects[name]
            links[place] = row = len(objects)
            rows[key] = name, row
            objects.append(value)
            values_of, references = layouts[name]
            try:
                values = values_of(value)
            except AttributeError:
                self._explain()
            tables[name].append(values)
            for at, kind, found in references:
                found.append(_NONE)
                if values[at] is not None:
                    waiting.append((values[at], kind, found, row))
        if shared:
            self._explain(only_if_wrong=True)
        for name, fields in self.program.records.items():
            columns = list(zip(*tables[name])) or [()] * len(fields)
            self.columns[name] = dict(zip(fields, columns))

    def _layout(self, name: str) -> tuple[Callable[[Any], tuple[Any, ...]], list[tuple[int, str, list[int]]]]:
        """What gets an object's fields, and the places of those that are records, with their types and links."""
        fields = self.program.records[name]
        references = [
            (place, kind.name, self.links[name][each])
            for place, (each, kind) in enumerate(fields.items())
            if isinstance(kind, RecordType)
        ]
        return _getter(tuple(fields)), references

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
        name, row = self.rows[_identity(value)]
        memory = self.memory[name]
        return int(memory.__array_interface__["data"][0]) + row * int(memory.shape[1]) * WORD

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
            values, offset = self.columns[name][each], field_offset(fields, each)
            if isinstance(kind, RecordType):
                memory[:, offset // WORD] = self._addresses(kind.name, self.links[name][each])
            elif kind.shape:
                memory[:, offset // WORD] = self._arrays(name, each, kind)
            else:
                _scalars(memory, offset, kind)[:] = self._numbers(values, kind)

    def _addresses(self, name: str, links: list[int]) -> np.ndarray:
        memory = self.memory[name]
        rows = np.array(links, np.int64)
        found: np.ndarray = rows * (memory.shape[1] * WORD) + int(memory.__array_interface__["data"][0])
        found[rows == _NONE] = 0
        return found

    def _numbers(self, values: Sequence[Any], kind: ArrayType) -> Any:
        dtype = np.dtype(DTYPES[kind.dtype])
        if set(map(type, values)) <= {*KINDS[dtype.kind], dtype.type}:
            with contextlib.suppress(OverflowError):
                return np.array(values, dtype)
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
        if len(self.starts) > 1:
            objects = [(each.name, each.value) for each in reachable(self.program, start).values()]
        else:
            objects = [(name, value) for name, found in self.objects.items() for value in found]
        found = {
            id(value): {
                each: column[self.rows[_identity(value)][1]] for each, column in columns[name].items()
            }
            for name, value in objects
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


@functools.lru_cache(1024)
def _getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What an object's fields hold, in order."""
    if len(names) > 1:
        return operator.attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _scalars(memory: np.ndarray, offset: int, kind: ArrayType) -> np.ndarray:
    """The items of a dtype at an offset in each record."""
    dtype = np.dtype(DTYPES[kind.dtype])
    per_word = WORD // dtype.itemsize
    return memory.view(dtype).reshape(len(memory), memory.shape[1] * per_word)[:, offset // WORD * per_word]
