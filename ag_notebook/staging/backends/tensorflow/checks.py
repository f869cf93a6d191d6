"""Raises at run time, as the user's own exception, what Python would raise where a staged test says so.

An `Assert` op carries the index of its exception among the trace's `failures`, and the text of those of its arguments
that are staged; the call path (`entry`) finds both in TensorFlow's error and raises the exception itself. Ops built
later wait for the check, so that `100 // x` cannot fail before the check that `x` is not 0.
"""

from __future__ import annotations

import itertools
import re
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf

from ag_notebook.report import Span
from ag_notebook.staging.backends.carriers import Choice, Operand, staged_items
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import Traced, trace
from ag_notebook.staging.runtime.events import span_of_frame, user_frame
from ag_notebook.staging.runtime.forks import Assumed, Fork, next_assumption
from ag_notebook.staging.runtime.handlers import refuse_if_caught
from ag_notebook.staging.runtime.reachability import all_attributes, store_attribute, tuple_like
from ag_notebook.staging.tracebacks import at_user_line

_MARK = re.compile(r"ag_notebook failure (\d+):(?:.*?<<(.*?)>>)?", re.DOTALL)
_BETWEEN = "|;|"


def _values() -> Any:
    """What looks into values (looked up late: weak numbers are checked)."""
    from ag_notebook.staging.backends.tensorflow.values import made_here

    return made_here


def check(holds: tf.Tensor, exception: Callable[[], BaseException]) -> None:
    """Raises the exception at run time where `holds` (bool, []) is false.

    What making the exception changes is undone: it would happen only where the check fails.
    """
    context = current()
    if context is None:
        _fail_unless(holds, exception())
        return
    traced = trace(context, exception)
    with _values().view(traced.effects):
        _fail_unless(holds, traced.result if traced.raised is None else traced.raised)


def check_if_caught(holds: Callable[[], tf.Tensor], exception: BaseException) -> None:
    """As `check`, for what TensorFlow checks itself: only where a handler of the user's would catch the exception."""
    context = current()
    if context is not None and any(handlers.catch(exception) for handlers in context.handlers):
        _fail_unless(holds(), exception)


Place = tuple[Span, str]
"""A user's span and the function that it is in."""


def fail(exception: BaseException, place: Place | None = None) -> None:
    """Raises the exception at run time, here; `place` is that of the `raise`."""
    if place is None:
        _fail_unless(tf.constant(False), exception)
        return
    with private.placed(place[0]):  # Python has left the `raise` by now
        _fail_unless(tf.constant(False), exception, place)


def fail_as(traced: Traced) -> None:
    """The same for what a trace ends in, as it was then."""
    assert traced.raised is not None
    with _values().view(traced.effects):
        fail(traced.raised, traced.result.place)


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception that a graph may raise; `staged` says of what kind its parts are that only the graph knows.

    A staged part of its arguments or attributes is an "int", "float", "bool" or "text".
    """

    exception: BaseException
    place: Place | None
    """The user's place and function that it belongs to."""
    staged: tuple[str, ...]
    made: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """What it holds that the trace has made, by id."""

    @property
    def is_of_program(self) -> bool:
        """Whether it is an exception of the user's program, and not how a trace finds out that it is the wrong one."""
        return not isinstance(self.exception, Assumed)

    def at_run_time(self, texts: Sequence[str]) -> BaseException:
        """The exception with its staged parts as the graph computed them."""
        known = len(texts) == len(self.staged)
        values = [_FROM_TEXT[k](t) for k, t in zip(self.staged, texts, strict=True)] if known else []
        made = copied(_values().fresh(self.made)(self.exception), iter(values) if known else None)
        return made if self.place is None else at_user_line(made, *self.place)


class RaisedInCallback:
    """What Python functions raise that a graph calls: its error carries the number of the exception."""

    is_of_program = False

    def __init__(self, index: int) -> None:
        self.index = index
        self.errors: dict[int, BaseException] = {}
        self.numbers = itertools.count()

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: types.TracebackType | None,
    ) -> None:
        raised = isinstance(error, (Exception, SystemExit))
        if raised and error is not None:
            number = next(self.numbers)
            self.errors[number] = error
            said = f"{type(error).__name__}: {error}"
            raise RuntimeError(f"ag_notebook failure {self.index}: <<{number}>> {said}") from None

    def at_run_time(self, texts: Sequence[str]) -> BaseException:
        """The exception of that number."""
        return self.errors.pop(int(texts[0]))


def raised_in_callback() -> RaisedInCallback:
    """Around what a callback does: what it raises leaves the staged function."""
    context = current()
    failures: list[Any] = context.failures if context is not None else []
    failures.append(RaisedInCallback(len(failures)))
    found: RaisedInCallback = failures[-1]
    return found


_FROM_TEXT: dict[str, Callable[[str], Any]] = {
    "text": str,
    "int": int,
    "float": float,
    "bool": lambda text: text == "True",
}


