"""Which exceptions came of an interrupt, and what they leave behind."""

from __future__ import annotations

import contextlib
import inspect
import sys
import traceback
from types import CodeType, FrameType

from ag_notebook.staging.runtime.callees import is_library_file
from ag_notebook.staging.tracebacks import is_internal

_CLEANING = frozenset(("__enter__", "__exit__", "__aenter__", "__aexit__", "__del__"))
"""Functions that an interrupt leaves alone as long as it can wait: they, and what they call, put things in order."""


def is_cleaning(frame: FrameType | None, outermost: CodeType) -> bool:
    """Whether a frame, or one that called it, puts things in order; looked for up to the code `outermost`."""
    while frame is not None and frame.f_code is not outermost:
        if frame.f_code.co_name in _CLEANING:
            return True
        frame = frame.f_back
    return False


_MANAGERS = tuple(
    getattr(contextlib._GeneratorContextManager, name).__code__ for name in ("__enter__", "__exit__")
)


def close_managers(error: BaseException | None) -> None:
    """Ends the context managers of whose generators an exception was raised just before they were entered or left.

    They would end when the exception is forgotten: in a notebook, with the next error.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        for frame, _ in traceback.walk_tb(error.__traceback__):
            manager = frame.f_locals.get("self") if frame.f_code in _MANAGERS else None
            generator = getattr(manager, "gen", None)
            if (
                inspect.isgenerator(generator)
                and inspect.getgeneratorstate(generator) == inspect.GEN_SUSPENDED
            ):
                with contextlib.suppress(Exception):
                    generator.close()
        error = error.__cause__ or error.__context__


class EndedError(KeyboardInterrupt):
    """Ends code of which a clock or another thread says so: no interrupt of the user's has come."""


# The user's handlers and tracebacks see one as any other.
EndedError.__name__ = EndedError.__qualname__ = KeyboardInterrupt.__name__
EndedError.__module__ = KeyboardInterrupt.__module__


def of_signal() -> KeyboardInterrupt:
    """The exception of an interrupt, which is told from that of a limit or of another thread."""
    error = KeyboardInterrupt()
    error.ag_is_of_signal = True  # type: ignore[attr-defined]
    return error


def is_of_signal(error: BaseException | None) -> bool:
    while error is not None and not getattr(error, "ag_is_of_signal", False):
        error = error.__context__
    return error is not None


def is_handled(error: BaseException) -> bool:
    """Whether this thread is in a handler of an exception, or in a `finally` because of it."""
    handled = sys.exc_info()[1]
    while handled is not None and handled is not error:
        handled = handled.__context__
    return handled is error


def is_handling_interrupt(thread: int) -> bool:
    """Whether a thread is in a handler of a `KeyboardInterrupt`, or in a `finally` because of one."""
    found = sys._current_exceptions().get(thread)
    error = found[1] if isinstance(found, tuple) else found  # a tuple until Python 3.11
    return isinstance(error, KeyboardInterrupt)


def is_of_interrupt(error: BaseException | None) -> bool:
    """Whether an error was raised where a library, and not the user, handled the `KeyboardInterrupt` of a signal."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt) and not isinstance(error, EndedError):
            handler = error.__traceback__
            file = "" if handler is None else handler.tb_frame.f_code.co_filename
            return is_library_file(file) or is_internal(file)
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False
