"""Finds the calls that are there for what the user sees of them: `print`, loggers, warnings, standard streams.

They are done when what is staged runs, each time, in order, and on the taken path only. A logger or a warning finds the
user's file and line: the call is made from code that has them.
"""

from __future__ import annotations

import ast
import builtins
import functools
import io
import logging
import pprint
import sys
import threading
import traceback
import types
from collections.abc import Callable
from concurrent import futures
from typing import Any

from ag_notebook.report import Span
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.caught import is_part, keep_users_lines
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.diversions import refuse_diverted
from ag_notebook.staging.runtime.effects import is_known_outside
from ag_notebook.staging.runtime.events import record, span_of_frame, user_frames, user_span
from ag_notebook.staging.runtime.reachability import reachable
from ag_notebook.staging.tracebacks import placed

_LEVELS = frozenset(
    ("critical", "debug", "error", "exception", "fatal", "info", "log", "vlog", "warn", "warning")
)
_FUNCTIONS: dict[str, tuple[str, frozenset[str]]] = {
    "logging": ("log", _LEVELS),
    "absl.logging": ("log", _LEVELS),
    "warnings": ("warn", frozenset(("warn", "warn_explicit"))),
    "pprint": ("print", frozenset(("pp", "pprint"))),
    "traceback": ("print", frozenset(("print_exc", "print_exception"))),
    "IPython.core.display_functions": ("display", frozenset(("clear_output", "display"))),
}
"""By module: what is done, as an error says it, and the functions that do it."""
_STREAMS = ("stdout", "stderr")
_ENDINGS = frozenset(("_exit", "abort"))
"""Functions of `os` that end the process: Python tells nobody of them."""
_SETTINGS = frozenset(
    (
        *("addFilter", "addHandler", "basicConfig", "captureWarnings", "disable", "removeFilter"),
        *("removeHandler", "setFormatter", "setLevel"),
        *("filterwarnings", "resetwarnings", "simplefilter"),
    )
)
"""Functions of `logging` and `warnings` that change what later messages do."""


