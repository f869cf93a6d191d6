"""Shows a report as one output: HTML where the front end shows HTML, text everywhere."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ag_notebook.report import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from IPython.core.interactiveshell import InteractiveShell

    from ag_notebook.report import StagingReport

SAVED_WIDTH = 100
"""Columns of the text in a saved notebook, where no terminal says how many there are."""

FRAME = "<pre>{}</pre>"
"""What stands around a failure's line in HTML."""


@dataclass(frozen=True)
class Screen:
    """What the front end of a shell shows."""

    html: bool
    width: int
    color: bool
    ascii_only: bool

    @classmethod
    def of(cls, shell: InteractiveShell) -> Screen:
        formatter = shell.display_formatter
        html = formatter is not None and "text/html" in formatter.active_types
        return cls(
            html,
            SAVED_WIDTH if html else max(80, shutil.get_terminal_size().columns),
            not html and sys.stdout.isatty() and "NO_COLOR" not in os.environ,
            not html and not (sys.stdout.encoding or "").lower().startswith("utf"),
        )


@dataclass(frozen=True)
class ReportDisplay:
    """A report for `IPython.display.display`. One bundle: the front end picks the form that it can show.

    `number` is that of the cell: two cells may show equal reports, and their anchors must not meet. `show` are the
    parts of it that are shown of each function, None for those that a view shows where nobody chooses. With `quiz` readers
    predict first what becomes of each line.
    """

    report: StagingReport
    shell: InteractiveShell
    number: int = 0
    show: tuple[str, ...] | None = None
    quiz: bool = False

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from ag_notebook import views

        screen = Screen.of(self.shell)
        report = with_places(self.report, self.shell)
        as_text: Callable[..., str] = partial(views.text, quiz=True) if self.quiz else views.text
        as_html: Callable[..., str] = partial(views.html, quiz=True) if self.quiz else views.html
        text = drawn(as_text, report, screen.width, screen.color, screen.ascii_only, self.show)
        bundle: dict[str, Any] = {"text/plain": text}
        if screen.html:
            number, timeout = str(self.number), views.TIMEOUT
            bundle["text/html"] = drawn(as_html, report, number, timeout, self.show, frame=FRAME)
            bundle[views.MIME_TYPE] = views.data(report, number, self.show, self.quiz)
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


def drawn(view: Callable[..., str], *args: Any, frame: str = "{}") -> str:
    """The view of `args`, or one visible line in its place: a cell's value must not get lost with its picture."""
    try:
        return view(*args)
    except Exception as error:  # noqa: BLE001  any view's failure is shown here, where it would have been
        from html import escape

        message = f"AG401: this view of the report failed ({type(error).__name__}: {error})."
        return frame.format(escape(message) if frame != "{}" else message)
