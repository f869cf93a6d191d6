"""Python objects as records of Lantern's: what their fields hold, and everything that can be reached from one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.program import Program
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType, RecordType, Type, dtype_name
from ag_notebook.staging.wording import kind_of

KINDS = {"f": (bool, int, float), "i": (bool, int), "b": (bool,)}
"""The numbers of Python's that an array type takes."""


MOST_STEPS = 12
"""How many steps of a way are said."""
MOST_SHOWN = 40
"""Gradients of fields that are shown."""


@dataclass(frozen=True, slots=True)
class Path:
    """The way to a value: a variable's name or the way to an object, and a field. It is text when it is needed."""

    above: Path | str
    field: str

    def __str__(self) -> str:
        start, *steps = self.steps()
        if len(steps) > MOST_STEPS:
            steps[2:-2] = [f"…{len(steps) - 4} more…"]
        return ".".join([start, *steps])

    def steps(self) -> list[str]:
        """The variable's name, and the fields one after the other."""
        steps: list[str] = []
        at: Path | str = self
        while isinstance(at, Path):
            steps.append(at.field)
            at = at.above
        return [at, *reversed(steps)]


@dataclass(frozen=True, slots=True)
class Record:
    """An object that was reached, with the type of record that it is taken for and the way to it."""

    value: Any
    name: str
    path: Path | str


ALIGNMENT = 64
"""Where long-lived arrays begin: with a line of the cache, which is how products read them fastest."""


def aligned_zeros(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """A new array of zeros whose first item begins a line of the cache."""
    count = math.prod(shape) * dtype.itemsize
    memory: np.ndarray = np.zeros(count + ALIGNMENT, np.uint8)
    start = -int(memory.__array_interface__["data"][0]) % ALIGNMENT
    return memory[start : start + count].view(dtype).reshape(shape)


def array(value: Any, kind: ArrayType, path: Path | str) -> Any:
    """A value as an array (without dimensions: a scalar) of NumPy's, of exactly this dtype.

    Raises:
        TypeError: it is of another type.
    """
    dtype = np.dtype(DTYPES[kind.dtype])
    if isinstance(value, (bool, int, float)) and not isinstance(value, np.generic):
        if isinstance(value, KINDS[dtype.kind]):
            try:
                return dtype.type(value)
            except OverflowError:
                raise TypeError(f"{path} is {value}, which is no {kind}") from None
    elif isinstance(value, (np.ndarray, np.generic)) and dtype_name(value.dtype) == kind.dtype:
        if len(value.shape) == len(kind.shape) and all(
            isinstance(size, str) or size == actual
            for size, actual in zip(kind.shape, value.shape, strict=True)
        ):
            return value if type(value) is np.ndarray and value.shape else np.asarray(value)[()]
        raise TypeError(f"{path} has shape {value.shape}, not that of {kind}")
    found = value.dtype if isinstance(value, (np.ndarray, np.generic)) else type(value).__name__
    raise TypeError(f"{path} is of type {found}, not {kind}")


def field(record: Record, name: str, kind: Type) -> Any:
    """What a field holds, as Lantern sees it.

    Raises:
        TypeError: it is of another type, or there is none.
    """
    path = Path(record.path, name)
    try:
        value = getattr(record.value, name)
    except AttributeError:
        raise TypeError(f"{record.path} has no field {name}: it is {kind_of(record.value)}") from None
    if not isinstance(kind, ArrayType):
        return value
    try:
        return array(value, kind, path)
    except TypeError as problem:
        hint, dtype = f"{type(record.value).__name__}.{name}", np.dtype(DTYPES[kind.dtype]).name
        raise TypeError(
            f"{problem}, that is {dtype}, as the hint of {hint} says: change one of the two"
        ) from None


def arrays_of(program: Program, record: Record) -> Iterator[tuple[Path, ArrayType, Any]]:
    """The fields of a record that are arrays: path, type and value."""
    for name, kind in program.records[record.name].items():
        if isinstance(kind, ArrayType):
            yield Path(record.path, name), kind, field(record, name, kind)


def reachable(program: Program, start: Record) -> dict[int, Record]:
    """Each object that can be reached, by its id. An object that is shared is there once.

    Raises:
        ValueError: a record holds itself.
        TypeError: an object is two types of record.
    """
    found: dict[int, Record] = {}
    above: set[int] = set()
    waiting = [(start, False)]  # Each object is there twice: to go down from it, and to come back up.
    while waiting:
        record, done = waiting.pop()
        key = id(record.value)
        if done:
            above.remove(key)
        elif record.value is None:
            continue
        elif key in above:
            raise ValueError(
                f"{record.path} holds itself: it is {found[key].path}. Records have an end: let it be None, or hold an index in its place"
            )
        elif key in found:
            if found[key].name != record.name:
                raise TypeError(
                    f"{record.path} is a {record.name}, and as {found[key].path} a {found[key].name}"
                )
        else:
            found[key] = record
            above.add(key)
            waiting.append((record, True))
            for name, kind in reversed(program.records[record.name].items()):
                if isinstance(kind, RecordType):
                    value = field(record, name, kind)
                    waiting.append((Record(value, kind.name, Path(record.path, name)), False))
    return found


class RecordGradients(dict[int, dict[str, Any]]):
    """The gradients of all objects that can be reached from a record: by the object's id, then by float field.

    It is shown by the ways to the fields, as `tree.left.value`.
    """

    def __init__(self, found: Mapping[int, dict[str, Any]], program: Program, start: Record) -> None:
        super().__init__(found)
        self._program, self._start = program, start  # which keeps the objects: their ids are no others'

    def __getitem__(self, key: Any) -> dict[str, Any]:
        if isinstance(key, int):
            return super().__getitem__(key)
        raise KeyError(
            "the gradients of an object are found by its id: gradient[id(…)]; gradient.by_path() has them by the way to the field"
        )

    def by_path(self) -> dict[str, Any]:
        """The gradients by the way to the field; an object that can be reached in several ways is there once.

        Raises:
            TypeError, ValueError: an object was changed since, so that it is no such record any more.
        """
        return {".".join(path.steps()): gradient for path, gradient in self._ways()}

    def _ways(self) -> Iterator[tuple[Path, Any]]:
        for key, record in reachable(self._program, self._start).items():
            for name, gradient in self.get(key, {}).items():
                yield Path(record.path, name), gradient

    def __repr__(self) -> str:
        rows = self._rows()
        return super().__repr__() if rows is None else f"{{{', '.join(rows)}}}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython shows: a line for each field where one line is not enough."""
        rows = self._rows()
        if rows is None:
            printer.text(super().__repr__())
            return
        with printer.group(1, "{", "}"):
            for number, row in enumerate(rows):
                if number:
                    printer.text(",")
                    printer.breakable()
                printer.text(row)

    def _rows(self) -> list[str] | None:
        """The fields with their gradients, as many as are shown; None where the objects were changed."""
        try:
            found = list(self._ways())
        except (TypeError, ValueError):
            return None
        rows = [f"{path}: {_spelled(value)}" for path, value in found[:MOST_SHOWN]]
        left = len(found) - len(rows)
        return [*rows, f"… {left} more"] if left else rows


def _spelled(value: Any) -> str:
    """A gradient in one line."""
    if not getattr(value, "shape", ()):
        return str(value)
    text = np.array2string(value, separator=", ", threshold=12, edgeitems=2, max_line_width=1 << 20)
    return " ".join(text.split())
