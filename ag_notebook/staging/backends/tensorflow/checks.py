"""Raises at run time, as the user's own exception, what Python would raise where a staged test says so.

An `Assert` op carries the index of its exception among the trace's `failures`; the call path (`entry`) finds it in
TensorFlow's error and raises the exception itself. Ops built later wait for the check, so that `100 // x` cannot
fail before the check that `x` is not 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.statements import refuse_if_caught

_MARK = re.compile(r"ag_notebook failure (\d+):")


def check(holds: tf.Tensor, exception: Callable[[], BaseException]) -> None:
    """Raises the exception at run time where `holds` (bool, []) is false."""
    _fail_unless(holds, exception())


def fail(exception: BaseException) -> None:
    """Raises the exception at run time, here."""
    _fail_unless(tf.constant(False), exception)


def _fail_unless(holds: tf.Tensor, exception: BaseException) -> None:
    refuse_if_caught(exception)
    context = current()
    failures = context.failures if context is not None else []
    failures.append(exception)
    text = f"ag_notebook failure {len(failures) - 1}: {type(exception).__name__}: {_safe(exception)}"
    op = tf.raw_ops.Assert(condition=holds, data=[tf.constant(text)])
    private.order_after(op)


def _safe(exception: BaseException) -> str:
    """The exception's text, where it has no staged parts."""
    parts = exception.args
    return str(exception) if all(isinstance(p, (str, int, float, bool, bytes, type(None))) for p in parts) else ""


def original(error: BaseException, failures: Sequence[BaseException]) -> BaseException | None:
    """The user's exception behind an error of TensorFlow's runtime, if it was one of ours."""
    found = _MARK.search(str(error))
    index = int(found.group(1)) if found else len(failures)
    return failures[index] if index < len(failures) else None
