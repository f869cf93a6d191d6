"""Finds the graph of anything of TensorFlow's or Keras's that has one, so that it can be drawn.

Graphs, concrete functions, `tf.function`s, GraphDefs, Keras models, loaded SavedModels and their signatures.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.wording import kind_of

SERVING = "serving_default"
"""The signature that is drawn where a SavedModel has several."""


def graph_of(value: Any) -> tf.Graph:
    """The graph of `value`.

    Raises:
        StagingError: AG520, it has none; AG521, it has one for each signature, and none is known.
    """
    if isinstance(value, tf.Graph):
        return value
    if isinstance(value, tf.compat.v1.GraphDef):
        return _of_definition(value)
    if isinstance(value, tf.types.experimental.ConcreteFunction):
        return value.graph
    if isinstance(value, tf.types.experimental.GenericFunction):
        return _of_function(value)
    if "keras" in sys.modules and isinstance(value, sys.modules["keras"].Model):
        return _of_model(value)
    signatures = getattr(value, "signatures", None)
    if isinstance(signatures, Mapping):
        return _of_signatures(signatures)
    raise StagingError(
        "AG520",
        f"there is no graph to draw in {kind_of(value)}.",
        fix="Draw a staged function, a tf.function, a graph, a GraphDef, a Keras model or a loaded SavedModel.",
    )


def _of_definition(definition: Any) -> tf.Graph:
    try:
        return private.defined_graph(definition)
    except (ValueError, TypeError, tf.errors.OpError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise StagingError(
            "AG520", f"this GraphDef is not valid: {reason}.", fix="Make it anew with `graph.as_graph_def()`."
        ) from error


def _of_function(function: Any) -> tf.Graph:
    known = private.concrete_functions(function)
    if known:
        return known[-1].graph
    if getattr(function, "input_signature", None) is not None:
        return function.get_concrete_function().graph
    raise StagingError(
        "AG521",
        "this tf.function has a graph for each signature, and was not traced for any yet.",
        fix="Call it once, or draw `f.get_concrete_function(…)` with its arguments.",
    )


def _of_model(model: Any) -> tf.Graph:
    inputs = getattr(model, "inputs", None)
    if inputs:
        specs = [tf.TensorSpec(each.shape, each.dtype, each.name) for each in inputs]
        # The structure of the inputs, which may be a dict, is the model's own.
        given = tf.nest.pack_sequence_as(getattr(model, "_inputs_struct", inputs), specs)
        given = given[0] if isinstance(given, (list, tuple)) and len(given) == 1 else given
    else:
        shape = (model.get_build_config() or {}).get("input_shape") if model.built else None
        if not isinstance(shape, (list, tuple)) or not all(d is None or isinstance(d, int) for d in shape):
            raise StagingError(
                "AG521",
                "this Keras model does not know the shapes of its inputs.",
                fix="Call it once, or draw `tf.function(model).get_concrete_function(…)` with its inputs.",
            )
        given = tf.TensorSpec(shape, model.compute_dtype)
    call = tf.function(lambda x: model(x, training=False), autograph=False)
    return call.get_concrete_function(given).graph


def _of_signatures(signatures: Mapping[str, Any]) -> tf.Graph:
    if len(signatures) == 1:
        (only,) = signatures.values()
        return only.graph
    if SERVING in signatures:
        return signatures[SERVING].graph
    known = ", ".join(f"`{name}`" for name in signatures)
    raise StagingError(
        "AG521",
        f"this SavedModel has {len(signatures)} signatures, and none is called `{SERVING}`.",
        fix=f"Draw `model.signatures[…]`, of {known}." if known else "Draw one of its functions.",
    )
