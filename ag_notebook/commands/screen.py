"""Shows a report in the terminal, or writes it to a file."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ag_notebook.commands.failures import UsageError

if TYPE_CHECKING:
    from ag_notebook.report import StagingReport


def width() -> int:
    """Columns of the terminal, 80 at least."""
    return max(80, shutil.get_terminal_size().columns)


def show(report: StagingReport) -> None:
    """The terminal view, in colour where the terminal and the user want it."""
    from ag_notebook import views

    color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    ascii_only = not (sys.stdout.encoding or "").lower().startswith("utf")
    print(views.text(report, width(), color, ascii_only))


def check_format(path: Path) -> None:
    """Refuses a file name that asks for no view, before any work is done.

    Raises:
        UsageError: there is none for it.
    """
    from ag_notebook.views import saving

    try:
        saving.check_format(path)
    except saving.UnknownFormatError as error:
        raise UsageError(str(error)) from None


def write(report: StagingReport, path: Path) -> None:
    """Saves a view, in the format that the name says; folders are made.

    Raises:
        UsageError: it cannot be written there.
    """
    from ag_notebook import views

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        views.save(report, path)
    except (OSError, views.UnknownFormatError, views.LayoutError) as error:
        raise UsageError(f"{path}: {error}") from error
