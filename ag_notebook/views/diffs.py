"""Works out what each pass of the conversion changed: diffs whose lines know where in the source they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from ag_notebook.report import Fact, FunctionReport, GeneratedCode, MapEntry, PassSnapshot, Span
from ag_notebook.report.texts import split_lines
from ag_notebook.views.lines import GeneratedLine, generated_lines

CONTEXT = 2
"""Lines around a change that are shown with it."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of a diff: added, removed or there for context; `source` is the line of the user's file it came from."""

    sign: Literal["+", "-", " ", "@"]
    text: str
    source: int | None = None


@dataclass(frozen=True, slots=True)
class PassStep:
    """A pass that changed the code: its number among all, what it changed, and why."""

    number: int
    snapshot: PassSnapshot
    diff: tuple[DiffLine, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return self.snapshot.facts

    @property
    def counts(self) -> tuple[int, int]:
        """Lines added and lines removed."""
        signs = [line.sign for line in self.diff]
        return signs.count("+"), signs.count("-")


def pass_steps(function: FunctionReport) -> list[PassStep]:
    """The passes that changed the code, in order; the first is compared with the source, where the report has it."""
    steps = []
    before = _source(function) if function.source or not function.passes else function.passes[0].code
    for number, snapshot in enumerate(function.passes, 1):
        if snapshot.changed and snapshot.code.text != before.text:
            steps.append(PassStep(number, snapshot, code_diff(before, snapshot.code, function.span.file)))
            before = snapshot.code
    return steps


def _source(function: FunctionReport) -> GeneratedCode:
    """The user's text as code each of whose lines comes from itself."""
    first, file = function.span.line, function.span.file
    entries = [
        MapEntry(
            index + 1, 0, index + 1, len(text) + 1, Span(file, first + index, 0, first + index, 0), False
        )
        for index, text in enumerate(split_lines(function.source))
    ]
    return GeneratedCode(function.source, tuple(entries))


def idle_passes(function: FunctionReport) -> list[str]:
    """The names of the passes that found nothing to change."""
    return [snapshot.name for snapshot in function.passes if not snapshot.changed]


def code_diff(before: GeneratedCode, after: GeneratedCode, file: str) -> tuple[DiffLine, ...]:
    """What differs between two states of the code, in hunks."""
    old, new = generated_lines(before, file), generated_lines(after, file)
    matcher = SequenceMatcher(None, [line.text for line in old], [line.text for line in new], autojunk=False)
    rows: list[DiffLine] = []
    for hunk in matcher.get_grouped_opcodes(CONTEXT):
        first, last = hunk[0], hunk[-1]
        rows.append(DiffLine("@", f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@"))
        for what, old_start, old_end, new_start, new_end in hunk:
            if what == "equal":
                rows += _rows(" ", new[new_start:new_end])
            else:
                rows += _rows("-", old[old_start:old_end]) + _rows("+", new[new_start:new_end])
    return tuple(rows)


def _rows(sign: Literal["+", "-", " "], lines: Sequence[GeneratedLine]) -> list[DiffLine]:
    return [DiffLine(sign, line.text, line.source) for line in lines]


def _range(start: int, end: int) -> str:
    """Where a hunk begins and how many lines it has, as in unified diffs."""
    length = end - start
    begin = start + 1 if length else start
    return str(begin) if length == 1 else f"{begin},{length}"
