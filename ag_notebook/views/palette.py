"""Gives each source line its own mark: one of 8 colours, in one of 3 widths.

The colours are those of Okabe and Ito, darkened or lightened until each has at least 3:1 on white and on
JupyterLab's dark grey: safe for colour-blind readers, and one set serves every theme. After 8 lines the mark
becomes wider (dashes and dots are kept for arrows), and the line's number stands beside each mark, so colour never tells alone.
"""

from __future__ import annotations

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#b8609a", "#9a7400", "#2e8fc4", "#7d7d00", "#808080")
WIDTHS = 3
NEUTRAL = "#888888"


def colour(index: int | None) -> str:
    """The colour of the line with this place in the order of appearance."""
    return NEUTRAL if index is None else COLOURS[index % len(COLOURS)]


def rank(index: int | None) -> int:
    """How often the colours were used up before that line: 0, 1 or 2."""
    return 0 if index is None else index // len(COLOURS) % WIDTHS


def bar(index: int | None) -> str:
    """The CSS of a bar at the left of that line."""
    if index is None:
        return "border-left:4px solid transparent;padding-left:6px"
    style = ("4px solid", "8px solid", "8px double")[rank(index)]
    return f"border-left:{style} {colour(index)};padding-left:{6 if rank(index) == 0 else 2}px"


def sides(place: int) -> str:
    """The CSS widths of a box's border: the second time thicker at the left, the third at both sides."""
    return ("2px", "2px 2px 2px 7px", "2px 7px")[place]
