"""A report as a quiz: what becomes of each line is predicted before it is shown.

Lines are asked for that went into the graph (G), that Python decided while tracing (P), or that were unrolled (U).
"""

from __future__ import annotations

import textwrap

from ag_notebook.report import StagingReport
from ag_notebook.views.lines import LETTERS, FunctionLines, ReportLines, SourceLine, report_lines
from ag_notebook.views.literal import escape, in_ascii, literal, wrapped
from ag_notebook.views.styles import WRAPPED
from ag_notebook.views.summary import headline, run_sentence

MARKS = ("G", "P", "U")
_WORDS = ", ".join(f"{mark} {LETTERS[mark]}" for mark in MARKS)
TASK = f"Predict what becomes of each line with a ?: {_WORDS}."

NOTHING = "Nothing to predict: nothing was decided at a line."


def is_asked(line: SourceLine) -> bool:
    """Whether a quiz asks for the line."""
    return line.gutter[:1] in MARKS


def quiz_text(report: StagingReport, width: int, ascii_only: bool) -> str:
    """The lines to predict, for a terminal; `%autograph --last` shows what became of them."""
    lines = report_lines(report)
    rows = [*textwrap.wrap(headline(report), width), *textwrap.wrap(_task(lines), width)]
    for function in lines.functions:
        rows.append("")
        digits = _digits(function)
        for line in function.lines:
            margin = f"{line.number:>{digits}} {'?' if is_asked(line) else ' '}  "
            pieces = wrapped(literal(line.text).rstrip(), width - len(margin))
            rows += [margin + pieces[0], *(" " * len(margin) + piece for piece in pieces[1:])]
    rows += ["", *textwrap.wrap(_run(report), width), "The answers: %autograph --last"]
    shown = "\n".join(row.rstrip() for row in rows)
    return in_ascii(shown) if ascii_only else shown


def quiz_html(report: StagingReport, answers: str) -> str:
    """The lines to predict as HTML; `answers`, the whole report, are in a fold that is closed."""
    functions = []
    lines = report_lines(report)
    for function in lines.functions:
        digits = _digits(function)
        rows = [
            f"{line.number:>{digits}} {'<b>?</b>' if is_asked(line) else ' '}  {escape(line.text)}"
            for line in function.lines
        ]
        functions.append(f'<pre style="margin:4px 0;{WRAPPED}">{chr(10).join(rows)}</pre>')
    return (
        f"<div><div><b>{escape(headline(report))}</b></div><div>{escape(_task(lines))}</div>{''.join(functions)}"
        f'<details style="margin:6px 0"><summary><b>The answers</b></summary>{answers}</details></div>'
    )


def _task(lines: ReportLines) -> str:
    asked = any(is_asked(line) for function in lines.functions for line in function.lines)
    return TASK if asked else NOTHING


def _digits(function: FunctionLines) -> int:
    return max(len(str(function.lines[-1].number)) if function.lines else 1, 3)


def _run(report: StagingReport) -> str:
    if report.run is None:
        return ""
    call, value, _ = run_sentence(report.run)
    return " ".join(f"{call} = {value}".split()) if value else call
