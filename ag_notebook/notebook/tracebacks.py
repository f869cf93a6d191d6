"""Shows our errors at the user's line, with the way out, and without frames of ours.

    ConversionError: `locals()` cannot be staged here   AG110
      Cell In[5], line 5
          3     if x > 0:
      --> 5     return locals()
                       ^^^^^^^^
      Fix: name the variables.
      (6 internal frames hidden; `%autograph --tb full` shows them)

Errors of the user's own (also those raised inside a staged function) are not touched: the shell shows them,
without the frames that mark themselves as hidden; with `--tb full`, all of them.
"""

from __future__ import annotations

import itertools
import linecache
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from ag_notebook.notebook.rewriting import as_typed
from ag_notebook.staging.errors import AgNotebookError
from ag_notebook.staging.tracebacks import HIDDEN

if TYPE_CHECKING:
    from types import FrameType, TracebackType

    from IPython.core.interactiveshell import InteractiveShell

CONTEXT = 2
"""Lines shown before the line of the error."""

_RED, _BOLD, _PLAIN = "\x1b[31m", "\x1b[1m", "\x1b[0m"


Handler = tuple[tuple[type[BaseException], ...], Any]
"""The exceptions that a shell treats specially, and what it calls for them."""


class Settings(Protocol):
    """Who asks for short or full tracebacks, and keeps what was there before."""

    tb: str
    former_handler: Handler | None


def install(shell: InteractiveShell, settings: Settings) -> None:
    """Takes over our exceptions only; a handler that somebody else has set stays in force for theirs."""
    former_exceptions: tuple[type[BaseException], ...] = shell.custom_exceptions
    former = shell.CustomTB
    settings.former_handler = (former_exceptions, former)

    def handle(
        shell: InteractiveShell,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
        tb_offset: int | None = None,
    ) -> Any:
        if not isinstance(error, AgNotebookError):
            return former(kind, error, trace, tb_offset=tb_offset)
        full = settings.tb == "full"
        lines = full_lines(shell, error, trace) if full else short_lines(shell, error, trace)
        error._render_traceback_ = lambda: lines  # type: ignore[attr-defined]  # IPython's way in
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        return lines

    shell.set_custom_exc((*former_exceptions, AgNotebookError), handle)
    formatted = shell.InteractiveTB.structured_traceback

    def structured_traceback(*args: Any, **kwargs: Any) -> list[str]:
        return [as_typed(text) for text in formatted(*args, **kwargs)]

    shell.InteractiveTB.structured_traceback = structured_traceback  # type: ignore[method-assign]
    records = shell.InteractiveTB.get_records

    def get_records(*args: Any, **kwargs: Any) -> list[Any]:
        return [_with_own_lines(record) for record in records(*args, **kwargs)]

    shell.InteractiveTB.get_records = get_records  # type: ignore[method-assign]


def uninstall(shell: InteractiveShell, settings: Settings) -> None:
    """Puts back what was there."""
    own = vars(shell.InteractiveTB)
    for name in ("structured_traceback", "get_records"):
        if name in own and own[name].__module__ == __name__:
            delattr(shell.InteractiveTB, name)
    if settings.former_handler is not None:
        shell.custom_exceptions, shell.CustomTB = settings.former_handler
        settings.former_handler = None


def _with_own_lines(record: Any) -> Any:
    """A record of a frame whose lines begin where its code does.

    Without a file, `inspect` looks for the lines of a code object from its first line back to a `def`; the functions that
    are made of the user's `for` or `if` begin at that, and have none.
    """
    code = getattr(record, "code", None)
    if getattr(record, "_sd", record) is None and code is not None and code.co_name != "<module>":
        rest = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
        if rest and rest[0] != record.raw_lines[0]:
            indent = len(rest[0]) - len(rest[0].lstrip())
            inside = (not line.strip() or len(line) - len(line.lstrip()) >= indent for line in rest)
            record.raw_lines = [line for line, _ in zip(rest, itertools.takewhile(bool, inside))]
    return record


