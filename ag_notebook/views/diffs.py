"""Works out what each pass of the conversion changed: diffs whose lines know where in the source they come from.

Long programs are cut at lines that each has once, as in Bram Cohen's patience diff, and compared between the cuts: comparing
all lines with all others would take minutes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from typing import Literal

from ag_notebook.report import Fact, FunctionReport, GeneratedCode, MapEntry, PassSnapshot, Span
from ag_notebook.report.texts import split_lines
from ag_notebook.views.lines import GeneratedLine, generated_lines

_SMALL = 250_000
"""Pairs of lines up to which all are compared."""
_LARGEST = 4_000_000
"""Pairs of lines between two cuts from which on nothing is taken for the same."""
CONTEXT = 2
"""Lines around a change that are shown with it."""


SOURCE = "source"
"""The name of the code before any pass, among the code after each."""


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
    first = 0 if function.passes and function.passes[0].name == SOURCE else 1
    for number, snapshot in enumerate(function.passes, first):
        if snapshot.changed and snapshot.code.text != before.text:
            steps.append(PassStep(number, snapshot, code_diff(before, snapshot.code, function.span.file)))
            before = snapshot.code
    return steps


def passes_title(function: FunctionReport) -> str:
    """How many of the passes changed the code; the source, with which a report's list of them begins, is none."""
    names = [snapshot.name for snapshot in function.passes if snapshot.name != SOURCE]
    changed = sum(step.snapshot.name != SOURCE for step in pass_steps(function))
    return f"{changed} of {len(names)} changed the code"


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
    matcher = _Matcher(None, [line.text for line in old], [line.text for line in new], autojunk=False)
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


class _Matcher(SequenceMatcher[str]):
    """A `SequenceMatcher` of lines that takes long programs in pieces."""

    a: Sequence[str]
    b: Sequence[str]

    def get_matching_blocks(self) -> list[Match]:
        """As that of the base class."""
        old, new = self.a, self.b
        if len(old) * len(new) <= _SMALL:
            return super().get_matching_blocks()
        blocks: list[Match] = []
        begin, new_begin = 0, 0
        for end, new_end in (*_anchors(old, new), (len(old), len(new))):
            piece, new_piece = old[begin:end], new[new_begin:new_end]
            if len(piece) * len(new_piece) <= _LARGEST:
                found = SequenceMatcher(None, piece, new_piece, autojunk=False).get_matching_blocks()
                blocks += [Match(begin + a, new_begin + b, size) for a, b, size in found if size]
            blocks.append(Match(end, new_end, int(end < len(old))))
            begin, new_begin = end + 1, new_end + 1
        return _joined(blocks)


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Places of lines that each program has once, the most of them that are in the same order in both."""
    counts, new_counts = Counter(old), Counter(new)
    places = {text: place for place, text in enumerate(new) if new_counts[text] == 1}
    pairs = [(i, places[text]) for i, text in enumerate(old) if counts[text] == 1 and text in places]
    # The longest increasing subsequence, by patience sorting: piles hold the least end of each length.
    ends: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(piles[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        piles[length : length + 1] = [number]
    chain: list[tuple[int, int]] = []
    at = piles[-1] if piles else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _joined(blocks: Sequence[Match]) -> list[Match]:
    """Blocks that touch as one; the last, of size 0, says where both end."""
    joined: list[Match] = []
    for block in blocks[:-1]:
        last = joined[-1] if joined else None
        if last is not None and (last.a + last.size, last.b + last.size) == (block.a, block.b):
            joined[-1] = Match(last.a, last.b, last.size + block.size)
        elif block.size:
            joined.append(block)
    return [*joined, blocks[-1]]


def _rows(sign: Literal["+", "-", " "], lines: Sequence[GeneratedLine]) -> list[DiffLine]:
    return [DiffLine(sign, line.text, line.source) for line in lines]


def _range(start: int, end: int) -> str:
    """Where a hunk begins and how many lines it has, as in unified diffs."""
    length = end - start
    begin = start + 1 if length else start
    return str(begin) if length == 1 else f"{begin},{length}"
