"""Chooses what of a report is shown: the parts that `--show` names, and of the result what `Out[n]` does not say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ag_notebook.report import FunctionReport, GeneratedCode, Run, StagingReport

if TYPE_CHECKING:
    from collections.abc import Collection

LONGEST_BESIDE_OUT = 60
"""Characters of a value that is shown in the report although `Out[n]` shows it, too."""


def sections_of(report: StagingReport, show: Collection[str], *, value_is_out: bool = False) -> StagingReport:
    """The report without the parts that are not to be shown.

    The passes alone say nothing of lines and graphs, so then there are no functions; `passes_of` has them.
    """
    functions = tuple(_sections_of_function(each, show) for each in report.functions)
    return replace(
        report,
        functions=functions if {"code", "graph"} & {*show} else (),
        notes=report.notes if "notes" in show else (),
        run=_shown(report.run, value_is_out) if "result" in show else None,
    )


def without_notes(report: StagingReport, codes: str) -> StagingReport:
    """The report without notes that the user does not want, errors apart."""
    muted = {code.strip() for code in codes.split(",")}
    kept = tuple(note for note in report.notes if note.code not in muted or note.level == "error")
    return report if kept == report.notes else replace(report, notes=kept)


def passes_of(report: StagingReport, show: Collection[str]) -> tuple[FunctionReport, ...]:
    """The functions whose passes are to be shown."""
    return tuple(each for each in report.functions if each.passes) if "passes" in show else ()


def _sections_of_function(function: FunctionReport, show: Collection[str]) -> FunctionReport:
    function = replace(function, passes=())
    if "code" not in show:
        function = replace(function, source="", generated=GeneratedCode("", ()))
    if "graph" not in show:
        function = replace(function, traces=tuple(replace(trace, graph=None) for trace in function.traces))
    return function


def _shown(run: Run | None, value_is_out: bool) -> Run | None:
    """A run that there is something to say about, without a long value that `Out[n]` shows right below."""
    if run is None or (run.value in ("", "None") and run.seconds is None):
        return None
    if value_is_out and ("\n" in run.value or len(run.value) > LONGEST_BESIDE_OUT):
        return replace(run, value="")
    return run
