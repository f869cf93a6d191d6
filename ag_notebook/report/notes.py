"""Tells the reader something to act on: a stable code, a level, a place, a sentence and a fix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ag_notebook.report.spans import Span

Level = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Note:
    """A message of a report. `code` is stable (`AG101`); `docs/errors.md` lists them all."""

    code: str
    level: Level
    span: Span | None
    message: str
    fix: str = ""
