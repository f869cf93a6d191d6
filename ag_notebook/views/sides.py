"""Looks at a call that was made on several back ends: what each has of its own, and what they share.

Source and generated code are the same on all of them; marks at lines can only be those of one.
"""

from __future__ import annotations

from dataclasses import replace

from ag_notebook.report import FunctionReport, StagingReport


def sides(report: StagingReport) -> tuple[StagingReport, ...]:
    """The reports of the back ends, each alone; the report itself where there is one."""
    return (replace(report, beside=()), *report.beside) if report.beside else (report,)


def marked(report: StagingReport) -> StagingReport:
    """The report whose traces mark the lines: of the first back end that has some; with the notes of all."""
    if not report.beside:
        return report
    functions = tuple(_traced(function, report) for function in report.functions)
    notes = tuple(note for side in sides(report) for note in side.notes)
    return replace(report, functions=functions, notes=notes)


def marking(report: StagingReport) -> str:
    """Whose marks stand at the lines; empty where there is one back end, or none has traces."""
    return next((side.backend for side in sides(report) if report.beside and _has_traces(side)), "")


def on_side(function: FunctionReport, side: StagingReport) -> FunctionReport:
    """A function with the traces that it has on one back end."""
    found = [each for each in side.functions if (each.name, each.span) == (function.name, function.span)]
    return replace(function, traces=found[0].traces if found else ())


def _traced(function: FunctionReport, report: StagingReport) -> FunctionReport:
    on_each = [on_side(function, side) for side in sides(report)]
    return next((each for each in on_each if each.traces), function)


def _has_traces(side: StagingReport) -> bool:
    return any(function.traces for function in side.functions)
