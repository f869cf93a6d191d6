"""Records what probed variables are, each time that their lines bind them.

    n = n // 2          ->      n = n // 2
                                ag.probe(3, n)

The call hands the value to the recorder of the staged function that is being called: now, where Python runs, and through the back
end where something is staged, so that it is done when the graph runs, on the taken path only. It gives nothing back, and so
can change nothing.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from ag_notebook.report import Probe, ProbeSample, Span
from ag_notebook.report.probes import MOST_SAMPLES
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.samples import Lasting, sample

_FIXED = (Lasting, bool, int, float, str, type(None))
"""Types of values that stay what they are: they can be looked at later."""


class _Series:
    """The samples of one probe: every `step`-th, thinned out as they come, and the last one."""

    def __init__(self) -> None:
        self.count, self.step = 0, 1
        self.kept: list[ProbeSample] = []
        self.last: tuple[int, Any] | None = None

    def add(self, value: Any) -> None:
        """Takes one more value."""
        number, self.count = self.count, self.count + 1
        if type(value) not in _FIXED:
            value = sample(number, value)
        self.last = number, value
        if number % self.step == 0:
            self.kept.append(_sampled(number, value))
            if len(self.kept) == MOST_SAMPLES:
                self.kept, self.step = self.kept[::2], 2 * self.step

    def samples(self) -> tuple[ProbeSample, ...]:
        """The samples so far, in order."""
        if self.last is None or (self.kept and self.kept[-1].number == self.last[0]):
            return tuple(self.kept)
        return (*self.kept, _sampled(*self.last))


def _sampled(number: int, value: Any) -> ProbeSample:
    return value if isinstance(value, ProbeSample) else sample(number, value)


class Recorder:
    """What the probes of a staged function have seen in its last call. Safe to use from several threads.

    Attributes:
        places: the name and place of each probe, by its number.
    """

    def __init__(self) -> None:
        self.places: list[tuple[str, Span]] = []
        self._series: dict[int, _Series] = {}
        self._lock = threading.Lock()

    def record(self, number: int, value: Any) -> None:
        """Takes a value of the probe of that number."""
        with self._lock:
            self._series.setdefault(number, _Series()).add(value)

    def forget(self) -> None:
        """Forgets what was seen: another call begins."""
        with self._lock:
            self._series.clear()

    def probes(self) -> tuple[Probe, ...]:
        """What was seen, in the order of the lines; a line that was not reached has no samples."""
        with self._lock:
            found = [
                Probe(name, span, series.count, series.samples())
                for number, (name, span) in enumerate(self.places)
                for series in [self._series.get(number) or _Series()]
            ]
        return tuple(sorted(found, key=lambda probe: (probe.span, probe.name)))


_RECORDER: ContextVar[Recorder | None] = ContextVar("ag_notebook_recorder", default=None)
active_recorder = _RECORDER.get
"""The recorder of the staged function that is being called or traced, if it has probes."""


@contextlib.contextmanager
def recording(recorder: Recorder, *, is_call: bool) -> Iterator[None]:
    """Around a call or a trace of a function that has probes; a call from outside of it begins anew."""
    if is_call and active_recorder() is not recorder:
        recorder.forget()
    token = _RECORDER.set(recorder)
    try:
        yield
    finally:
        _RECORDER.reset(token)


def probe(number: int, value: Any) -> None:
    """Records a value of the probe of that number, when what is staged runs."""
    recorder = active_recorder()
    if recorder is None:  # a function made in the call, and called later
        return
    record = functools.partial(recorder.record, number)
    context = current()
    if context is None or not context.scopes:
        record(value)
    else:
        context.backend.probe(record, value)


def probed(number: int, value: Any) -> Any:
    """The value itself, recorded: where it is bound in an expression."""
    probe(number, value)
    return value
