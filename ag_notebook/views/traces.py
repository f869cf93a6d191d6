"""Shows the retrace log: each graph that was made of a function, for which call, and why the ones before would not do."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from ag_notebook.report import Span, Trace
from ag_notebook.views.literal import escape, literal, plural, prose, shorten
from ag_notebook.views.notes import elsewhere

_MOST = 12
"""Traces that are listed: the first ones and the last ones."""
_CELL = 'style="text-align:left;vertical-align:top;padding:1px 12px 1px 0"'


def listed(traces: Sequence[Trace]) -> list[int]:
    """The places of the traces that are listed; the middle of a long log says what its ends say."""
    if len(traces) <= _MOST:
        return list(range(len(traces)))
    return [*range(3), *range(len(traces) - _MOST + 3, len(traces))]


def traces_text(traces: Sequence[Trace], width: int, file: str) -> list[str]:
    """A line for each graph, or as many as it takes; places that are not in `file` have the name of theirs."""
    rows = [f"{plural(len(traces), 'trace')}; the last one with a graph is shown"]
    before = -1
    for index in listed(traces):
        trace = traces[index]
        if index != before + 1:
            rows.append(f"  … {index - before - 1} more")
        called = f" (line {trace.call.line}{elsewhere(trace.call, {file})})" if trace.call is not None else ""
        text = literal(f"{shorten(trace.signature, width)} · {trace.reason}{called}")
        rows += textwrap.wrap(f"{index + 1:>3}  {text}", width, subsequent_indent=" " * 9)
        before = index
    return rows


def traces_html(traces: Sequence[Trace], shown: Trace | None, link: Callable[[Span], str]) -> str:
    """A table of them; `link` makes the place of a call."""
    rows, before = [], -1
    for index in listed(traces):
        trace = traces[index]
        if index != before + 1:
            rows.append(f"<tr><td {_CELL} colspan=4>… {index - before - 1} more</td></tr>")
        here = " (shown above)" if trace is shown else ""
        place = "" if trace.call is None else link(trace.call)
        rows.append(
            f"<tr><td {_CELL}>{index + 1}</td><td {_CELL}><b>{escape(shorten(trace.signature, 160))}</b>{here}</td>"
            f"<td {_CELL}>{place}</td><td {_CELL}>{prose(trace.reason)}</td></tr>"
        )
        before = index
    head = "".join(f"<th {_CELL}>{title}</th>" for title in ("", "arguments", "called at", "why it was made"))
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"
