"""Describes a graph or IR of any back end as plain data.

One model for all back ends: nodes with operands, and for each node the functions that it calls (the
bodies of a loop, the branches of a conditional, a called definition) as nested graphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ag_notebook.report.spans import Span


@dataclass(frozen=True, slots=True)
class Port:
    """The type of one output of a node: `dtype` by its name, `shape` as text such as `[3, ?]`."""

    dtype: str
    shape: str


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An operation: `op` is its kind (`AddV2`, `StatelessWhile`), `name` is unique in its graph."""

    name: str
    op: str
    outputs: tuple[Port, ...]
    span: Span | None = None
    attributes: tuple[tuple[str, str], ...] = ()
    subgraphs: tuple[GraphModel, ...] = ()
    label: str = ""
    """What the node stands for in the user's words where that is known: an argument's or variable's name."""
    callers: tuple[Span, ...] = ()
    """Where the function was called that `span` is in, if that is not the traced one: innermost first."""
    again: str = ""
    """The name of the graph around it that this node calls once more: recursion."""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """Output `output` of node `source` is operand `operand` of node `target`.

    A control edge (order without data) has `operand` -1. `carried` marks a value handed from the end of
    a loop's body to the start of its next iteration.
    """

    source: str
    target: str
    output: int = 0
    operand: int = 0
    carried: bool = False


@dataclass(frozen=True, slots=True)
class GraphModel:
    """A graph: `role` says what it is to the node that holds it (`main`, `body`, `cond`, `then`, `else`, `call`)."""

    name: str
    role: str
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    @property
    def op_count(self) -> int:
        """Operations in this graph and all nested ones."""
        return sum(len(graph.nodes) for graph in self.graphs())

    @property
    def graph_count(self) -> int:
        """This graph and all nested ones."""
        return sum(1 for _ in self.graphs())

    def graphs(self) -> Iterator[GraphModel]:
        """This graph and all nested ones, however deep."""
        todo = [self]
        while todo:
            graph = todo.pop()
            yield graph
            todo += [inner for node in graph.nodes for inner in node.subgraphs]
