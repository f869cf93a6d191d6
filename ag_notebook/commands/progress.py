"""Says on a terminal what long work is at; nothing where the error stream is not one, so logs stay clean.

While the user's code runs, nothing moves: what it prints has the screen for itself.
"""

from __future__ import annotations

import contextlib
import sys
from contextlib import AbstractContextManager


class Progress:
    """What the command is doing, on the standard error stream."""

    def __init__(self) -> None:
        self._console = None
        if sys.stderr.isatty():
            from rich.console import Console

            self._console = Console(stderr=True)

    def working(self, what: str) -> AbstractContextManager[object]:
        """A spinner around work of ours."""
        if self._console is None:
            return contextlib.nullcontext()
        from rich.markup import escape

        return self._console.status(escape(what))

    def running(self, what: str) -> None:
        """A line before the user's code runs."""
        if self._console is not None:
            self._console.print(what, style="dim", markup=False, highlight=False)
