"""Looks after state that no variable, attribute or item holds: context variables, settings of the process, caches.

A function that asks for it (`cv.get()`, `os.getcwd()`) runs once, while tracing; so what it gave is guarded, and the next call
traces again where it would give something else. One that changes it (`cv.set(…)`) would change it once, and is refused.
"""

from __future__ import annotations

import functools
import types
import weakref
from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner_within
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.callees import package_of
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import is_known_outside
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.guards import Guard

_ASKED: dict[str, frozenset[str]] = {
    "contextvars": frozenset(("get",)),
    "decimal": frozenset(("getcontext",)),
    "functools": frozenset(("cache_info",)),
    "gc": frozenset(("isenabled", "get_threshold", "get_debug")),
    "locale": frozenset(("getlocale", "localeconv", "getencoding", "getpreferredencoding")),
    "logging": frozenset(("getEffectiveLevel", "hasHandlers", "isEnabledFor")),
    "numpy": frozenset(("get_printoptions", "geterr", "geterrcall", "getbufsize")),
    "os": frozenset(("getcwd", "getcwdb", "getenv", "getenvb", "getpid", "getppid")),
    "pathlib": frozenset(("cwd", "home")),
    "queue": frozenset(("empty", "full", "qsize")),
    "signal": frozenset(("getsignal",)),
    "sys": frozenset(
        ("get_int_max_str_digits", "getprofile", "getrecursionlimit", "getswitchinterval", "gettrace")
    ),
    "thread": frozenset(("get_ident", "get_native_id", "locked")),
    "threading": frozenset(
        (
            "active_count",
            "current_thread",
            "enumerate",
            "get_ident",
            "get_native_id",
            "is_alive",
            "is_set",
            "locked",
        )
    ),
}
"""By package: functions and methods that ask for hidden state."""
_CHANGED: dict[str, frozenset[str]] = {
    "contextvars": frozenset(("reset", "set")),
    "decimal": frozenset(("setcontext",)),
    "functools": frozenset(("cache_clear",)),
    "gc": frozenset(("disable", "enable", "set_debug", "set_threshold")),
    "locale": frozenset(("setlocale",)),
    "numpy": frozenset(("set_printoptions", "setbufsize", "seterr", "seterrcall")),
    "signal": frozenset(("alarm", "setitimer", "signal")),
    "sys": frozenset(
        ("set_int_max_str_digits", "setprofile", "setrecursionlimit", "setswitchinterval", "settrace")
    ),
    "os": frozenset(("nice", "umask")),
}
"""By package: those that change it."""
_SAME = {"posix": "os", "nt": "os"}


def look_after(context: Context | None, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Guards what `function(*args, **kwargs)` asks for of hidden state, before it is called.

    Raises:
        StagingError: AG231, it changes hidden state; AG232, it is a weak reference that was there before.
    """
    if context is None or not context.scopes:
        return
    if isinstance(function, weakref.ReferenceType):
        _refuse_weak(context, function)
        return
    name = getattr(function, "__name__", "")
    package = _package(function)
    if name in _CHANGED.get(package, ()):
        raise StagingError(
            "AG231",
            f"{_spoken(function, package)} changes what no variable holds, in a way that cannot be staged.",
            span=user_span(),
            fix="Do it outside the staged function, or use a list or dict.",
        )
    if type(function) is functools._lru_cache_wrapper:
        _guard(context, f"the cache of {name}", _Kept(function))
        context.entered += [w for w in [function.__wrapped__] if type(w) is types.FunctionType]
    elif name in _ASKED.get(package, ()) and owner_within((args, kwargs)) is PYTHON:
        if name == "cache_info":
            raise StagingError(
                "AG232",
                f"{_spoken(function, package)} gives another value at each call, but would run once, while tracing.",
                span=user_span(),
                fix="Ask outside of the staged function, or pass the value in.",
            )
        receiver = getattr(function, "__self__", None)
        if package == "queue" and not is_known_outside(context.scopes[0], receiver):
            return
        _guard(context, f"{_spoken(function, package)}()", _Asked(function, args, kwargs))


def refuse_setting(value: Any, change: str) -> None:
    """Refuses a change of an object that hidden state is kept in, such as `decimal.getcontext().prec = 5`.

    Raises:
        StagingError: AG231.
    """
    context = current()
    held = () if context is None else context.asked
    if any(isinstance(guard.read, _Asked) and guard.read.gave is value for guard in held) and not isinstance(
        value, (list, dict, set)
    ):
        if package_of(type(value)) != "decimal":
            return
        raise StagingError(
            "AG231",
            f"{change} in a way that cannot be staged.",
            span=user_span(),
            fix="Use `with decimal.localcontext()`, or do it outside the staged function.",
        )


def decimal_settings() -> tuple[Any, ...]:
    """What the arithmetic of decimal numbers depends on."""
    import decimal

    now = decimal.getcontext()
    return now.prec, now.rounding, now.Emin, now.Emax, now.capitals, now.clamp


class _Asked:
    """Asks again; what is made anew by each call is compared as text."""

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.call = functools.partial(function, *args, **kwargs)
        self.gave: Any = self._asked()
        self.is_text = self.gave is not self._asked() and not isinstance(self.gave, (int, float, str, bytes))

    def _asked(self) -> Any:
        try:
            return self.call()
        except Exception as error:  # noqa: BLE001  that it raises (`cv.get()` of nothing) is an answer
            return type(error)

    def __call__(self) -> Any:
        found = self._asked()
        return repr(found) if self.is_text else found


class _Kept:
    """Whether what a cache held at first is there still, as far as it can be seen: it was not cleared."""

    def __init__(self, function: Any) -> None:
        self.function, self.misses, self.is_called = function, function.cache_info().misses, False

    def __call__(self) -> bool:
        is_first, self.is_called = not self.is_called, True
        now = self.function.cache_info()
        return is_first or bool(now.misses >= self.misses and (now.currsize or now.maxsize == 0))


def _guard(context: Context, label: str, read: Callable[[], Any]) -> None:
    context.asked.append(Guard(label, read))


def _refuse_weak(context: Context, reference: Any) -> None:
    if is_known_outside(context.scopes[0], reference):
        raise StagingError(
            "AG232",
            "a weak reference would be followed once, while tracing, and not at each call.",
            span=user_span(),
            fix="Follow it outside of the staged function, and pass in what it gives.",
        )


def _package(function: Any) -> str:
    receiver = getattr(function, "__self__", None)
    if type(receiver) is functools._lru_cache_wrapper:
        return "functools"
    if receiver is None or isinstance(receiver, (type, types.ModuleType)):
        found = (
            package_of(function if receiver is None else receiver)
            if not isinstance(receiver, types.ModuleType)
            else receiver.__name__.split(".")[0]
        )
    else:
        found = package_of(type(receiver))
    found = found.removeprefix("_")
    return _SAME.get(found, found)


def _spoken(function: Any, package: str) -> str:
    receiver = getattr(function, "__self__", None)
    is_free = receiver is None or isinstance(receiver, types.ModuleType)
    return f"{package if is_free else type(receiver).__name__ if not isinstance(receiver, type) else receiver.__name__}.{function.__name__}"
