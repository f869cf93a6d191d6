"""Raises at run time, as the user's own exception, what Python would raise where a staged test says so.

An `Assert` op carries the index of its exception among the trace's `failures`, and the text of those of its arguments
that are staged; the call path (`entry`) finds both in TensorFlow's error and raises the exception itself. Ops built
later wait for the check, so that `100 // x` cannot fail before the check that `x` is not 0.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from ag_notebook.report import Span
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner_within
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import StagedRaise, trace
from ag_notebook.staging.runtime.events import span_of_frame, user_frame
from ag_notebook.staging.runtime.handlers import refuse_if_caught
from ag_notebook.staging.tracebacks import at_user_line

_MARK = re.compile(r"ag_notebook failure (\d+):(?:.*?<<(.*?)>>)?", re.DOTALL)
_BETWEEN = "|;|"


def check(holds: tf.Tensor, exception: Callable[[], BaseException]) -> None:
    """Raises the exception at run time where `holds` (bool, []) is false.

    What making the exception changes is undone: it would happen only where the check fails.
    """
    context = current()
    if context is None:
        _fail_unless(holds, exception())
        return
    made = trace(context, exception).result
    _fail_unless(holds, made.exception if isinstance(made, StagedRaise) else made)


Place = tuple[Span, str]
"""A user's span and the function that it is in."""


def fail(exception: BaseException, place: Place | None = None) -> None:
    """Raises the exception at run time, here; `place` is that of the `raise`."""
    _fail_unless(tf.constant(False), exception, place)


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception that a graph may raise; `staged` says which of its arguments are known at run time only.

    A staged argument is "text", "int" or "float"; the others are None.
    """

    exception: BaseException
    place: Place | None
    """The user's place and function that it belongs to."""
    staged: tuple[str | None, ...]

    def at_run_time(self, texts: Sequence[str]) -> BaseException:
        """The exception with its staged arguments as the graph computed them."""
        made = _copied(self.exception)
        if self.place is not None:
            made = at_user_line(made, *self.place)
        if not any(self.staged) or len(texts) != len(self.staged):
            return made
        kinds = {"text": str, "int": int, "float": float}
        made.args = tuple(
            kinds[kind](text) if kind else argument
            for kind, text, argument in zip(self.staged, texts, self.exception.args, strict=True)
        )
        return made


def _fail_unless(holds: tf.Tensor, exception: BaseException, place: Place | None = None) -> None:
    if place is None:
        frame = user_frame()
        place = None if frame is None else (span_of_frame(frame), frame.f_code.co_name)
    refuse_if_caught(exception, None if place is None else place[0])
    context = current()
    if context is not None and context.options.jit_compile:
        raise StagingError(
            "AG302",
            f"XLA drops checks, and {type(exception).__name__} could never be raised here.",
            span=None if place is None else place[0],
            fix="Leave out jit_compile, or do the check outside.",
        )
    failures: list[Any] = context.failures if context is not None else []
    failure = Failure(exception, place, tuple(map(_staged_kind, exception.args)))
    failures.append(failure)
    parts: list[Any] = [f"ag_notebook failure {len(failures) - 1}: {type(exception).__name__}: "]
    if any(failure.staged):
        parts += ["<<", *_argument_texts(exception.args), ">>"]
    else:
        parts.append(str(exception))
    from ag_notebook.staging.backends.tensorflow.texts import text

    op = tf.raw_ops.Assert(condition=holds, data=[tf.convert_to_tensor(text(parts))])
    private.order_after(op)


def _copied(exception: BaseException) -> BaseException:
    """Another exception like this one, so that each call raises its own; the same where its class cannot be copied."""
    try:
        made = copy.copy(exception)
    except Exception:  # noqa: BLE001 - a class of the user's that cannot be copied, for whatever reason
        return exception
    made.__cause__, made.__suppress_context__ = exception.__cause__, exception.__suppress_context__
    return made


def _staged_kind(argument: Any) -> str | None:
    if owner_within(argument) is PYTHON:
        return None
    dtype = getattr(argument, "natural", None) or getattr(argument, "dtype", tf.string)
    scalar = getattr(argument, "shape", tf.TensorShape([])).rank == 0
    if not scalar or not (dtype.is_integer or dtype.is_floating):
        return "text"
    return "int" if dtype.is_integer else "float"


def _argument_texts(args: Sequence[Any]) -> list[Any]:
    parts: list[Any] = []
    for index, argument in enumerate(args):
        parts += [_BETWEEN] if index else []
        parts.append((argument, "s", ""))
    return parts


def original(error: BaseException, failures: Sequence[Failure]) -> BaseException | None:
    """The user's exception behind an error of TensorFlow's runtime, if it was one of ours."""
    found = _MARK.search(str(error))
    index = int(found.group(1)) if found else len(failures)
    if found is None or index >= len(failures):
        return None
    texts = (
        (found.group(2) or "").encode().decode("unicode_escape").encode("latin-1").decode().split(_BETWEEN)
    )
    return failures[index].at_run_time(texts)
