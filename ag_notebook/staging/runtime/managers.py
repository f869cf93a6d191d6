"""Context managers while tracing: those that may swallow an exception are as a `try`, the user's `__exit__` as a `finally`.

What `contextlib` makes of a generator of the user's runs it converted, also where it was decorated outside.
"""

from __future__ import annotations

import ast
import contextlib
import types
from collections.abc import Callable
from typing import Any

from ag_notebook.staging.errors import AgNotebookError
from ag_notebook.staging.runtime.callees import is_user_function, stood_for
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.diversions import diversion
from ag_notebook.staging.runtime.handlers import Handlers, flat, leaving, note_refusal, region_here


def manager(value: Any) -> Any:
    """The context manager of a `with`; while tracing, one that may swallow exceptions is guarded as a `try` is."""
    context = current()
    if context is None:
        return value
    diverting = diversion(value)
    if diverting is not None:
        return diverting
    swallowed = _swallowed(value)
    if swallowed:
        return _GuardedManager(value, swallowed)
    leave = getattr(type(value), "__exit__", None)
    is_users = type(leave) is types.FunctionType and is_user_function(leave)
    runs_users = isinstance(value, (contextlib.ExitStack, contextlib.closing))
    return _LeavingManager(value) if is_users or runs_users else value


class _GuardedManager:
    """A context manager that may swallow exceptions of some classes."""

    def __init__(self, value: Any, classes: tuple[type[BaseException], ...]) -> None:
        self.value, self.classes = value, classes

    def __enter__(self) -> Any:
        entered = type(self.value).__enter__(self.value)
        context = current()
        assert context is not None
        region = region_here(context)
        context.handlers.append(Handlers(self.classes, len(context.scopes), what="`with`", region=region))
        return entered

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: types.TracebackType | None,
    ) -> Any:
        context = current()
        assert context is not None
        context.handlers.pop()
        note_refusal(context, error)
        return type(self.value).__exit__(self.value, kind, error, traceback)


class _LeavingManager:
    """A context manager of the user's, whose `__exit__` is as a `finally`."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __enter__(self) -> Any:
        self.leaving = leaving()
        return type(self.value).__enter__(self.value)

    def __exit__(self, *error: object) -> Any:
        with self.leaving:
            if isinstance(self.value, contextlib.closing):
                from ag_notebook.staging.runtime.calls import converted_call

                return converted_call(self.value.thing.close)  # type: ignore[attr-defined]
            return type(self.value).__exit__(self.value, *error)


def _swallowed(value: Any) -> tuple[type[BaseException], ...]:
    """The classes of exceptions that a context manager may swallow; none where it is known to swallow nothing."""
    if isinstance(value, contextlib.suppress):
        return tuple(flat(tuple(value._exceptions)))  # type: ignore[attr-defined]
    if isinstance(value, contextlib._GeneratorContextManager):
        function = getattr(value, "func", None)
        return (Exception,) if _may(function, _handles_around_yield) else ()
    leave = getattr(type(value), "__exit__", None)
    return (Exception,) if _may(leave, _may_return_true) else ()


def _may(function: Any, says: Callable[[ast.AST], bool]) -> bool:
    """Whether the source of a function of the user's says so; a library's is known to behave."""
    if type(function) is not types.FunctionType or not is_user_function(function):
        return False
    function = stood_for(function)
    context = current()
    assert context is not None
    try:
        return says(context.converter.converted_code(function).found.node)
    except AgNotebookError:
        return False


def _handles_around_yield(function: ast.AST) -> bool:
    tries: list[Any] = [n for n in ast.walk(function) if getattr(n, "handlers", None)]
    return any(isinstance(part, ast.Yield) for t in tries for s in t.body for part in ast.walk(s))


def _may_return_true(function: ast.AST) -> bool:
    returns = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value is not None]
    return any(not (isinstance(v, ast.Constant) and not v.value) for v in returns)


def is_of_contextlib(function: Any) -> bool:
    """Whether a function is of `contextlib`, or was made by it of a function of the user's."""
    function = getattr(function, "__func__", function)
    return type(function) is types.FunctionType and function.__globals__ is vars(contextlib)


def with_converted_generator(made: Any) -> Any:
    """What `contextlib` made: a manager that is over a generator of the user's is over the converted one."""
    from ag_notebook.staging.runtime.calls import invoke

    if not isinstance(made, contextlib._GeneratorContextManagerBase):
        return made
    function: Any = made.func
    if type(function) is types.FunctionType and is_user_function(function):
        made.gen = invoke(function, made.args, made.kwds)
    return made
