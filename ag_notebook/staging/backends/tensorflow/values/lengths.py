"""Reads off the graph how many items a staged list has, where that is the same in every run.

    ys = [v * 2 for v in xs]     # three items, if `xs` has three rows
    f(*ys)

Only who asks pays for it: nothing is noted while lists are built but the number of a loop's iterations.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import staged_items
from ag_notebook.staging.backends.tensorflow import private


def known_length(items: Any) -> int | None:
    """The number of items of a list with staged contents, or None where a run decides it."""
    staged = staged_items(items)
    if staged is None:
        return None
    return _known(staged.handles[0]) if staged.handles else 0


def _known(handle: tf.Tensor) -> int | None:
    """The length of a tensor list, followed through the graphs around its own."""
    found = _from(handle)
    if found is None:
        return None
    start, more = found
    if start is None:
        return more
    outer = private.captured_from(start)
    before = None if outer is None else _known(outer)
    return None if before is None else before + more


def _from(handle: tf.Tensor) -> tuple[tf.Tensor | None, int] | None:
    """The input of its graph that a tensor list was made of, None for an empty list, and how many items were added."""
    op = handle.op
    if op.type == "Placeholder":
        return handle, 0
    if op.type in ("Identity", "TensorListSetItem"):
        return _from(op.inputs[0])
    if op.type in ("TensorListPushBack", "TensorListPopBack"):
        return _added(_from(op.inputs[0]), 1 if op.type == "TensorListPushBack" else -1)
    if op.type == "EmptyTensorList":
        return None, 0
    if op.type == "TensorListFromTensor":
        return _of_rows(op.inputs[0])
    if op.type in ("While", "StatelessWhile"):
        return _after_loop(op, handle.value_index)
    if op.type in ("If", "StatelessIf"):
        return _after_branches(op, handle.value_index)
    if op.type in private.CALLS:
        return _after_call(op, handle.value_index)
    return None


def _added(found: tuple[tf.Tensor | None, int] | None, more: int) -> tuple[tf.Tensor | None, int] | None:
    return None if found is None else (found[0], found[1] + more)


def _of_rows(rows: tf.Tensor) -> tuple[tf.Tensor | None, int] | None:
    if rows.shape.rank and rows.shape[0] is not None:
        return None, rows.shape[0]
    return _from(rows.op.inputs[0]) if rows.op.type == "TensorListStack" else None


def _after_loop(op: tf.Operation, index: int) -> tuple[tf.Tensor | None, int] | None:
    """A list that each iteration adds as many items to."""
    body = private.function_graph(op.graph, op.get_attr("body").name)
    if body is None:
        return None
    grown = _from(body.outputs[index])
    if grown is None or grown[0] is None or grown[0].name != body.inputs[index].name:
        return None
    iterations = private.iterations_of(op) if grown[1] else 0
    return None if iterations is None else _added(_from(op.inputs[index]), grown[1] * iterations)


def _after_call(op: tf.Operation, index: int) -> tuple[tf.Tensor | None, int] | None:
    """A list that a called function gives."""
    called = private.function_graph(op.graph, op.get_attr("f").name)
    found = None if called is None else _from(called.outputs[index])
    if found is None or found[0] is None:
        return found
    names = [t.name for t in called.inputs]
    return _added(_from(op.inputs[names.index(found[0].name)]), found[1])


def _after_branches(op: tf.Operation, index: int) -> tuple[tf.Tensor | None, int] | None:
    """A list that has as many items whichever branch is taken."""
    found = []
    for name in ("then_branch", "else_branch"):
        branch = private.function_graph(op.graph, op.get_attr(name).name)
        made = None if branch is None else _from(branch.outputs[index])
        if made is None:
            return None
        start, more = made
        at = None if start is None else [t.name for t in branch.inputs].index(start.name)
        found.append((None, more) if at is None else _added(_from(op.inputs[1 + at]), more))
    then, orelse = found
    if then is None or orelse is None or then[1] != orelse[1]:
        return None
    starts = [None if start is None else start.name for start, _ in (then, orelse)]
    return then if starts[0] == starts[1] else None
