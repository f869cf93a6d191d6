"""Hands the value of a probed variable over when the graph runs. Nothing of the graph depends on it, so nothing is changed by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, staged_items
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.texts.texts import refuse_under_xla
from ag_notebook.staging.backends.tensorflow.values.lists import stack
from ag_notebook.staging.backends.tensorflow.values.specs import TensorType
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.samples import MOST_ITEMS, Container, Described, Lasting, container, sample

_DEEPEST = 3
_NOTHING = np.int32(0)
_OPAQUE = (tf.resource, tf.variant)
"""Dtypes of handles, which hold no numbers."""

Maker = Callable[[tuple[Any, ...]], Any]
"""Makes a value, as a sample wants it, of the values that the graph hands over."""


def probe(record: Callable[[Any], None], value: Any, describe: Callable[[Any], str]) -> None:
    """`record(value)`, when the graph runs.

    Raises:
        StagingError: AG302, XLA compiles the graph.
    """
    refuse_under_xla("probe a variable")
    outline = _Outline(describe)

    def run(*values: Any) -> Any:
        record(Lasting(lambda: maker(values)))
        return _NOTHING

    with private.left_out_of_reports():
        maker = outline.of(value, 0)
        made = tf.numpy_function(run, outline.staged, tf.int32, stateful=True, name="probe")
    private.order_after(made.op)  # what may fail later must not fail before this is done


class _Outline:
    """Takes the tensors out of a value, and makes what puts together what there is to say of it."""

    def __init__(self, describe: Callable[[Any], str]) -> None:
        self.staged: list[tf.Tensor] = []
        self.describe = describe

    def of(self, value: Any, depth: int) -> Maker:
        """What makes the value again."""
        if isinstance(value, WeakNumber):
            return self.tensor(value.tensor())
        if isinstance(value, (tf.Tensor, tf.Variable)) and value.dtype not in _OPAQUE:
            return self.tensor(tf.convert_to_tensor(value))
        if isinstance(value, Maybe) and value.ag_absent is None:
            flag, inner = self.tensor(tf.convert_to_tensor(value.ag_flag)), self.of(value.ag_value, depth)
            return lambda values: inner(values) if flag(values) else None
        if isinstance(value, Choice):
            index, chosen = self.tensor(tf.convert_to_tensor(value.ag_index)), value.ag_objects
            made = [self.of(each, depth) for each in chosen]
            return lambda values: made[int(index(values))](values)
        if staged_items(value) is not None:
            return self.list(value)
        held = container(value)
        if held is not None and depth < _DEEPEST:
            return self.container(held, depth)
        if held is not None:
            return _fixed(replace(held, items=(), keys=None))
        if owner(value) is not PYTHON:
            return _fixed(Described(self.describe(value), type(value).__name__))
        return _fixed(sample(0, value))

    def tensor(self, tensor: tf.Tensor) -> Maker:
        self.staged.append(tensor)
        position = len(self.staged) - 1
        return lambda values: np.asarray(values[position])

    def list(self, value: Any) -> Maker:
        """A list whose contents are staged: as an array where its items are numbers, else by what it is."""
        found = staged_items(value)
        if found is not None and isinstance(found.element, TensorType) and found.element.shape.rank == 0:
            items, kind = self.tensor(stack(value)), type(value).__name__

            def made(values: tuple[Any, ...]) -> Container:
                held = items(values)
                return Container(
                    kind, len(held), [np.asarray(each, held.dtype) for each in held[:MOST_ITEMS]]
                )

            return made
        return _fixed(Described(self.describe(value), type(value).__name__))

    def container(self, held: Container, depth: int) -> Maker:
        makers = [self.of(item, depth + 1) for item in held.items]
        kind, length, brackets, keys = held.kind, held.length, held.brackets, held.keys
        return lambda values: Container(kind, length, [make(values) for make in makers], brackets, keys)


def _fixed(value: Any) -> Maker:
    """What is known while the graph is built."""
    return lambda _: value
