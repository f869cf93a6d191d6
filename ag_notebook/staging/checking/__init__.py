"""Runs a staged function beside its original and says where they differ: staging must not change what a program means.

Both begin with the same arguments and the same state outside (`state`); what they gave is compared (`values`): value,
exception, printed text, gradients, and what changed outside. Nothing that a check runs leaves a trace in the program.
"""

from __future__ import annotations

import contextlib
import contextvars
import inspect
import itertools
import os
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from ag_notebook.report import Check, GraphModel, Note, Span
from ag_notebook.staging.backends import registry
from ag_notebook.staging.checking.arguments import generated
from ag_notebook.staging.checking.printed import printed_difference
from ag_notebook.staging.checking.runs import Outcome, TookTooLongError, observe
from ag_notebook.staging.checking.spelling import spelled
from ag_notebook.staging.checking.state import Outside
from ag_notebook.staging.checking.values import Comparison, Parts, show
from ag_notebook.staging.errors import ConversionError, StagedRuntimeError, StagingError
from ag_notebook.staging.runtime.callees import needs_arguments, signature_of
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.limits import LIMITS
from ag_notebook.staging.wording import without_escapes

if TYPE_CHECKING:
    from ag_notebook.staging.function import StagedFunction

SECONDS_A_RUN = 1.0
"""How long a run on generated arguments may take: an edge case may be one for which a loop has no end."""
SECONDS_IN_ALL = 10.0
SECONDS_GIVEN = 20.0
"""How long a run on given arguments may take, where `AG_CHECK_SECONDS` does not say otherwise."""
SECONDS_TO_REPEAT = 5.0
"""Of a call that took longer, a second one is not compared."""
WAY_OUT = "Give it a call to compare, or annotate its parameters."
"""How a function gets arguments to be compared on, wherever it is checked."""


_is_checking: ContextVar[bool] = ContextVar("ag_notebook_is_checking", default=False)


def check(
    staged: StagedFunction,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    call: str = "",
    *,
    generate: bool = True,
) -> tuple[Check, ...]:
    """Compares on the given arguments, and with `generate` on generated ones where parameters are annotated.

    With no arguments where some are required, only generated ones are tried. `call` is the call as it was written.

    Raises:
        ConversionError: the function cannot be converted.
        StagingError: it cannot be staged with the given arguments.
        TypeError: the arguments do not fit.
    """
    from ag_notebook.staging.function import StagedFunction

    staged = StagedFunction(
        staged.original, staged.options
    )  # what is traced here is no call of the program's
    signature = signature_of(staged.original)
    checks: list[Check] = []
    given: Mapping[str, Any] = {}
    if args or kwargs or not needs_arguments(signature):
        bound = signature.bind(*args, **kwargs)
        given = bound.arguments
        checks.append(_checked_in_time(staged, bound, call))
    cases: list[dict[str, Any]] = []
    why = ""
    if generate:
        cases, why = generated(staged.original, signature, given, _checks_of(staged))
    begun = time.monotonic()
    for case in cases:
        if time.monotonic() - begun > SECONDS_IN_ALL:
            break
        checks.append(_checked_within(staged, _bound(signature, case)))
    if not checks:
        checks.append(
            Check(f"{staged.__name__}(…)", (), skipped=f"No arguments were given, and {why}. {WAY_OUT}")
        )
    return tuple(checks)


def runs_now(staged: StagedFunction) -> bool:
    """Whether a call of a staged function is the program's and runs now: none of a trace's, and none of a check's."""
    return not _is_checking.get() and current() is None and bool(_checks_of(staged).runs_now())


@contextlib.contextmanager
def _checking() -> Iterator[None]:
    token = _is_checking.set(True)
    try:
        yield
    finally:
        _is_checking.reset(token)


def notes_of(checks: tuple[Check, ...], span: Span | None) -> tuple[Note, ...]:
    """A warning where a staged function differs from its original, about the first difference."""
    for each in checks:
        if each.difference:
            return (
                Note(
                    "AG126",
                    "warning",
                    span,
                    f"staged, `{each.call}` does something else than in Python: {each.difference}",
                    "Write what differs in another way, or mark the function with `do_not_convert`.",
                ),
            )
    return ()


def _checks_of(staged: StagedFunction) -> Any:
    return registry.named(staged.options.backend).checking()


def _bound(signature: inspect.Signature, case: Mapping[str, Any]) -> inspect.BoundArguments:
    bound = inspect.BoundArguments(signature, dict(case))
    bound.apply_defaults()
    return bound


