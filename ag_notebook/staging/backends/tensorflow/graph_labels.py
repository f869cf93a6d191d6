"""Says what the inputs of a graph stand for: an argument, a variable, or a tensor of the graph around."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import tensorflow as tf


class Labels:
    """The labels of inputs; what is known of a graph is found once for all of its inputs."""

    def __init__(self, text_of: Callable[[Any], str]) -> None:
        self._text_of = text_of
        self._captured: dict[int, dict[str, Any]] = {}
        self._graphs: list[Any] = []  # held, so that no other graph gets the identity of one
        self._variables: dict[int, dict[int, str]] = {}
        self._counts: dict[int, Counter[str]] = {}

    def of(self, op: tf.Operation, graph: Any) -> str:
        """The name of what an input stands for: inputs are named after their variables.

        Names of captured inputs are made of scopes (`matmul/b`), so those are called as what they capture.
        """
        captured = self._captured.get(id(graph))
        if captured is None:
            self._graphs.append(graph)
            pairs = getattr(graph, "captures", ()) or ()
            captured = self._captured[id(graph)] = {
                internal.op.name: external for external, internal in pairs
            }
        if op.name in captured:
            return self._of_captured(captured[op.name], graph)
        if id(graph) not in self._counts:
            ops = graph.get_operations()
            self._counts[id(graph)] = Counter(_plain_name(each) for each in ops if each.type == op.type)
        name = _plain_name(op)
        if self._counts[id(graph)][name] > 1:
            name = op.name.split("/")[-1]  # with the number by which TensorFlow tells them apart
        return "" if name.startswith("Placeholder") else name

    def _of_captured(self, external: Any, graph: Any) -> str:
        if tf.is_symbolic_tensor(external):
            outer = external.op
            return self.of(outer, outer.graph) if outer.type == "Placeholder" else ""
        if id(graph) not in self._variables:
            self._variables[id(graph)] = _names_of_variables(graph)
        name = self._variables[id(graph)].get(id(external))
        if name is not None:
            return name
        small = external.dtype not in (tf.resource, tf.variant) and external.shape.num_elements() == 1
        return self._text_of(external.numpy()) if small else "captured"


def _plain_name(op: tf.Operation) -> str:
    """What an input is called by who made it: the name of an argument, or the operation's own without its number."""
    given = op.node_def.attr.get("_user_specified_name")
    if given is not None and given.s:
        return str(given.s.decode(errors="replace"))
    return re.sub(r"_\d+$", "", op.name.split("/")[-1])


def _names_of_variables(graph: Any) -> dict[int, str]:
    """By the identity of a variable's handle its name; of a variable that is gone nothing can be known."""
    try:
        variables = tuple(getattr(graph, "variables", ()))
    except AssertionError:  # raised by TensorFlow where one of them was deleted
        return {}
    return {id(v.handle): str(v.name).split(":")[0] for v in variables if hasattr(v, "handle")}
