"""A report as plain data for a front end that draws by itself: what the other views say, without how they look.

A front end looks nothing up and works nothing out: letters, remarks, which line an operation is of, what of a graph is put
together, all that is said here as the HTML and the text say it. Lines are named by their `key`, boxes and frames by their ids.
`VERSION` changes with the meaning of what is there; front ends show other versions as HTML.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from ag_notebook.report import (
    LIMIT,
    GeneratedCode,
    GraphModel,
    GraphNode,
    OpTime,
    PassSnapshot,
    Span,
    StagingReport,
    Trace,
)
from ag_notebook.views.checks import checks_title, state_of
from ag_notebook.views.comparing import Marks, compared
from ag_notebook.views.folding import Folding, TooManyBoxesError
from ag_notebook.views.fragment import report_id
from ag_notebook.views.frames import Box, Frame
from ag_notebook.views.lines import (
    LETTERS,
    PARTS,
    FunctionLines,
    ReportLines,
    SourceLine,
    generated_lines,
    report_lines,
    shown_programs,
    shown_trace,
)
from ag_notebook.views.literal import literal, literal_block, shorten
from ag_notebook.views.notes import PlacedNote, placed_notes
from ag_notebook.views.probes import probe_data, with_fewer_samples
from ag_notebook.views.reading import port_text
from ag_notebook.views.sides import on_side, sides
from ag_notebook.views.summary import headline, omissions, run_sentence
from ag_notebook.views.times import seconds_by_node, seconds_of, timed_trace

VERSION = 1
_KINDS = [(False, False, False), (True, False, False), (False, True, False), (False, False, True)]
"""Kinds of arrows: plain, carried to the next round, control, recursion."""
MOST_BOXES = 6000
"""Boxes of a graph that are given; a larger one is given by its scopes, as far as these do."""
_TEXT = 400
"""Characters of an attribute."""

Data = dict[str, Any]


def view_data(
    report: StagingReport,
    salt: str = "",
    show: Collection[str] = PARTS,
    limit: int = LIMIT,
    quiz: bool = False,
) -> Data:
    """The data of a report.

    Args:
        report: what is shown.
        salt: tells equal reports of one document apart.
        show: parts of each function that are shown, of `PARTS`.
        limit: bytes that the data may take as JSON. What is least missed is left out first, and it is said.
        quiz: whether readers predict what becomes of each line before it is shown.
    """
    data: Data = {
        "version": VERSION,
        "id": report_id(report, f"{salt} quiz" if quiz else salt),
        "title": literal(headline(report)),
        "omitted": literal(omissions(report)),
        "checks": _checks(report),
        "show": [part for part in PARTS if part in show],
        "quiz": quiz,
        "sides": [_side(report, side, show) for side in sides(report)],
    }
    left_out = []
    for what, leave_out in _LEFT_OUT:
        if size_of(data) <= limit:
            break
        left_out.append(what)
        for side in data["sides"]:
            for function in side["functions"]:
                leave_out(function)
    if left_out:
        said = f"Left out here: {', '.join(left_out)}."
        data["omitted"] = f"{data['omitted']} {said}".strip()
    return data


def _side(report: StagingReport, side: StagingReport, show: Collection[str]) -> Data:
    """What one back end made of the functions; keys of lines are the same on all."""
    functions = tuple(on_side(function, side) for function in report.functions)
    lines = report_lines(replace(report, functions=functions, notes=side.notes, beside=()))
    data: Data = {
        "backend": literal(side.backend),
        "run": _run(side),
        "notes": [_note(placed, lines) for placed in placed_notes(side.notes)],
        "letters": {letter: LETTERS[letter] for letter in lines.letters()},
        "functions": [],
    }
    for each in lines.functions:
        try:
            data["functions"].append(
                {**_Function(lines, each, show).data(), "probes": _probes(lines, each, side)}
            )
        except Exception as error:  # noqa: BLE001  any failure of one function must not hide the others
            message = f"This part of the view failed: {type(error).__name__}: {error}"
            data["notes"].append(_said("AG901", "error", message))
    return data


def _probes(lines: ReportLines, function: FunctionLines, side: StagingReport) -> list[Data]:
    """What the variables of a function were; a line of two functions is that of the first."""
    keys = {line.key for line in function.lines}
    found = ((probe, _key(lines, probe.span)) for probe in side.probes)
    return [probe_data(probe, key) for probe, key in found if key in keys]


def _run(report: StagingReport) -> Data | None:
    if report.run is None:
        return None
    call, value, time = run_sentence(report.run)
    return {"call": literal(call), "value": literal_block(value), "time": literal(time)}


def _note(placed: PlacedNote, lines: ReportLines) -> Data:
    note = placed.note
    places = [{"text": f"line {span.line}", "key": _key(lines, span)} for span in placed.spans]
    said = _said(note.code, note.level, note.message)
    return {**said, "fix": literal(note.fix), "places": places, "more": placed.left}


def _said(code: str, level: str, message: str) -> Data:
    return {"code": code, "level": level, "message": literal(message), "fix": "", "places": [], "more": 0}


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

    def __init__(self, lines: ReportLines, function: FunctionLines, show: Collection[str]) -> None:
        self.lines, self.function, self.show = lines, function, show
        self.times: tuple[OpTime, ...] = ()
        self.seconds: dict[int, float] = {}
        """What nodes of the graph took, by id."""
        self.marks: Marks = {}
        """What the optimizer did to the operations of the graph that is written."""

    def data(self) -> Data:
        report, shown = self.function.function, shown_trace(self.function.function)
        has_code = "code" in self.show
        timed = timed_trace(report) if "times" in self.show else None
        self.times = () if timed is None else timed.times
        return {
            "name": literal(report.name),
            "file": literal(shorten(report.span.file, 120)),
            "line": report.span.line,
            "source": list(map(self._source, self.function.lines)),
            "generated": self._code(report.generated) if has_code else [],
            "passes": list(map(self._pass, report.passes)) if has_code or "passes" in self.show else [],
            "traces": [self._trace(each, each is shown) for each in report.traces],
            **self._below(shown),
            "times": [
                {
                    "op": literal(each.op),
                    "name": literal(each.name),
                    "key": _key(self.lines, each.span),
                    "seconds": each.seconds,
                    "count": each.count,
                }
                for each in self.times
            ],
        }

    def _below(self, shown: Trace | None) -> Data:
        """The graph and what a compiler makes of it."""
        found: Data = {"graph": None, "optimized": None, "compared": None, "compiled": []}
        if shown is not None and shown.graph is not None and "graph" in self.show:
            if shown is timed_trace(self.function.function):
                self.seconds = seconds_by_node(shown.graph, self.times)
            found["graph"] = self._graph(shown.graph)
        if shown is not None and shown.optimized is not None and "optimized" in self.show:
            both = None if shown.graph is None else compared(shown.graph, shown.optimized)
            self.marks = {} if both is None else both.marks
            found["optimized"] = self._graph(shown.optimized)
            found["compared"] = None if both is None else self._graph(both.graph)
        for each in [] if shown is None else shown_programs(shown, self.show):
            lines = [
                {"text": literal(line.text), "key": _key(self.lines, line.span), "scaffold": False}
                for line in each.lines
            ]
            found["compiled"].append({"name": literal(each.name), "lines": lines})
        return found

    def _pass(self, snapshot: PassSnapshot) -> Data:
        return {
            "name": literal(snapshot.name),
            "summary": literal(snapshot.summary),
            "changed": snapshot.changed,
            "code": self._code(snapshot.code) if snapshot.changed else None,
            "facts": [
                {"key": _key(self.lines, fact.span), "text": literal(fact.text)} for fact in snapshot.facts
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
            "seconds": seconds_of(self.times, self.function.function.span.file, line.number),
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
            [each.source, each.target, _KINDS.index((each.carried, each.control, each.recursion))]
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
            if id(box.node) in self.seconds:
                found["seconds"] = self.seconds[id(box.node)]
            if id(box.node) in self.marks:
                sign, details = self.marks[id(box.node)]
                found["change"] = sign
                found["changes"] = [literal(shorten(each, _TEXT)) for each in details]
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


def size_of(data: Any) -> int:
    """The bytes that data takes as JSON."""
    return len(
        json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    )


def _emptied(name: str, value: Any) -> Callable[[Data], None]:
    return lambda function: function.__setitem__(name, value)


def _without_attributes(function: Data) -> None:
    graphs = (function["graph"], function["optimized"], function["compared"])
    todo = [graph for graph in graphs if graph is not None]
    while todo:
        for box in todo.pop()["boxes"]:
            box.pop("attributes", None)
            todo += box.get("frames", ())


def _without_optimized(function: Data) -> None:
    function["optimized"] = function["compared"] = None


def _without_inner_code(function: Data) -> None:
    for each in function["passes"]:
        each["code"] = None


_LEFT_OUT: tuple[tuple[str, Callable[[Data], None]], ...] = (
    ("attributes of operations", _without_attributes),
    ("times of operations", _emptied("times", [])),
    ("most samples of probes", with_fewer_samples),
    ("programs of compilers", _emptied("compiled", [])),
    ("optimized graphs", _without_optimized),
    ("code between the passes", _without_inner_code),
    ("graphs", _emptied("graph", None)),
)
"""What large reports do without, the least missed first."""
