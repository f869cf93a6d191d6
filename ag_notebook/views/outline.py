"""Lists a graph in words: nested graphs indented, operations in order, folded as in the picture.

It is what a terminal shows, what stands in for a picture that would be too large, and what a screen reader gets.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

from ag_notebook.report import GraphModel
from ag_notebook.views.drawing import RECURSION
from ag_notebook.views.folding import fold
from ag_notebook.views.frames import Box, Frame
from ag_notebook.views.literal import cells, literal, op_words, shorten
from ag_notebook.views.reading import NOTHING_LEFT, left_nothing

_COUNT, _ROLE = 18, 32
_GAP = 10
"""Columns at the right that the first row leaves free for a count, at least."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One graph of an outline: its role, its operations in a few words each, and how many there are, with those inside."""

    depth: int
    role: str
    words: tuple[str, ...]
    count: str
    frame: Frame


def entries(frame: Frame) -> list[Entry]:
    """The outline of a folded graph, outermost graph first."""
    found: list[Entry] = []
    stack = [(0, frame)]
    while stack:
        depth, graph = stack.pop()
        words = tuple(_word(box) for box in graph.boxes)
        found.append(
            Entry(
                depth,
                shorten(graph.title or "main", _ROLE),
                words,
                op_words(graph.op_count, graph.graph_count),
                graph,
            )
        )
        stack.extend((depth + 1, inner) for box in reversed(graph.boxes) for inner in reversed(box.frames))
    return found


def outline_lines(graph: GraphModel, width: int, most: int = 40) -> list[str]:
    """The outline for a terminal: at most `most` graphs, two lines each."""
    if left_nothing(graph):
        return wrap(NOTHING_LEFT, width)
    listed = entries(fold(graph))
    left = max([cells(e.role) + e.depth for e in listed[:most]] + [6]) + 2
    lines = []
    for entry in listed[:most]:
        head = (" " * entry.depth + literal(entry.role)).ljust(left)
        rows = _wrap(_counted(entry.words), width - left, max(cells(entry.count) + 2, _GAP))
        lines.append(
            f"{head}{rows[0]}{' ' * (width - left - cells(rows[0]) - len(entry.count))}{entry.count}"
        )
        lines += [" " * left + row for row in rows[1:]]
    if len(listed) > most:
        lines.append(f"… {len(listed) - most} more graphs")
    return lines


def _wrap(words: list[str], width: int, beside: int, most: int = 3) -> list[str]:
    """The words in at most `most` rows; what does not fit is counted, and `beside` the first row stands something else."""
    rows = [""]
    first = width - beside
    for index, word in enumerate(words):
        piece = shorten(word, first if rows == [""] else width)
        room = first if len(rows) == 1 else width
        room -= 0 if len(rows) < most or index == len(words) - 1 else _COUNT
        joined = f"{rows[-1]} · {piece}" if rows[-1] else piece
        if cells(joined) <= room:
            rows[-1] = joined
        elif len(rows) == most:
            rows[-1] += f" · … {len(words) - index} more"
            break
        else:
            rows.append(piece)
    return rows


def _counted(words: tuple[str, ...]) -> list[str]:
    """Runs of one word as `MatMul × 12`."""
    runs = [(word, sum(1 for _ in same)) for word, same in groupby(words)]
    return [word if count == 1 else f"{word} × {count}" for word, count in runs]


def _word(box: Box) -> str:
    types = box.detail.split(" · ")[0] if box.is_input and box.node and box.node.outputs else ""
    again = RECURSION if box.node and box.node.again else ""
    return " ".join(filter(None, (box.title, types, again)))
