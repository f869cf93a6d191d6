"""Adds to a report what is below the graph: what the back end's optimizer and its compiler make of it.

These rungs of the ladder cost time that most readers do not want to spend, so they are made for the one trace that views
show, and only when somebody asks.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from ag_notebook.report import StagingReport
from ag_notebook.staging.backends.protocol import LayeredEntry
from ag_notebook.staging.errors import StagingError

if TYPE_CHECKING:
    from ag_notebook.staging.function import StagedFunction

RUNGS = ("optimized", "xla")
"""`optimized`: the graph after the back end's optimizer. `xla`: the programs of XLA."""


def with_rungs(report: StagingReport, staged: StagedFunction, rungs: Collection[str]) -> StagingReport:
    """The report of `staged` with `rungs` for its last trace that has a graph; notes say what is missing.

    Raises:
        StagingError: there is no rung of that name.
    """
    check(rungs)
    (function,) = report.functions
    numbers = [number for number, trace in enumerate(function.traces) if trace.graph is not None]
    if not rungs or not numbers or not isinstance(staged.entry, LayeredEntry):
        return report
    found = staged.entry.below(numbers[-1], rungs)
    traces = list(function.traces)
    traces[numbers[-1]] = replace(traces[numbers[-1]], optimized=found.optimized, compiled=found.compiled)
    function = replace(function, traces=tuple(traces))
    return replace(report, functions=(function,), notes=(*report.notes, *found.notes))


def check(rungs: Collection[str]) -> None:
    """Refuses names of rungs that there are none of."""
    for name in rungs:
        if name not in RUNGS:
            close = difflib.get_close_matches(name, RUNGS, n=1)
            raise StagingError(
                "AG504",
                f"there is no rung '{name}' below the graph.",
                fix=f"Did you mean '{close[0]}'?" if close else f"Choose of {', '.join(RUNGS)}.",
            )
