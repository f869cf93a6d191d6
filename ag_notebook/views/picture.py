"""Turns a laid out graph into pictures: an SVG file, or HTML whose boxes are links.

A notebook that is not trusted loses inline SVG, but keeps images and positioned links. So in HTML the curves and
frames are an SVG in an `<img>`, and each box is an `<a>` over it that leads to its source line; being HTML, the boxes
take the text colour of the page, light or dark.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, sin

from ag_notebook.report import GraphModel
from ag_notebook.views.drawing import RECURSION, dot_source
from ag_notebook.views.folding import Folding, Nested, TooManyBoxesError
from ag_notebook.views.frames import Box, Frame
from ag_notebook.views.grouping import Grouping
from ag_notebook.views.layout import (
    FAST_FROM,
    SAVE_DOT,
    TIMEOUT,
    Curve,
    Layout,
    LayoutError,
    LayoutTimeoutError,
    Place,
    layout,
)
from ag_notebook.views.literal import escape
from ag_notebook.views.palette import NEUTRAL, colour, sides
from ag_notebook.views.reading import GO_ON

LIMIT = 300
AUTOMATIC: tuple[Grouping, ...] = ("none", "scope")
TALLEST = 1600
"""Pixels of a picture that stand on the page; a taller one scrolls in a box of that height."""
NARROWEST = 700
"""A picture up to this width is taken to fit, even where nothing can be known of the page."""
_ARROW = 7.0
_PADDING = 4
_LETTER = 7.3
"""The width of a letter."""
_DASHES = {"dashed": "6 4", "dotted": "2 3"}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A folded graph with its layout; `shallow` says that boxes were left closed."""

    folding: Folding
    frame: Frame
    layout: Layout
    shallow: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """How a box is linked: where to, with which CSS class, in which colour and width (see `palette.sides`)."""

    href: str
    name: str
    colour: str
    rank: int


def draw(
    graph: GraphModel | Folding,
    timeout: float = TIMEOUT,
    group: Grouping | None = None,
    nested: Nested = "inline",
) -> Drawn:
    """Folds and lays out a graph, opening what is inside of boxes only as far as there is room and time.

    Where `group` is None, operations are put together by their name scopes only where there is no room otherwise.

    Raises:
        LayoutError: the graph is too large or its layout took too long (AG401), or no program is there (AG403).
    """
    folding = graph if isinstance(graph, Folding) else Folding(graph)
    deadline = time.monotonic() + timeout
    timed_out = False
    for depth, most, grouping in _ways(group):
        try:
            frame = folding.frame(depth, grouping, most, nested)
        except TooManyBoxesError:
            continue
        left = deadline - time.monotonic()
        if left <= 0:
            timed_out = True
            break
        try:
            # Less than all of the time: what is closed further is laid out faster.
            placed = layout(
                dot_source(frame), left if depth == 0 else left * 0.6, fast=frame.box_count >= FAST_FROM
            )
        except LayoutTimeoutError:
            timed_out = True
            continue
        return Drawn(folding, frame, placed, any(box.closed for _, _, box in frame.walk()))
    if timed_out:
        raise LayoutTimeoutError(
            "AG401", f"The graph was not drawn: its layout took longer than {timeout:g} seconds.", SAVE_DOT
        )
    raise LayoutError(
        "AG401",
        f"The graph was not drawn: it has {folding.frame(0).box_count} boxes to show, more than {LIMIT}.",
        f"The list of operations has them all. {SAVE_DOT}",
    )


def _ways(group: Grouping | None) -> Iterator[tuple[int | None, int, Grouping]]:
    """How to fold, best first: how deep boxes are open, how many there may be, and how they are put together."""
    for each in (group,) if group is not None else AUTOMATIC:
        yield None, FAST_FROM, each
        for depth in (1, 0) if each == "none" else (3, 2, 1, 0):
            yield depth, LIMIT, each


def line_colours(graph: GraphModel, frame: Frame) -> Callable[[Box], str]:
    """Colours for a graph that is drawn alone: one for each source line, in the order of the lines."""
    spans = {
        (box.node.span.file, box.node.span.line) for _, _, box in frame.walk() if box.node and box.node.span
    }
    order = {place: index for index, place in enumerate(sorted(spans))}
    return lambda box: (
        colour(order[box.node.span.file, box.node.span.line]) if box.node and box.node.span else NEUTRAL
    )


