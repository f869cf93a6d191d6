"""Ends a command whose input cannot be used, or in which the user's code failed: one text, no frames of ours, a status."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

from ag_notebook.staging import AgNotebookError
from ag_notebook.staging.tracebacks import is_internal
from ag_notebook.staging.wording import without_escapes

DIFFERENT, MISUSED, FAILED = 1, 2, 3


class UsageError(Exception):
    """The command's words do not fit the file."""


class UsersCodeError(Exception):
    """The user's code raised; the cause is what it raised."""


def status_of(error: BaseException) -> int:
    """Says on the standard error stream what went wrong; the result is the exit status."""
    if isinstance(error, UsageError):
        print(error, file=sys.stderr)
        return MISUSED
    if isinstance(error, BrokenPipeError):
        raise error  # nobody reads what is said
    cause = error.__cause__ if isinstance(error, UsersCodeError) else error
    assert cause is not None
    print(failure_text(cause), end="", file=sys.stderr)
    return FAILED


def failure_text(error: BaseException) -> str:
    """A traceback of the user's frames alone, as Python writes it."""
    made = traceback.TracebackException.from_exception(error)
    chain: list[traceback.TracebackException | None] = [made]
    while chain:
        each = chain.pop()
        if each is not None:
            each.stack = traceback.StackSummary.from_list(
                [f for f in each.stack if not _is_hidden(f.filename)]
            )
            chain += [each.__cause__, each.__context__]
    lines = list(made.format()) if made.stack else list(made.format_exception_only())
    if isinstance(error, AgNotebookError):
        lines[-1] = f"{type(error).__name__}: {error}\n"
    return without_escapes("".join(lines))


def _is_hidden(file: str) -> bool:
    return file.startswith(("<frozen", _PACKAGE)) or is_internal(file)


_PACKAGE = str(Path(__file__).parents[1]) + os.sep
