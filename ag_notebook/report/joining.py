"""Makes one report of several: what a cell or a file defines is shown together."""

from __future__ import annotations

from collections.abc import Sequence

from ag_notebook.report.report import FunctionReport, Run, StagingReport
from ag_notebook.report.spans import Span


def joined(reports: Sequence[StagingReport], backend: str, run: Run | None = None) -> StagingReport:
    """One report of several functions; each function, note, check, omission and probe once.

    `backend` is that of a report of none; functions know what they were staged to.
    """
    functions: dict[tuple[str, Span], FunctionReport] = {}
    for each in (function for report in reports for function in report.functions):
        known = functions.get((each.name, each.span))
        if known is None or len(each.traces) > len(
            known.traces
        ):  # one may be wrapped by another, and have no traces there
            functions[each.name, each.span] = each
    return StagingReport(
        ", ".join(dict.fromkeys(each.name for each in functions.values())),
        ", ".join(dict.fromkeys(report.backend for report in reports)) or backend,
        tuple(functions.values()),
        run,
        tuple(dict.fromkeys(note for report in reports for note in report.notes)),
        tuple(dict.fromkeys(check for report in reports for check in report.checks)),
        tuple(dict.fromkeys(each for report in reports for each in report.omitted)),
        probes=tuple(dict.fromkeys(probe for report in reports for probe in report.probes)),
    )
