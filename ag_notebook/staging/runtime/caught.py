"""Keeps where a caught exception passed, so that it can be shown when the graph runs, with the user's lines only.

The traceback itself would not do: it holds our frames, and all that a trace was made of.
"""

from __future__ import annotations

import types
from dataclasses import dataclass

from ag_notebook.report import Span
from ag_notebook.staging.runtime.events import line_of_traceback, span_of_traceback
from ag_notebook.staging.tracebacks import at_user_line, is_internal


@dataclass(frozen=True, slots=True)
class Route:
    """The places that an exception passed, outermost first: the user's spans and functions."""

    places: tuple[tuple[Span, str], ...]

    @classmethod
    def of(cls, error: BaseException) -> Route:
        """Where an exception passed so far."""
        entries = _users_entries(error)
        return cls(tuple((span_of_traceback(e), e.tb_frame.f_code.co_name) for e in entries))

    def put_on(self, error: BaseException) -> BaseException:
        """Gives the exception a traceback of these places."""
        following = None
        for span, name in reversed(self.places):
            at_user_line(error, span, name)
            if error.__traceback__ is not None:
                error.__traceback__.tb_next = following
                following = error.__traceback__
        error.__traceback__ = following
        return error


def _users_entries(error: BaseException) -> list[types.TracebackType]:
    """The entries of a traceback that are the user's, one for each call."""
    kept: list[types.TracebackType] = []
    entry = error.__traceback__
    while entry is not None:
        code = entry.tb_frame.f_code
        if not is_internal(code.co_filename):
            if kept and is_part(code, kept[-1].tb_frame.f_code):
                kept.pop()  # the user wrote one function
            kept.append(entry)
        entry = entry.tb_next
    return kept


def keep_users_lines(error: BaseException | None) -> None:
    """Takes everything that is not the user's out of the traceback of an exception and of those before it."""
    while error is not None:
        following = None
        for entry in reversed(_users_entries(error)):
            following = types.TracebackType(
                following,
                entry.tb_frame,
                entry.tb_lasti,
                line_of_traceback(entry),
            )
        error.__traceback__ = following
        error = error.__cause__ or error.__context__


def is_part(inner: types.CodeType, outer: types.CodeType) -> bool:
    """Whether a piece of code is a branch or body of a function of the user's, which a pass made a function of."""
    return inner.co_name == outer.co_name and inner in outer.co_consts
