"""Compares two states of one graph, operation by operation: what an optimizer removed, added and changed.

Operations are the same where they have the same name in the same graph; graphs nested in one of them are compared in turn.
An operation that is gone takes its nested graphs with it: they are counted, not listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ag_notebook.report import GraphModel, GraphNode, Port
from ag_notebook.views.literal import plural

Kind = Literal["removed", "added", "changed"]
KINDS: tuple[Kind, ...] = ("removed", "added", "changed")


@dataclass(frozen=True, slots=True)
class OpChange:
    """What became of one operation.

    Attributes:
        path: the nested graph, outermost first: `("body of f/while", "then of f/if")`; empty in the outermost.
        node: the operation, as it was where it is gone, else as it is.
        details: for a changed one, what changed of it, a few words each.
    """

    kind: Kind
    path: tuple[str, ...]
    node: GraphNode
    details: tuple[str, ...] = ()


def graph_changes(before: GraphModel, after: GraphModel) -> tuple[OpChange, ...]:
    """All changes, graph by graph: in each first what is gone, then what is new, then what is different."""
    return tuple(_changes(before, after, ()))


def _changes(before: GraphModel, after: GraphModel, path: tuple[str, ...]) -> Iterator[OpChange]:
    old, new = ({node.name: node for node in graph.nodes} for graph in (before, after))
    for node in before.nodes:
        if node.name not in new:
            yield OpChange("removed", path, node)
    for node in after.nodes:
        if node.name not in old:
            yield OpChange("added", path, node)
    read, reads = _operands(before), _operands(after)
    both = [(node, new[node.name]) for node in before.nodes if node.name in new]
    for was, now in both:
        details = tuple(_details(was, now, read.get(was.name, ()), reads.get(now.name, ())))
        if details:
            yield OpChange("changed", path, now, details)
    for was, now in both:
        inner = {graph.role: graph for graph in now.subgraphs}
        for graph in was.subgraphs:
            if graph.role in inner:
                yield from _changes(graph, inner[graph.role], (*path, f"{graph.role} of {was.name}"))


def _operands(graph: GraphModel) -> dict[str, list[str]]:
    """The operands of each operation as texts, those for order alone last."""
    edges = sorted(
        (edge for edge in graph.edges if not edge.carried),
        key=lambda edge: (edge.target, edge.operand < 0, edge.operand, edge.source),
    )
    return {
        target: [
            f"after {e.source}" if e.operand < 0 else f"{e.source}:{e.output}" if e.output else e.source
            for e in same
        ]
        for target, same in groupby(edges, key=lambda edge: edge.target)
    }


def _details(was: GraphNode, now: GraphNode, read: Sequence[str], reads: Sequence[str]) -> Iterator[str]:
    if was.op != now.op:
        yield f"{was.op} → {now.op}"
    if was.outputs != now.outputs:
        yield f"type {_types(was.outputs)} → {_types(now.outputs)}"
    if list(read) != list(reads):
        reordered = sorted(read) == sorted(reads)
        yield f"operands {'in another order' if reordered else f'{_listed(read)} → {_listed(reads)}'}"
    if was.op == now.op:  # another operation has other attributes anyway
        old, new = dict(was.attributes), dict(now.attributes)
        for name in sorted(old.keys() | new.keys()):
            if old.get(name) != new.get(name):
                yield f"{name} {old.get(name, 'none')} → {new.get(name, 'none')}"


def _types(ports: Sequence[Port]) -> str:
    return ", ".join(f"{port.dtype}{port.shape}" for port in ports) or "none"


def _listed(operands: Sequence[str]) -> str:
    return ", ".join(operands) or "none"


def by_graph(changes: Sequence[OpChange]) -> list[tuple[str, list[OpChange]]]:
    """The changes of each graph, under its name (`main`, `body of f/while`)."""
    grouped: dict[tuple[str, ...], list[OpChange]] = {}
    for change in changes:
        grouped.setdefault(change.path, []).append(change)
    return [(" › ".join(path) or "main", found) for path, found in grouped.items()]


def counted_changes(changes: Sequence[OpChange]) -> str:
    """`7 removed, 1 added, 3 changed`, or that nothing was."""
    counts = Counter(change.kind for change in changes)
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind]) or "nothing changed"


def change_words(change: OpChange) -> str:
    """What a change says besides the operation's kind and name."""
    inside = sum(graph.op_count for graph in change.node.subgraphs) if change.kind != "changed" else 0
    return "; ".join((*change.details, *([f"with {plural(inside, 'op')} inside"] if inside else ())))
