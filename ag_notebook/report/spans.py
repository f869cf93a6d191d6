"""Names places in the user's source text.

A span is what every other part of a report points with: generated lines, events, graph nodes and
notes all say where they come from in the same five numbers.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of source text.

    Lines count from 1 and columns from 0 (in UTF-8 bytes, as in `ast`); the end column is exclusive.
    Lines are those of `file`, which for a notebook cell is the file name of the cell's code objects.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def contains(self, other: Span) -> bool:
        """Whether `other` lies wholly inside this span."""
        return (
            self.file == other.file
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )
