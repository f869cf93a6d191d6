"""Gives each source line its own mark: one of 8 colours, in one of 3 strokes.

The colours are those of Okabe and Ito, darkened or lightened until each has at least 3:1 on white and on
JupyterLab's dark grey: safe for colour-blind readers, and one set serves every theme. After 8 lines the stroke
changes, and the line's number stands beside each mark, so colour never tells alone.
"""

from __future__ import annotations

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b8609a", "#9a7400", "#2e8fc4", "#7d7d00", "#808080")
STROKES = ("solid", "dashed", "double")
NEUTRAL = "#888888"


def colour(index: int | None) -> str:
    """The colour of the line with this place in the order of appearance."""
    return NEUTRAL if index is None else COLOURS[index % len(COLOURS)]


def stroke(index: int | None) -> str:
    """The CSS border style of that line."""
    return "solid" if index is None else STROKES[index // len(COLOURS) % len(STROKES)]
