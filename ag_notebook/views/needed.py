"""Finds what a picture can do without: operations that nobody reads, and a loop's own bookkeeping.

A `While` op carries more than the user's variables: its counter, the counter's limit, and, where the test is part of
the body, whether to go on. The graph called the test then only hands that one value back:

    body: iteration, limit, go_on, n -> iteration + 1, limit, n > 1, n // 2        test: go_on -> go_on
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ag_notebook.report import GraphEdge, GraphModel, GraphNode

COPIES = frozenset({"Result", "Identity", "IdentityN", "Snapshot", "StopGradient", "ReadVariableOpIdentity"})
CONSTANTS = frozenset({"Const", "HostConst", "constant", "none"})
INPUTS = frozenset({"Argument", "Placeholder", "PlaceholderWithDefault", "_Arg", "Arg"})
READS = frozenset({"ReadVariableOp"})
_COUNTER = "iteration"


@dataclass(frozen=True, slots=True)
class Loop:
    """What is known of a loop's state, by position.

    `needed` are the values that somebody reads, `decider` is the one that says whether to go on (None where the
    test is a graph of its own), and `counter` is the number of the iteration.
    """

    body: GraphModel
    needed: frozenset[int]
    decider: int | None
    counter: int | None

    def name(self, position: int) -> str:
        """What the value at this position is called in the body."""
        if position >= len(self.body.inputs):
            return ""
        return next((node.label for node in self.body.nodes if node.name == self.body.inputs[position]), "")


def operands(graph: GraphModel) -> dict[str, list[GraphEdge]]:
    """The operands of each node in order, those for order alone last; without what a loop hands on."""
    names = {node.name for node in graph.nodes}
    found: dict[str, list[GraphEdge]] = {}
    for edge in graph.edges:
        if not edge.carried and edge.source in names and edge.target in names:
            found.setdefault(edge.target, []).append(edge)
    for edges in found.values():
        edges.sort(key=lambda edge: (edge.operand < 0, edge.operand))
    return found


def variables_only_read(graph: GraphModel, before: dict[str, list[GraphEdge]]) -> set[str]:
    """The inputs that stand for variables of which this graph does nothing but read the value."""
    inputs = {
        node.name
        for node in graph.nodes
        if node.op in INPUTS and node.label and [port.dtype for port in node.outputs] == ["resource"]
    }
    if not inputs:
        return inputs
    kinds = {node.name: node.op for node in graph.nodes}
    for target, edges in before.items():
        if kinds[target] not in READS:
            inputs -= {edge.source for edge in edges if edge.operand >= 0}
    return inputs - set(graph.outputs)


def needed_nodes(graph: GraphModel, positions: Iterable[int] | None = None) -> set[str]:
    """The nodes that something depends on: effects, and the results at `positions` (None: all).

    A graph that names no results is taken to need all of its nodes.
    """
    if not graph.outputs:
        return {node.name for node in graph.nodes}
    results = graph.outputs if positions is None else [graph.outputs[i] for i in positions]
    before = operands(graph)
    stack = [*results, *(node.name for node in graph.nodes if _has_effect(node))]
    found: set[str] = set()
    while stack:
        name = stack.pop()
        if name not in found:
            found.add(name)
            stack.extend(edge.source for edge in before.get(name, ()))
    return found


def passes_on(graph: GraphModel) -> int | None:
    """The position of the input that a test without operations hands back, None where it has operations."""
    before = operands(graph)
    plain = all(node.name in graph.inputs or node.op in COPIES for node in graph.nodes)
    if graph.role != "cond" or not plain or len(graph.outputs) != 1:
        return None
    name = graph.outputs[0]
    for _ in graph.nodes:
        edges = before.get(name, ())
        if name in graph.inputs or not edges:
            break
        name = edges[0].source
    return graph.inputs.index(name) if name in graph.inputs else None


def shown_subgraphs(node: GraphNode) -> tuple[GraphModel, ...]:
    """The graphs of a node that have something to say: not a test that only hands a value back."""
    return tuple(graph for graph in node.subgraphs if passes_on(graph) is None)


def loop_of(node: GraphNode, read: Iterable[int] = ()) -> Loop | None:
    """What is known of the loop that this node is, if it is one; `read` are its results that are read."""
    body = next((graph for graph in node.subgraphs if graph.role == "body"), None)
    test = next((graph for graph in node.subgraphs if graph.role == "cond"), None)
    if body is None or test is None or len(body.inputs) != len(body.outputs):
        return None
    decider = passes_on(test)
    tested = needed_nodes(test)
    needed = {i for i, name in enumerate(test.inputs[: len(body.inputs)]) if name in tested} | {
        i for i in read if i < len(body.outputs)
    }
    while True:  # a value that is handed on is needed where a later round reads it
        live = needed_nodes(body, needed)
        more = {i for i, name in enumerate(body.inputs) if name in live and body.outputs[i] != name}
        if more <= needed:
            break
        needed |= more
    needed |= {i for i, name in enumerate(body.inputs) if name in live}
    if decider is None:
        decider = _only_tested(body, test, live & set(body.inputs))
    return Loop(body, frozenset(needed), decider, _counter(body))


def _only_tested(body: GraphModel, test: GraphModel, read: set[str]) -> int | None:
    """The position of the boolean that the body makes and only the test reads: the user's part of a test with more."""
    tested = needed_nodes(test)
    booleans = {n.name for n in body.nodes if n.outputs and n.outputs[0].dtype == "bool"} - read
    found = [
        i
        for i, (inner, name) in enumerate(zip(body.inputs, test.inputs))
        if inner in booleans and name in tested and body.outputs[i] != inner
    ]
    return found[0] if len(found) == 1 else None


def _counter(body: GraphModel) -> int | None:
    """The position of the loop's own counter: the first input, where it goes by that name and is handed on changed."""
    if not body.inputs or body.outputs[0] == body.inputs[0]:
        return None
    label = next((node.label for node in body.nodes if node.name == body.inputs[0]), "")
    return 0 if label == _COUNTER else None


def _has_effect(node: GraphNode) -> bool:
    return not node.outputs or dict(node.attributes).get("stateful") == "true"
