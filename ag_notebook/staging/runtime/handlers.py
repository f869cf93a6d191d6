"""Keeps what the user's handlers around a point would catch: they run while tracing, and the graph raises later.

A `try` of the user's, or a context manager that may swallow an exception, is in force for what Python raises in the same
branch or body. Where a staged test of that scope decides about the exception, the test is asked first (`forks`). What the
graph may raise elsewhere inside of it is refused, because no handler will be there then.
"""

from __future__ import annotations

import builtins
import types
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from ag_notebook.report import Span
from ag_notebook.staging.errors import AgNotebookError, StagedRuntimeError, StagingError
from ag_notebook.staging.runtime.arrays import refused_write
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.forks import Fork, Refusal, Region

_GROUP: Any = getattr(builtins, "BaseExceptionGroup", ())


@dataclass(frozen=True, slots=True)
class Handlers:
    """What one `try` or `with` catches.

    Attributes:
        classes: the classes of exceptions.
        depth: the number of scopes when it was entered.
        in_groups: `except*`, which also takes exceptions out of a group.
        what: the statement, for messages.
        is_of_loop: a `for` over an object of the user's, which ends by `StopIteration`.
        region: the block that it is in, which can be run again.
    """

    classes: tuple[type[BaseException], ...]
    depth: int
    in_groups: bool = False
    what: str = "`try`"
    is_of_loop: bool = False
    region: Region | None = None

    def catch(self, error: BaseException) -> bool:
        """Whether the exception, or a part of a group, comes to a handler."""
        if isinstance(
            error, StagedRuntimeError
        ):  # of ours, such as a limit: no handler of the user's is for that
            return False
        if isinstance(error, self.classes):
            return True
        return self.in_groups and isinstance(error, _GROUP) and any(map(self.catch, error.exceptions))


def is_caught_here(context: Context, error: BaseException) -> bool:
    """Whether a handler of the user's in the same branch or body catches the exception: then Python does.

    Raises:
        StagingError: AG270, one outside of the branch would have to catch it at run time.
    """
    here = len(context.scopes)
    if any(h.depth == here and h.catch(error) for h in context.handlers):
        context.raised.append(error)
        return True
    refuse_if_caught(error)
    return False


def was_raised_here(context: Context, error: BaseException) -> bool:
    """Whether a `raise` of the user's raised the exception in Python, or what is left of a group of its exceptions."""
    if isinstance(error, _GROUP):
        return any(was_raised_here(context, e) for e in error.exceptions)
    return any(error is e or (isinstance(e, _GROUP) and error in e.exceptions) for e in context.raised)


def refuse_if_caught(error: BaseException, span: Span | None = None) -> None:
    """Refuses a run-time exception where a handler of the user's around it would have to catch it.

    Raises:
        Fork: a test in the handler's scope may be asked first whether it is raised.
        StagingError: AG270.
    """
    context = current()
    if context is None:
        return
    for handlers in reversed(context.handlers):
        if handlers.catch(error):
            refusal = StagingError(
                "AG270",
                f"this may raise {type(error).__name__} at run time inside a {handlers.what} that catches it.",
                span=span or user_span(),
                fix=f"Test the condition before the {handlers.what}, with `if`.",
            )
            region = handlers.region
            if handlers.is_of_loop:  # each iteration would ask anew
                raise refusal
            if region is not None and region.can_be_run_again():
                raise Fork(refusal, handlers.depth, region)
            if may_assume(context, handlers):
                raise Fork(refusal, handlers.depth, None)
            raise refusal


def may_assume(context: Context, handlers: Handlers) -> bool:
    """Whether the handlers are in the outermost scope of a trace that can be made again with another assumption."""
    return handlers.depth == 1 and context.taken is not None and not context.options.jit_compile


def region_here(context: Context) -> Region | None:
    """The innermost block that can be run again, if it is in this scope."""
    region = context.regions[-1] if context.regions else None
    return region if region is not None and region.depth == len(context.scopes) else None


def note_refusal(context: Context, error: BaseException | None) -> None:
    """Keeps an error of ours out of the user's handlers, and remembers it in case that one catches everything.

    Raises:
        Refusal: in place of an error of ours.
    """
    found = error if isinstance(error, AgNotebookError) else refused_write(error)
    if found is not None:
        context.refusal = found
        raise Refusal(found) from None
    if isinstance(error, Refusal):
        context.refusal = error.error


def refuse_swallowed(context: Context) -> None:
    """Raises an error of ours again that a handler of the user's has swallowed."""
    if context.refusal is not None:
        raise Refusal(context.refusal)


class _Guard(AbstractContextManager[None]):
    """Around the body of a user's `try`: staged code in it must not raise at run time what the `try` catches."""

    in_groups = False

    def __init__(self, classes: Callable[[], Any]) -> None:
        self.classes = classes
        self.entered = False

    def __enter__(self) -> None:
        context = current()
        if context is not None:
            found = tuple(flat(self.classes()))
            region = region_here(context)
            context.handlers.append(Handlers(found, len(context.scopes), self.in_groups, region=region))
            self.entered = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: types.TracebackType | None,
    ) -> None:
        context = current()
        if self.entered and context is not None:
            context.handlers.pop()
            note_refusal(context, error)


class guarded_try(_Guard):  # noqa: N801 - reads as a statement in generated code
    """Around the body of a `try` with `except`."""


class guarded_try_star(_Guard):  # noqa: N801 - as above
    """Around the body of a `try` with `except*`."""

    in_groups = True


class leaving(AbstractContextManager[None]):  # noqa: N801 - as above
    """Around a `finally`: where the graph raises in the `try`, it ends there, and does nothing of the `finally` any more."""

    def __init__(self) -> None:
        context = current()
        self._before = 0 if context is None else len(context.failures)
        self._has_effects: Callable[[], bool] | None = None

    def __enter__(self) -> None:
        context = current()
        if context is not None and any(f.is_of_program for f in context.failures[self._before :]):
            self._has_effects = context.backend.effects_from_here()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: types.TracebackType | None,
    ) -> None:
        if error is None and self._has_effects is not None and self._has_effects():
            raise StagingError(
                "AG271",
                "this prints or has another effect after what may raise at run time, and the graph ends where it raises.",
                span=user_span(),
                fix="Catch the exception inside of the function, or do it after the call.",
            )


def flat(classes: Any) -> list[type[BaseException]]:
    """The classes of an `except`: tuples of them may be nested."""
    if isinstance(classes, tuple):
        return [c for item in classes for c in flat(item)]
    return [classes]