def performed(context: Context | None, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Has the back end call a function for its effect, when what is staged runs; `NotImplemented` if it is no such one."""
    name, what = getattr(function, "__name__", ""), _what(function)
    depth = args[2] if what == "warn" and len(args) > 2 else kwargs.get("stacklevel", 1)
    shows_exception = getattr(function, "__module__", None) == "traceback"
    if context is None or not context.scopes:
        for error in (sys.exc_info()[1], *args) if shows_exception else ():
            keep_users_lines(error if isinstance(error, BaseException) else None)
        return _from_here(function, depth)(*args, **kwargs) if what in ("log", "warn") else NotImplemented
    if function is traceback.format_exc:
        return _exception_text(context, args, kwargs)
    if what is None:
        _refuse_setting(context, function, name)
        _refuse_writing(context, name, (*args, *kwargs.values()))
        return NotImplemented
    if what == "display" and "display_id" in kwargs:
        return NotImplemented
    if what == "print":
        return show(context, function, args, kwargs)
    stream = _stream_of(getattr(function, "__self__", None)) if what == "write" else None
    if what == "log":
        kwargs = _with_exception(name, kwargs)
    refuse_diverted(context, _targets(what, function, stream))
    record("call", "staged", context.backend.name, f"{name} is done when the graph runs")
    if stream is None:
        context.backend.perform(_from_here(function, depth), args, kwargs, what)
        return None
    context.backend.perform(lambda *given: getattr(getattr(sys, stream), name)(*given), args, kwargs, what)
    if name != "write":
        return None
    from ag_notebook.staging.runtime.calls import converted_call

    return converted_call(builtins.len, *args)


def _targets(what: str, function: Any, stream: str | None) -> set[str | None]:
    """Where output goes: a logger without handlers writes to the standard stream of that time."""
    if what == "warn":
        return {"stderr", "warnings"}
    if what == "log":
        receiver = getattr(function, "__self__", None)
        logger = (
            receiver if isinstance(receiver, logging.Logger) else getattr(receiver, "logger", logging.root)
        )
        return set() if logger.hasHandlers() else {"stderr"}
    return {stream}


def show(context: Context, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """`print` and its like, to a stream.

    Raises:
        StagingError: AG232, what is written to was made while tracing.
    """
    named, error = "stream" if function.__module__ == "pprint" else "file", function.__module__ == "traceback"
    if named == "stream" and len(args) > 1:
        args, kwargs = args[:1], {**kwargs, "stream": args[1]}
    if error:
        function, args, kwargs = _of_exception(function, args, kwargs)
    file = kwargs.get(named)
    stream = _stream_of(file) or (("stderr" if error else "stdout") if file is None else None)
    refuse_diverted(context, {stream})
    if stream is None and not is_known_outside(context.scopes[0], file):
        raise StagingError(
            "AG232",
            f"what is written to a {type(file).__name__} made here is written when the graph runs, but it is read "
            "while tracing.",
            span=user_span(),
            fix="Make the text itself, with an f-string; or open the file outside of the staged function.",
        )

    def to_stream(*given: Any, **options: Any) -> None:
        # A standard stream is the one of the time of printing: a notebook or a test may have put another in its place.
        function(*given, **({**options, named: getattr(sys, stream)} if stream else options))

    record("print", "staged", context.backend.name, "printed when the graph runs")
    context.backend.perform(to_stream, args, kwargs, "print")


def _what(function: Any) -> str | None:
    """What a function does that the user sees: "log", "warn", "print", "write", …; None for any other."""
    receiver, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if isinstance(receiver, (logging.Logger, logging.LoggerAdapter)):
        return "log" if name in _LEVELS else None
    if isinstance(receiver, pprint.PrettyPrinter):
        return "display" if name == "pprint" else None
    if type(function).__module__ == "IPython.core.autocall":  # `exit()` in a notebook
        return "exit"
    if receiver is not None and _stream_of(receiver) is not None:
        return "write" if name in ("flush", "write", "writelines") else None
    module = str(getattr(function, "__module__", None) or "").removeprefix("_")
    what, names = _FUNCTIONS.get(module, (None, ()))
    is_free = receiver is None or isinstance(receiver, types.ModuleType)
    return what if is_free and name in names else None


def _stream_of(value: Any) -> str | None:
    """The name of a standard stream."""
    if value is None:
        return None
    found = (s for s in _STREAMS if value is getattr(sys, s) or value is getattr(sys, f"__{s}__"))
    return next(found, None)


def _refuse_setting(context: Context, function: Any, name: str) -> None:
    """Refuses to change what loggers or warnings do, to end the process or to start a thread, where it depends on a staged test.

    Raises:
        StagingError: AG232.
    """
    receiver = getattr(function, "__self__", None)
    module = str(getattr(function if receiver is None else type(receiver), "__module__", None) or "")
    changes = name in _SETTINGS and module.partition(".")[0] in ("logging", "warnings")
    ends = name in _ENDINGS and getattr(function, "__module__", "") in ("posix", "nt")
    begins = isinstance(receiver, (threading.Thread, futures.Executor)) and name in ("map", "start", "submit")
    if begins and isinstance(receiver, threading.Thread) and _reaches_staged(vars(receiver)):
        raise StagingError(
            "AG232",
            "a thread is started while tracing, and has no part in what is staged.",
            span=user_span(),
            fix="Call the function here, or start the thread outside of the staged function.",
        )
    if context.in_branch and (changes or ends or begins):
        raise StagingError(
            "AG232",
            f"{name} would be done while tracing, whether or not this is reached.",
            span=user_span(),
            fix="Do it outside of staged tests and loops.",
        )


def _reaches_staged(value: Any) -> bool:
    """Whether code that holds a value can reach something staged."""
    visited: list[Any] = []
    reachable([value], {0}, visited)
    return any(owner(v) is not PYTHON for v in visited)


def _refuse_writing(context: Context, name: str, values: tuple[Any, ...]) -> None:
    """Refuses to hand a file to a function that may write to it, where that is not known to happen just once.

    Raises:
        StagingError: AG232.
    """
    for value in values:
        if not isinstance(value, io.IOBase) or value.closed or not value.writable():
            continue
        if context.in_branch or is_known_outside(context.scopes[0], value):
            raise StagingError(
                "AG232",
                f"{name} may write to a {type(value).__name__}, but would do so while tracing.",
                span=user_span(),
                fix="Print to it, or do it outside of the staged function.",
            )


def _with_exception(name: str, kwargs: dict[str, Any]) -> dict[str, Any]:
    """The options of a logger's call, with the exception that is handled now in place of the wish for it."""
    wanted = kwargs.get("exc_info", name == "exception")
    if isinstance(wanted, tuple) and len(wanted) == 3:
        return {**kwargs, "exc_info": wanted[1]}
    error = sys.exc_info()[1]
    if isinstance(wanted, BaseException) or not wanted or error is None:
        return kwargs
    return {**kwargs, "exc_info": error}


def _of_exception(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """`traceback.print_exc` and `print_exception` as a call with the exception that is meant."""
    if function.__name__ == "print_exc":
        named = dict(zip(("limit", "file", "chain"), args))
        return traceback.print_exception, (sys.exc_info()[1],), {**named, **kwargs}
    given = {**dict(zip(("exc", "value", "tb", "limit", "file", "chain"), args)), **kwargs}
    kind, value = given.pop("exc", None), given.pop("value", None)
    given.pop("tb", None)
    return traceback.print_exception, (value if value is not None else kind,), given


def _exception_text(context: Context, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`traceback.format_exc()`, with the user's lines only."""
    named = {**dict(zip(("limit", "chain"), args)), **kwargs}

    def text(error: BaseException, **options: Any) -> str:
        return "".join(traceback.format_exception(error, **options))

    return context.backend.perform(text, (sys.exc_info()[1],), named, "format a traceback", gives_text=True)


def _from_here(function: Callable[..., Any], depth: Any) -> Callable[..., Any]:
    """The function, called by code that has the user's files, lines and globals, as far as its `stacklevel` looks."""
    frames: list[types.FrameType] = []
    for frame in user_frames():
        if frames and is_part(frames[-1].f_code, frame.f_code):
            continue  # the user wrote one function
        if len(frames) >= (depth if isinstance(depth, int) else 1):
            break
        frames.append(frame)
    for frame in frames:
        code = _calling_code(span_of_frame(frame), frame.f_code.co_name)
        function = functools.partial(types.FunctionType(code, frame.f_globals), function)
    return function


@functools.lru_cache(maxsize=1024)
def _calling_code(span: Span, name: str) -> types.CodeType:
    """The code of a function that calls its first argument with the others, at the user's place."""
    tree = ast.parse("lambda call, /, *args, **kwargs: call(*args, **kwargs)", mode="eval")
    made = placed(tree, span, name).co_consts
    return next(code for code in made if isinstance(code, types.CodeType))
