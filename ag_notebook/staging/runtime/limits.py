"""Bounds what a staged function may take, where its options say so: the time of a call, the iterations of each loop.

A loop of the graph counts its iterations in one more variable and checks it at the beginning of each. A loop of
Python's, such as one that is unrolled while tracing, is counted as it runs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from types import CodeType
from typing import Any, TypeVar

from ag_notebook.report import Span
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.errors import StagedRuntimeError
from ag_notebook.staging.runtime.callees import name_of
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import StagedRaise
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.forks import Refusal
from ag_notebook.staging.stopping import OutOfTimeError, time_limit
from ag_notebook.staging.wording import counted

State = tuple[Any, ...]
Value = TypeVar("Value")
LIMITS = ("AG280", "AG281")
"""The codes of errors by which a limit ends a call."""
COUNTER = "steps"
"""The name of the variable that counts."""

_steps_of_python: ContextVar[int | None] = ContextVar("ag_notebook_step_limit", default=None)
"""The limit of what Python runs itself, where nothing is traced: see `limited_in_python`."""

_refused: ContextVar[Sequence[Refusal]] = ContextVar("ag_notebook_refused", default=())
"""What has ended loops of the call that Python runs, as a list."""


@contextlib.contextmanager
def limited_in_python(most: int | None) -> Iterator[None]:
    """Around what Python runs itself."""
    token, refused = _steps_of_python.set(most), _refused.set([])
    try:
        yield
        for refusal in _refused.get()[:1]:  # caught by the user's `except BaseException`
            raise refusal
    except Refusal as refusal:
        raise refusal.error from None
    finally:
        _steps_of_python.reset(token)
        _refused.reset(refused)


def limited_in_time(function: Callable[..., Any], seconds: float | None, call: Callable[[], Value]) -> Value:
    """The value of a call, the outermost one of a staged function.

    Raises:
        StagedRuntimeError: AG280, it took longer.
    """
    __tracebackhide__ = True
    if not seconds or current() is not None:
        return call()
    try:
        return time_limit(seconds, call)
    except OutOfTimeError:
        raise _out_of_time(function, seconds) from None


def _out_of_time(function: Callable[..., Any], seconds: float) -> StagedRuntimeError:
    """The error of a call that took too long, at the function's first line."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    line = code.co_firstlineno if isinstance(code, CodeType) else 0
    return StagedRuntimeError(
        "AG280",
        f"`{name_of(function)}` took longer than the {seconds:g} s that a call may take.",
        span=Span(code.co_filename, line, 0, line, 0) if isinstance(code, CodeType) else None,
        fix="Look for a loop that does not end, or give it more time: `time_limit=…`, in a notebook `%config Autograph.time_limit = …`.",
    )


@dataclass(frozen=True, slots=True)
class StepLimit:
    """The limit of one loop: how many iterations it may run, and where it stands."""

    most: int
    span: Span | None

    def error(self) -> StagedRuntimeError:
        return StagedRuntimeError(
            "AG281",
            f"this loop has run {counted(self.most, 'iteration', 'iterations')}, as many as it may, and goes on.",
            span=self.span,
            fix="Look for why it does not end, or let it run longer: `step_limit=…`, in a notebook `%config Autograph.step_limit = …`.",
        )

    def exceed(self, context: Context | None) -> Any:
        """Ends a loop of Python's that goes on: in a staged branch when the graph runs, if the branch is taken."""
        if context is None:
            refusal = Refusal(self.error())  # past the user's handlers
            if isinstance(seen := _refused.get(), list):
                seen.append(refusal)
            raise refusal
        if not context.in_branch or context.handlers:
            raise self.error()
        raise StagedRaise(self.error())

    def within(self, items: Iterable[Any]) -> Iterator[Any]:
        """The items, as many as a loop may have."""
        for number, item in enumerate(items):
            if number == self.most:
                self.exceed(None)
            yield item

    def body(self, loop_body: Callable[..., State]) -> Callable[..., State]:
        """The body of a loop whose last variable counts the iterations before this one."""

        def run(*values: Any) -> State:
            steps = values[-1]
            goes_on = steps < self.most
            owner(goes_on).assert_stmt(goes_on, self.error)
            return (*loop_body(*values[:-1]), steps + 1)

        run.__code__ = _code_for(loop_body.__code__, run.__code__)
        return run


def step_limit() -> StepLimit | None:
    """The limit of a loop that begins here, if there is one."""
    context = current()
    most = _steps_of_python.get() if context is None else context.options.step_limit
    return StepLimit(most, user_span()) if most else None


def uncounted(test: Callable[..., Any]) -> Callable[..., Any]:
    """The test of a loop, for values of which the last one counts."""
    return lambda *values: test(*values[:-1])


_codes: dict[int, tuple[CodeType, CodeType]] = {}


def _code_for(body: CodeType, code: CodeType) -> CodeType:
    """A copy of `code`, always the same one for the same body: back ends know a loop again by the code of its body."""
    found = _codes.get(id(body))
    if found is None:
        found = _codes[id(body)] = body, code.replace(co_name=body.co_name)
    return found[1]
