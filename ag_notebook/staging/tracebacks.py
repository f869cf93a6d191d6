"""Keeps our frames and TensorFlow's out of the tracebacks that the user reads."""

from __future__ import annotations

import ast
import os
import sys
import types
from pathlib import Path

from ag_notebook.report import Span

_PACKAGE = str(Path(__file__).resolve().parent) + os.sep
_HIDDEN = (
    f"{os.sep}contextlib.py",
    f"{os.sep}site-packages{os.sep}tensorflow{os.sep}",
    f"{os.sep}site-packages{os.sep}keras{os.sep}",
)
FULL = "AG_NOTEBOOK_FULL_TRACEBACK"
"""Environment variable: if set, tracebacks are left as they are."""


def user_frames_only(error: BaseException) -> BaseException:
    """The exception, with internal frames taken out of its traceback and of those it is chained to."""
    if not os.environ.get(FULL):
        seen: set[int] = set()
        todo: list[BaseException | None] = [error]
        while todo:
            each = todo.pop()
            if each is not None and id(each) not in seen:
                seen.add(id(each))
                each.__traceback__ = _filtered(each.__traceback__)
                todo += [each.__cause__, each.__context__]
    return error


def at_user_line(error: BaseException, span: Span, function: str) -> BaseException:
    """The exception with a traceback that begins at the user's line, as if it had been raised there.

    What a graph raises comes from no Python frame. So a `raise` is compiled for the user's file and line, and the
    traceback of running it is the one to show.
    """
    statement = ast.Raise(exc=ast.Name("error", ast.Load()), cause=None)
    for node in ast.walk(statement):
        if "lineno" in node._attributes:
            node.lineno, node.end_lineno = span.line, span.end_line  # type: ignore[attr-defined]
            node.col_offset, node.end_col_offset = span.column, span.end_column  # type: ignore[attr-defined]
    code = compile(ast.Module([statement], []), span.file, "exec").replace(co_name=function)
    if sys.version_info >= (3, 11):
        code = code.replace(co_qualname=function)
    held = error.__context__, error.__cause__, error.__suppress_context__
    try:
        exec(code, {"error": error})
    except BaseException as raised:  # noqa: BLE001 - whatever the user's class is: it was raised here
        traceback = raised.__traceback__
        error.__traceback__ = None if traceback is None else traceback.tb_next
    error.__context__, error.__cause__, error.__suppress_context__ = held
    return error


def _filtered(traceback: types.TracebackType | None) -> types.TracebackType | None:
    kept: list[types.TracebackType] = []
    while traceback is not None:
        if not _is_internal(traceback.tb_frame.f_code.co_filename):
            kept.append(traceback)
        traceback = traceback.tb_next
    result: types.TracebackType | None = None
    for entry in reversed(kept):
        result = types.TracebackType(result, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return result


def _is_internal(file_name: str) -> bool:
    return file_name.startswith(_PACKAGE) or any(part in file_name for part in _HIDDEN)
