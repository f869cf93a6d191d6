"""Puts notes together that say the same of several places, so that each is read once.

AG124 warning  line 8: `log(…)` was …        ->        AG124 warning  lines 8, 10: `log(…)` was …
AG124 warning  line 10: `log(…)` was …
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import PurePath

from ag_notebook.report import Note, Span, StagingReport
from ag_notebook.views.literal import shorten

MOST = 12
"""Places that are named of one note."""


@dataclass(frozen=True, slots=True)
class PlacedNote:
    """A note, and the lines of one file that it is about, each once; `left` are those that are not named."""

    note: Note
    spans: tuple[Span, ...]
    left: int = 0

    def words(self, places: Iterable[str], files: Collection[str]) -> str:
        """`line 8`, `lines 8, 10 of Cell In[3]`, of what the places are called; `files` are those that are shown."""
        named = ", ".join(places)
        more = f" and {self.left} more" if self.left else ""
        if not self.spans:
            return ""
        return f"line{'s' if len(self.spans) > 1 else ''} {named}{more}{elsewhere(self.spans[0], files)}"


def files_of(report: StagingReport) -> set[str]:
    """The files of the functions of a report."""
    return {function.span.file for function in report.functions}


def elsewhere(span: Span, files: Collection[str]) -> str:
    """` of Cell In[3]` behind a line that is not of the one file that is shown."""
    return "" if {span.file} == {*files} else f" of {shorten(PurePath(span.file).name, 40)}"


def placed_notes(notes: Iterable[Note]) -> list[PlacedNote]:
    """The notes in order, those that differ in their line alone as one."""
    found: dict[tuple[str, ...], dict[int, Span]] = {}
    first: dict[tuple[str, ...], Note] = {}
    for note in notes:
        key: tuple[str, ...] = (
            note.code,
            note.level,
            note.message,
            note.fix,
            note.span.file if note.span else "",
        )
        first.setdefault(key, note)
        spans = found.setdefault(key, {})
        if note.span is not None:
            spans.setdefault(note.span.line, note.span)
    made = []
    for key, note in first.items():
        lines = sorted(found[key])
        named = tuple(found[key][line] for line in lines[:MOST])
        made.append(PlacedNote(note, named, len(lines) - len(named)))
    return made
