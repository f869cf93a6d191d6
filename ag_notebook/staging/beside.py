"""Makes one call on several back ends, and one report of what each makes of it.

The first back end that does not refuse makes the call as it would alone: its value, its exception, and what it prints and
changes are the program's. The others run before it, and what they print and change is put back, as in a check.
"""

from __future__ import annotations

import contextvars
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ag_notebook.report import Note, Run, StagingReport, joined
from ag_notebook.staging.backends import registry
from ag_notebook.staging.backends.protocol import LayeredEntry
from ag_notebook.staging.backends.python.checking import PythonChecks
from ag_notebook.staging.checking import call_text, said
from ag_notebook.staging.checking.runs import observe
from ag_notebook.staging.checking.state import Outside
from ag_notebook.staging.checking.values import Comparison, Freezer, show
from ag_notebook.staging.errors import ConversionError, StagingError
from ag_notebook.staging.function import StagedFunction, function
from ag_notebook.staging.rungs import reports_with
from ag_notebook.staging.runtime.callees import signature_of
from ag_notebook.staging.runtime.reachability import tuple_like
from ag_notebook.staging.wording import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_REFUSALS = (ConversionError, StagingError)
_LONGEST = 2000
"""Characters of a value's text that a report keeps."""


class _Checks(PythonChecks):
    """Answers for values of any back end: what one wrote outside, another may read."""

    def array(self, value: Any) -> Any:
        return _of_owner(value).array(value)

    def taken_apart(self, value: Any) -> tuple[str, dict[str, Any]] | None:
        return _of_owner(value).taken_apart(value)  # type: ignore[no-any-return]

    def put_back(self, value: Any) -> tuple[Callable[[], Any], Callable[[Any], None]] | None:
        return _of_owner(value).put_back(value)  # type: ignore[no-any-return]

    def cannot_be_put_back(self, value: Any) -> str:
        return _of_owner(value).cannot_be_put_back(value)  # type: ignore[no-any-return]


_CHECKS = _Checks()


def _of_owner(value: Any) -> Any:
    return registry.owner_of_type(type(value)).checking()


