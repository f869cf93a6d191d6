"""Describes a TensorFlow graph as a `GraphModel`: every op with its types and the user's line."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.report import GraphEdge, GraphModel, GraphNode, Port, Span
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.graph_labels import Labels
from ag_notebook.staging.backends.tensorflow.places import Places
from ag_notebook.staging.backends.tensorflow.values.specs import shape_text
from ag_notebook.staging.collecting import uncollected

_ROLES = {
    "While": (("body", "body"), ("cond", "cond")),
    "StatelessWhile": (("body", "body"), ("cond", "cond")),
    "If": (("then_branch", "then"), ("else_branch", "else")),
    "StatelessIf": (("then_branch", "then"), ("else_branch", "else")),
    "PartitionedCall": (("f", "call"),),
    "StatefulPartitionedCall": (("f", "call"),),
}
_TYPES = ("T", "Tin", "Tout", "Tcond", "output_shapes")
_INPUT_OPS = ("Placeholder", "_Arg")
LONGEST_ATTRIBUTE = 80
DEEPEST = 12
MOST_CALLERS = 8


def graph_model(graph: Any, role: str = "main", own: Span | None = None) -> GraphModel:
    """The model of a `tf.Graph`, its nested functions included; `own` are the lines of the function that it is of."""
    return uncollected(lambda: _graph_model(graph, role, 0, Labels(_items_text), own, Places()))


def _graph_model(
    graph: Any, role: str, depth: int, labels: Labels, own: Span | None, places: Places
) -> GraphModel:
    nodes, edges = [], []
    operations = [op for op in graph.get_operations() if not private.is_left_out(op)]
    left_out = {op.name for op in graph.get_operations()} - {op.name for op in operations}
    for op in operations:
        nodes.append(_node(graph, op, depth, labels, own, places))
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
    if left_out:
        edges = [each for each in edges if each.source not in left_out]
    return GraphModel(
        getattr(graph, "name", role), role, tuple(nodes), tuple(edges), tuple(inputs), tuple(outputs)
    )


def _node(
    graph: Any, op: tf.Operation, depth: int, labels: Labels, own: Span | None, places: Places
) -> GraphNode:
    ports = tuple(Port(t.dtype.name, shape_text(t.shape)) for t in op.outputs)
    label = labels.of(op, graph) if op.type == "Placeholder" else ""
    lines = places.of(op)  # before those of what is in it, which begin where these do
    inside = _subgraphs(graph, op, depth, labels, own, places)
    span, callers = (lines[0] if lines else None), lines[1:]
    is_own = own is None or span is None or own.contains(span)
    return GraphNode(
        op.name,
        op.type,
        ports,
        span,
        _attributes(op),
        inside,
        label,
        () if is_own else tuple(dict.fromkeys(callers))[:MOST_CALLERS],
    )


def _subgraphs(
    graph: Any, op: tf.Operation, depth: int, labels: Labels, own: Span | None, places: Places
) -> tuple[GraphModel, ...]:
    found = []
    for attribute, role in _ROLES.get(op.type, ()) if depth < DEEPEST else ():
        name = op.get_attr(attribute).name
        inner, outer = None, graph
        while inner is None and outer is not None:
            inner, outer = private.function_graph(outer, name), getattr(outer, "outer_graph", None)
        if inner is not None:
            found.append(_graph_model(inner, role, depth + 1, labels, own, places))
    return tuple(found)


def _attributes(op: tf.Operation) -> tuple[tuple[str, str], ...]:
    """What sets an op apart: its attributes but for types and graphs, which stand in other fields."""
    if op.type == "Const":  # its definition holds the value, which may be of any size
        return (("dtype", str(op.outputs[0].dtype.name)), ("value", _cut(_constant_text(op))))
    found = []
    graphs = {attribute for attribute, _ in _ROLES.get(op.type, ())}
    for name, value in sorted(op.node_def.attr.items()):
        if name.startswith("_") or name in _TYPES or name in graphs:
            continue
        found.append((name, _cut(_attribute_text(value))))
    if op.op_def is not None and op.op_def.is_stateful and op.type not in _INPUT_OPS:
        found.append(("stateful", "true"))
    return tuple(found)


def _attribute_text(value: Any) -> str:
    """An attribute as Python would write it."""
    kind = value.WhichOneof("value")
    held: Any = getattr(value, kind) if kind else None
    if kind == "list":
        field = next((f.name for f, _ in held.ListFields()), None)
        items = getattr(held, field) if field else ()
        return f"[{', '.join(_attribute_item(field, item) for item in items)}]"
    return _attribute_item(kind, held)


def _attribute_item(kind: str | None, held: Any) -> str:
    if kind == "type":
        return str(tf.as_dtype(held).name)
    if kind == "shape":
        return shape_text(tf.TensorShape(held))
    if kind == "func":
        return str(held.name)
    if kind == "f":
        return _number_text(np.float32(held))
    if kind == "s":
        return repr(held.decode(errors="replace"))
    return str(held).strip().replace("\n", " ")


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_ATTRIBUTE else text[: LONGEST_ATTRIBUTE - 1] + "…"


def _constant_text(op: tf.Operation) -> str:
    shape = op.outputs[0].shape
    size = shape.num_elements()
    if size is None or size > 8:
        return f"array of shape {shape.as_list()}"
    return _items_text(tf.make_ndarray(op.node_def.attr["value"].tensor))


def _items_text(array: Any) -> str:
    """A small array as Python would write it, its numbers no longer than their type needs."""
    if np.ndim(array):
        return f"[{', '.join(_items_text(part) for part in array)}]"
    item = array[()] if isinstance(array, np.ndarray) else array
    return repr(item.decode(errors="replace")) if isinstance(item, bytes) else _number_text(item)


def _number_text(number: Any) -> str:
    return re.sub(r"e([+-])0*", lambda sign: "e" + sign[1].replace("+", ""), str(number))
