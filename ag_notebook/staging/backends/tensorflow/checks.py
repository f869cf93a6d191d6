"""Raises at run time, as the user's own exception, what Python would raise where a staged test says so.

An `Assert` op carries the index of its exception among the trace's `failures`, and the text of those of its arguments
that are staged; the call path (`entry`) finds both in TensorFlow's error and raises the exception itself. Ops built
later wait for the check, so that `100 // x` cannot fail before the check that `x` is not 0.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.registry import owner_within
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import StagedRaise, trace
from ag_notebook.staging.runtime.statements import refuse_if_caught

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


def fail(exception: BaseException) -> None:
    """Raises the exception at run time, here."""
    _fail_unless(tf.constant(False), exception)


def _fail_unless(holds: tf.Tensor, exception: BaseException) -> None:
    refuse_if_caught(exception)
    context = current()
    failures = context.failures if context is not None else []
    failures.append(exception)
    label = f"ag_notebook failure {len(failures) - 1}: {type(exception).__name__}"
    parts: list[Any] = [f"{label}: {exception}"]
    if _is_staged(exception):
        parts = [f"{label}: <<", *_argument_texts(exception.args), ">>"]
    from ag_notebook.staging.backends.tensorflow.texts import text

    op = tf.raw_ops.Assert(condition=holds, data=[tf.convert_to_tensor(text(parts))])
    private.order_after(op)


def _is_staged(exception: BaseException) -> bool:
    return any(owner_within(argument) is not PYTHON for argument in exception.args)


def _argument_texts(args: Sequence[Any]) -> list[Any]:
    parts: list[Any] = []
    for index, argument in enumerate(args):
        parts += [_BETWEEN] if index else []
        parts.append((argument, "s", ""))
    return parts


def original(error: BaseException, failures: Sequence[BaseException]) -> BaseException | None:
    """The user's exception behind an error of TensorFlow's runtime, if it was one of ours."""
    found = _MARK.search(str(error))
    index = int(found.group(1)) if found else len(failures)
    if found is None or index >= len(failures):
        return None
    exception = failures[index]
    if not _is_staged(exception) or found.group(2) is None:
        return exception
    texts = found.group(2).encode().decode("unicode_escape").encode("latin-1").decode().split(_BETWEEN)
    renewed = copy.copy(exception)
    renewed.args = tuple(_like(argument, text) for argument, text in zip(exception.args, texts, strict=False))
    return renewed


def _like(argument: Any, text: str) -> Any:
    """An argument at run time: a number where it was one, else its text."""
    if owner_within(argument) is PYTHON:
        return argument
    for kind in (int, float):
        try:
            return kind(text) if getattr(argument, "dtype", tf.string) != tf.string else text
        except ValueError:
            continue
    return text
