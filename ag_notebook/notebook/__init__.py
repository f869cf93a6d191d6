"""Brings staging into the notebook: the magic, its settings, its one display, its tracebacks.

The only package that imports IPython. `last_report()` gives scripts and later cells the report that was
shown last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ag_notebook.notebook.drawing import Drawing, draw
from ag_notebook.notebook.explorer import explore

if TYPE_CHECKING:
    from ag_notebook.report import StagingReport

__all__ = ["Drawing", "draw", "explore", "last_report"]


def last_report() -> StagingReport | None:
    """The report that `%%autograph` or `%autograph` made last in this session; None before the first."""
    from IPython.core.getipython import get_ipython

    from ag_notebook.notebook.extension import active_magics

    shell = get_ipython()
    magics = active_magics(shell) if shell is not None else None
    return magics.reports[-1] if magics is not None and magics.reports else None
