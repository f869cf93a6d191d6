"""Closes the explorers of a cell that is run again: their controls are gone from the page, and a run could not be stopped any more."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


class Closable(Protocol):
    """What can be closed."""

    def close(self) -> None: ...


_shown: dict[str, tuple[str, list[weakref.ref[Closable]]]] = {}
"""By cell: the request that ran it, and the explorers that were made then."""


def remember(explorer: Closable, shell: InteractiveShell) -> None:
    """Closes what earlier runs of the cell that runs have made, and remembers this one."""
    parent: dict[str, Any] = getattr(shell, "get_parent", dict)() or {}
    cell = parent.get("metadata", {}).get("cellId")
    request = parent.get("header", {}).get("msg_id")
    if cell is None or request is None:
        return  # a front end that does not say which cell it runs
    before, explorers = _shown.get(cell, ("", []))
    if before != request:
        for each in explorers:
            if (old := each()) is not None:
                old.close()
        explorers = []
    _shown[cell] = request, [*explorers, weakref.ref(explorer)]
