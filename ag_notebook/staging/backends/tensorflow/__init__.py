"""Stages programs to TensorFlow graphs: the only package that imports TensorFlow.

Read `specs` (what a variable is), `values` (across a border), `conditionals` and `loops`, then `entry` (a call).
"""

from ag_notebook.staging.backends.tensorflow.backend import BACKEND

__all__ = ["BACKEND"]
