"""Shows the rungs between source and machine in a terminal, and keeps the whole view to a number of rows.

Each line has the number of the line of the source that it comes from in front, as far as that is known.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from ag_notebook.report import CompiledCode, FunctionReport, Trace
from ag_notebook.views.diffs import idle_passes, pass_steps, passes_title
from ag_notebook.views.graph_diffs import by_graph, change_words, counted_changes, graph_changes
from ag_notebook.views.ladder import optimized_title
from ag_notebook.views.lines import FunctionLines
from ag_notebook.views.literal import literal, plural, shorten, wrapped

MOST_ROWS = 200
"""Rows of the whole view."""
_FEWEST = 6
"""Rows that a part keeps at least."""
_HUES = {"+": "\x1b[32m", "-": "\x1b[31m"}
_END = "\x1b[0m"
_NUMBER = 4


@dataclass(slots=True)
class Block:
    """A part of the view; `cuttable` says that its end may be left out where the view would be too long."""

    rows: list[str]
    cuttable: bool = True


def within(blocks: Sequence[Block], kept: int, most: int = MOST_ROWS) -> list[list[str]]:
    """The rows of each part, the longest cut, each with a count, until all fit; an empty row stands between parts.

    Where there are too many parts for that, those in the middle are left out: not the first, nor the last `kept`.
    """
    shown = [block for block in blocks if block.rows]
    if sum(len(block.rows) + 1 for block in shown) - 1 <= most:
        return [block.rows for block in shown]
    kept = sum(bool(block.rows) for block in blocks[len(blocks) - kept :])
    room = (most - len(shown[0].rows) - 2) // (_FEWEST + 1) if shown else 0
    if len(shown) - 1 > room:
        cut = max(room - kept, 0)
        left_out = Block([f"… {plural(len(shown) - 1 - kept - cut, 'more part')}"], cuttable=False)
        shown = [*shown[: 1 + cut], left_out, *shown[len(shown) - kept :]]
    lengths = [len(block.rows) for block in shown]
    room = most - max(len(shown) - 1, 0) - sum(n for n, b in zip(lengths, shown) if not b.cuttable)
    cuttable = sorted(n for n, b in zip(lengths, shown) if b.cuttable)
    limit = cuttable[-1] if cuttable else 0
    for index, length in enumerate(cuttable):  # shorter parts leave their share to longer ones
        share = room // (len(cuttable) - index)
        if length > share:
            limit = max(share, _FEWEST)
            break
        room -= length
    return [_cut(block.rows, limit) if block.cuttable else block.rows for block in shown]


def _cut(rows: list[str], most: int) -> list[str]:
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], f"… {len(rows) - most + 1} more rows"]


def passes_rows(function: FunctionReport, width: int, color: bool) -> list[str]:
    """The passes: what each changed as a diff, why, and the names of those that changed nothing."""
    rows = [f"Passes of {shorten(function.name, 40)} ({passes_title(function)})"]
    for step in pass_steps(function):
        added, removed = step.counts
        head = f"{step.number:>3} {step.snapshot.name}  +{added} -{removed}  {step.snapshot.summary}"
        rows += textwrap.wrap(literal(head), width, subsequent_indent="      ")
        for fact in step.facts:
            why = literal(f"why, line {fact.span.line}: {fact.text}")
            rows += textwrap.wrap(why, width, initial_indent="    ", subsequent_indent="      ")
        for line in step.diff:
            text = literal(line.text if line.sign == "@" else f"{line.sign}{line.text}")
            hue = _HUES.get(line.sign, "") if color else ""
            number = str(line.source or "")
            for piece in wrapped(text, width - _NUMBER - 1):
                rows.append(f"{number:>{_NUMBER}} {hue}{piece}{_END if hue else ''}".rstrip())
                number = ""
    if idle := idle_passes(function):
        rows += textwrap.wrap(literal(f"Without change: {', '.join(idle)}"), width)
    return rows


def decisions_rows(lines: FunctionLines, width: int) -> list[str]:
    """What was decided about each construct, and why."""
    rows = []
    for line in lines.lines:
        for event in line.events:
            decision = f"unrolled {event.count} times" if event.decision == "unrolled" else event.decision
            said = literal(f"{line.number:>{_NUMBER}} {event.construct}: {decision}, {event.why}")
            rows += textwrap.wrap(said, width, subsequent_indent=" " * (_NUMBER + 3))
    return [f"Decisions ({sum(len(line.events) for line in lines.lines)})", *rows] if rows else []


def optimized_rows(trace: Trace, width: int) -> list[str]:
    """What the optimizer did to the graph, graph by graph."""
    if trace.graph is None or trace.optimized is None:
        return []
    rows = [f"Optimized graph: {optimized_title(trace.graph, trace.optimized)}"]
    for name, found in by_graph(graph_changes(trace.graph, trace.optimized)):
        rows.append(f"     {shorten(f'{name}: {counted_changes(found)}', width - 5)}")
        for change in found:
            words = change_words(change)
            number = change.node.span.line if change.node.span else ""
            said = f"{change.kind} {change.node.op} {change.node.name}{f': {words}' if words else ''}"
            rows.append(f"{number:>{_NUMBER}}   {shorten(said, width - _NUMBER - 3)}")
    return rows


def compiled_rows(program: CompiledCode, width: int, file: str) -> list[str]:
    """A compiler's program, with the numbers of lines of `file`."""
    rows = [f"{shorten(program.name, 40)} ({plural(len(program.lines), 'line')})"]
    for line in program.lines:
        number = str(line.span.line if line.span and line.span.file == file else "")
        for piece in wrapped(literal(line.text), width - _NUMBER - 1):
            rows.append(f"{number:>{_NUMBER}} {piece}".rstrip())
            number = ""
    return rows