def _checked_within(staged: StagedFunction, bound: inspect.BoundArguments) -> Check:
    """A check on generated arguments: what does not end soon, or is refused, says nothing against the function."""
    call = _call_text(staged, bound)
    try:
        return _checked(staged, bound, call, SECONDS_A_RUN)
    except TookTooLongError:
        return Check(call, (), skipped=f"It did not end in {SECONDS_A_RUN:g} s.")
    except (ConversionError, StagingError) as error:
        return Check(call, (), skipped=f"It is not staged with these arguments: {error}")


def _checked_in_time(staged: StagedFunction, bound: inspect.BoundArguments, call: str) -> Check:
    """A check on given arguments: what takes very long is given up, in words."""
    seconds = _seconds_given()
    try:
        return _checked(staged, bound, call, seconds)
    except TookTooLongError:
        said = f"Not compared: it took longer than {seconds:g} s. Set AG_CHECK_SECONDS to wait longer."
        return Check(call or _call_text(staged, bound), (), skipped=said)


def _seconds_given() -> float:
    try:
        return float(os.environ["AG_CHECK_SECONDS"])
    except (KeyError, ValueError):
        return SECONDS_GIVEN


def _checked(
    staged: StagedFunction, bound: inspect.BoundArguments, call: str, seconds: float | None = None
) -> Check:
    from ag_notebook.staging.function import StagedFunction

    checks = _checks_of(staged)
    call = call or _call_text(staged, bound)
    outside = Outside(staged.original, bound.arguments, checks)
    if outside.lasting:
        return Check(call, (), skipped=f"It cannot be run twice: {outside.lasting[0]}.")
    observed = _checking()(observe)

    def run(call: Callable[[], Any]) -> Outcome:
        # In a context of its own: what is set of context variables is gone with it.
        return contextvars.copy_context().run(
            observed, call, arguments=bound.arguments, outside=outside, checks=checks, seconds=seconds
        )

    begun = time.monotonic()
    want = run(lambda: _original(staged, bound))
    got = run(lambda: staged(*bound.args, **bound.kwargs))
    took = time.monotonic() - begun
    if (
        outside.changed
    ):  # a trace may hold what was made in it and is gone now, such as the weights of a layer
        staged = StagedFunction(staged.original, staged.options)
    if isinstance(got.error, (ConversionError, StagingError)) and not _same_class(want, got):
        raise got.error
    if isinstance(got.error, StagedRuntimeError) and got.error.code in LIMITS:
        return Check(call, (), skipped=f"Staged, it is bounded, and the original is not: {got.error.message}")
    compared, difference = _compare(want, got)
    is_long = took > SECONDS_TO_REPEAT
    if not difference and want.error is None and not is_long:
        # The first call traces, and what runs while tracing hides that the graph does not do it.
        again = (
            run(lambda: _twice(lambda: _original(staged, bound))),
            run(lambda: _twice(lambda: staged(*bound.args, **bound.kwargs))),
        )
        for each in again:
            each.value = each.value and each.value.held["[1]"]
        difference = _compare(*again)[1]
        difference = f"In a second call: {difference}" if difference else ""
    if difference and run(lambda: _is_random(staged, bound, checks)).value:  # it may trace once more
        return Check(call, (), skipped="It draws random numbers, and the graph draws others than Python.")
    if difference and _compare(want, run(lambda: _original(staged, bound)))[1]:
        return Check(call, (), skipped="It does something else at each call in Python, too.")
    unseen = None if want.error else run(lambda: checks.unseen(_operations_of(staged, bound))).value
    others = ", ".join([*outside.world.others, *([unseen] if unseen else [])])
    if is_long and not difference and want.error is None:
        others = ", ".join([*([others] if others else []), f"a second call, as the first took {took:.0f} s"])
    return Check(call, compared, difference, f"Not compared: {others}." if others else "")


def _twice(call: Callable[[], Any]) -> list[Any]:
    """Two calls; the first one's value is kept, as some of TensorFlow's complain where nobody looks at them."""
    return [call(), call()]


def _original(staged: StagedFunction, bound: inspect.BoundArguments) -> Any:
    """The original in Python; staged functions that it calls run as Python, too."""
    from ag_notebook.staging.function import as_written

    with as_written():
        return staged.original(*bound.args, **bound.kwargs)


