"""Runs programs and their gradients: the one place that says by what."""

from __future__ import annotations

from ag_notebook.staging.backends.lantern.ir.program import Program
from ag_notebook.staging.backends.lantern.native.executable import Executable, compiled


def executable(program: Program, name: str, title: str = "") -> Executable:
    """What runs a definition of a program: machine code. `evaluate` is its oracle; errors call it by its title."""
    return compiled(program, name, title=title)
