"""Adds to a report what is below the graph: what the back end's optimizer and its compiler make of it.

These rungs of the ladder cost time that most readers do not want to spend, so they are made for the one trace that views
show, and only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ag_notebook.report import Note, StagingReport, Trace
from ag_notebook.staging.backends.protocol import LayeredEntry
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.wording import did_you_mean

if TYPE_CHECKING:
    from ag_notebook.staging.function import StagedFunction

RUNGS = ("optimized", "xla", "llvm", "assembly", "times")
"""`optimized`: the graph after the back end's optimizer. `xla`: the programs of XLA. `llvm` and `assembly`: what LLVM
makes of it. `times`: how long each operation took, in a call that was made while they were wanted (`measuring`)."""
_WORDS = {
    "optimized": "optimized graph",
    "xla": "program of XLA",
    "llvm": "program of LLVM",
    "assembly": "assembly",
    "times": "time of operations",
}
_HOMES = {
    "optimized": "tensorflow",
    "xla": "tensorflow",
    "llvm": "lantern",
    "assembly": "lantern",
    "times": "tensorflow",
}
"""A back end that has it."""


def reports_with(staged: Sequence[StagedFunction], rungs: Collection[str]) -> list[StagingReport]:
    """The reports of several functions, with `rungs` for those that were traced, or notes where none was.

    Raises:
        StagingError: there is no rung of that name.
    """
    traced = [bool(rungs) and bool(each.traces()) for each in staged]
    return [
        each.report_so_far(rungs if of or not any(traced) else ())
        for each, of in zip(staged, traced, strict=True)
    ]


def with_rungs(report: StagingReport, staged: StagedFunction, rungs: Collection[str]) -> StagingReport:
    """The report of `staged` with `rungs` for its last trace that has a graph; notes say what is missing.

    Raises:
        StagingError: there is no rung of that name.
    """
    check(rungs)
    function, *wrapped = report.functions
    numbers = [number for number, trace in enumerate(function.traces) if trace.graph is not None]
    if not rungs:
        return report
    if not isinstance(staged.entry, LayeredEntry) or not numbers:
        return replace(report, notes=(*report.notes, _nothing_below(staged, rungs)))
    found = staged.entry.below(numbers[-1], rungs)
    traces = list(function.traces)
    shown = replace(traces[numbers[-1]], optimized=found.optimized, compiled=found.compiled)
    traces[numbers[-1]] = shown
    if "times" in rungs and "times" in staged.entry.rungs:
        timed = _with_times(staged.entry, traces, numbers)
        if not timed:
            found = replace(found, notes=(*found.notes, _NOT_TIMED))
    function = replace(function, traces=tuple(traces))
    return replace(
        report,
        functions=(function, *wrapped),
        notes=(*report.notes, *found.notes, *_not_its_own(staged, rungs)),
    )


_NOT_TIMED = Note(
    "AG306",
    "info",
    None,
    "No operation was timed, because no graph of it ran in the call, or another profiler was at work.",
    "Show the report of a call that is run.",
)


def _with_times(entry: LayeredEntry, traces: list[Trace], numbers: Sequence[int]) -> bool:
    """Puts the times into the trace that the call has run; whether there is one."""
    for number in reversed(numbers):
        if times := entry.below(number, ("times",)).times:
            traces[number] = replace(traces[number], times=times)
            return True
    return False


def _nothing_below(staged: StagedFunction, rungs: Collection[str]) -> Note:
    """Says that there is no graph that anything could be below of."""
    missing = _said(rungs)
    if isinstance(staged.entry, LayeredEntry):
        return Note(
            "AG305",
            "info",
            None,
            f"There is no {missing}, because nothing was traced yet.",
            "Call the function, or give the call that is to be shown.",
        )
    return Note(
        "AG305",
        "info",
        None,
        f"There is no {missing}, because the back end `{staged.options.backend}` makes no graphs for that.",
        f"Choose another back end, such as {_homes(rungs)}.",
    )


def _not_its_own(staged: StagedFunction, rungs: Collection[str]) -> tuple[Note, ...]:
    """Says that the back end has other rungs."""
    assert isinstance(staged.entry, LayeredEntry)
    own = staged.entry.rungs
    if not (others := set(rungs) - set(own)):
        return ()
    return (
        Note(
            "AG305",
            "info",
            None,
            f"There is no {_said(others)}, because the back end `{staged.options.backend}` makes none.",
            f"It has: {', '.join(own)}. Choose another back end for that, such as {_homes(others)}.",
        ),
    )


def _homes(rungs: Collection[str]) -> str:
    return " and ".join(dict.fromkeys(f"`{_HOMES[name]}`" for name in RUNGS if name in rungs))


def _said(rungs: Collection[str]) -> str:
    return " and no ".join(_WORDS[name] for name in RUNGS if name in rungs)


def check(rungs: Collection[str]) -> None:
    """Refuses names of rungs that there are none of."""
    for name in rungs:
        if name not in RUNGS:
            raise StagingError(
                "AG504",
                f"there is no rung '{name}' below the graph.",
                fix=did_you_mean(name, RUNGS) or f"Choose of {', '.join(RUNGS)}.",
            )
