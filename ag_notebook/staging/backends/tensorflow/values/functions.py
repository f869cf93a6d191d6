"""Finds functions that hold values of a graph that is gone: those that a branch or body made."""

from __future__ import annotations

import types
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, StagedItems
from ag_notebook.staging.backends.tensorflow.values.weak import PendingNumber, WeakNumber


def holds_lost_values(function: types.FunctionType) -> bool:
    """Whether a function holds values of a graph that is not being built any more, as it was made in there."""
    held = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in function.__closure__ or ():
        try:
            held.append(cell.cell_contents)
        except ValueError:
            continue
    return any(not _is_visible(t) for value in held for t in tensors_of(value))


def tensors_of(value: Any) -> list[tf.Tensor]:
    """The tensors that a value is made of while a graph is built."""
    if isinstance(value, StagedItems):
        return list(value.handles)
    if isinstance(value, Maybe):
        return [t for part in (value.ag_flag, value.ag_value) for t in tensors_of(part)]
    if isinstance(value, Choice):
        return tensors_of(value.ag_index)
    if isinstance(value, PendingNumber):
        return list(value.placeholders.values()) or [value.tensor()]
    if isinstance(value, WeakNumber):
        return [value.tensor()]
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in tensors_of(item)]
    return [value] if tf.is_tensor(value) and isinstance(value, tf.Tensor) else []


def _is_visible(tensor: tf.Tensor) -> bool:
    if not hasattr(tensor, "graph") or isinstance(tensor, tf.__internal__.EagerTensor):
        return True
    graph = tf.compat.v1.get_default_graph()
    while graph is not None:
        if graph is tensor.graph:
            return True
        graph = getattr(graph, "outer_graph", None)
    return False