@dataclass(slots=True)
class Side:
    """A function on one back end, and what a call of it gave.

    Attributes:
        frozen: the value as it was when the call ended.
        text: the value for a reader.
        seconds: of the first call, without those `traced`.
        skipped: why the call was only traced.
        unprobed: whether the function has probes, which cannot be made here.
    """

    staged: StagedFunction
    value: Any = None
    error: BaseException | None = None
    frozen: Any = None
    text: str = ""
    seconds: float | None = None
    traced: float | None = None
    skipped: str = ""
    unprobed: bool = False

    @property
    def name(self) -> str:
        return self.staged.options.backend

    @property
    def is_refused(self) -> bool:
        """Whether the function cannot be staged here; what it raises where it runs is no refusal."""
        return isinstance(self.error, _REFUSALS)

    def arguments(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a call as this back end takes them: what one stages, all do."""
        number = registry.named(self.name).staged_number
        return [_with_numbers(each, number) for each in args], {
            name: _with_numbers(each, number) for name, each in kwargs.items()
        }

    def trace(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        """Traces the call and does not run it."""
        given, named = self.arguments(args, kwargs)
        try:
            self.staged.report(*given, **named)
        except _REFUSALS as error:
            self.error = error

    def run(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], text: Callable[[Any], str]) -> None:
        """Makes the call; an exception is kept."""
        __tracebackhide__ = True
        given, named = self.arguments(args, kwargs)
        self.error = None
        try:
            self.value = self._timed(given, named, text)
        except Exception as error:  # noqa: BLE001  whatever the user's code raises
            self.error = error
        else:
            self.frozen = Freezer(_CHECKS)(self.value)

    def try_out(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], text: Callable[[Any], str]) -> None:
        """Makes the call and puts back what it prints and changes; where that cannot be done, it is traced alone."""
        given, named = self.arguments(args, kwargs)
        try:
            bound = signature_of(self.staged.original).bind(*given, **named)
        except TypeError as error:
            self.error = error
            return
        outside = Outside(self.staged.original, bound.arguments, _CHECKS)
        if outside.lasting:
            self.skipped = outside.lasting[0]
            self.trace(args, kwargs)
            return
        outcome = contextvars.copy_context().run(
            observe,
            lambda: self._timed(given, named, text),
            bound.arguments,
            outside,
            _CHECKS,
        )
        self.error, self.frozen = outcome.error, outcome.value

    def _timed(self, given: list[Any], named: dict[str, Any], text: Callable[[Any], str]) -> Any:
        __tracebackhide__ = True
        before = _seconds_tracing(self.staged)
        begun = time.perf_counter()
        value = self.staged(*given, **named)
        if self.seconds is None:
            traced = _seconds_tracing(self.staged) - before
            self.seconds = max(time.perf_counter() - begun - traced, 0.0)
            self.traced = traced or None
        self.text = text(value)
        return value

    def result(self, call: str) -> Run | None:
        """The call's part of a report; None where a note says why there is no value."""
        if self.error is not None:
            return None
        return Run(call, self.text, self.seconds, self.traced)

    def notes(self, call: str, decider: Side) -> tuple[Note, ...]:
        """Why there is no value, or how it differs from that of the back end whose value is the call's; and what is left out."""
        return (*self._unprobed(), *self._outcome(call, decider))

    def _unprobed(self) -> tuple[Note, ...]:
        if not self.unprobed:
            return ()
        return (
            Note(
                "AG511",
                "info",
                None,
                f"The call on {self.name} has no probes: its programs cannot show a variable while they run.",
                "Look at those of the other back end.",
            ),
        )

    def _outcome(self, call: str, decider: Side) -> tuple[Note, ...]:
        if isinstance(self.error, _REFUSALS):
            error = self.error
            return (Note(error.code, "error", error.span, error.message, error.fix),)
        if self.error is not None:
            return (Note("AG512", "error", None, f"`{call}` raises {said(self.error)} on {self.name}."),)
        if self.skipped:
            return (
                Note(
                    "AG512",
                    "info",
                    None,
                    f"`{call}` was traced on {self.name} and not run: it cannot be run twice, {self.skipped}.",
                ),
            )
        return () if self is decider or decider.error is not None else _difference(decider, self)


@dataclass(slots=True)
class Calls:
    """One call on several back ends: `sides` in the order in which they were named.

    Attributes:
        call: the call as it is written.
        decider: the side whose value or exception is that of the call: the first one that does not refuse, or the first
            one of all.
    """

    call: str
    sides: list[Side]
    decider: Side

    def outcome(self) -> Any:
        """The value of the call, or its exception, raised."""
        __tracebackhide__ = True
        if self.decider.error is not None:
            raise self.decider.error
        return self.decider.value

    def rungs(self, side: Side, rungs: Collection[str]) -> list[str]:
        """What of `rungs` is asked of a side: its own, and of the first one those that none has, so that it says so."""
        if side.is_refused:
            return []
        own, of_any = _own_rungs(side), {name for each in self.sides for name in _own_rungs(each)}
        return [name for name in rungs if name in own or (side is self.sides[0] and name not in of_any)]

    def added_to(self, report: StagingReport, rungs: Collection[str]) -> StagingReport:
        """The report of the first side with what the call gave there, and those of the others beside it."""
        first, *others = self.sides
        beside = []
        for side in others:
            made = joined(reports_with([side.staged], self.rungs(side, rungs)), side.name)
            notes = (*made.notes, *side.notes(self.call, self.decider))
            beside.append(replace(made, run=side.result(self.call), notes=notes))
        notes = (*report.notes, *first.notes(self.call, self.decider))
        return replace(report, run=first.result(self.call), notes=notes, beside=tuple(beside))


def calls(
    call: str,
    staged: StagedFunction,
    backends: Sequence[str],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    *,
    text: Callable[[Any], str] = repr,
    trace_only: bool = False,
) -> Calls:
    """Makes a call on each back end, or traces it; on its own the function is itself."""
    __tracebackhide__ = True
    sides = [_side(staged, name) for name in backends]
    if trace_only:
        for side in sides:
            side.trace(args, kwargs)
        return Calls(call, sides, next((side for side in sides if not side.is_refused), sides[0]))
    for side in sides[1:]:
        side.try_out(args, kwargs, text)
    for side in sides:
        if not side.is_refused:
            side.run(args, kwargs, text)
            if not side.is_refused:
                return Calls(call, sides, side)
    return Calls(call, sides, sides[0])


def _side(staged: StagedFunction, name: str) -> Side:
    """The function on a back end, without probes where that has none."""
    options = staged.options
    probes = options.probes if registry.named(name).shows_variables() else ()
    if (name, probes) == (options.backend, options.probes):
        return Side(staged)
    return Side(staged.with_options(backend=name, probes=probes), unprobed=probes != options.probes)


def _own_rungs(side: Side) -> tuple[str, ...]:
    return side.staged.entry.rungs if isinstance(side.staged.entry, LayeredEntry) else ()


def side_by_side(
    fn: Callable[..., Any], backends: Sequence[str], /, *args: Any, **kwargs: Any
) -> StagingReport:
    """Runs a function on several back ends with the same arguments and reports what each made of it.

    The report is that of the first back end, with the others' as `beside`: a back end that refuses has a note that says
    why. Numbers and arrays among the arguments are staged by all of them: tensors as arrays, Python's numbers as int64,
    float64 and bool where the back end would otherwise leave them to Python. What the function changes outside, it changes
    once.

    Args:
        fn: a function, staged or not.
        backends: their names, such as `("tensorflow", "lantern")`; at least one.
        *args: of the function.
        **kwargs: of the function.

    Raises:
        StagingError: AG501, there is no back end of that name.
        ConversionError: a construct in the function cannot be converted.
    """
    for name in backends:
        registry.check_name(name)
    staged = fn if isinstance(fn, StagedFunction) else function(fn, backend=backends[0])
    assert staged.code  # what cannot be converted is refused before anything runs
    made = calls(call_text(staged, args, kwargs), staged, backends, args, kwargs, text=_short)
    return made.added_to(joined(reports_with([made.sides[0].staged], ()), backends[0]), ())


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001  whatever the user's __repr__ raises
        return f"{kind_of(value)}, whose text raises {type(error).__name__}"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)"


