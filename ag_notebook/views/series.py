"""Finds runs of alike operations: an unrolled loop is shown as one round and how often it comes.

    MatMul → Add → Relu → MatMul → Add → Relu → …        ->        MatMul → Add → Relu  × 12

Two rounds are alike where each operation of the one stands for the same operation of the other: of the same kind, types,
attributes and line, with operands that are the same value in both, the same place in the round before, or constants.
The first round may take from outside what later ones take from the round before.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ag_notebook.report import GraphModel, GraphNode

FEWEST = 5
"""Rounds that are worth folding."""
_LONGEST = 400
"""Operations of a round that is looked for."""
_CANDIDATES = 12
_LOOK_BACK = 4
_NAMES = frozenset({"token", "shared_name", "container"})
"""Attributes that name a thing rather than say what is done."""


@dataclass(frozen=True, slots=True)
class Operand:
    """Where an operand comes from: the place of the operation in the order, or -1 with a word for what has none."""

    place: int
    output: int
    word: Hashable


@dataclass(frozen=True, slots=True)
class Item:
    """An operation in the order in which they were made; `kind` is equal for operations that may be alike."""

    kind: Hashable
    operands: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """`count` rounds of `length` operations each, from the place `start` on."""

    start: int
    length: int
    count: int

    @property
    def stop(self) -> int:
        return self.start + self.length * self.count


def find_series(items: Sequence[Item]) -> list[Series]:
    """The runs of alike operations, in order, none overlapping another; the longest have precedence."""
    found: list[Series] = []
    for length in _lengths(items):
        found += _runs(items, length)
    found.sort(key=lambda run: (-run.length * run.count, run.length, run.start))
    taken = bytearray(len(items))
    chosen = []
    for run in found:
        if not any(taken[run.start : run.stop]):
            chosen.append(run)
            taken[run.start : run.stop] = b"\1" * (run.stop - run.start)
    return sorted(chosen, key=lambda run: run.start)


def _lengths(items: Sequence[Item]) -> list[int]:
    """The lengths that rounds may have: the most frequent distances between operations of one kind."""
    distances: Counter[int] = Counter()
    last: dict[Hashable, deque[int]] = {}
    for place, item in enumerate(items):
        before = last.setdefault(item.kind, deque(maxlen=_LOOK_BACK))
        distances.update(place - other for other in before if place - other <= _LONGEST)
        before.append(place)
    return sorted(length for length, _ in distances.most_common(_CANDIDATES))


def _runs(items: Sequence[Item], length: int) -> list[Series]:
    found, begin = [], None
    for place in range(length, len(items) + 1):
        alike = place < len(items) and _alike(items[place - length], items[place], length)
        if alike and begin is None:
            begin = place
        if not alike and begin is not None:
            series = _whole_rounds(items, begin - length, place, length)
            if series.count >= FEWEST:
                found.append(series)
            begin = None
    return found


def _whole_rounds(items: Sequence[Item], start: int, stop: int, length: int) -> Series:
    """The most rounds between two places: it counts where a round is taken to begin, since one more may come before."""
    best = Series(start, length, (stop - start) // length)
    if best.count < FEWEST - 1:
        return best
    for begin in range(start, start + length):
        count = (stop - begin) // length + 1
        better = (count, length - begin) > (best.count, -best.start)
        if better and _first_round(items, begin - length, length):
            best = Series(begin - length, length, count)
    return best


def _alike(before: Item, after: Item, length: int) -> bool:
    return before.kind == after.kind and all(
        _same_operand(a, b, length) for a, b in zip(before.operands, after.operands)
    )


def _same_operand(a: Operand, b: Operand, length: int) -> bool:
    """Whether two operands mean the same in their rounds; of one operation each round may take another result."""
    if a.place < 0 or b.place < 0:
        return a == b
    if a.place == b.place:
        return (a.output < 0) == (b.output < 0)
    return b.place - a.place == length and a.output == b.output


def _first_round(items: Sequence[Item], start: int, length: int) -> bool:
    """Whether the round at `start` is like the next, but takes from outside what that takes from it."""
    if start < 0:
        return False
    for before, after in zip(items[start : start + length], items[start + length : start + 2 * length]):
        if before.kind != after.kind:
            return False
        for a, b in zip(before.operands, after.operands):
            enters = start <= b.place < start + length and a.place < start
            if not enters and not _same_operand(a, b, length):
                return False
    return True


def kind_of(node: GraphNode, known: dict[int, int]) -> Hashable:
    """What alike operations have in common; `known` keeps what was found out of graphs."""
    line = (node.span.file, node.span.line) if node.span else None
    return (
        node.op,
        line,
        node.outputs,
        _attributes(node),
        tuple(_structure(g, known) for g in node.subgraphs),
    )


def _attributes(node: GraphNode) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in node.attributes if pair[0] not in _NAMES)


def _structure(graph: GraphModel, known: dict[int, int]) -> int:
    """A number that is equal for graphs that differ in names only."""
    if id(graph) not in known:
        places = {node.name: place for place, node in enumerate(graph.nodes)}
        edges = sorted(
            (places.get(e.source, -1), e.output, places.get(e.target, -1), e.operand, e.carried)
            for e in graph.edges
        )
        ends = tuple(places.get(name, -1) for name in (*graph.inputs, *graph.outputs))
        nodes = tuple(kind_of(node, known) for node in graph.nodes)
        known[id(graph)] = hash((graph.role, nodes, tuple(edges), ends))
    return known[id(graph)]
