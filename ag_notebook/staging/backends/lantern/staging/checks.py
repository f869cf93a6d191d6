"""Stages what raises by a staged test: `assert`, `raise`, a name that may be unbound, None that is used as a value.

A `check` of the program carries the number of the exception, which the entry raises when it does not hold. Under a `try` of
the user's that catches it, the `try` is staged once for each way that the test may turn out (`runtime.forks`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ag_notebook.report import Span
from ag_notebook.staging.backends.lantern.staging.arithmetic import constant
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.values import Array, Staged
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import kept_effects, trace
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.forks import Fork
from ag_notebook.staging.runtime.handlers import refuse_if_caught
from ag_notebook.staging.runtime.reachability import reachable


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception that a program may raise, and the user's place that it belongs to."""

    exception: BaseException
    span: Span | None


def required_context() -> Context:
    """The context of the trace."""
    context = current()
    assert context is not None, "nothing is staged to Lantern here"
    return context


def check(test: Array, exception: BaseException, span: Span | None = None) -> None:
    """Raises the exception at run time where the test does not hold."""
    span = span or user_span()
    if _is_decided(test, exception, span):
        return
    made = session()
    visited: list[Any] = []
    reachable([exception.args], {0}, visited)
    if any(isinstance(value, Staged) for value in visited):
        raise StagingError(
            "AG312",
            f"a {type(exception).__name__} is raised with staged values, which Lantern's programs cannot put into it.",
            span=span,
            fix="Leave them out of the message.",
        )
    made.failures.append(Failure(exception, span))
    made.emit("check", test.variable, failure=len(made.failures) - 1)
    made.facts[id(test.variable)] = True, test.variable


def exception_of(make: Callable[[], BaseException]) -> BaseException:
    """The exception that a check raises; what making it changes happens only where it is raised.

    Raises:
        StagingError: AG311, code outside would see the change.
    """
    traced = trace(required_context(), make)
    kept = kept_effects(traced.effects, [make])
    if kept:
        raise refusal("AG311", "the message of an assertion changes something.", "Make the message before.")
    return traced.raised or traced.result


def fail(exception: BaseException, span: Span | None) -> None:
    """Raises the exception at run time, wherever this is reached."""
    check(constant(False), exception, span)


def may_raise(exception: BaseException, holds: Callable[[], Array]) -> None:
    """Before an operation that raises at run time unless a test holds: a handler of the user's may be waiting for it."""
    context = required_context()
    if any(handlers.catch(exception) for handlers in context.handlers):
        _is_decided(holds(), exception, user_span())


def _is_decided(test: Array, exception: BaseException, span: Span | None) -> bool:
    """Whether a handler of the user's is around: then the exception is raised in Python, or the test is known to hold."""
    try:
        refuse_if_caught(exception, span)
    except Fork as fork:
        if not decide(test, fork):
            required_context().raised.append(exception)
            raise exception from exception.__cause__
        return True
    return False


def decide(test: Array, fork: Fork) -> bool:
    """How a test turns out that decides about an exception which is caught in this scope.

    Raises:
        Fork: it is another scope's.
    """
    context = required_context()
    if fork.depth != len(context.scopes) or fork.region is None:
        raise fork
    context.refusal = None
    return fork.region.decide(test, fork.error)