def short_lines(shell: InteractiveShell, error: AgNotebookError, trace: TracebackType | None) -> list[str]:
    """The error as a student reads it: what, where, the lines, the fix."""
    color = str(shell.colors).lower() != "nocolor"
    cause = f" ({type(error.__cause__).__name__})" if error.__cause__ is not None else ""
    heading = _painted(f"{type(error).__name__}{cause}", _RED, color)
    lines = [f"{heading}: {error.message}   {error.code}"]
    frames = [(frame, line) for frame, line in traceback.walk_tb(trace)]
    mine = [(frame, line) for frame, line in frames if is_users(frame)]
    if error.span is not None:
        lines += [f"  {place(shell, error.span.file)}, line {error.span.line}"]
        lines += _excerpt(error.span.file, error.span.line, color)
        lines += _caret(error, color)
    calls: dict[str, int] = {}
    for frame, line in reversed(mine):
        at = (frame.f_code.co_filename, line)
        if error.span is not None and at == (error.span.file, error.span.line):
            continue
        text = linecache.getline(*at).strip()
        if text.startswith(("def ", "@")):  # where the function was staged, not where it was called
            continue
        call = f"  called from {place(shell, at[0])}, line {line}: {text}"
        calls[call] = calls.get(call, 0) + 1
    for call, times in calls.items():  # a recursion comes by the same lines again and again
        lines.append(
            call if times == 1 else f"{call}   … {times - 1} more {'time' if times == 2 else 'times'}"
        )
    if error.fix:
        lines.append(f"  {_painted('Fix', _BOLD, color)}: {error.fix}")
    hidden = sum(not is_users(frame) for frame, _ in frames) + getattr(error, HIDDEN, 0)
    if hidden:
        frames_text = "frame" if hidden == 1 else "frames"
        lines.append(f"  ({hidden} internal {frames_text} hidden; `%autograph --tb full` shows them)")
    return lines


def full_lines(shell: InteractiveShell, error: BaseException, trace: TracebackType | None) -> list[str]:
    """Every frame, ours and the shell's, as IPython shows them."""
    formatter = shell.InteractiveTB
    skipped, formatter.skip_hidden = formatter.skip_hidden, False
    try:
        lines: list[str] = formatter.structured_traceback(type(error), error, trace, tb_offset=0)
    finally:
        formatter.skip_hidden = skipped
    return lines


def show_hidden_frames(shell: InteractiveShell, shown: bool) -> None:
    """Lets the shell show the frames that mark themselves as hidden, in errors of everybody."""
    shell.InteractiveTB.skip_hidden = not shown


def full_text(shell: InteractiveShell, error: BaseException) -> str:
    """The full traceback of an error that was shown before, as text."""
    lines = full_lines(shell, error, error.__traceback__)
    text: str = shell.InteractiveTB.stb2text(lines)
    return text


def went_through_us(error: BaseException) -> bool:
    """Whether an error was raised by us or passed a frame of ours."""
    return (
        isinstance(error, AgNotebookError)
        or hasattr(error, HIDDEN)
        or any(
            frame.f_code.co_filename.startswith(_OURS) for frame, _ in traceback.walk_tb(error.__traceback__)
        )
    )


def is_users(frame: FrameType) -> bool:
    """Whether a frame is of code that the user wrote: not of us, of a library, or of the shell."""
    if "__tracebackhide__" in frame.f_locals:
        return False
    file_name = frame.f_code.co_filename
    if file_name.startswith("<"):
        return linecache.getline(file_name, 1) != ""
    return not any(file_name.startswith(folder) for folder in _LIBRARIES)


def place(shell: InteractiveShell, file_name: str) -> str:
    """`Cell In[5]` for a cell, else the file's name."""
    named = shell.compile.format_code_name(file_name)
    return " ".join(named) if named else file_name


_OURS = str(Path(__file__).parents[1])


def _libraries() -> tuple[str, ...]:
    installed = {str(Path(path)) for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    return (_OURS, *installed, str(Path(traceback.__file__).parent))


_LIBRARIES = _libraries()


def _excerpt(file_name: str, line: int, color: bool) -> list[str]:
    shown = []
    for number in range(max(1, line - CONTEXT), line + 1):
        text = as_typed(linecache.getline(file_name, number).rstrip("\n"))
        if number == line:
            shown.append(_painted(f"  --> {number:>3} {text}", _BOLD, color))
        elif text.strip():
            shown.append(f"      {number:>3} {text}")
    return shown


def _caret(error: AgNotebookError, color: bool) -> list[str]:
    span = error.span
    assert span is not None
    text = linecache.getline(span.file, span.line).rstrip("\n").encode()
    end = span.end_column if span.end_line == span.line else len(text)
    start = len(text[: span.column].decode(errors="replace"))
    width = len(text[span.column : end].decode(errors="replace"))
    return [" " * (10 + start) + _painted("^" * width, _RED, color)] if width else []


def _painted(text: str, style: str, color: bool) -> str:
    return f"{style}{text}{_PLAIN}" if color else text
