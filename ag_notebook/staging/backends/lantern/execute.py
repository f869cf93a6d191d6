"""Runs programs and their gradients: the one place that says by what.

`run` and `gradients` take a program, the name of a definition, its arguments, and the arrays of parameters by name.
"""

from __future__ import annotations

from ag_notebook.staging.backends.lantern.evaluate import gradients, run

__all__ = ["gradients", "run"]
