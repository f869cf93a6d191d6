"""Vectors of the processor, written out: products keep their sums in them.

LLVM makes vectors of the other loops by itself. But of products it does not know which sums to keep in registers, and it adds up
the items of each vector on its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ag_notebook.staging.backends.lantern.ir.types import FLOATS
from ag_notebook.staging.backends.lantern.native.machine import vector_registers
from ag_notebook.staging.backends.lantern.native.nests import scaled
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, SIZES, Function

Piece = tuple[int, int]
"""A piece of a row that is one vector: its first item, and how many items it has."""
INDEPENDENT = 8
"""How many sums are to be worked on at once: each addition takes some cycles, in which others can begin."""


@dataclass(frozen=True)
class Vectors:
    """Writes instructions on vectors of a dtype."""

    code: Function
    dtype: str

    @property
    def lanes(self) -> int:
        """How many items a vector has."""
        return vector_registers()[0] // SIZES[self.dtype]

    @property
    def most_sums(self) -> int:
        """How many vectors of sums stay in registers, beside those of what is read."""
        return vector_registers()[1] * 3 // 4

    @property
    def kind(self) -> str:
        return self.kind_of(self.lanes)

    def kind_of(self, lanes: int) -> str:
        return f"<{lanes} x {LLVM_TYPES[self.dtype]}>"

    def pieces(self, length: int) -> list[Piece]:
        """A row as vectors, the last of which may have fewer items."""
        return [(first, min(self.lanes, length - first)) for first in range(0, length, self.lanes)]

    def at(self, pointer: str, place: int | str) -> str:
        """The address of an item; it may lie before the array, if what is there is not read."""
        if str(place) == "0":
            return pointer
        return self.code.emit(f"getelementptr {LLVM_TYPES[self.dtype]}, ptr {pointer}, i64 {place}")

    def load(self, pointer: str, first: int, end: int) -> str:
        """The items at an address; zeros for those before `first` and from `end` on, which are not read."""
        if (first, end) == (0, self.lanes):
            return self.code.emit(f"load {self.kind}, ptr {pointer}, align {SIZES[self.dtype]}")
        name = f"llvm.masked.load.{self._suffix(self.lanes)}.p0"
        mask = _mask(self.lanes, first, end)
        return self.code.call(self.kind, name, self._address(pointer), mask, (self.kind, "zeroinitializer"))

    def store(self, value: str, pointer: str, count: int, lanes: int) -> None:
        """Writes the first `count` items of a vector of so many lanes."""
        kind, size = self.kind_of(lanes), SIZES[self.dtype]
        if count == lanes:
            self.code.do(f"store {kind} {value}, ptr {pointer}, align {size}")
            return
        name, mask = f"llvm.masked.store.{self._suffix(lanes)}.p0", _mask(lanes, 0, count)
        self.code.module.declare(f"declare void @{name}({kind}, ptr, {mask[0]})", name)
        self.code.do(f"call void @{name}({kind} {value}, ptr align {size} {pointer}, {mask[0]} {mask[1]})")

    def repeated(self, scalar: str) -> str:
        """A vector of one number."""
        kind = self.kind
        one = self.code.emit(f"insertelement {kind} poison, {LLVM_TYPES[self.dtype]} {scalar}, i64 0")
        return self.code.emit(
            f"shufflevector {kind} {one}, {kind} poison, <{self.lanes} x i32> zeroinitializer"
        )

    def add(self, left: str, right: str, lanes: int | None = None) -> str:
        kind = self.kind_of(lanes or self.lanes)
        name = "fadd contract" if self.dtype in FLOATS else "add"
        return self.code.emit(f"{name} {kind} {left}, {right}")

    def add_product(self, total: str, left: str, right: str) -> str:
        name = "fmul contract" if self.dtype in FLOATS else "mul"
        return self.add(total, self.code.emit(f"{name} {self.kind} {left}, {right}"))

    def sums(
        self, places: range, number: int, factors: Callable[[str], Sequence[tuple[str, str]]]
    ) -> list[str]:
        """`number` sums over places; `factors` gives, for a place, the factors of the product that is added to each sum."""
        parts = min(max(1, INDEPENDENT // number), len(places))
        if not parts:
            return ["zeroinitializer"] * number
        code = self.code

        def added(place: str, known: Sequence[str]) -> list[str]:
            return [self.add_product(total, *pair) for total, pair in zip(known, factors(place), strict=True)]

        def terms(index: str, known: list[str]) -> Sequence[str]:
            first, found = scaled(code, index, parts), []
            for part in range(parts):
                place = code.emit(f"add nuw nsw i64 {first}, {places[part]}")
                found += added(place, known[part * number : (part + 1) * number])
            return found

        whole = len(places) // parts
        found = code.loop(whole, terms, [(self.kind, "zeroinitializer")] * (number * parts))
        for part in range(len(places) % parts):
            own = slice(part * number, (part + 1) * number)
            found[own] = added(str(places[whole * parts + part]), found[own])
        totals = found[:number]
        for part in range(1, parts):
            own = slice(part * number, (part + 1) * number)
            totals = [self.add(total, each) for total, each in zip(totals, found[own])]
        return totals

    def across(self, values: Sequence[str]) -> tuple[str, int]:
        """A vector of the sums of the items of each vector, `lanes` of them at most, and how many lanes it has.

        Pairs of vectors become one, of the sums of neighbours, until there is one.
        """
        width = 1
        while width < len(values):
            width *= 2
        left = [*values, *["zeroinitializer"] * (width - len(values))]
        while len(left) > 1:
            left = [self._neighbours(a, b, self.lanes) for a, b in zip(left[::2], left[1::2])]
        (value,), lanes = left, self.lanes
        while lanes > width:
            value, lanes = self._neighbours(value, "poison", lanes, lanes // 2), lanes // 2
        return value, lanes

    def _neighbours(self, left: str, right: str, lanes: int, count: int | None = None) -> str:
        """The first `count` sums of two items side by side, in two vectors one after the other."""
        kind, count = self.kind_of(lanes), count or lanes
        halves = []
        for first in range(2):
            places = ", ".join(f"i32 {2 * place + first}" for place in range(count))
            both = f"shufflevector {kind} {left}, {kind} {right}, <{count} x i32> <{places}>"
            halves.append(self.code.emit(both))
        return self.add(halves[0], halves[1], count)

    def _suffix(self, lanes: int) -> str:
        return f"v{lanes}{'f' if self.dtype in FLOATS else 'i'}{8 * SIZES[self.dtype]}"

    def _address(self, pointer: str) -> tuple[str, str]:
        return f"ptr align {SIZES[self.dtype]}", pointer

    def either(self, count: int, left: str, right: str) -> str:
        """The first `count` items of one vector, and then those of another."""
        kind, mask = _mask(self.lanes, 0, count)
        return self.code.emit(f"select {kind} {mask}, {self.kind} {left}, {self.kind} {right}")


def _mask(lanes: int, first: int, end: int) -> tuple[str, str]:
    bits = ", ".join(f"i1 {int(first <= lane < end)}" for lane in range(lanes))
    return f"<{lanes} x i1>", f"<{bits}>"


def groups(items: Sequence[Piece], most: int) -> list[list[Piece]]:
    """Items in as few groups of `most` as there can be, which differ by one in size."""
    if not items:
        return []
    count = -(-len(items) // most)
    bounds = [len(items) * place // count for place in range(count + 1)]
    return [list(items[first:last]) for first, last in itertools.pairwise(bounds)]
