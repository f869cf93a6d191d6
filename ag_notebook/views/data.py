"""A report as plain data for a front end that draws by itself: what the other views say, without how they look.

A front end looks nothing up and works nothing out: letters, remarks, which line an operation is of, what of a graph is put
together, all that is said here as the HTML and the text say it. Lines are named by their `key`, boxes and frames by their ids.
`VERSION` changes with the meaning of what is there; front ends show other versions as HTML.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ag_notebook.report import Fact, GeneratedCode, GraphModel, GraphNode, Span, StagingReport, Trace
from ag_notebook.report.texts import split_lines
from ag_notebook.views.checks import checks_title, state_of
from ag_notebook.views.folding import Folding, TooManyBoxesError
from ag_notebook.views.fragment import report_id
from ag_notebook.views.frames import Box, Frame
from ag_notebook.views.lines import (
    LETTERS,
    FunctionLines,
    ReportLines,
    SourceLine,
    generated_lines,
    report_lines,
    shown_trace,
)
from ag_notebook.views.literal import literal, shorten
from ag_notebook.views.notes import placed_notes
from ag_notebook.views.reading import port_text
from ag_notebook.views.summary import headline, omissions, run_sentence

MIME_TYPE = "application/vnd.ag-notebook.view.v1+json"
VERSION = 1
MOST_BOXES = 6000
"""Boxes of a graph that are given; a larger one is given by its scopes, as far as these do."""
_TEXT = 400
"""Characters of an attribute."""

Data = dict[str, Any]


def view_data(report: StagingReport, salt: str = "") -> Data:
    """The data of a report; `salt` tells equal reports of one document apart."""
    lines = report_lines(report)
    return {
        "version": VERSION,
        "id": report_id(report, salt),
        "title": literal(headline(report)),
        "backend": literal(report.backend),
        "omitted": literal(omissions(report)),
        "run": _run(report),
        "notes": [_note(placed, lines) for placed in placed_notes(report.notes)],
        "checks": _checks(report),
        "letters": {letter: LETTERS[letter] for letter in lines.letters()},
        "functions": [_Function(lines, each).data() for each in lines.functions],
    }


def _run(report: StagingReport) -> Data | None:
    if report.run is None:
        return None
    call, value, time = map(literal, run_sentence(report.run))
    return {"call": call, "value": value, "time": time}


def _note(placed: Any, lines: ReportLines) -> Data:
    note = placed.note
    return {
        "code": note.code,
        "level": note.level,
        "message": literal(note.message),
        "fix": literal(note.fix),
        "places": [{"text": f"line {span.line}", "key": _key(lines, span)} for span in placed.spans],
        "more": placed.left,
    }


def _checks(report: StagingReport) -> Data | None:
    if not report.checks:
        return None
    found = [
        {
            "call": literal(check.call),
            "state": state_of(check),
            "compared": list(check.compared),
            "said": literal(check.difference or check.skipped),
        }
        for check in report.checks
    ]
    return {"title": checks_title(report), "list": found}


def _key(lines: ReportLines, span: Span | None) -> int | None:
    line = lines.at(span)
    return None if line is None else line.key


class _Function:
    """Writes one function of a report."""

    def __init__(self, lines: ReportLines, function: FunctionLines) -> None:
        self.lines, self.function = lines, function

    def data(self) -> Data:
        report = self.function.function
        shown = shown_trace(report)
        return {
            "name": literal(report.name),
            "file": literal(shorten(report.span.file, 120)),
            "line": report.span.line,
            "source": [self._source(line) for line in self.function.lines],
            "generated": self._code(report.generated),
            "passes": [
                {
                    "name": literal(each.name),
                    "summary": literal(each.summary),
                    "changed": each.changed,
                    "code": self._code(each.code) if each.changed else None,
                    "facts": [self._fact(fact) for fact in each.facts],
                }
                for each in report.passes
            ],
            "traces": [self._trace(each, each is shown) for each in report.traces],
            "graph": None if shown is None or shown.graph is None else self._graph(shown.graph),
            "optimized": None
            if shown is None or shown.optimized is None
            else self._graph(shown.optimized),
            "compiled": []
            if shown is None
            else [
                {
                    "name": literal(each.name),
                    "lines": [{"text": literal(line.text), "key": _key(self.lines, line.span)} for line in each.lines],
                }
                for each in shown.compiled
            ],
        }

    def _source(self, line: SourceLine) -> Data:
        events = [
            {
                "construct": literal(each.construct),
                "decision": each.decision,
                "why": literal(each.why),
                "count": each.count,
            }
            for each in line.events
        ]
        return {
            "key": line.key,
            "number": line.number,
            "text": literal(line.text),
            "letter": line.gutter,
            "ops": line.op_count,
            "colour": line.colour,
            "remarks": list(map(literal, line.remarks)),
            "events": events,
        }

    def _code(self, code: GeneratedCode) -> list[Data]:
        """Lines with the key of the source line that each came from."""
        file = self.function.function.span.file
        found = []
        for each in generated_lines(code, file):
            source = self.function.line(each.source)
            found.append(
                {
                    "text": literal(each.text),
                    "key": None if source is None else source.key,
                    "scaffold": each.scaffold,
                }
            )
        return found

    def _fact(self, fact: Fact) -> Data:
        return {"key": _key(self.lines, fact.span), "text": literal(fact.text)}

    def _trace(self, trace: Trace, shown: bool) -> Data:
        return {
            "signature": literal(trace.signature),
            "reason": literal(trace.reason),
            "key": _key(self.lines, trace.call),
            "shown": shown,
        }

    # graphs ------------------------------------------------------------------------------------
    def _graph(self, graph: GraphModel) -> Data:
        folding = Folding(graph)
        try:
            frame = folding.frame(None, "none", MOST_BOXES)
        except TooManyBoxesError:
            frame = folding.frame(0, "scope")
        return self._frame(frame)

    def _frame(self, frame: Frame) -> Data:
        arrows = [
            [each.source, each.target, 1 if each.carried else 2 if each.control else 0]
            for each in frame.arrows
        ]
        return {
            "id": frame.id,
            "role": frame.role,
            "title": literal(frame.title),
            "ops": frame.op_count,
            "boxes": list(map(self._box, frame.boxes)),
            "arrows": arrows,
        }

    def _box(self, box: Box) -> Data:
        found: Data = {
            "id": box.id,
            "title": literal(box.title),
            "detail": literal(box.detail),
            "kind": box.kind,
            "ops": box.count,
            "key": None if box.node is None or box.is_input else _key(self.lines, box.node.span),
        }
        if box.closed:
            found["closed"] = True
        if box.node is not None and box.kind == "op":
            found |= _operation(box.node)
        if box.frames:
            found["frames"] = list(map(self._frame, box.frames))
        return found


def _operation(node: GraphNode) -> Data:
    """What there is to say of an operation beside its box."""
    attributes = [[literal(name), literal(shorten(value, _TEXT))] for name, value in node.attributes]
    return {
        "op": literal(node.op),
        "name": literal(node.name),
        "types": [literal(port_text(port)) for port in node.outputs[:8]],
        "attributes": attributes,
    }


def size_of(data: Sequence[Any] | Data) -> int:
    """The bytes that the data takes as JSON, roughly."""
    import json

    return len(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
