"""Says what went wrong in one sentence, at the user's line, with a way out.

There are three kinds (Moldovan et al. 2019, §13): legal Python that is not supported (conversion), a
program that cannot be made into a graph (staging), and a graph that fails while it runs (run time).
Codes are stable: AG1xx conversion, AG2xx staging, AG3xx limits of a back end, AG4xx views, AG5xx use.
"""

from __future__ import annotations

from ag_notebook.report.spans import Span


class AgNotebookError(Exception):
    """The base of all our errors.

    Attributes:
        code: stable code such as `AG201`.
        span: the user's place, where it is known.
        message: what and why, one sentence without code, place or fix.
        fix: the way out, one sentence; may be empty.
    """

    def __init__(self, code: str, message: str, *, span: Span | None = None, fix: str = "") -> None:
        super().__init__(code, message)
        self.code, self.message, self.span, self.fix = code, message, span, fix

    def __str__(self) -> str:
        place = f" ({self.span.file}, line {self.span.line})" if self.span else ""
        return f"{self.code}{place}: {self.message}" + (f" {self.fix}" if self.fix else "")


class ConversionError(AgNotebookError):
    """Legal Python that cannot be converted without changing its meaning."""


class StagingError(AgNotebookError):
    """A program that cannot be made into a graph: types that do not meet, effects that cannot be merged."""


class StagedRuntimeError(AgNotebookError):
    """A graph failed while it ran, and no exception class of the user's own says how."""
