"""Shows a report as one output: HTML where the front end shows HTML, text everywhere."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from IPython.core.interactiveshell import InteractiveShell

    from ag_notebook.report import StagingReport

SAVED_WIDTH = 100
"""Columns of the text in a saved notebook, where no terminal says how many there are."""


@dataclass(frozen=True)
class ReportDisplay:
    """A report for `IPython.display.display`. One bundle: the front end picks the form that it can show."""

    report: StagingReport
    shell: InteractiveShell

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from ag_notebook import views

        formatter = self.shell.display_formatter
        html_shown = formatter is not None and "text/html" in formatter.active_types
        width = SAVED_WIDTH if html_shown else max(80, shutil.get_terminal_size().columns)
        color = not html_shown and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        bundle = {"text/plain": _drawn(lambda: views.text(self.report, width, color))}
        if html_shown:
            bundle["text/html"] = _drawn(lambda: views.html(self.report), "<pre>{}</pre>")
        return bundle


def _drawn(view: Callable[[], str], frame: str = "{}") -> str:
    """The view, or one visible line in its place: a cell's value must not get lost with its picture."""
    try:
        return view()
    except Exception as error:  # noqa: BLE001  any view's failure is shown here, where it would have been
        from html import escape

        message = f"AG401: this view of the report failed ({type(error).__name__}: {error})."
        return frame.format(escape(message) if frame != "{}" else message)
