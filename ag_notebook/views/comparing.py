"""Puts two states of a graph into one: what an optimizer removed beside what it left, with what it did to each operation."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Literal

from ag_notebook.report import GraphEdge, GraphModel, GraphNode
from ag_notebook.views.graph_diffs import Kind, OpChange, graph_changes

Sign = Literal["+", "-", "~"]
SIGNS: dict[Kind, Sign] = {"added": "+", "removed": "-", "changed": "~"}
Marks = dict[int, tuple[Sign, tuple[str, ...]]]
"""What became of operations, with what is different of them, by the `id` of their nodes."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two states of a graph: `graph` has both, `marks` are of its nodes and of those of the later state."""

    graph: GraphModel
    marks: Marks


def compared(before: GraphModel, after: GraphModel) -> Compared:
    """Both states in one graph.

    An operation that is there in both has the operands that it has after. What read one that is gone is led to by an
    arrow of order.
    """
    marks: Marks = {}
    changes = {
        (change.kind, change.path, change.node.name): change for change in graph_changes(before, after)
    }
    graph = _merged(before, after, (), changes, marks)
    return Compared(graph, marks)


def _merged(
    before: GraphModel,
    after: GraphModel,
    path: tuple[str, ...],
    changes: dict[tuple[Kind, tuple[str, ...], str], OpChange],
    marks: Marks,
) -> GraphModel:
    old, new = ({node.name: node for node in graph.nodes} for graph in (before, after))

    def both(was: GraphNode, now: GraphNode) -> GraphNode:
        earlier = {graph.role: graph for graph in was.subgraphs}
        graphs = tuple(
            _merged(earlier[graph.role], graph, (*path, f"{graph.role} of {was.name}"), changes, marks)
            if graph.role in earlier
            else graph
            for graph in now.subgraphs
        )
        made = replace(now, subgraphs=graphs)
        if change := changes.get(("changed", path, now.name)):
            marks[id(made)] = marks[id(now)] = (SIGNS["changed"], change.details)
        return made

    added: dict[str, list[GraphNode]] = defaultdict(list)
    last = ""
    for node in after.nodes:
        if node.name in old:
            last = node.name
        else:
            added[last].append(node)
            _mark_all(node, SIGNS["added"], marks)
    nodes = list(added[""])
    for node in before.nodes:
        if node.name in new:
            nodes.append(both(node, new[node.name]))
        else:
            nodes.append(node)
            _mark_all(node, SIGNS["removed"], marks)
        nodes += added[node.name]
    edges = list(after.edges)
    for edge in before.edges:
        if edge.target not in new:
            edges.append(edge)
        elif edge.source not in new:
            edges.append(GraphEdge(edge.source, edge.target, operand=-1))
    outputs = (*after.outputs, *(name for name in before.outputs if name not in new))
    return replace(
        after,
        nodes=tuple(nodes),
        edges=tuple(dict.fromkeys(edges)),
        inputs=tuple(dict.fromkeys((*after.inputs, *before.inputs))),
        outputs=tuple(dict.fromkeys(outputs)),
    )


def _mark_all(node: GraphNode, sign: Sign, marks: Marks) -> None:
    """Marks an operation and all that is inside of it."""
    todo = [node]
    while todo:
        each = todo.pop()
        marks[id(each)] = (sign, ())
        todo += [inner for graph in each.subgraphs for inner in graph.nodes]
