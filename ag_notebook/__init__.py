"""Shows on one screen what staging makes of a notebook cell: source, generated code, graph and result.

    %load_ext ag_notebook
    %%autograph          the cell's functions are staged, the last expression runs, a report is shown

Importing this package imports neither TensorFlow nor IPython: public names are found when first used.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__version__ = "0.1.0"

_PUBLIC = {
    "AgNotebookError": "staging",
    "ConversionError": "staging",
    "Converter": "staging",
    "Options": "staging",
    "StagedFunction": "staging",
    "StagedRuntimeError": "staging",
    "StagingError": "staging",
    "StagingReport": "report",
    "convert": "staging",
    "do_not_convert": "staging",
    "draw": "notebook",
    "explore": "notebook",
    "function": "staging",
    "graph_of": "staging",
    "last_report": "notebook",
    "set_element_type": "staging",
    "set_loop_options": "staging",
    "side_by_side": "staging",
    "stack": "staging",
    "to_code": "staging",
    "to_graph": "staging",
}
_PACKAGES = {name: name for name in ("notebook", "report", "staging", "views")}
_PACKAGES["lantern"] = "staging.backends.lantern"

__all__ = ["__version__", "load_ipython_extension", "unload_ipython_extension", *sorted(_PUBLIC)]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)
    if name in _PACKAGES:
        return import_module(f"{__name__}.{_PACKAGES[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC, *_PACKAGES})


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Called by `%load_ext ag_notebook`."""
    from ag_notebook.notebook import extension

    if "tensorflow" not in sys.modules:  # it reads this once, while it is imported
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    extension.load(shell)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Called by `%unload_ext ag_notebook`: nothing of ours stays in the session."""
    from ag_notebook.notebook import extension

    extension.unload(shell)
