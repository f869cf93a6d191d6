"""Chooses what of a report is shown: the parts that `--show` names, and of the result what `Out[n]` does not say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ag_notebook.notebook.words import RUNGS
from ag_notebook.report import FunctionReport, GeneratedCode, Note, Run, StagingReport, Trace

if TYPE_CHECKING:
    from collections.abc import Collection

OF_FUNCTIONS = {"code", "trace", "passes", "graph", *RUNGS}
"""The parts that are of functions; the others are of the cell."""
_RUNG_WORDS = {
    "optimized": "the optimized graph",
    "xla": "the programs of XLA",
    "llvm": "the program of LLVM",
    "assembly": "the assembly",
    "times": "the times of operations",
}
LONGEST_BESIDE_OUT = 60
"""Characters of a value that is shown in the report although `Out[n]` shows it, too."""


def sections_of(report: StagingReport, show: Collection[str], *, value_is_out: bool = False) -> StagingReport:
    """The report without the parts that are not to be shown; functions are left out where nothing of them is."""
    functions = tuple(_sections_of_function(each, show) for each in report.functions)
    # A value that is longer than a line stands in `Out[n]` alone, but beside another it is there to be compared.
    beside = tuple(sections_of(each, show) for each in report.beside)
    value_is_out = value_is_out and not beside
    return replace(
        report,
        beside=beside,
        functions=functions if OF_FUNCTIONS & {*show} else (),
        notes=tuple(note for note in report.notes if "notes" in show or _is_in_place(note, show)),
        run=_shown(report.run, value_is_out) if "result" in show else None,
    )


def _is_in_place(note: Note, show: Collection[str]) -> bool:
    """Whether a note stands for a part that is to be shown: one that could not be made, or of functions where there are none."""
    wanted = {"AG3": RUNGS, "AG510": OF_FUNCTIONS}
    return any(note.code.startswith(code) and {*parts} & {*show} for code, parts in wanted.items())


def without_notes(report: StagingReport, codes: str) -> StagingReport:
    """The report without notes that the user does not want, errors apart."""
    muted = {code.strip() for code in codes.split(",")}
    kept = tuple(note for note in report.notes if note.code not in muted or note.level == "error")
    beside = tuple(without_notes(each, codes) for each in report.beside)
    same = kept == report.notes and beside == report.beside
    return report if same else replace(report, notes=kept, beside=beside)


def _sections_of_function(function: FunctionReport, show: Collection[str]) -> FunctionReport:
    traces = tuple(_sections_of_trace(trace, show) for trace in function.traces)
    function = replace(function, traces=traces, passes=function.passes if "passes" in show else ())
    if "code" not in show:  # decisions are listed by lines of the source
        source = function.source if {"trace", "times"} & {*show} else ""
        function = replace(function, source=source, generated=GeneratedCode("", ()))
    return function


def _sections_of_trace(trace: Trace, show: Collection[str]) -> Trace:
    """The graph is there where something is said of it: the lines that are in it, what the optimized graph has changed."""
    optimized = trace.optimized if "optimized" in show else None
    graph = trace.graph if optimized is not None or {"graph", "code", "trace", "times"} & {*show} else None
    compiled = tuple(program for program in trace.compiled if {*program.parts} & {*show})
    times = trace.times if "times" in show else ()
    return replace(trace, graph=graph, optimized=optimized, compiled=compiled, times=times)


def _shown(run: Run | None, value_is_out: bool) -> Run | None:
    """A run that there is something to say about, without a long value that `Out[n]` shows right below."""
    if run is None or (run.value in ("", "None") and run.seconds is None):
        return None
    if value_is_out and ("\n" in run.value or len(run.value) > LONGEST_BESIDE_OUT):
        return replace(run, value="")
    return run


def missing_rungs(report: StagingReport, rungs: Collection[str]) -> str:
    """What is asked for of a report that was made without it, in words; empty where all is there, or a note says why not."""
    reports = (report, *report.beside)
    traces = [trace for each in reports for function in each.functions for trace in function.traces]
    there = {part for trace in traces for program in trace.compiled for part in program.parts}
    there |= {"optimized" for trace in traces if trace.optimized}
    there |= {"times" for trace in traces if trace.times}
    missing = [_RUNG_WORDS[name] for name in rungs if name not in there]
    is_said = any(note.code.startswith("AG3") for each in reports for note in each.notes)
    return " and ".join(missing) if report.functions and not is_said else ""
