"""Keeps the text of cells as Python reads it: the shell cuts it at form feeds and the like before it is kept.

Where such a character stands in a text or comment of a cell, all lines below would have other numbers than their code.
"""

from __future__ import annotations

import linecache
from typing import TYPE_CHECKING, Any

from ag_notebook.report.texts import split_lines

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


def install(shell: InteractiveShell) -> None:
    """Has the shell's compiler keep the lines of a cell as they are."""
    keep = shell.compile.cache

    def cache(transformed_code: str, *args: Any, **kwargs: Any) -> str:
        name = keep(transformed_code, *args, **kwargs)
        entry = linecache.cache.get(name)
        if entry is not None and len(entry) == 4 and entry[2] != (lines := _lines(transformed_code)):
            linecache.cache[name] = (len(transformed_code), entry[1], lines, entry[3])
        return name

    shell.compile.cache = cache  # type: ignore[method-assign]


def uninstall(shell: InteractiveShell) -> None:
    """Undoes `install`."""
    vars(shell.compile).pop("cache", None)


def _lines(text: str) -> list[str]:
    return [f"{line}\n" for line in split_lines(text)]
