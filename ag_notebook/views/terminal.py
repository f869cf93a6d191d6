"""Shows a report in a terminal: source with what became of each line, graph outline, notes, value.

Long lines are wrapped, never cut. With colour only weight, slant and two safe hues are used, so it reads on any ground.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence

from ag_notebook.report import FunctionReport, StagingReport
from ag_notebook.views.checks import checks_text
from ag_notebook.views.highlight import ansi_lines
from ag_notebook.views.ladder_text import (
    Block,
    compiled_rows,
    decisions_rows,
    optimized_rows,
    passes_rows,
    within,
)
from ag_notebook.views.lines import (
    LETTERS,
    SHOWN,
    FunctionLines,
    GeneratedLine,
    ReportLines,
    SourceLine,
    report_lines,
    shown_programs,
    shown_trace,
)
from ag_notebook.views.literal import cells, in_ascii, literal, literal_block, shorten, wrapped
from ag_notebook.views.notes import PlacedNote, files_of, placed_notes
from ag_notebook.views.outline import outline_lines
from ag_notebook.views.probes import probes_text
from ag_notebook.views.sides import marking, on_side, sides
from ag_notebook.views.spelling import same_code
from ag_notebook.views.summary import headline, nothing_made, omissions, run_sentence, side_title
from ag_notebook.views.times import times_rows
from ag_notebook.views.traces import traces_text

NARROWEST = 80
_MOST_GENERATED = 6
_HUES = {"error": "\x1b[1;31m", "warning": "\x1b[1;35m", "info": "\x1b[1m"}


def terminal_text(
    report: StagingReport, width: int, color: bool, ascii_only: bool, show: Collection[str] = SHOWN
) -> str:
    """The report as text without a last line break, of at most `MOST_ROWS` rows; `show` are of `PARTS`."""
    width = max(width, NARROWEST)
    model = report_lines(report)
    head = textwrap.wrap(headline(report), width)
    left_out = textwrap.wrap(literal(omissions(report)), width)
    legend = _legend(model, width, marking(report))
    first = Block([*(_bold(row, color) for row in head), *left_out, *legend], cuttable=False)
    each = sides(report)
    blocks = [Block(rows) for lines in model.functions for rows in _function(lines, each, width, color, show)]
    files = files_of(report)
    seen = [
        Block(probes_text(side.probes, width, files, ascii_only, side.backend if len(each) > 1 else ""))
        for side in each
        if side.probes
    ]
    last = [*seen, *(b for side in each for b in _outcome(side, files, width, color, len(each) > 1))]
    shown = within([first, *blocks, *last], kept=len(last))
    result = "\n\n".join("\n".join(row.rstrip() for row in rows) for rows in shown)
    return in_ascii(result) if ascii_only else result


def _outcome(
    side: StagingReport, files: Collection[str], width: int, color: bool, is_one_of_several: bool
) -> list[Block]:
    """Notes, checks and result; of one of several back ends in one part, below its name."""
    notes = [row for note in placed_notes(side.notes) for row in _note(note, files, width, color)]
    checks = checks_text(side, width) if side.checks else []
    run = _run(side, width, color)
    if is_one_of_several:
        return [Block([_bold(literal(side_title(side)), color), *run, *notes, *checks])]
    return [Block(notes), Block(checks), Block(run)]


def _function(
    function: FunctionLines,
    each: Sequence[StagingReport],
    width: int,
    color: bool,
    show: Collection[str],
) -> Iterator[list[str]]:
    """The parts of one function, from source to machine; what back ends make of it one after the other."""
    report = function.function
    if "code" in show:
        yield _code(function, width, color)
    elif "trace" in show:  # with the code, decisions stand at their lines
        yield decisions_rows(function, width)
    passes = passes_rows(report, width, color) if "passes" in show and report.passes else []
    if len(each) == 1:
        if "trace" in show and len(report.traces) > 1:
            yield traces_text(report.traces, width, report.span.file)
        yield passes
        yield from _made(report, width, show)
        return
    yield passes
    made = [[rows for rows in _made(on_side(report, side), width, show) if rows] for side in each]
    for side, parts in zip(each, made) if any(made) else ():
        first, *others = parts or [[nothing_made(side, "below")]]
        yield [_bold(f"{literal(side.backend)}:", color), *first]
        yield from others


def _made(report: FunctionReport, width: int, show: Collection[str]) -> Iterator[list[str]]:
    """What a back end made of a function."""
    trace = shown_trace(report)
    if trace is None:
        return
    if "graph" in show and trace.graph is not None:
        yield outline_lines(trace.graph, width)
    if "optimized" in show:
        yield optimized_rows(trace, width)
    for program in shown_programs(trace, show):
        yield compiled_rows(program, width, report.span.file)
    if "times" in show:
        yield times_rows(report, width)


def _legend(model: ReportLines, width: int, backend: str = "") -> list[str]:
    """The gutter letters in use; `backend` is the one of several whose marks these are."""
    rows: list[str] = []
    words = [f"{letter} {LETTERS[letter]}" for letter in model.letters()]
    for said in [*words, f"(on {literal(backend)})"] if words and backend else words:
        if rows and cells(f"{rows[-1]}   {said}") <= width:
            rows[-1] += f"   {said}"
        else:
            rows.append(said)
    return rows


def _code(function: FunctionLines, width: int, color: bool) -> list[str]:
    digits = max(len(str(function.lines[-1].number)) if function.lines else 1, 3)
    ops = max([len(str(line.op_count)) for line in function.lines] + [3])
    coloured = ansi_lines(function.function.source) if color else []
    gutter = function.gutter_width
    rows = (
        [" " * (digits + 1 + gutter) + "ops".rjust(ops)]
        if any(line.op_count for line in function.lines)
        else []
    )
    for index, line in enumerate(function.lines):
        margin = f"{line.number:>{digits}} {line.gutter:<{gutter}}{line.op_count or '':>{ops}}  "
        rows += _source_rows(line, margin, coloured[index] if color else "", width)
        if line.changed:
            rows += _generated_rows(line, " " * (len(margin) - 2) + "| ", width)
    return rows


def _source_rows(line: SourceLine, margin: str, coloured: str, width: int) -> list[str]:
    """A source line with its first remark at the right where both fit; other remarks stand below."""
    text, remarks = literal(line.text).rstrip(), [literal(remark) for remark in line.remarks]
    pieces = wrapped(text, width - len(margin))
    rows = [margin + pieces[0]] + [" " * len(margin) + piece for piece in pieces[1:]]
    if coloured and len(pieces) == 1:
        rows = [margin + coloured]
    end = len(margin) + cells(text)
    if remarks and len(pieces) == 1:
        start = max(len(margin) + 34, width - 28, end + 2)
        start = min(start, width - cells(remarks[0]))
        if start >= end + 2:
            rows[0] += " " * (start - end) + remarks.pop(0)
    indent = " " * (len(margin) + len(text) - len(text.lstrip()) + 2)
    for remark in remarks:
        room = max(width - len(indent), 20)
        rows += [indent + row for row in textwrap.wrap(f"→ {remark}", room, subsequent_indent="  ")]
    return rows


def _generated_rows(line: SourceLine, margin: str, width: int) -> list[str]:
    """The generated lines that say most: headers and calls; the returns of states are left out."""
    kept = _headers([g for g in line.generated if g.text.strip() and not same_code(g.text, line.text)])
    indent = len(line.text) - len(line.text.lstrip())
    outermost = min((depth for depth, _ in kept), default=0)
    rows = []
    for depth, text in kept[:_MOST_GENERATED]:
        pieces = wrapped(" " * (indent + 2 + depth - outermost) + literal(text), width - len(margin))
        rows += [margin + piece for piece in pieces]
    if len(kept) > _MOST_GENERATED:
        rows.append(margin + " " * (indent + 2) + f"… {len(kept) - _MOST_GENERATED} more")
    return rows


def _headers(generated: list[GeneratedLine]) -> list[tuple[int, str]]:
    """The lines that say most, and how far each is indented."""
    kept: list[tuple[int, str]] = []
    for index, line in enumerate(generated):
        text = line.text.strip()
        depth = len(line.text) - len(line.text.lstrip())
        following = generated[index + 1] if index + 1 < len(generated) else None
        if text.startswith("def ") and line.scaffold:
            body = following.text.strip() if following and following.number == line.number + 1 else ""
            kept.append((depth, f"{text} {body if body.startswith('return ') else '…'}"))
        elif not (line.scaffold and text.startswith(("return ", "nonlocal "))) and not _is_body(
            generated, index
        ):
            kept.append((depth, text))
    return kept


def _is_body(generated: list[GeneratedLine], index: int) -> bool:
    """Whether this line is the one-line body that `_headers` put behind its `def`."""
    line, before = generated[index], generated[index - 1] if index else None
    return (
        before is not None
        and before.scaffold
        and before.text.lstrip().startswith("def ")
        and before.number == line.number - 1
        and line.text.lstrip().startswith("return ")
    )


def _note(placed: PlacedNote, files: Collection[str], width: int, color: bool) -> list[str]:
    note, place = placed.note, placed.words((str(span.line) for span in placed.spans), files)
    head = literal(f"{note.code} {note.level}{f'  {place}' if place else ''}: ")
    body = literal(f"{note.message} {note.fix}".strip())
    rows = textwrap.wrap(head + body, width, subsequent_indent=" " * 15) or [head]
    if color:
        label = f"{note.code} {note.level}"
        rows[0] = rows[0].replace(label, f"{_HUES[note.level]}{label}\x1b[0m", 1)
    return rows


def _run(report: StagingReport, width: int, color: bool) -> list[str]:
    if report.run is None:
        return []
    call, value, time = run_sentence(report.run)
    value = literal_block(value).strip("\n")
    head = shorten(call, max(width - cells(time) - 4, width // 2))
    if not value:
        return textwrap.wrap(f"{head} {time}".rstrip(), width) if cells(head) < width else [head, time]
    if "\n" not in value and cells(f"{head} = {value} {time}") <= width:
        return [f"{head} = {_bold(value, color)} {time}".rstrip()]
    rows = [piece for row in value.split("\n") for piece in wrapped(row, width)]
    return [f"{head} {time}".rstrip() + " =", *rows]


def _bold(text: str, color: bool) -> str:
    return f"\x1b[1m{text}\x1b[0m" if color and text else text
