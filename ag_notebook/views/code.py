"""Shows source and generated code side by side, each line tied to the lines that came from it."""

from __future__ import annotations

from dataclasses import dataclass

from ag_notebook.views.highlight import html_lines
from ag_notebook.views.lines import LETTERS, FunctionLines, GeneratedLine, ReportLines, Row, SourceLine
from ag_notebook.views.literal import cells, escape, plural, prose, shorten
from ag_notebook.views.palette import bar
from ag_notebook.views.styles import WRAPPED

_CELL = "flex:1 1 340px;min-width:0"
# A tint that is seen on any ground tells generated code apart where the columns stand below each other.
_TINTED = f"{_CELL};padding-left:6px;background-color:rgba(128,128,128,.1)"
_MOST_EVENTS = 100
MOST_ROWS = 250
"""Rows of the two columns; further source lines stand below them as plain text."""
_LONG = 40_000
"""Characters of a program from which on it is plain text."""
_LONGEST = 60_000
"""Characters of a program that are shown."""
_OPS = "Operations made for the line, those inside its loops and branches included"
_CELL_EM = 0.6  # width of a character; the unit `ch` would be taken out of a notebook that is not trusted


@dataclass(frozen=True, slots=True)
class Anchors:
    """Names of the elements of one report, all beginning with its id."""

    report_id: str

    def line(self, line: SourceLine) -> str:
        """The element of a source line."""
        return f"{self.report_id}-l{line.key}"

    def generated(self, function: int, number: int) -> str:
        """The element of a generated line."""
        return f"{self.report_id}-f{function}g{number}"


def beside_html(lines: FunctionLines, function: int, anchors: Anchors) -> str:
    """The two columns; below each other where the page is narrow."""
    rows = lines.rows()
    writer = _Writer(lines, rows[:MOST_ROWS], function, anchors)
    right = f'<div style="{_TINTED}"><b>Generated</b></div>' if writer.generated else ""
    head = (
        f'<div style="display:flex;flex-wrap:wrap;column-gap:16px"><div style="{_CELL}">{writer.heading()}</div>'
        f"{right}</div>"
    )
    shown = "".join(map(writer.row, writer.rows))
    return f'<div class="ag-code">{head}{shown}</div>{_rest_html(rows[MOST_ROWS:], anchors, writer.gutter)}'


def _rest_html(rows: list[Row], anchors: Anchors, gutter: int) -> str:
    """The source lines below the table: columns and colours of thousands of lines would make the page too large."""
    lines = [line for row in rows for line in row.sources]
    if not lines:
        return ""
    text = "\n".join(
        f'<span id="{anchors.line(line)}">{line.number}</span> {line.gutter:<{gutter}}{escape(line.text)}'
        for line in lines
    )
    return (
        f"<details><summary>{plural(len(lines), 'more line')}, without the generated code beside</summary>"
        f'<pre style="margin:4px 0 4px 18px;{WRAPPED}">{text}</pre></details>'
    )


def whole_html(text: str) -> str:
    """A program in one piece, to read through and to copy; a long one is not highlighted, and cut at a line."""
    if len(text) > _LONGEST:
        end = text.rfind("\n", 0, _LONGEST) + 1
        text = f"{text[:end]}# … {text.count(chr(10), end)} more lines"
    if len(text) > _LONG:
        return f'<pre style="margin:4px 0 4px 18px;{WRAPPED}">{escape(text)}</pre>'
    return f'<pre style="margin:4px 0 4px 18px;{WRAPPED}">{chr(10).join(html_lines(text))}</pre>'


def legend_html(lines: ReportLines, backend: str = "") -> str:
    """The gutter letters in use, in words; `backend` is the one of several whose marks these are."""
    said = [f"<b>{letter}</b> {words}" for letter in lines.letters() for words in [LETTERS[letter]]]
    if said and backend:
        said.append(f"(on <b>{escape(backend)}</b>)")
    return f"<div>{' &nbsp; '.join(said)}</div>" if said else ""


def decisions_html(lines: FunctionLines, anchors: Anchors | None) -> str:
    """What was decided about each construct, and why; without `anchors`, lines are no links."""
    cell = ' style="text-align:left;padding:2px 10px 2px 0;vertical-align:top"'
    rows = []
    events = [(line, event) for line in lines.lines for event in line.events]
    for line, event in events[:_MOST_EVENTS]:
        decision = f"unrolled {event.count} times" if event.decision == "unrolled" else event.decision
        place = f"line {line.number}"
        columns = (
            f'<a href="#{anchors.line(line)}">{place}</a>' if anchors is not None else place,
            f"<b>{escape(event.construct)}</b>",
            escape(decision),
            escape(event.backend),
            prose(event.why),
        )
        rows.append("<tr>" + "".join(f"<td{cell}>{column}</td>" for column in columns) + "</tr>")
    if len(events) > _MOST_EVENTS:
        rows.append(f'<tr><td colspan="5"{cell}>… {len(events) - _MOST_EVENTS} more</td></tr>')
    if not rows:
        return ""
    heads = "".join(
        f"<th{cell}>{head}</th>" for head in ("Where", "Construct", "Decision", "Back end", "Why")
    )
    return f'<table style="font-size:13px"><tr>{heads}</tr>{"".join(rows)}</table>'


