"""Describes a TensorFlow graph as a `GraphModel`: every op with its types and the user's line."""

from __future__ import annotations

import os
import re
import sysconfig
from pathlib import Path
from typing import Any

import tensorflow as tf

from ag_notebook.report import GraphEdge, GraphModel, GraphNode, Port, Span
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.specs import shape_text

_ROLES = {
    "While": (("body", "body"), ("cond", "cond")),
    "StatelessWhile": (("body", "body"), ("cond", "cond")),
    "If": (("then_branch", "then"), ("else_branch", "else")),
    "StatelessIf": (("then_branch", "then"), ("else_branch", "else")),
    "PartitionedCall": (("f", "call"),),
    "StatefulPartitionedCall": (("f", "call"),),
}
_LIBRARIES = tuple(
    os.path.realpath(p) + os.sep for k in ("stdlib", "purelib", "platlib") if (p := sysconfig.get_path(k))
)
_PACKAGE = str(Path(__file__).resolve().parents[3]) + os.sep
LONGEST_ATTRIBUTE = 80
DEEPEST = 12


def graph_model(graph: Any, role: str = "main", depth: int = 0) -> GraphModel:
    """The model of a `tf.Graph`, its nested functions included."""
    nodes, edges = [], []
    for op in graph.get_operations():
        nodes.append(_node(graph, op, depth))
        for position, tensor in enumerate(op.inputs):
            edges.append(GraphEdge(tensor.op.name, op.name, tensor.value_index, position))
        edges += [GraphEdge(before.name, op.name, 0, -1) for before in op.control_inputs]
    inputs = [t.op.name for t in getattr(graph, "inputs", ())]
    outputs = [t.op.name for t in getattr(graph, "outputs", ())]
    if role == "body":
        edges += [
            GraphEdge(o.op.name, i.op.name, o.value_index, 0, carried=True)
            for o, i in zip(graph.outputs, graph.inputs, strict=False)
            if o.op.name != i.op.name
        ]
    return GraphModel(
        getattr(graph, "name", role), role, tuple(nodes), tuple(edges), tuple(inputs), tuple(outputs)
    )


def _node(graph: Any, op: tf.Operation, depth: int) -> GraphNode:
    ports = tuple(Port(t.dtype.name, shape_text(t.shape)) for t in op.outputs)
    label = _label(op) if op.type == "Placeholder" else ""
    return GraphNode(op.name, op.type, ports, _span(op), _attributes(op), _subgraphs(graph, op, depth), label)


def _label(op: tf.Operation) -> str:
    """The variable that an input stands for: inputs are named after theirs."""
    name = re.sub(r"_\d+$", "", op.name.split("/")[-1])
    return "" if name == "Placeholder" else name


def _subgraphs(graph: Any, op: tf.Operation, depth: int) -> tuple[GraphModel, ...]:
    found = []
    for attribute, role in _ROLES.get(op.type, ()) if depth < DEEPEST else ():
        name = op.get_attr(attribute).name
        inner, outer = None, graph
        while inner is None and outer is not None:
            inner, outer = private.function_graph(outer, name), getattr(outer, "outer_graph", None)
        if inner is not None:
            found.append(graph_model(inner, role, depth + 1))
    return tuple(found)


def _attributes(op: tf.Operation) -> tuple[tuple[str, str], ...]:
    found = []
    for name, value in sorted(op.node_def.attr.items()):
        if name.startswith("_") or name in ("T", "Tin", "Tout", "output_shapes"):
            continue
        text = (
            _constant_text(op)
            if op.type == "Const" and name == "value"
            else str(value).strip().replace("\n", " ")
        )
        found.append((name, text if len(text) <= LONGEST_ATTRIBUTE else text[: LONGEST_ATTRIBUTE - 1] + "…"))
    return tuple(found)


def _constant_text(op: tf.Operation) -> str:
    held = tf.get_static_value(op.outputs[0])
    if held is None:
        return "?"
    if held.size == 1 and held.shape == ():
        item = held.item()
        return item.decode(errors="replace") if isinstance(item, bytes) else str(item)
    return f"array of shape {list(held.shape)}" if held.size > 8 else " ".join(str(held.tolist()).split())


def is_user_file(name: str) -> bool:
    """Whether a frame of this file is the user's own code."""
    if name.startswith("<") and name.endswith(">"):
        return not name.startswith("<frozen")
    real = os.path.realpath(name)
    return not (real.startswith((*_LIBRARIES, _PACKAGE)) or f"{os.sep}site-packages{os.sep}" in real)


def _span(op: tf.Operation) -> Span | None:
    """The innermost line of the user's that was running when the op was made."""
    for frame in reversed(op.traceback or ()):
        if is_user_file(frame.filename):
            return Span(frame.filename, frame.lineno, 0, frame.lineno, 0)
    return None
