"""Stages programs to TensorFlow graphs: the only package that imports TensorFlow.

Read `values.specs` (what a variable is), `values.lowering` (across a border), `control.conditionals` and
`control.loops`, then `entry` (a call).
"""

from ag_notebook.staging.backends.tensorflow.backend import BACKEND

__all__ = ["BACKEND"]
