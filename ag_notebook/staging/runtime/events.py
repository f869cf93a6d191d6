"""Records each decision of the dispatch with the user's place, while a trace is being made."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, FrameType, TracebackType

from ag_notebook.report import Decision, Event, Span
from ag_notebook.staging.backends.registry import is_part_of_one
from ag_notebook.staging.runtime.callees import is_library_file
from ag_notebook.staging.runtime.context import current

_PACKAGE = __name__.split(".")[0] + "."


def user_frame() -> FrameType | None:
    """The innermost frame that runs the user's code (converted code keeps the user's file and lines)."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_ours(frame):
        frame = frame.f_back
    return frame


def user_frames() -> Iterator[FrameType]:
    """The frames that run the user's code, innermost first."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if not _is_ours(frame):
            yield frame
        frame = frame.f_back


def _is_ours(frame: FrameType) -> bool:
    name = frame.f_globals.get("__name__") or ""
    return (
        name.startswith((_PACKAGE, "tensorflow.", "contextlib"))
        or is_part_of_one(name)
        or is_library_file(frame.f_code.co_filename)
    )


def user_span() -> Span | None:
    """The user's place that is running, as exact as this Python tells (columns from 3.11 on)."""
    frame = user_frame()
    return None if frame is None else span_of_frame(frame)


def span_of_frame(frame: FrameType) -> Span:
    """The span of the expression that a frame is evaluating."""
    return _span_at(frame.f_code, frame.f_lasti, _line_at(frame.f_code, frame.f_lineno))


def span_of_traceback(entry: TracebackType) -> Span:
    """The span of the expression at which an exception passed a frame."""
    return _span_at(entry.tb_frame.f_code, entry.tb_lasti, line_of_traceback(entry))


def line_of_traceback(entry: TracebackType) -> int:
    """The line at which an exception passed a frame; the function's first where there is none, as an interrupt may come there."""
    return _line_at(entry.tb_frame.f_code, entry.tb_lineno)


def _line_at(code: CodeType, line: int | None) -> int:
    return (
        line if line is not None and line > 0 else code.co_firstlineno
    )  # None, 0 or -1: only Python knows of the instruction


_Position = tuple["int | None", "int | None", "int | None", "int | None"]
_known: dict[int, tuple[CodeType, tuple[_Position, ...]]] = {}


def _positions(code: CodeType) -> tuple[_Position, ...]:
    """The places of a function's instructions, remembered: to find one, Python goes through all.

    By identity, as code is equal to code that is written with other spaces.
    """
    found = _known.get(id(code))
    if found is None:
        if len(_known) >= 64:
            _known.clear()
        found = _known[id(code)] = code, tuple(code.co_positions())
    return found[1]


def _span_at(code: CodeType, instruction: int, line: int) -> Span:
    if sys.version_info >= (3, 11) and instruction >= 0:
        positions = _positions(code)
        position = positions[instruction // 2] if instruction // 2 < len(positions) else None
        if position is not None and None not in position:
            first, last, column, end_column = position
            return Span(code.co_filename, first or line, column or 0, last or line, end_column or 0)
    return Span(code.co_filename, line, 0, line, 0)


def place_of_error(error: BaseException) -> tuple[Span, str] | None:
    """The innermost user's span and function of an exception's traceback."""
    found, traceback = None, error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if not _is_ours(frame):
            found = span_of_traceback(traceback), frame.f_code.co_name
        traceback = traceback.tb_next
    return found


def record(
    construct: str,
    decision: Decision,
    backend: str,
    why: str,
    count: int = 1,
    taken: str = "",
    span: Span | None = None,
) -> None:
    """Adds an event at the user's place, or at `span`; does nothing where nothing is being traced."""
    context = current()
    if context is None:
        return
    span = span or user_span()
    if span is not None:
        context.events.append(Event(span, construct, decision, backend, why, count, taken))
