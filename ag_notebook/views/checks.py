"""Shows what checks found: on which calls the staged function was compared with the original, and where they differ."""

from __future__ import annotations

import textwrap
from collections import Counter

from ag_notebook.report import Check, StagingReport
from ag_notebook.views.literal import escape, literal, prose, shorten

_STATES = ("different", "the same", "not compared")


def state_of(check: Check) -> str:
    """`different`, `the same` or `not compared`."""
    return _STATES[0] if check.difference else _STATES[1] if check.compared else _STATES[2]


def checks_title(report: StagingReport) -> str:
    """`Checked against Python: 5 the same, 1 not compared`."""
    counts = Counter(map(state_of, report.checks))
    return "Checked against Python: " + ", ".join(
        f"{counts[each]} {each}" for each in _STATES if counts[each]
    )


def checks_text(report: StagingReport, width: int) -> list[str]:
    """A line for each check, those where something differs first."""
    rows = [checks_title(report)]
    for check in _sorted(report):
        head = f"  {shorten(literal(check.call), max(width - 30, 20))}: {state_of(check)}"
        rows += textwrap.wrap(f"{head}; {literal(_said(check, report))}", width, subsequent_indent="      ")
    return rows


def checks_html(report: StagingReport) -> str:
    """The same as a table that opens where something differs."""
    rows = "".join(
        f'<tr><td style="text-align:left;padding-right:12px;font-family:monospace">{escape(shorten(check.call, 200))}</td>'
        f'<td style="text-align:left;padding-right:12px"><b>{state_of(check)}</b></td>'
        f'<td style="text-align:left">{prose(_said(check, report))}</td></tr>'
        for check in _sorted(report)
    )
    is_open = " open" if any(check.difference for check in report.checks) else ""
    return (
        f'<details{is_open} style="margin:6px 0"><summary><b>Checks</b> {escape(checks_title(report))}</summary>'
        f"<table>{rows}</table></details>"
    )


def _sorted(report: StagingReport) -> list[Check]:
    return sorted(report.checks, key=lambda check: not check.difference)


def _said(check: Check, report: StagingReport) -> str:
    """What a check found; a difference that a note of the report tells is not told again."""
    if check.difference:
        noted = (n.code for n in report.notes if check.call in n.message and check.difference in n.message)
        if code := next(noted, None):
            return f"see {code} above."
    said = check.difference or ", ".join(check.compared)
    end = "." if said and check.skipped and not check.difference else ""
    return f"{said}{end} {check.skipped}".strip()
