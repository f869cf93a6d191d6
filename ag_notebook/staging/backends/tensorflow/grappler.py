"""Shows the graph as TensorFlow's own optimizer, Grappler, leaves it: what is run is that one, not the traced one.

Grappler knows nothing of source lines, but an operation that it keeps, it keeps under its name: so lines and labels are
those of the operation that the traced graph has by that name. What it makes anew has none, unless it says what it
is made of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ag_notebook.report import GraphEdge, GraphModel, GraphNode
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.graph_models import graph_model

_MOVED = re.compile(r"_tfg_inlined_.*$")
SECONDS = 3.0
"""After this time Grappler is to give up."""


def optimized_graph(graph: Any, traced: GraphModel) -> GraphModel:
    """The model of a graph function after Grappler; `traced` is its model before.

    Raises:
        Exception: what Grappler fails with, of whatever class.
    """
    definition = private.optimized_definition(graph, SECONDS)
    made = private.defined_graph(definition)
    known = {op.name for op in made.get_operations()}
    made.inputs = [t for t in graph.inputs if t.op.name in known]
    made.outputs = [made.get_tensor_by_name(t.name) for t in graph.outputs]
    optimized = graph_model(made)
    return replace(_with_origins(optimized, traced, _sources(definition)), name=traced.name)


def _sources(definition: Any) -> dict[str, str]:
    """The operation of the traced graph that each new one says to be made of, where it is one only."""
    nodes = [*definition.node, *(node for f in definition.library.function for node in f.node_def)]
    told = {node.name: list(node.experimental_debug_info.original_node_names) for node in nodes}
    return {name: names[0] for name, names in told.items() if len(names) == 1}


def _with_origins(made: GraphModel, traced: GraphModel, sources: dict[str, str]) -> GraphModel:
    """The model with lines, labels and names of inputs from the one before, its nested graphs included."""
    renamed = {**_renamed_inputs(made, traced), **_names_given_back(made, traced)}
    before = {node.name: node for node in traced.nodes}
    nodes = []
    for node in made.nodes:
        name = renamed.get(node.name, node.name)
        origin = before.get(name) or before.get(sources.get(name, ""))
        kept = before.get(name)
        if kept is not None and node.name in made.inputs and _is_same_input(node, kept):
            # A definition may say nothing of shapes: what is handed to an input does not change by that.
            node = replace(node, outputs=kept.outputs, attributes=kept.attributes)
        nodes.append(
            replace(
                node,
                name=name,
                span=origin.span if origin is not None else None,
                label=kept.label if kept is not None else "",
                subgraphs=tuple(_nested(node, kept, sources)),
            )
        )
    edges = tuple(
        GraphEdge(
            renamed.get(e.source, e.source), renamed.get(e.target, e.target), e.output, e.operand, e.carried
        )
        for e in made.edges
    )
    inputs, outputs = (tuple(renamed.get(n, n) for n in names) for names in (made.inputs, made.outputs))
    return replace(made, nodes=tuple(nodes), edges=edges, inputs=inputs, outputs=outputs)


def _renamed_inputs(made: GraphModel, traced: GraphModel) -> dict[str, str]:
    """The names that the inputs of a body had: a function's definition calls them otherwise."""
    if len(made.inputs) != len(traced.inputs):
        return {}
    names = {old: new for old, new in zip(made.inputs, traced.inputs, strict=True) if old != new}
    taken = {node.name for node in made.nodes} - set(names)
    return names if taken.isdisjoint(names.values()) else {}


def _is_same_input(node: GraphNode, kept: GraphNode) -> bool:
    return node.op == kept.op and [p.dtype for p in node.outputs] == [p.dtype for p in kept.outputs]


def _names_given_back(made: GraphModel, traced: GraphModel) -> dict[str, str]:
    """The names that operations had before Grappler moved a loop's body out and in again, which marks each of them."""
    before = {node.name for node in traced.nodes}
    names = {node.name: _MOVED.sub("", node.name) for node in made.nodes if _MOVED.search(node.name)}
    taken = {node.name for node in made.nodes} - set(names)
    counts = Counter(names.values())
    return {new: old for new, old in names.items() if old in before and old not in taken and counts[old] == 1}


def _nested(node: GraphNode, kept: GraphNode | None, sources: dict[str, str]) -> Iterator[GraphModel]:
    before = {graph.role: graph for graph in kept.subgraphs} if kept is not None else {}
    for graph in node.subgraphs:
        traced = before.get(graph.role, GraphModel(graph.name, graph.role, (), ()))
        yield _with_origins(graph, traced, sources)
