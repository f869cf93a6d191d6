"""Runs calls of one function in a thread of its own: phase by phase, with a way to stop, and a report of each. No widgets here."""

from __future__ import annotations

import contextlib
import contextvars
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from ag_notebook.notebook.cells import combined, value_text, with_checks
from ag_notebook.notebook.explorer.printed import Printed, caught
from ag_notebook.report import Check, Run, StagingReport, joined
from ag_notebook.staging.backends import registry
from ag_notebook.staging.beside import calls
from ag_notebook.staging.checking import call_text, check
from ag_notebook.staging.function import StagedFunction, function
from ag_notebook.staging.measuring import measuring
from ag_notebook.staging.options import Options
from ag_notebook.staging.rungs import RUNGS, reports_with
from ag_notebook.staging.stopping import Stop, stoppable

if TYPE_CHECKING:
    import inspect

    from IPython.core.interactiveshell import InteractiveShell

PHASES = ("waiting", "converting", "tracing", "checking", "running", "reporting")
"""What a run does, in order; `waiting` for the run of another explorer."""

_one_at_a_time = threading.Lock()
"""What C++ prints has no owner, so that two runs at once would print into each other."""


@dataclass(frozen=True, slots=True)
class Request:
    """A call that is wanted.

    Attributes:
        backends: the first one makes the call; where there are several, all do, side by side.
        options: fields of `Options` that are not to be as the function has them.
        run: whether the call is made, or only traced.
        check: whether it is compared with the original's.
        show: the parts of the report that are wanted.
    """

    bound: inspect.BoundArguments
    backends: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    run: bool = True
    check: bool = False
    show: tuple[str, ...] = ()


@dataclass(slots=True)
class Work:
    """A call that is being made, and then what it gave.

    Attributes:
        error: what the call raised.
        new_traces: how many traces were made for it.
        traces: how many the function has now.
        reason: why the last one was made.
    """

    request: Request
    phase: str = PHASES[0]
    begun: float = field(default_factory=time.monotonic)
    phase_begun: float = field(default_factory=time.monotonic)
    ended: float | None = None
    done: threading.Event = field(default_factory=threading.Event)
    stopping: Any = field(default_factory=Stop)
    printed: Printed = field(default_factory=Printed)
    value: Any = None
    report: StagingReport | None = None
    error: BaseException | None = None
    is_stopped: bool = False
    new_traces: int = 0
    traces: int = 0
    reason: str = ""

    @property
    def seconds(self) -> float:
        """Since it began, until it ended."""
        return (time.monotonic() if self.ended is None else self.ended) - self.begun

    @property
    def phase_seconds(self) -> float:
        """Since the phase began."""
        return time.monotonic() - self.phase_begun

    def stop(self) -> None:
        """Ends it within 2 seconds, unless it is inside of what cannot be cancelled."""
        self.stopping.stop()

    def enter(self, phase: str) -> None:
        self.phase, self.phase_begun = phase, time.monotonic()


