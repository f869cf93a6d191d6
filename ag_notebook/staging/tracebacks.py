"""Keeps our frames and TensorFlow's out of the tracebacks that the user reads."""

from __future__ import annotations

import ast
import contextlib
import linecache
import os
import re
import sys
import types
from pathlib import Path

from ag_notebook.report import Span
from ag_notebook.staging.runtime.events import line_of_traceback, span_of_traceback

_PACKAGE = str(Path(__file__).resolve().parent) + os.sep
_HIDDEN = (
    f"{os.sep}contextlib.py",
    f"{os.sep}site-packages{os.sep}tensorflow{os.sep}",
    f"{os.sep}site-packages{os.sep}keras{os.sep}",
)
FULL = "AG_NOTEBOOK_FULL_TRACEBACK"
"""Environment variable: if set, tracebacks are left as they are."""
HIDDEN = "ag_hidden_frames"
"""The attribute of an exception that says how many frames were taken out of its traceback."""


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


class UsersFrames(contextlib.AbstractContextManager[None]):
    """Around what our callables do: what leaves has the user's frames only, and an error of ours ends at its place."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: types.TracebackType | None,
    ) -> None:
        if error is None or os.environ.get(FULL):
            return
        span = getattr(error, "span", None)
        own = error.__traceback__
        before = _length(own)
        user_frames_only(error)
        error.__dict__[HIDDEN] = error.__dict__.get(HIDDEN, 0) + before - _length(error.__traceback__)
        if isinstance(span, Span) and not _ends_at(error.__traceback__, span):
            inner = error.__traceback__
            at_user_line(error, span, function_at(span))
            error.__traceback__ = _joined(inner, error.__traceback__)
        if own is not None:  # before Python 3.11 the frame that is left keeps the traceback as it was
            own.tb_next = error.__traceback__


users_frames = UsersFrames()


def _length(traceback: types.TracebackType | None) -> int:
    count = 0
    while traceback is not None:
        count, traceback = count + 1, traceback.tb_next
    return count


def function_at(span: Span) -> str:
    """The name of the innermost function around a place."""
    text = "".join(linecache.getlines(span.file))
    name = "<module>"
    try:
        todo: list[ast.AST] = [ast.parse(text)]
    except SyntaxError:
        return name
    while todo:
        node = todo.pop()
        for child in ast.iter_child_nodes(node):
            if getattr(child, "lineno", 0) <= span.line <= (getattr(child, "end_lineno", None) or 0):
                if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    name = child.name
                todo.append(child)
    return name


def _ends_at(traceback: types.TracebackType | None, span: Span) -> bool:
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback is not None and (
        traceback.tb_frame.f_code.co_filename,
        line_of_traceback(traceback),
    ) == (
        span.file,
        span.line,
    )


def _joined(
    outer: types.TracebackType | None, inner: types.TracebackType | None
) -> types.TracebackType | None:
    """One traceback after the other."""
    last = outer
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None:
        return inner
    last.tb_next = inner
    return outer


def at_user_line(error: BaseException, span: Span, function: str) -> BaseException:
    """The exception with a traceback that begins at the user's line, as if it had been raised there.

    What a graph raises comes from no Python frame. So a `raise` is compiled for the user's file and line, and the
    traceback of running it is the one to show.
    """
    if (span.line, span.column) == (span.end_line, span.end_column):  # no columns are known: the whole line
        text = linecache.getline(span.file, span.line).rstrip()
        start = len(text) - len(text.lstrip())
        span = Span(span.file, span.line, start, span.line, max(len(text.encode()), start))
    statement = ast.Raise(exc=ast.Name("error", ast.Load()), cause=None)
    ast.fix_missing_locations(statement)
    code = placed(ast.Module([statement], []), span, function)
    held = error.__context__, error.__cause__, error.__suppress_context__
    error.__traceback__ = None
    try:
        exec(code, {"error": error})
    except BaseException as raised:  # noqa: BLE001 - whatever the user's class is: it was raised here
        traceback = raised.__traceback__
        error.__traceback__ = None if traceback is None else traceback.tb_next
    error.__context__, error.__cause__, error.__suppress_context__ = held
    return error


def placed(tree: ast.Expression | ast.Module, span: Span, function: str) -> types.CodeType:
    """A tree compiled with the place of a span; its functions have the name `function`."""
    for node in ast.walk(tree):
        if "lineno" in node._attributes:
            node.lineno, node.end_lineno = span.line, span.end_line  # type: ignore[attr-defined]
            node.col_offset, node.end_col_offset = span.column, span.end_column  # type: ignore[attr-defined]
    code = compile(tree, span.file, "eval" if isinstance(tree, ast.Expression) else "exec")
    return _named(code, function)


def _named(code: types.CodeType, name: str) -> types.CodeType:
    inner = tuple(_named(c, name) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    code = code.replace(co_name=name, co_consts=inner)
    return code.replace(co_qualname=name) if sys.version_info >= (3, 11) else code


def _filtered(traceback: types.TracebackType | None) -> types.TracebackType | None:
    kept: list[types.TracebackType] = []
    while traceback is not None:
        if not is_internal(traceback.tb_frame.f_code.co_filename):
            if kept and _runs_a_part(kept[-1], traceback):
                kept.pop()
            kept.append(traceback)
        traceback = traceback.tb_next
    result: types.TracebackType | None = None
    for entry in reversed(kept):
        result = types.TracebackType(result, entry.tb_frame, entry.tb_lasti, line_of_traceback(entry))
    return result


_STATEMENT = re.compile(r"(async\s+)?(if|elif|for|while|with|try)\b|match\s")
_EXPRESSIONS = (ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _runs_a_part(outer: types.TracebackType, inner: types.TracebackType) -> bool:
    """Whether a frame is at a statement or expression of which the next one runs a part: generated code calls it, no user's."""
    if outer.tb_frame.f_code.co_filename != inner.tb_frame.f_code.co_filename:
        return False
    around, within = span_of_traceback(outer), span_of_traceback(inner)
    is_inside = (around.line, around.column) <= (within.line, within.column) and (
        (within.end_line, within.end_column) <= (around.end_line, around.end_column)
    )
    is_nested = inner.tb_frame.f_code in outer.tb_frame.f_code.co_consts  # what follows an `if` that returns
    if around == within or not (is_inside or is_nested):
        return False
    lines = [line.encode() for line in linecache.getlines(around.file)[around.line - 1 : around.end_line]]
    if not lines:
        return False
    lines[-1] = lines[-1][: around.end_column]
    text = b"".join([lines[0][around.column :], *lines[1:]]).decode(errors="replace")
    if _STATEMENT.match(text):
        return True
    try:
        return isinstance(ast.parse(f"({text})", mode="eval").body, _EXPRESSIONS)
    except SyntaxError:
        return False


def is_internal(file_name: str) -> bool:
    """Whether a file is ours or TensorFlow's, of which a reader of a traceback needs to see nothing."""
    return file_name.startswith(_PACKAGE) or any(part in file_name for part in _HIDDEN)
