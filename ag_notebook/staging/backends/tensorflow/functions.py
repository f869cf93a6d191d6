"""Compares functions that a branch or body makes: each trace makes them anew, from one code and often the same cells."""

from __future__ import annotations

import types
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, staged_items
from ag_notebook.staging.backends.tensorflow.weak import PendingNumber, WeakNumber
from ag_notebook.staging.runtime.bytecode import outer_writes


def same_function(a: types.FunctionType, b: types.FunctionType) -> bool:
    """Whether calls of two functions do the same: one code, the same variables outside, the same defaults."""
    if a.__code__ is not b.__code__ or a.__globals__ is not b.__globals__:
        return False
    written, _ = outer_writes(a.__code__)
    cells = zip(a.__code__.co_freevars, a.__closure__ or (), b.__closure__ or ())
    return (
        all(x is y or (name not in written and _same_contents(x, y, a, b)) for name, x, y in cells)
        and _all_one(a.__defaults__ or (), b.__defaults__ or ())
        and (a.__kwdefaults__ or {}).keys() == (b.__kwdefaults__ or {}).keys()
        and _all_one((a.__kwdefaults__ or {}).values(), (b.__kwdefaults__ or {}).values())
    )


def _same_contents(a: types.CellType, b: types.CellType, function: Any, other: Any) -> bool:
    try:
        held, also = a.cell_contents, b.cell_contents
    except ValueError:
        return False
    return _is_one(held, also) or (held is function and also is other)


def _is_one(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and type(a) in (int, bool, str, type(None)) and a == b)


def _all_one(a: Any, b: Any) -> bool:
    left, right = list(a), list(b)
    return len(left) == len(right) and all(map(_is_one, left, right))


def holds_lost_values(function: types.FunctionType) -> bool:
    """Whether a function holds values of a graph that is not being built any more, as it was made in there."""
    held = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in function.__closure__ or ():
        try:
            held.append(cell.cell_contents)
        except ValueError:
            continue
    return any(not _is_visible(t) for value in held for t in _tensors(value))


def _tensors(value: Any) -> list[tf.Tensor]:
    if isinstance(value, Maybe):
        return [t for part in (value.ag_flag, value.ag_value) for t in _tensors(part)]
    if isinstance(value, Choice):
        return _tensors(value.ag_index)
    if isinstance(value, PendingNumber):
        return list(value.placeholders.values()) or [value.tensor()]
    if isinstance(value, WeakNumber):
        return [value.tensor()]
    staged = staged_items(value)
    if staged is not None:
        return list(staged.handles)
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in _tensors(item)]
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
