"""Says what a report holds in one line."""

from __future__ import annotations

from collections import Counter

from ag_notebook.report import Run, StagingReport
from ag_notebook.report.texts import split_lines
from ag_notebook.views.lines import shown_graphs
from ag_notebook.views.literal import plural, shorten
from ag_notebook.views.notes import placed_notes
from ag_notebook.views.sides import sides


def headline(report: StagingReport) -> str:
    """`collatz · tensorflow · 6 → 11 lines · 24 ops in 5 graphs · 1 warning`."""
    before = sum(len(split_lines(function.source)) for function in report.functions)
    after = sum(len(split_lines(function.generated.text)) for function in report.functions)
    each = sides(report)
    parts = [shorten(report.title, 80), shorten(", ".join(side.backend for side in each), 60)]
    if before:
        # Code that was not asked for is not a program of no lines.
        parts.append(f"{before} → {after} lines" if after else plural(before, "line"))
    if len(each) == 1 and (said := graph_words(report)):
        parts.append(said)
    levels = Counter(placed.note.level for side in each for placed in placed_notes(side.notes))
    parts += [plural(levels[level], level) for level in ("error", "warning") if levels[level]]
    return " · ".join(part for part in parts if part)


def graph_words(report: StagingReport) -> str:
    """`24 ops in 5 graphs`, of the graphs that are shown; empty where there are none."""
    graphs = shown_graphs(report)
    ops, count = sum(graph.op_count for graph in graphs), sum(graph.graph_count for graph in graphs)
    return f"{plural(ops, 'op')} in {plural(count, 'graph')}" if graphs else ""


def side_title(side: StagingReport) -> str:
    """`lantern · 17 ops in 4 graphs`: one back end beside others."""
    return " · ".join(filter(None, (shorten(side.backend, 40), graph_words(side))))


def nothing_made(side: StagingReport, where: str) -> str:
    """Why one back end beside others has no graph of the function that was called; its notes stand `where`."""
    refusals = dict.fromkeys(note.code for note in side.notes if note.level == "error")
    return f"No graph: {', '.join(refusals)}, {where}." if refusals else "No graph."


def omissions(report: StagingReport) -> str:
    """What the report leaves out, in one line; empty where that is nothing."""
    if not report.omitted:
        return ""
    counted = ", ".join(f"{each.what} ({each.count:,})" for each in report.omitted)
    return f"Left out to keep this report small: {counted}."


def run_sentence(run: Run) -> tuple[str, str, str]:
    """The call, the value and the time of a run as texts; a run that gave None, or none at all, has no value."""
    value = "" if run.value.strip() == "None" else run.value
    traced = run.traced_seconds
    times = [] if traced is None else [f"traced in {duration(traced)}"]
    if run.seconds is not None:
        times.append(f"ran in {duration(run.seconds)}" if times else f"in {duration(run.seconds)}")
    return run.call, value, ", ".join(times)


def duration(seconds: float) -> str:
    """A time with three digits that matter."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
