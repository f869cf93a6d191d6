"""Shows a report as one output: HTML where the front end shows HTML, text everywhere."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from ag_notebook.report import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from IPython.core.interactiveshell import InteractiveShell

    from ag_notebook.report import StagingReport

SAVED_WIDTH = 100
"""Columns of the text in a saved notebook, where no terminal says how many there are."""


@dataclass(frozen=True)
class ReportDisplay:
    """A report for `IPython.display.display`. One bundle: the front end picks the form that it can show.

    `number` is that of the cell: two cells may show equal reports, and their anchors must not meet.
    """

    report: StagingReport
    shell: InteractiveShell
    number: int = 0

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from ag_notebook import views

        formatter = self.shell.display_formatter
        html_shown = formatter is not None and "text/html" in formatter.active_types
        width = SAVED_WIDTH if html_shown else max(80, shutil.get_terminal_size().columns)
        color = not html_shown and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        ascii_only = not html_shown and not (sys.stdout.encoding or "").lower().startswith("utf")
        report = with_places(self.report, self.shell)
        bundle = {"text/plain": _drawn(lambda: views.text(report, width, color, ascii_only))}
        if html_shown:
            bundle["text/html"] = _drawn(lambda: views.html(report, str(self.number)), "<pre>{}</pre>")
        return bundle


def with_places(report: StagingReport, shell: InteractiveShell) -> StagingReport:
    """The report with `Cell In[3]` where it has the file names that the shell gives to its cells."""

    @cache
    def place(file_name: str) -> str:
        named = shell.compile.format_code_name(file_name)
        return " ".join(named) if named else file_name

    @cache
    def placed_span(span: Span) -> Span:
        return replace(span, file=place(span.file))

    def placed(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(placed, value))
        if isinstance(value, Span):
            return placed_span(value)
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{each.name: placed(getattr(value, each.name)) for each in fields(value)})
        return value

    result: StagingReport = placed(report)
    return result


def _drawn(view: Callable[[], str], frame: str = "{}") -> str:
    """The view, or one visible line in its place: a cell's value must not get lost with its picture."""
    try:
        return view()
    except Exception as error:  # noqa: BLE001  any view's failure is shown here, where it would have been
        from html import escape

        message = f"AG401: this view of the report failed ({type(error).__name__}: {error})."
        return frame.format(escape(message) if frame != "{}" else message)
