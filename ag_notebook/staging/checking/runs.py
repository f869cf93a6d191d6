"""Runs one side of a comparison and keeps what it did: value, exception, printed text, gradients, places outside."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ag_notebook.staging.checking.state import Outside
from ag_notebook.staging.checking.values import Freezer
from ag_notebook.staging.stopping import OutOfTimeError, time_limit

_LOG = re.compile(r"^(\d{4}-\d\d-\d\d .*: [IWEF] |[IWEF]\d{4} |WARNING: All log messages)")
"""Lines that libraries written in C++ log: no run's own text."""


class TookTooLongError(Exception):
    """A run did not end in the time that it was given."""


@dataclass(slots=True)
class Outcome:
    """What a run did, frozen: what happens later does not change it."""

    value: Any = None
    error: BaseException | None = None
    raised: Any = None
    """What the exception was made with."""
    printed: str = ""
    gradients: dict[str, Any] = field(default_factory=dict)
    gradient_error: Exception | None = None
    outside: list[tuple[str, Any]] = field(default_factory=list)
    world: dict[str, Any] = field(default_factory=dict)


def observe(
    call: Callable[[], Any],
    arguments: Mapping[str, Any],
    outside: Outside,
    checks: Any,
    seconds: float | None = None,
) -> Outcome:
    """Runs `call`, puts back what it changed, and gives what it did.

    Raises:
        TookTooLongError: it ran longer than `seconds`.
    """
    outcome = Outcome()
    gradients: Callable[[], dict[str, Any]] = dict
    freeze = Freezer(checks)
    try:
        with _printed() as printed:
            try:
                with _warnings_anew(), outside.world.watched():
                    value, gradients = _within(seconds, lambda: checks.run(call, arguments))
            except (TookTooLongError, KeyboardInterrupt):
                raise
            except BaseException as error:  # noqa: BLE001  whatever the function raises is what is compared
                outcome.error, outcome.raised = error, freeze(error.args)
            else:
                outcome.value = freeze(value)
        outcome.printed = "".join(printed)
        try:
            outcome.gradients = {name: freeze(each) for name, each in gradients().items()}
        except Exception as error:  # noqa: BLE001  as above
            outcome.gradient_error = error
        outcome.world = {name: freeze(held) for name, held in outside.world.contents().items()}
        outcome.outside = [(label, freeze(held)) for label, held in outside.contents()]
    finally:
        outside.restore()
    return outcome


@contextlib.contextmanager
def _warnings_anew() -> Iterator[None]:
    """Shows warnings by the user's filters, as if none had been shown: Python shows one once for each place."""
    shown: dict[Any, Any] = warnings.onceregistry  # type: ignore[attr-defined]
    before = shown.copy()
    shown.clear()
    try:
        with warnings.catch_warnings():  # forgets what was shown, by default once for each place
            yield
    finally:
        shown.clear()
        shown.update(before)


@contextlib.contextmanager
def _printed() -> Iterator[list[str]]:
    """Keeps what is written to Python's standard streams, then what is written to the process's."""
    written = io.StringIO()
    found: list[str] = []
    with _descriptor(2) as errors, _descriptor(1) as output:
        with contextlib.redirect_stdout(written), contextlib.redirect_stderr(written):
            yield found
        found.append(written.getvalue())
        found += [output(), errors()]


@contextlib.contextmanager
def _descriptor(number: int) -> Iterator[Callable[[], str]]:
    """Keeps what C++ writes to a descriptor of the process (`tf.print` does), less what it logs."""
    try:
        saved = os.dup(number)
    except OSError:  # there is none
        yield str
        return
    with tempfile.TemporaryFile() as file:
        _flush()
        os.dup2(file.fileno(), number)
        try:
            yield lambda: _text_of(file)
        finally:
            _flush()
            os.dup2(saved, number)
            os.close(saved)


def _flush() -> None:
    for stream in (sys.__stdout__, sys.__stderr__):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()  # type: ignore[union-attr]  # AttributeError: there is none


def _text_of(file: Any) -> str:
    file.seek(0)
    lines = file.read().decode("utf-8", "replace").split("\n")
    return "\n".join(line for line in lines if not _LOG.match(line))


def _within(seconds: float | None, call: Callable[[], Any]) -> Any:
    """The value of a call that is ended after some time: a running graph, too."""
    if seconds is None:
        return call()
    try:
        return time_limit(seconds, call)
    except OutOfTimeError:
        raise TookTooLongError from None