def svg_file(
    graph: GraphModel,
    timeout: float = TIMEOUT,
    group: Grouping | None = None,
    nested: Nested = "inline",
) -> str:
    """A graph as an SVG document of its own: dark on white, with text."""
    drawn = draw(graph, timeout, group, nested)
    border = line_colours(graph, drawn.frame)
    parts = [f'<rect width="100%" height="100%" fill="#ffffff"/>{_lines(drawn, border)}']
    for _, _, box in drawn.frame.walk():
        place = drawn.layout.boxes[box.id]
        middle, top = place.left + place.width / 2, place.top + 18
        rows = [f'<tspan x="{middle:.1f}" font-weight="bold">{escape(box.title)}</tspan>']
        if box.detail:
            rows.append(f'<tspan x="{middle:.1f}" dy="15">{escape(box.detail)}</tspan>')
        name = escape(box.node.name) if box.node else ""
        parts.append(
            f'<g><title>{name}</title><rect x="{place.left:.1f}" y="{place.top:.1f}" width="{place.width:.1f}" '
            f'height="{place.height:.1f}" rx="5" fill="#ffffff" stroke="{border(box)}" stroke-width="2"/>{_inner_frame(place, border(box)) if box.closed else ""}'
            f'<text y="{top:.1f}" text-anchor="middle">{"".join(rows)}</text></g>'
        )
    for title, left, top in _titles(drawn):
        parts.append(
            f'<text x="{left:.1f}" y="{top + 12:.1f}" font-style="italic" stroke="#ffffff" '
            f'stroke-width="4" paint-order="stroke">{escape(title)}</text>'
        )
    style = ' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12" fill="#1a1a1a"'
    return _document(drawn.layout, f"<g{style}>{''.join(parts)}</g>")


def scroll_rule(root: str, drawn: Drawn, narrowest: int = NARROWEST) -> str:
    """The CSS that takes away the word about scrolling where a picture fits the page, empty where it never does."""
    width, height = _size(drawn)
    if width <= narrowest or height > TALLEST:
        return ""
    return f"@container (min-width:{width_of(drawn)}px){{#{root} .ag-over{width}{{display:none}}}}"


def picture(
    drawn: Drawn, mark: Callable[[Box], Mark], alt: str, name: str = "", narrowest: int = NARROWEST
) -> str:
    """A drawn graph as HTML: an image of curves and frames, and a link over it for each box.

    Where the picture may be larger than its place (wider than `narrowest`), a line says so and leads to the result, an
    element called `name`.
    """
    lines = _lines(drawn, lambda box: mark(box).colour)
    image = base64.b64encode(_document(drawn.layout, lines).encode()).decode()
    width, height = _size(drawn)
    hint, result = "", None
    if width > narrowest or height > TALLEST:
        result = next(
            (box for _, frame, box in drawn.frame.walk() if frame is drawn.frame and box.is_output), None
        )
        way = f' · <a href="#{name}">go to the result</a>' if name and result else ""
        hint = f'<div class="ag-over{width}"><b>Scroll for more:</b> the picture is {width} × {height} pixels{way}</div>'
    frames = (
        f'<img src="data:image/svg+xml;base64,{image}" alt="{escape(alt)}" width="{width}" height="{height}" '
        f'style="position:absolute;left:0;top:0;width:{width}px;height:{height}px;max-width:none;margin:0">'
    )
    parts = [frames]
    parts += [_link(drawn, box, mark(box), name if box is result else "") for _, _, box in drawn.frame.walk()]
    parts += [
        f'<i class="ag-title" style="position:absolute;left:{left:.0f}px;top:{top:.0f}px;line-height:14px;white-space:nowrap">'
        f"{escape(title)}</i>"
        for title, left, top in _titles(drawn)
    ]
    tall = f";max-height:{TALLEST}px" if height > TALLEST else ""
    return (
        f'<div class="ag-picture">{hint}<div style="overflow:auto{tall};padding:{_PADDING}px"><div class="ag-graph" '
        f'style="position:relative;width:{width}px;height:{height}px;font-family:monospace;font-size:12px;'
        f'line-height:15px;text-align:center">{"".join(parts)}</div></div></div>'
    )


def caption(*pictures: Drawn, linked: bool = True) -> str:
    """What the signs in pictures mean, of those that they have; `linked` where boxes lead to lines."""
    frames = [frame for drawn in pictures for frame in drawn.frame.frames()]
    boxes = [(frame, box) for drawn in pictures for _, frame, box in drawn.frame.walk()]
    arrows = {arrow for frame in frames for arrow in frame.arrows}
    said = ["A box leads to its line."] if linked else []
    said.append("· is a value that an arrow brings.")
    dashed = ["handed to the next round of the loop"] if any(arrow.carried for arrow in arrows) else []
    if any(arrow.recursion for arrow in arrows):
        dashed.append(f"recursion, the function is called again ({RECURSION})")
    if dashed:
        said.append(f"Dashed: {'; or '.join(dashed)}.")
    if any(curve.style == "dotted" for drawn in pictures for curve in drawn.layout.curves):
        control = any(arrow.control for arrow in arrows)
        whole = {id(drawn.frame) for drawn in pictures}
        enters = any(id(frame) not in whole and box.is_input for frame, box in boxes)
        meaning = "enters the loop" if enters else ""
        said.append(
            f"Dotted: {' or '.join(filter(None, (meaning, 'only the order counts' if control else '')))}."
        )
    if any(box.title.startswith(GO_ON) for _, box in boxes):
        said.append(f"A loop's test is part of its body: “{GO_ON}” is what it came to.")
    if any(frame.role == "series" for frame in frames) or any(box.kind == "series" for _, box in boxes):
        said.append("Alike rounds are drawn once; … is a constant that differs from round to round.")
    if any(box.closed for _, box in boxes):
        said.append("Double frame: what is inside has a picture of its own below, or stands in the list.")
    return " ".join(said)


