"""Answers for TensorFlow what comparing two runs asks: arrays, variables, gradients, random operations, examples."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.python.checking import PythonChecks, items_text

_RANDOM = ("Random", "Multinomial", "ShuffleDataset", "TruncatedNormal")
_WRITES = (
    "WriteFile",
    "Save",
    "WriteSummary",
    "WriteScalarSummary",
    "WriteImageSummary",
    "WriteGraphSummary",
)
_MOST_ELEMENTS = 20
"""Elements of a dataset that are compared: it may have no end."""
_SIZES = (0, 1, 3)
"""What stands for an unknown dimension, in turn."""


_TABLES = (tf.lookup.experimental.MutableHashTable, tf.lookup.experimental.DenseHashTable)


class TensorFlowChecks(PythonChecks):
    """Tensors, variables and composite tensors."""

    def array(self, value: Any) -> Any:
        if any(kind.__name__ == "KerasVariable" for kind in type(value).__mro__):
            value = value.value
        if isinstance(value, (tf.Tensor, tf.Variable)) and value.dtype not in (tf.resource, tf.variant):
            return np.asarray(value.numpy())
        return super().array(value)

    def spelled(self, value: Any) -> str | None:
        if not isinstance(value, (tf.Tensor, tf.Variable)):
            return super().spelled(value)
        array = self.array(value)
        items = None if array is None else items_text(array)
        if items is None:
            return None
        made = "tf.Variable" if isinstance(value, tf.Variable) else "tf.constant"
        natural = (tf.float32,) if not array.size else (tf.float32, tf.int32, tf.bool, tf.string)
        dtype = "" if value.dtype in natural else f", dtype=tf.{value.dtype.name}"
        return f"{made}({items}{dtype})"

    def taken_apart(self, value: Any) -> tuple[str, dict[str, Any]] | None:
        kind = type(value).__qualname__
        if isinstance(value, tf.RaggedTensor):
            return kind, {".flat_values": value.flat_values, ".row_splits": list(value.nested_row_splits)}
        if isinstance(value, tf.SparseTensor):
            return kind, {
                ".indices": value.indices,
                ".values": value.values,
                ".dense_shape": value.dense_shape,
            }
        if isinstance(value, tf.IndexedSlices):
            return kind, {".values": value.values, ".indices": value.indices}
        if isinstance(value, tf.TensorArray):
            return "TensorArray", _items_of_array(value)
        if isinstance(value, tf.data.Dataset):  # each way of making one has a class of its own
            return "Dataset", {".element_spec": str(value.element_spec), **_elements(value)}
        return None

    def put_back(self, value: Any) -> tuple[Callable[[], Any], Callable[[Any], None]] | None:
        if isinstance(value, tf.Variable):
            return value.read_value, value.assign
        if isinstance(value, _TABLES):
            return value.export, functools.partial(_refill_table, value)
        return None

    def cannot_be_put_back(self, value: Any) -> str:
        return "whose items cannot be put back" if isinstance(value, tf.queue.QueueBase) else ""

    def run(
        self, call: Callable[[], Any], arguments: Mapping[str, Any]
    ) -> tuple[Any, Callable[[], dict[str, Any]]]:
        inputs = {
            name: tensor
            for argument, value in arguments.items()
            for name, tensor in _named_tensors(argument, value)
            if tensor.dtype.is_floating
        }
        if not inputs:
            return call(), dict
        with tf.GradientTape() as tape:
            tape.watch(list(inputs.values()))
            value = call()

        def gradients() -> dict[str, Any]:
            outputs = [each for _, each in _named_tensors("", value) if each.dtype.is_floating]
            if not outputs:
                return {}
            found = tape.gradient(outputs, list(inputs.values()), unconnected_gradients="zero")
            return {name: tf.convert_to_tensor(each) for name, each in zip(inputs, found)}

        return value, gradients

    def runs_now(self) -> bool:
        return tf.executing_eagerly()  # type: ignore[no-any-return]

    def draws_random_numbers(self, operations: set[str]) -> bool:
        return any(op.startswith(_RANDOM) for op in operations)

    def unseen(self, operations: set[str]) -> str:
        writes = any(op.startswith(_WRITES) for op in operations)
        return "files that TensorFlow writes (they stay written)" if writes else ""

    def examples(self, annotation: Any, draw: random.Random) -> list[Any]:
        """Zeros, negative and other numbers; each unknown dimension is 0, 1 and 3 in turn."""
        if not isinstance(annotation, tf.TensorSpec) or annotation.shape.rank is None:
            return []
        found: list[tf.Tensor | None] = []
        for size in _SIZES if None in annotation.shape.as_list() else (1, 1, 1):
            shape = [size if each is None else each for each in annotation.shape.as_list()]
            found.append(_example(annotation.dtype, shape, draw, zeros=not found))
        return [each for each in found if each is not None]

    def like(self, value: Any, given: Any) -> Any:
        if isinstance(given, (tf.Tensor, tf.Variable)) and given.shape.rank == 0:
            return (
                tf.cast(value, given.dtype)
                if given.dtype.is_floating or given.dtype.is_integer
                else tf.constant(value)
            )
        return value


def _named_tensors(name: str, value: Any, around: tuple[int, ...] = ()) -> list[tuple[str, Any]]:
    """The tensors in a structure, with the text that leads there; `around` are the ids of what holds it."""
    if isinstance(value, tf.Tensor):
        return [(name, value)]
    items: list[tuple[Any, Any]] = []
    if id(value) not in around and isinstance(value, (list, tuple)):
        items = list(enumerate(value))
    elif id(value) not in around and isinstance(value, dict):
        items = list(value.items())
    around = *around, id(value)
    return [found for key, item in items for found in _named_tensors(f"{name}[{key!r}]", item, around)]


def _elements(dataset: tf.data.Dataset) -> dict[str, Any]:
    """The first elements, and the error that they end in."""
    found: dict[str, Any] = {}
    try:
        for item in dataset.take(_MOST_ELEMENTS):
            found[f"[{len(found)}]"] = item
    except tf.errors.OpError as error:
        found[f"[{len(found)}]"] = type(error).__name__
    return found


def _items_of_array(array: tf.TensorArray) -> dict[str, Any]:
    try:
        return {".stack()": array.stack()}
    except (ValueError, tf.errors.OpError):  # nothing was written, or items of several shapes
        return {".size()": array.size()}


def _example(dtype: tf.DType, shape: list[int], draw: random.Random, *, zeros: bool) -> tf.Tensor | None:
    count = int(np.prod(shape))
    if dtype.is_bool:
        items: list[Any] = [not zeros and draw.random() < 0.5 for _ in range(count)]
    elif dtype == tf.string:
        items = ["" if zeros else draw.choice(["a", "héllo", "two words"]) for _ in range(count)]
    elif dtype.is_integer:
        least = 0 if dtype.is_unsigned else -9
        items = [0 if zeros else draw.randint(least, 9) for _ in range(count)]
    elif dtype.is_floating:
        items = [0.0 if zeros else round(draw.uniform(-2.0, 2.0), 3) for _ in range(count)]
    else:
        return None
    return tf.reshape(tf.constant(items, dtype, [count]), shape)


def _refill_table(table: Any, held: tuple[tf.Tensor, tf.Tensor]) -> None:
    table.remove(table.export()[0])
    table.insert(*held)


CHECKS = TensorFlowChecks()
