"""Writes a folded graph in the DOT language.

An operation that holds graphs becomes a frame (a cluster) with its box and one inner frame for each loop body, test or
branch. What reads its results stands below that frame, so that a graph reads from top to bottom and stays narrow.
Values that a loop hands back to its start, and recursion, are dashed. Names in the DOT text are counted (`n7`), and labels are
escaped for every layer that reads them, so that any text is shown as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import graphviz

from ag_notebook.views.frames import Arrow, Box, Frame
from ag_notebook.views.literal import cells, literal
from ag_notebook.views.palette import NEUTRAL

BORDER = Callable[[Box], str]
FONT_SIZE = 12
_CELL = 7.3
_ROW = 16.0
_ENTRIES = 3
RECURSION = "rec"
"""What stands at the arrow from a call back to the one that it is inside of."""


def box_size(box: Box) -> tuple[int, int]:
    """Width and height of a box in points, which are CSS pixels in our views."""
    widest = max(cells(box.title), cells(box.detail), 6)
    return round(widest * _CELL + 18), round(_ROW * (2 if box.detail else 1) + 10)


def dot_source(frame: Frame, border: BORDER | None = None) -> str:
    """The DOT text of a folded graph; `border` chooses the colour of a box's frame."""
    drawing = graphviz.Digraph(
        graph_attr={"compound": "true", "fontname": "monospace", "fontsize": str(FONT_SIZE), "nodesep": "0.25",
                    "ranksep": "0.35", "color": NEUTRAL, "style": "rounded", "labeljust": "l"},
        node_attr={"shape": "box", "style": "rounded", "fixedsize": "true", "fontname": "monospace",
                   "fontsize": str(FONT_SIZE), "penwidth": "2", "color": NEUTRAL},
        edge_attr={"color": NEUTRAL, "arrowsize": "0.7"},
    )  # fmt: skip
    _add_frame(drawing, frame, border)
    return str(drawing.source)


def _add_frame(drawing: graphviz.Digraph, frame: Frame, border: BORDER | None) -> None:
    for box in frame.boxes:
        if not box.frames:
            _add_box(drawing, box, border)
            continue
        if box.is_open:
            for inner in box.frames:
                with drawing.subgraph(name=f"cluster_{inner.id}") as cluster:
                    cluster.attr(label=_label(inner.title), color=NEUTRAL)
                    _add_frame(cluster, inner, border)
            continue
        with drawing.subgraph(name=f"cluster_{box.id}") as outer:
            outer.attr(label="", color=border(box) if border else NEUTRAL)
            _add_box(outer, box, border)
            for inner in box.frames:
                with outer.subgraph(name=f"cluster_{inner.id}") as cluster:
                    cluster.attr(label=_label(inner.title), color=NEUTRAL)
                    _add_frame(cluster, inner, border)
                for entry, is_input in _entries(inner):
                    outer.edge(box.id, entry, style="dotted" if is_input else "invis", arrowhead="open")
    holders = {box.id: box for _, box in frame.level() if box.frames}
    for arrow in frame.arrows:
        if arrow.is_back:
            said = {"xlabel": RECURSION} if arrow.recursion else {}
            drawing.edge(arrow.source, arrow.target, style="dashed", constraint="false", **said)
            continue
        style = {"style": "dotted", "arrowhead": "open"} if arrow.control else {}
        if arrow.source not in holders:
            drawing.edge(arrow.source, arrow.target, **style)
            continue
        last = _lowest(holders[arrow.source])[1]
        drawing.edge(last, arrow.target, ltail=f"cluster_{arrow.source}", minlen="2", **style)


def _add_box(drawing: graphviz.Digraph, box: Box, border: BORDER | None) -> None:
    width, height = box_size(box)
    attributes = {"width": f"{width / 72:.3f}", "height": f"{height / 72:.3f}"}
    if border is not None:
        attributes["color"] = border(box)
    if box.closed:
        attributes["peripheries"] = "2"
    drawing.node(box.id, label=_label(box.title, box.detail), **attributes)


def _entries(frame: Frame) -> list[tuple[str, bool]]:
    """Boxes of a nested graph that nothing else leads to: they hang below the operation that holds them."""
    reached = {arrow.target for arrow in _level_arrows(frame) if not arrow.is_back}
    roots = [box for _, box in frame.level() if box.id not in reached]
    return [(box.id, box.is_input) for box in roots[:_ENTRIES]]


def _lowest(box: Box) -> tuple[int, str]:
    """The lowest box inside a node, or the box itself, and how many rows there are down to it."""
    lowest = (1, box.id)
    for frame in box.frames:
        before: dict[str, list[str]] = {}
        for arrow in _level_arrows(frame):
            if not arrow.is_back:
                before.setdefault(arrow.target, []).append(arrow.source)
        rows: dict[str, int] = {}
        for _, inner in frame.level():  # in the order in which they were made, so operands come first
            above = max((rows.get(name, 1) for name in before.get(inner.id, ())), default=1)
            inside, name = _lowest(inner)
            rows[inner.id] = above + inside
            lowest = max(lowest, (rows[inner.id], name), key=lambda found: found[0])
    return lowest


def _level_arrows(frame: Frame) -> Iterator[Arrow]:
    """The arrows of a graph: of its frame, and of the series and groups in it."""
    yield from frame.arrows
    for box in frame.boxes:
        if box.is_open:
            for inner in box.frames:
                yield from _level_arrows(inner)


def _label(*rows: str) -> str:
    """DOT label that shows the rows literally: backslashes, entities and `<...>` have no meaning in it."""
    texts = [graphviz.escape(literal(row).replace("&", "&amp;")) for row in rows if row]
    text: str = graphviz.nohtml(r"\n".join(texts))
    return text
