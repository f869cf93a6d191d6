"""Gives the tests of the TensorFlow back end a trace to build in, without any conversion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.checks import fail, original
from ag_notebook.staging.backends.tensorflow.operations.library import plain
from ag_notebook.staging.backends.tensorflow.values.structure import view
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import trace


class Graph:
    """`graph(build, *tensors)` runs what `build` builds; `context` and `ops` are those of the last time."""

    context: Context
    concrete: Any

    def __call__(self, build: Callable[..., Any], *inputs: Any, relaxed: bool = False) -> Any:
        """The result as NumPy values; with `relaxed`, the shapes of the inputs are unknown while building."""
        self.context = Context(default_converter(), Options())

        def body(*tensors: tf.Tensor) -> Any:
            with tracing(self.context), private.ordering_scope():
                traced = trace(self.context, lambda: build(*tensors))
                if traced.raised is not None:
                    fail(traced.raised, traced.result.span)
                    return ()
                with view(traced.effects):
                    return plain(traced.result)

        values = [tf.convert_to_tensor(v) for v in inputs]
        specs = [tf.TensorSpec([None] * len(v.shape) if relaxed else v.shape, v.dtype) for v in values]
        self.concrete = tf.function(body, autograph=False).get_concrete_function(*specs)
        try:
            results = self.concrete(*values)
        except tf.errors.OpError as error:
            raise original(error, self.context.failures) or error from None
        return tf.nest.map_structure(lambda t: np.asarray(t.numpy()).tolist(), results)

    @property
    def ops(self) -> list[str]:
        """The types of the ops of the main graph."""
        return [op.type for op in self.concrete.graph.get_operations()]


@pytest.fixture
def graph() -> Graph:
    return Graph()
