"""Shows a report in the terminal, or writes it to a file."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from ag_notebook.commands.failures import UsageError

if TYPE_CHECKING:
    from ag_notebook.report import StagingReport


def width() -> int:
    """Columns of the terminal, 80 at least."""
    return max(80, shutil.get_terminal_size().columns)


def show(report: StagingReport, parts: Collection[str] | None = None) -> None:
    """The terminal view, in colour where the terminal and the user want it; `parts` as `views.text` takes them."""
    from ag_notebook import views

    color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print(views.text(report, width(), color, _is_ascii(), parts))


def _is_ascii() -> bool:
    return not (sys.stdout.encoding or "").lower().startswith("utf")


def check_search(search: str | None) -> None:
    """Refuses words that cannot be searched for, before any work is done.

    Raises:
        UsageError: AG405.
    """
    from ag_notebook import views
    from ag_notebook.report import GraphModel

    try:
        if search is not None:
            views.find(GraphModel("", "main", (), ()), search)
    except views.SearchError as error:
        raise UsageError(f"`--find`: {error}") from None


def found_text(report: StagingReport, search: str | None) -> str:
    """The operations of a report's graphs that `search` fits; empty where nothing is searched for.

    Raises:
        UsageError: there is no graph.
    """
    from ag_notebook.views.alone import found_rows
    from ag_notebook.views.lines import shown_graphs
    from ag_notebook.views.literal import in_ascii

    if search is None:
        return ""
    graphs = shown_graphs(report)
    if not graphs:
        raise UsageError("`--find` looks into graphs, and nothing was traced: give a call by `--call`.")
    text = "\n\n".join("\n".join(found_rows(graph, search, width())) for graph in graphs)
    return in_ascii(text) if _is_ascii() else text


def check_file(path: Path) -> None:
    """Refuses a file name that asks for no view, or in no folder, before any work is done.

    Raises:
        UsageError: there is none for it.
    """
    from ag_notebook.views import saving

    try:
        saving.check_format(path)
        saving.check_folder(path)
    except (saving.UnknownFormatError, saving.UnwritableError) as error:
        raise UsageError(str(error)) from None


def write(report: StagingReport, path: Path, parts: Collection[str] | None = None) -> None:
    """Saves a view, in the format that the name says; `parts` as `views.save` takes them.

    Raises:
        UsageError: it cannot be written there.
    """
    from ag_notebook import views

    try:
        views.save(report, path, show=parts)
    except (views.UnwritableError, views.UnknownFormatError, views.LayoutError) as error:
        raise UsageError(str(error)) from error