def width_of(drawn: Drawn) -> int:
    """The pixels that a picture takes across."""
    return _size(drawn)[0] + 2 * _PADDING


def _size(drawn: Drawn) -> tuple[int, int]:
    return round(drawn.layout.width), round(drawn.layout.height)


def _link(drawn: Drawn, box: Box, mark: Mark, name: str) -> str:
    place = drawn.layout.boxes[box.id]
    width, stroke = ("4px", "double") if box.closed else (sides(mark.rank), "solid")
    style = (
        f"position:absolute;left:{place.left:.0f}px;top:{place.top:.0f}px;width:{place.width:.0f}px;"
        f"height:{place.height:.0f}px;border:{stroke} {mark.colour};border-width:{width};"
        "border-radius:5px;box-sizing:border-box;overflow:hidden;padding:2px;white-space:nowrap;text-decoration:none"
    )
    tip = f"{box.node.op} {box.node.name}" if box.node else box.title
    target = (f' id="{name}"' if name else "") + (f' href="{mark.href}"' if mark.href else "")
    body = f"<b>{escape(box.title)}</b>" + (f"<br>{escape(box.detail)}" if box.detail else "")
    return f'<a{target} class="{mark.name}" title="{escape(tip)}" style="{style}">{body}</a>'


def _inner_frame(place: Place, stroke: str) -> str:
    """The second line around a box whose graphs are left closed."""
    return (
        f'<rect x="{place.left + 4:.1f}" y="{place.top + 4:.1f}" width="{place.width - 8:.1f}" '
        f'height="{place.height - 8:.1f}" rx="3" fill="none" stroke="{stroke}"/>'
    )


def _titles(drawn: Drawn) -> list[tuple[str, float, float]]:
    """The words of the inner frames, and those at curves, and where they stand."""
    found = []
    for frame in drawn.frame.frames():
        place = drawn.layout.frames.get(frame.id)
        if place is not None:
            found.append((frame.title, place.left + 7, place.top + 4))
    for curve in drawn.layout.curves:
        if curve.label:
            left, top = _label_place(curve, drawn.layout, found)
            found.append((curve.label, left, top))
    return found


def _label_place(
    curve: Curve, placed: Layout, others: Sequence[tuple[str, float, float]]
) -> tuple[float, float]:
    """Where the word at a curve stands: near its middle, where it covers neither a box nor another word."""
    wide, high = _LETTER * len(curve.label), _LETTER * 2
    middles = [
        tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(*curve.points[at : at + 4]))
        for at in range(0, len(curve.points) - 3, 3)
    ]
    places = [(x - wide / 2, y - high / 2) for x, y in middles or curve.points[:1]]
    taken = [Place(x, y, _LETTER * len(words), high) for words, x, y in others]
    taken += placed.boxes.values()
    nearest = sorted(places, key=lambda place: abs(places.index(place) - len(places) // 2))
    free = (place for place in nearest if not any(_meet(Place(*place, wide, high), each) for each in taken))
    return next(free, nearest[0])


def _meet(a: Place, b: Place) -> bool:
    across = a.left < b.left + b.width and b.left < a.left + a.width
    return across and a.top < b.top + b.height and b.top < a.top + a.height


def _document(placed: Layout, body: str) -> str:
    size = f"{placed.width:.0f} {placed.height:.0f}"
    wide, high = size.split()
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {size}">{body}</svg>'


def _lines(drawn: Drawn, border: Callable[[Box], str]) -> str:
    """Curves and frames; the frame around an operation's graphs has the operation's colour."""
    holders = {box.id: border(box) for _, _, box in drawn.frame.walk() if box.frames}
    frames = [
        f'<rect x="{p.left:.1f}" y="{p.top:.1f}" width="{p.width:.1f}" height="{p.height:.1f}" rx="6" '
        f'fill="none" stroke="{holders.get(name, NEUTRAL)}"/>'
        for name, p in drawn.layout.frames.items()
    ]
    return "".join(frames) + "".join(map(_curve_svg, drawn.layout.curves))


def _curve_svg(curve: Curve) -> str:
    (x, y), *rest = curve.points
    path = f"M{x:.1f},{y:.1f}C" + " ".join(f"{a:.1f},{b:.1f}" for a, b in rest)
    dash = f' stroke-dasharray="{_DASHES[curve.style]}"' if curve.style in _DASHES else ""
    line = f'<path d="{path}" fill="none" stroke="{NEUTRAL}" stroke-width="1.3"{dash}/>'
    if curve.tip is None:
        return line
    (tip_x, tip_y), (last_x, last_y) = curve.tip, curve.points[-1]
    angle = atan2(tip_y - last_y, tip_x - last_x)
    corners = [(tip_x, tip_y)] + [
        (tip_x - _ARROW * cos(angle + turn), tip_y - _ARROW * sin(angle + turn)) for turn in (0.45, -0.45)
    ]
    return line + f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in corners)}" fill="{NEUTRAL}"/>'