class Session:
    """The calls of a function: one after the other, each in a thread of its own.

    The same options give the same staged function, so that its traces are there for the next call.
    """

    def __init__(self, fn: Callable[..., Any], backend: str, shell: InteractiveShell | None = None) -> None:
        self.shell = shell
        self.own = fn if isinstance(fn, StagedFunction) else function(fn, backend=backend)
        self._staged = [self.own]

    @property
    def original(self) -> Callable[..., Any]:
        return self.own.original

    def staged(self, backend: str, options: dict[str, Any]) -> StagedFunction:
        """The function, staged with these options."""
        known = {each.name for each in fields(Options)}
        wanted = replace(
            self.own.options, backend=backend, **{k: v for k, v in options.items() if k in known}
        )
        found = next((each for each in self._staged if each.options == wanted), None)
        if found is None:
            found = self.own.with_options(**{name: getattr(wanted, name) for name in known})
            self._staged.append(found)
        return found

    def start(self, request: Request) -> Work:
        """Begins a call in a thread; `done` is set where it ends, however it does."""
        for name in request.backends:
            registry.named(name)  # loaded here: what a thread imports, it cannot be stopped in
        work = Work(request)
        run = contextvars.copy_context().run  # the user's context variables count
        threading.Thread(
            target=run, args=(self._work, work), name="ag_notebook explorer", daemon=True
        ).start()
        return work

    def _work(self, work: Work) -> None:
        __tracebackhide__ = True
        try:
            with _turn(work), caught(work.printed, self.shell):
                stoppable(work.stopping, lambda: self._perform(work, work.request))
        except KeyboardInterrupt as error:
            work.is_stopped = work.stopping.stopped
            work.error = None if work.is_stopped else error
        except BaseException as error:  # noqa: BLE001  whatever the user's code raises is shown where the run is
            work.error = error
        finally:
            work.ended = time.monotonic()
            work.done.set()

    def _perform(self, work: Work, request: Request) -> None:
        __tracebackhide__ = True
        work.enter("converting")
        staged = self.staged(request.backends[0], request.options)
        assert staged.code  # what cannot be converted is refused here
        args, kwargs = request.bound.args, request.bound.kwargs
        call = call_text(staged, args, kwargs)
        rungs = tuple(name for name in RUNGS if name in request.show)
        before, tracing = len(staged.traces()), _seconds_tracing(staged)
        if len(request.backends) > 1:
            self._beside(work, staged, call, rungs)
        else:
            run: Run | None = Run(call, "", None)
            checks: tuple[Check, ...] = ()
            try:
                work.enter("tracing")
                staged._trace(*args, **kwargs)
                if request.check:
                    work.enter("checking")
                    checks = check(staged, args, kwargs, call)
                if request.run:
                    work.enter("running")
                    begun, made = time.perf_counter(), _seconds_tracing(staged)
                    with measuring("times" in rungs):
                        work.value = staged(*args, **kwargs)
                    seconds = time.perf_counter() - begun - (_seconds_tracing(staged) - made)
                    traced = _seconds_tracing(staged) - tracing
                    run = Run(call, value_text(work.value), max(seconds, 0.0), traced or None)
            except Exception as error:  # noqa: BLE001  as in `_work`: there is a report below the error
                if work.stopping.stopped:  # what was cancelled fails in some way
                    raise KeyboardInterrupt from None
                work.error, run = error, None
            work.enter("reporting")
            report = combined(reports_with([staged], rungs), staged.options.backend, run)
            work.report = with_checks(report, checks) if checks else report
        traces = staged.traces()
        work.traces, work.new_traces = len(traces), len(traces) - before
        work.reason = traces[-1].reason if work.new_traces else ""

    def _beside(self, work: Work, staged: StagedFunction, call: str, rungs: tuple[str, ...]) -> None:
        """The call on several back ends; its value or exception is that of the first that can."""
        __tracebackhide__ = True
        request = work.request
        work.enter("running" if request.run else "tracing")
        with measuring("times" in rungs):
            made = calls(
                call,
                staged,
                request.backends,
                request.bound.args,
                request.bound.kwargs,
                text=value_text,
                trace_only=not request.run,
            )
        work.value, work.error = made.decider.value, made.decider.error
        work.enter("reporting")
        own = reports_with([staged], made.rungs(made.sides[0], rungs))
        work.report = made.added_to(joined(own, staged.options.backend), rungs)


def _seconds_tracing(staged: StagedFunction) -> float:
    return float(getattr(staged.entry, "seconds_tracing", 0.0))


@contextlib.contextmanager
def _turn(work: Work) -> Iterator[None]:
    """Waits until no other explorer runs.

    Raises:
        KeyboardInterrupt: it was stopped meanwhile.
    """
    while not _one_at_a_time.acquire(timeout=0.1):
        if work.stopping.stopped:
            raise KeyboardInterrupt
    try:
        yield
    finally:
        _one_at_a_time.release()
