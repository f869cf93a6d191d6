"""Says in a few words what a run is doing, and what it gave."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ag_notebook.notebook.explorer.editors import warning
from ag_notebook.staging.wording import counted
from ag_notebook.views.summary import duration

if TYPE_CHECKING:
    from ag_notebook.notebook.explorer.session import Work
    from ag_notebook.report import Note, Run, StagingReport

LATE = 2.0
"""Seconds after which a run that was told to stop should have."""
_LONGEST = 300
_DOING = {
    "waiting": "waiting for the run of another explorer",
    "converting": "converting the source",
    "tracing": "tracing",
    "checking": "comparing with Python",
    "running": "running",
    "reporting": "making the report",
}
_STEPS = ("converting", "tracing", "running", "reporting")


def progress(work: Work, since_stop: float | None) -> tuple[float, str]:
    """How far a run is, of 1, and in words. Nobody knows how long a phase takes: in it, the bar goes on ever slower."""
    share = 1.0 / len(_STEPS)
    phase = "running" if work.phase == "checking" else work.phase
    at = _STEPS.index(phase) if phase in _STEPS else 0
    inside = work.seconds if work.phase == "waiting" else work.phase_seconds
    done = share * (at + inside / (inside + 2.0))
    if since_stop is None:
        return done, f"{_DOING[work.phase]} … {work.seconds:.1f} s"
    if since_stop < LATE:
        return done, f"stopping … {work.seconds:.1f} s"
    late = "What runs now cannot be cancelled (a program of XLA, or a call into C); it ends when that does."
    return done, f"stopping … {work.seconds:.1f} s. {late}"


def ended(work: Work) -> str:
    """How a run ended, in a sentence."""
    seconds = duration(work.seconds)
    if work.is_stopped:
        return f"Stopped after {seconds}, while {_DOING[work.phase]}. What the function had changed by then stays changed."
    if work.error is not None:
        return f"{type(work.error).__name__} after {seconds}"
    return f"Traced in {seconds}, not run" if not work.request.run else f"Done in {seconds}"


def facts(work: Work) -> list[tuple[str, str, bool]]:
    """What a run gave: what it is, in words, and whether it is a warning."""
    report = work.report
    if report is None:
        return []
    found: list[tuple[str, str, bool]] = []
    for each in (report, *report.beside):
        where = f" on {each.backend}" if report.beside else ""
        if each.run is not None and each.run.seconds is not None:
            found.append((f"Value{where}", _cut(each.run.value), False))
            found.append((f"Time{where}", _times(each.run), False))
    if text := _traces(work):
        found.append(("Traces", text, False))
    found += _check(report)
    found += [("Side by side", note.message, note.level != "info") for note in _of_sides(report)]
    return found


def _times(run: Run) -> str:
    assert run.seconds is not None
    traced = f", and {duration(run.traced_seconds)} of tracing" if run.traced_seconds else ""
    return f"{duration(run.seconds)}{traced}"


def _traces(work: Work) -> str:
    if work.request.backends[0] == "python":
        return ""
    if not work.traces:
        return ""
    if not work.new_traces:
        return (
            f"No new trace: one of the {work.traces} fits."
            if work.traces > 1
            else "No new trace: the one there is fits."
        )
    number = (
        f"Trace {work.traces}"
        if work.new_traces == 1
        else counted(work.new_traces, "new trace", "new traces")
    )
    return f"{number}: {work.reason}."


def _check(report: StagingReport) -> list[tuple[str, str, bool]]:
    found = [
        ("Differs from Python", f"{each.call}: {each.difference}", True)
        for each in report.checks
        if each.difference
    ]
    same = [check for check in report.checks if check.compared and not check.difference]
    if same and not found:
        parts = ", ".join(dict.fromkeys(part for check in same for part in check.compared))
        found.append(("Same as Python", f"{parts} of {counted(len(same), 'call', 'calls')}", False))
    found += [
        ("Not compared", each.skipped, True) for each in report.checks if each.skipped and not each.compared
    ]
    return found


def _of_sides(report: StagingReport) -> list[Note]:
    if not report.beside:
        return []
    sides = (report, *report.beside)
    return [note for each in sides for note in each.notes if note.code == "AG512" or note.level == "error"]


def facts_html(found: list[tuple[str, str, bool]]) -> str:
    """The facts as a list of terms."""
    if not found:
        return ""
    small = "color: var(--jp-ui-font-color2, #616161); font-size: 85%; line-height: 1.3"
    code = "font-family: var(--jp-code-font-family, monospace); overflow-wrap: anywhere; line-height: 1.4"
    cells = "".join(
        f'<div style="margin: 0 24px 4px 0; max-width: 100%"><div style="{small}">{escape(name)}</div>'
        f'<div style="{code}">{warning(text) if is_warning else escape(text)}</div></div>'
        for name, text, is_warning in found
    )
    return f'<div style="display: flex; flex-wrap: wrap; padding: 4px 0">{cells}</div>'


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
