"""Recognises graphs that TensorFlow's own optimizer would make wrong.

In the graph of a branch or body, TensorFlow 2.21 turns `x + 0 + x` into a tensor of shape [0]: the neutral operation
is taken away, and the sum of a tensor and itself then becomes a product with a constant of the wrong shape. Graphs with
such a sum run without the optimizer of arithmetic (`private.without_arithmetic_optimizer`).
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

SUMS = frozenset(("Add", "AddV2", "AddN"))
NEUTRAL: dict[str, tuple[int, ...]] = {"Add": (0, 1), "AddV2": (0, 1), "Mul": (0, 1), "Sub": (1,)}
"""For an operation, the operands that make it neutral; division and powers likewise."""
NEUTRAL.update(dict.fromkeys(("Div", "RealDiv", "FloorDiv", "Pow"), (1,)))
SAME = frozenset(("Identity", "Reshape", "Squeeze", "ExpandDims", "Snapshot"))


def is_made_wrong(graph: tf.Graph) -> bool:
    """Whether the graph has a sum of a tensor and itself, once neutral operations are taken away."""
    return any(op.type in SUMS and _is_double(list(op.inputs)) for op in graph.get_operations())


def _is_double(operands: list[tf.Tensor]) -> bool:
    if len(operands) < 2 or len({id(t) for t in operands}) == 1:
        return False
    return len({id(_root(t)) for t in operands}) == 1


def _root(tensor: tf.Tensor) -> tf.Tensor:
    """The tensor that a chain of neutral operations begins with."""
    while (operand := _kept_operand(tensor.op)) is not None:
        tensor = operand
    return tensor


def _kept_operand(op: tf.Operation) -> tf.Tensor | None:
    if op.type in SAME:
        return op.inputs[0]
    if op.type in ("Select", "SelectV2") and tf.get_static_value(op.inputs[0]) is not None:
        return op.inputs[1] if op.inputs[1] is op.inputs[2] else None
    neutral = 0 if op.type in ("Add", "AddV2", "Sub") else 1
    for index in NEUTRAL.get(op.type, ()):
        if _is_all(op.inputs[index], neutral):
            return op.inputs[1 - index]
    return None


def _is_all(tensor: tf.Tensor, number: int) -> bool:
    if tensor.op.type == "ZerosLike":
        return number == 0
    value: Any = tf.get_static_value(tensor) if tensor.op.type in ("Const", "Fill") else None
    return value is not None and bool((value == number).all())
