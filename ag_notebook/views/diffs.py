"""Shows what each pass of the conversion changed, as unified diffs."""

from __future__ import annotations

import difflib

from ag_notebook.report import FunctionReport
from ag_notebook.views.lines import split_lines
from ag_notebook.views.literal import escape


def pass_diff(before: str, after: str) -> list[str]:
    """A unified diff of two states of the code, without the two lines of file names."""
    lines = difflib.unified_diff(split_lines(before), split_lines(after), lineterm="", n=2)
    return list(lines)[2:]


def diff_counts(diff: list[str]) -> tuple[int, int]:
    """Lines added and lines removed."""
    return sum(line.startswith("+") for line in diff), sum(line.startswith("-") for line in diff)


def passes_html(function: FunctionReport) -> str:
    """One fold for each pass that changed the code; the others are named in one line."""
    before, folds, idle = function.source, [], []
    for number, snapshot in enumerate(function.passes, 1):
        if not snapshot.changed:
            idle.append(snapshot.name)
            continue
        diff = pass_diff(before, snapshot.code.text)
        before = snapshot.code.text
        added, removed = diff_counts(diff)
        folds.append(
            f"<details><summary>{number} <b>{escape(snapshot.name)}</b> +{added} −{removed} "
            f"{escape(snapshot.summary)}</summary>{_diff_html(diff)}</details>"
        )
    rest = f"<div>Without change: {escape(', '.join(idle))}</div>" if idle else ""
    return "".join(folds) + rest


def _diff_html(diff: list[str]) -> str:
    rows = []
    for line in diff:
        tag = {"+": "ins", "-": "del"}.get(line[:1])
        text = escape(line)
        rows.append(f'<{tag} style="text-decoration:none">{text}</{tag}>' if tag else text)
    return (
        f'<pre class="ag-diff" style="margin:2px 0 6px 18px;white-space:pre-wrap">{chr(10).join(rows)}</pre>'
    )