class _Writer:
    """Writes rows of one function; keeps its texts, highlighted as far as the rows go."""

    def __init__(self, lines: FunctionLines, rows: list[Row], function: int, anchors: Anchors) -> None:
        self.lines, self.rows, self.function, self.anchors = lines, rows, function, anchors
        last_source = max((self._offset(line) for row in rows for line in row.sources), default=-1)
        last_generated = max((line.number for row in rows for line in row.generated), default=0)
        self.source = html_lines(lines.function.source, last_source + 1)
        self.generated = html_lines(lines.function.generated.text, last_generated)
        last = lines.lines[-1].number if lines.lines else 0
        self.digits = max(len(str(last)), len(str(len(lines.generated))), 2)
        self.gutter = lines.gutter_width if any(line.gutter for line in lines.lines) else 0
        self.op_digits = max(
            (max(len(str(line.op_count)), 3) for line in lines.lines if line.op_count), default=0
        )

    def row(self, row: Row) -> str:
        left = "".join(map(self._source_line, row.sources))
        if row.continued is not None:
            line = row.continued
            left = (
                f'<div class="l{line.key}" style="{self._bar(line)}"><a href="#{self.anchors.line(line)}" '
                f'title="{escape(shorten(line.text, 80))}">↑ line {line.number}</a></div>'
            )
        right = "".join(map(self._generated_line, row.generated))
        right = f'<div style="{_TINTED}">{right}</div>' if self.generated else ""
        return f'<div style="display:flex;flex-wrap:wrap;column-gap:16px"><div style="{_CELL}">{left}</div>{right}</div>'

    def heading(self) -> str:
        """The words over the source column, and over the column of operations if there is one."""
        if not self.op_digits:
            return "<b>Source</b>"
        before = " " * (self.digits + 1 + self.gutter)
        return (
            f'<div style="display:flex;{bar(None)}"><pre style="margin:0;flex:0 0 auto;white-space:pre">{before}'
            f'<span title="{_OPS}">{"ops":>{self.op_digits}}</span> </pre><b>Source</b></div>'
        )

    def _source_line(self, line: SourceLine) -> str:
        number = f"{line.number:>{self.digits}}"
        target = next((g for g in line.generated if g.text.strip()), None)
        if target is not None:
            number = f'<a href="#{self.anchors.generated(self.function, target.number)}">{number}</a>'
        margin = f"{number} "
        if self.gutter:
            reason = "; ".join(f"{e.construct}: {e.decision}, {e.why}" for e in line.events)
            words = reason or LETTERS.get(line.gutter[:1], "")
            margin += f'<b title="{escape(shorten(words, 300))}">{line.gutter:<{self.gutter}}</b>'
        if self.op_digits:
            ops = f"{line.op_count or '':>{self.op_digits}}"
            margin += (
                f'<span title="{plural(line.op_count, "operation")}">{ops}</span> '
                if line.op_count
                else f"{ops} "
            )
        remark = self._remark(line)
        return (
            self._line(line, self.anchors.line(line), margin, self.source[self._offset(line)], line.text)
            + remark
        )

    def _remark(self, line: SourceLine) -> str:
        if not line.remarks and not line.notes:
            return ""
        notes = "".join(f"<b>{escape(code)}</b> " for code in dict.fromkeys(note.code for note in line.notes))
        text = f"{notes}→ {prose('; '.join(line.remarks))}" if line.remarks else notes
        inset = self.digits + 2 + self.gutter + (self.op_digits + 1 if self.op_digits else 0)
        return f'<div class="l{line.key}" style="{self._bar(line)};padding-left:{(inset + 4) * _CELL_EM:.1f}em;font-size:12px">{text}</div>'

    def _generated_line(self, line: GeneratedLine) -> str:
        source = self.lines.line(line.source)
        number = f"{line.number:>{self.digits}}"
        if source is not None:
            number = f'<a href="#{self.anchors.line(source)}">{number}</a>'
        anchor = self.anchors.generated(self.function, line.number)
        return self._line(source, anchor, f"{number} ", self.generated[line.number - 1], line.text)

    def _line(self, source: SourceLine | None, anchor: str, margin: str, code: str, text: str) -> str:
        name = f' class="l{source.key}"' if source is not None else ""
        indent = (cells(text) - cells(text.lstrip()) + 4) * _CELL_EM
        pre = f"margin:0;{WRAPPED}"
        return (
            f'<div id="{anchor}"{name} style="display:flex;{self._bar(source)}">'
            f'<pre class="ag-num" style="margin:0;flex:0 0 auto;white-space:pre">{margin}</pre>'
            f'<pre style="{pre};flex:1 1 auto;min-width:0;padding-left:{indent:.1f}em;text-indent:-{indent:.1f}em">{code}</pre>'
            "</div>"
        )

    def _bar(self, line: SourceLine | None) -> str:
        return bar(None if line is None else line.colour)

    def _offset(self, line: SourceLine) -> int:
        return line.number - self.lines.function.span.line