def _with_numbers(value: Any, number: Callable[[Any], Any]) -> Any:
    """An argument with `number` of each of Python's numbers in it; itself where that changes nothing."""
    kind = type(value)
    if kind in (bool, int, float):
        return number(value)
    if kind is dict:
        named = {key: _with_numbers(item, number) for key, item in value.items()}
        return named if any(named[key] is not item for key, item in value.items()) else value
    if kind is list or isinstance(value, tuple):
        items = [_with_numbers(item, number) for item in value]
        if all(a is b for a, b in zip(items, value, strict=True)):
            return value
        return items if kind is list else tuple_like(value, items)
    return value


def _difference(one: Side, other: Side) -> tuple[Note, ...]:
    """How the values of two back ends differ."""
    where = f"on {one.name}", f"on {other.name}"
    found = Comparison(sides=where).difference(one.frozen, other.frozen, "result")
    if not found:
        return ()
    if not Comparison(sides=where, types=False).difference(one.frozen, other.frozen, "result"):
        return (Note("AG512", "info", None, f"The back ends give the same numbers in other types: {found}"),)
    values = ""
    if not isinstance(one.frozen, (int, float)):
        values = f" As a whole: {show(one.frozen)} {where[0]}, {show(other.frozen)} {where[1]}."
    return (
        Note(
            "AG512",
            "warning",
            None,
            f"The back ends do not agree: {found}{values}",
            "`--check` says which of them does what Python does; name one back end for it.",
        ),
    )


def _seconds_tracing(staged: StagedFunction) -> float:
    return float(getattr(staged.entry, "seconds_tracing", 0.0))