def _fail_unless(holds: tf.Tensor, exception: BaseException, place: Place | None = None) -> None:
    if place is None:
        frame = user_frame()
        place = None if frame is None else (span_of_frame(frame), frame.f_code.co_name)
    context = current()
    if context is not None and _is_assumed(context, holds, exception, place):
        return
    refuse_if_caught(exception, None if place is None else place[0])
    if context is not None and context.options.jit_compile:
        raise StagingError(
            "AG302",
            f"XLA drops checks, and {type(exception).__name__} could never be raised here.",
            span=None if place is None else place[0],
            fix="Leave out jit_compile, or do the check outside.",
        )
    failures: list[Any] = context.failures if context is not None else []
    exception, made = _values().kept(
        exception, [] if context is None else [s.root for s in context.scopes[:1]]
    )
    staged = staged_parts(exception)
    failures.append(Failure(exception, place, tuple(map(_staged_kind, staged)), made))
    parts: list[Any] = [f"ag_notebook failure {len(failures) - 1}: {type(exception).__name__}: "]
    if staged:
        parts += ["<<", *_texts(staged), ">>"]
    else:
        parts.append(str(exception))
    from ag_notebook.staging.backends.tensorflow.texts.texts import text

    op = tf.raw_ops.Assert(condition=holds, data=[tf.convert_to_tensor(text(parts))])
    private.order_after(op)


def _is_assumed(context: Context, holds: tf.Tensor, exception: BaseException, place: Place | None) -> bool:
    """In the outermost scope, under a handler of the user's: assumes that the check holds, or raises in Python."""
    try:
        refuse_if_caught(exception, None if place is None else place[0])
    except Fork as fork:
        if fork.depth != len(context.scopes):
            raise
        if not assume(context, holds, True, fork):
            context.raised.append(exception)
            raise exception from exception.__cause__
        return True
    return False


def assume(context: Context, test: tf.Tensor, default: bool, fork: Fork) -> bool:
    """How a test (bool, []) turns out: as the block knows it, or as the trace assumes it and the graph checks it."""
    if fork.region is not None:
        context.refusal = None
        return fork.region.decide(test, fork.error)
    index, taken = next_assumption(context, default, fork.error)
    context.failures.append(Failure(Assumed(index), None, ()))
    message = f"ag_notebook failure {len(context.failures) - 1}: another trace is needed"
    private.order_after(tf.raw_ops.Assert(condition=tf.equal(test, taken), data=[tf.constant(message)]))
    return taken


def _is_staged(value: Any) -> bool:
    """Whether a value is of a graph, also after the graph has been built."""
    staged = isinstance(value, (tf.Tensor, tf.Variable, Operand, Choice))
    return staged or (type(value) is list and staged_items(value) is not None)


def _collect(value: Any, found: list[Any]) -> None:
    """Adds the staged parts of an exception, its cause, its arguments and attributes, containers among them."""
    if _is_staged(value):
        found.append(value)
    elif isinstance(value, BaseException):
        for part in (value.args, all_attributes(value), value.__cause__):
            _collect(part, found)
    elif type(value) is list or isinstance(value, tuple):
        for part in value:
            _collect(part, found)
    elif type(value) is dict:
        for part in value.values():
            _collect(part, found)


def staged_parts(exception: BaseException) -> list[Any]:
    """What of an exception only the graph knows."""
    found: list[Any] = []
    _collect(exception, found)
    return found


def _filled(value: Any, values: Iterator[Any]) -> Any:
    """The same with each staged part replaced by the next of `values`."""
    if _is_staged(value):
        return next(values)
    if isinstance(value, BaseException):
        return copied(value, values)
    if type(value) is dict:
        return {key: _filled(part, values) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple_like(value, (_filled(part, values) for part in value))
    return [_filled(part, values) for part in value] if type(value) is list else value


def copied(exception: BaseException, values: Iterator[Any] | None) -> BaseException:
    """Another exception like this one, so that each call raises its own; the same where its class cannot be copied.

    `values` are those of its staged parts.
    """
    kind = type(exception)
    fill: Callable[[Any], Any] = (
        (lambda part: part) if values is None else (lambda part: _filled(part, values))
    )
    args, attributes, cause = fill(exception.args), fill(all_attributes(exception)), fill(exception.__cause__)
    try:
        # An `__init__` of the user's has run already; one of Python's fills in more than `args`.
        made = kind.__new__(kind, *args) if isinstance(kind.__init__, types.FunctionType) else kind(*args)
    except Exception:  # noqa: BLE001 - a class of the user's that cannot be copied, for whatever reason
        return exception
    made.args = args
    for name, held in attributes.items():
        store_attribute(made, name, held)
    made.__cause__, made.__suppress_context__ = cause, exception.__suppress_context__
    return made


def _staged_kind(part: Any) -> str:
    dtype = getattr(part, "natural", None) or getattr(part, "dtype", tf.string)
    scalar = getattr(part, "shape", tf.TensorShape([])).rank == 0
    if scalar and dtype == tf.bool:
        return "bool"
    if not scalar or not (dtype.is_integer or dtype.is_floating):
        return "text"
    return "int" if dtype.is_integer else "float"


def _texts(staged: Sequence[Any]) -> list[Any]:
    parts: list[Any] = []
    for index, part in enumerate(staged):
        parts += [_BETWEEN] if index else []
        parts.append((part, "s", ""))
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