def _compare(want: Outcome, got: Outcome) -> tuple[tuple[str, ...], str]:
    """What was compared, and the first difference."""
    if want.error is not None or got.error is not None:
        parts: list[tuple[str, Callable[[], str]]] = [("exception", lambda: _exceptions(want, got))]
    else:
        parts = [("value", lambda: Comparison().difference(want.value, got.value, "result"))]
    parts += [
        ("printed", lambda: printed_difference(want.printed, got.printed)),
        ("changes", lambda: _changes(want, got)),
    ]
    if want.error is None and want.gradients:
        parts.append(("gradients", lambda: _gradients(want, got)))
    found = ((name, compare()) for name, compare in parts)
    done = list(itertools.takewhile(lambda each: not each[1], found))
    if len(done) == len(parts):
        return tuple(name for name, _ in done), ""
    name, compare = parts[len(done)]
    return (*(each for each, _ in done), name), compare()


def _exceptions(want: Outcome, got: Outcome) -> str:
    if want.error is None:
        assert got.error is not None
        return f"In Python the result is {show(want.value)}, staged {said(got.error)} is raised."
    if got.error is None:
        return f"In Python {said(want.error)} is raised, staged the result is {show(got.value)}."
    of_library = type(want.error).__module__.startswith("tensorflow") or _is_raised_by_library(want.error)
    if _same_class(want, got) and (
        of_library
        or _words(want.error) in _words(got.error)
        or not Comparison().difference(want.raised, got.raised, "args")
    ):
        return ""
    return f"In Python {said(want.error)} is raised, staged {said(got.error)}."


def _words(error: BaseException) -> str:
    """What an error says, without the frame that Keras puts around what a layer raises."""
    text = without_escapes(str(error))
    parts = text.split("\n\n") if text.startswith("Exception encountered when calling") else [text]
    return parts[min(1, len(parts) - 1)]


def _is_raised_by_library(error: BaseException) -> bool:
    """Whether TensorFlow or Keras raised an error of Python's, whose words are others for a graph."""
    *_, last = traceback.walk_tb(error.__traceback__)
    return str(last[0].f_globals.get("__name__")).split(".")[0] in ("tensorflow", "keras")


def _same_class(want: Outcome, got: Outcome) -> bool:
    return want.error is not None and isinstance(got.error, type(want.error))


def said(error: BaseException) -> str:
    """An exception in a sentence."""
    text = _words(error)
    return f"{type(error).__name__}({text[:80]!r}{'…' if len(text) > 80 else ''})"


def _changes(want: Outcome, got: Outcome) -> str:
    """Places outside, and arguments, after the call."""
    comparison = Comparison()
    for (label, a), (_, b) in zip(want.outside, got.outside):
        if found := comparison.difference(a, b, label):
            return f"After the call {found}"
    found = comparison.difference(Parts("", want.world), Parts("", got.world), "")
    return f"After the call {found}" if found else ""


def _gradients(want: Outcome, got: Outcome) -> str:
    if got.gradient_error is not None:
        return f"There are gradients in Python, and staged {said(got.gradient_error)} is raised for them."
    comparison = Comparison(factor=10.0)  # sums of products round more than once
    for name, a in want.gradients.items():
        if found := comparison.difference(a, got.gradients.get(name), f"gradient of {name}"):
            return f"The {found}"
    return ""


def _is_random(staged: StagedFunction, bound: inspect.BoundArguments, checks: Any) -> bool:
    return bool(checks.draws_random_numbers(_operations_of(staged, bound)))


def _operations_of(staged: StagedFunction, bound: inspect.BoundArguments) -> set[str]:
    graph = staged.graph(*bound.args, **bound.kwargs)
    return set() if graph is None else _operations(graph)


def _operations(graph: GraphModel) -> set[str]:
    found = {node.op for node in graph.nodes}
    for node in graph.nodes:
        for inner in node.subgraphs:
            found |= _operations(inner)
    return found


def call_text(staged: StagedFunction, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str:
    """A call with its arguments, by name."""
    return _call_text(staged, signature_of(staged.original).bind(*args, **kwargs))


def _call_text(staged: StagedFunction, bound: inspect.BoundArguments) -> str:
    checks = _checks_of(staged)
    texts = [f"{name}={spelled(value, checks)}" for name, value in bound.arguments.items()]
    return f"{staged.__name__}({', '.join(texts)})"


__all__ = ["call_text", "check", "notes_of", "said"]
