"""Shows a graph in HTML: its picture, pictures of the graphs inside that were left closed, and the list of operations.

What is inside of an operation is drawn in the picture where there is room ("inline"), or has a picture of its own below, to
which the operation's box leads ("enter").
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from ag_notebook.report import GraphModel, GraphNode
from ag_notebook.views.folding import Folding, Nested
from ag_notebook.views.frames import Box
from ag_notebook.views.grouping import Grouping
from ag_notebook.views.layout import LayoutError
from ag_notebook.views.literal import escape, op_words, plural, prose, shorten
from ag_notebook.views.operations import LARGEST, Listed, listed
from ag_notebook.views.picture import NARROWEST, Drawn, Mark, caption, draw, picture, scroll_rule, width_of
from ag_notebook.views.reading import NOTHING_LEFT, left_nothing

MOST_INSIDE = 24
"""Graphs inside that have a picture of their own."""
SHARE = 0.5
"""Of the time, what the first picture may take while others are to come."""


@dataclass(slots=True)
class GraphSection:
    """Writes one graph.

    Attributes:
        graph: what is shown.
        root: the id of the element that the style sheet is for.
        name: what names of elements begin with; no other section of the document has it.
        mark: how the box of an operation is linked to the rest of the document.
        link: the place of an operation's source in words, as HTML.
        seconds: how long layouts may take together.
        group: see `picture.draw`.
        nested: whether graphs inside are in the picture or have their own.
        linked: whether boxes lead to lines.
        room: characters for the list of operations; what is left of them once `html` was called.
        narrowest: the width up to which a picture is taken to fit its place.
        rules: CSS that the pictures need, there once `html` was called.
        widest: the pixels that the picture takes across, the same.
    """

    graph: GraphModel
    root: str
    name: str
    mark: Callable[[Box], Mark]
    link: Callable[[GraphNode], str]
    seconds: float
    group: Grouping | None = None
    nested: Nested = "inline"
    linked: bool = True
    room: int = LARGEST
    narrowest: int = NARROWEST
    rules: list[str] = field(default_factory=list)
    widest: int = 0

    def html(self, is_open: bool = True) -> str:
        """The section as a fold."""
        graph = self.graph
        total = plural(graph.op_count, "op")
        operations = listed(graph, self.link, f"{self.name}-o", self.room)
        self.room -= len(operations.html)
        if left_nothing(graph):
            body = f"<div>{NOTHING_LEFT}</div>"
            if graph.nodes:
                body += fold_html("<b>All operations</b>", operations.html)
            return fold_html(f"<b>Graph</b>: {total}", body, is_open)
        deadline = time.monotonic() + self.seconds
        shown = ""
        try:
            drawn = draw(graph, max(self.seconds, 0.05), self.group, self.nested)
        except LayoutError as problem:
            body = f"<div><b>{problem.code}</b> {prose(problem.message)} {prose(problem.fix)}</div>"
        else:
            shown = f", {drawn.frame.shown} shown"
            body = self._pictures(drawn, f"{total}{shown}", deadline, operations)
        rows = f'<div style="max-height:480px;overflow:auto">{operations.html}</div>'
        title = f"<b>All operations</b>{f' but {operations.left}' if operations.left else ''}"
        body += fold_html(title, rows, is_open=not shown)
        return fold_html(f"<b>Graph</b>: {op_words(graph.op_count, graph.graph_count)}{shown}", body, is_open)

    def _pictures(self, drawn: Drawn, said: str, deadline: float, operations: Listed) -> str:
        """The picture of the graph, and those of the graphs inside that it leaves closed."""
        inside = _Inside(self, deadline, operations.places)
        inside.enter(drawn, "main")
        alt = f"Data flow of {shorten(self.graph.name, 80)}: {said}. The list of operations below says the same in words."
        body = picture(drawn, inside.mark, alt, f"{self.name}-r", self.narrowest)
        self.rules.append(scroll_rule(self.root, drawn, self.narrowest))
        self.widest = width_of(drawn)
        more = inside.html()
        said = caption(drawn, *inside.drawn, linked=self.linked)
        body += f"<div>{said} {left_out(self.graph, drawn, inside.shown, operations.left)}</div>"
        return body + more


@dataclass(slots=True)
class _Inside:
    """The graphs inside that have a picture of their own, below that of the graph."""

    section: GraphSection
    deadline: float
    listed: dict[int, str]
    waiting: deque[tuple[str, Folding, str]] = field(default_factory=deque)
    places: dict[int, str] = field(default_factory=dict)
    drawn: list[Drawn] = field(default_factory=list)
    count: int = 0
    shown: int = 0
    left: int = 0

    def enter(self, drawn: Drawn, path: str) -> None:
        """Notes what a picture leaves closed."""
        self.shown += drawn.frame.shown
        for box, role, folding in drawn.folding.inside(drawn.frame):
            if self.count >= MOST_INSIDE:
                self.left += 1
                continue
            self.count += 1
            name = f"{self.section.name}-e{self.count}"
            self.places.setdefault(id(box.node), name)
            self.waiting.append((f"{path} › {box.title} › {role}", folding, name))

    def mark(self, box: Box) -> Mark:
        """A box whose graphs are below leads there, not to its line; one without a line to where it is listed."""
        mark = self.section.mark(box)
        place = self.places.get(id(box.node)) if box.closed else None
        if place is None and not mark.href:
            place = self.listed.get(id(box.node))
        return Mark(f"#{place}", mark.name, mark.colour, mark.rank) if place else mark

    def html(self) -> str:
        parts = []
        while self.waiting:
            path, folding, name = self.waiting.popleft()
            try:
                drawn = draw(
                    folding,
                    max(self.deadline - time.monotonic(), 0.05),
                    self.section.group,
                    self.section.nested,
                )
            except LayoutError as problem:
                body = f"<div><b>{problem.code}</b> {prose(problem.message)} The list of operations has it.</div>"
            else:
                self.drawn.append(drawn)
                self.enter(drawn, path)
                self.section.rules.append(scroll_rule(self.section.root, drawn, self.section.narrowest))
                body = picture(drawn, self.mark, f"Data flow of {path}.", narrowest=self.section.narrowest)
            parts.append(fold_html(escape(path), body, is_open=self.section.nested == "enter", name=name))
        if self.left:
            parts.append(
                f"<div>… {plural(self.left, 'more graph')} without a picture: the list of operations has them.</div>"
            )
        if not parts:
            return ""
        return fold_html(f"<b>Graphs inside</b> ({self.count})", "".join(parts), is_open=True)


def left_out(graph: GraphModel, drawn: Drawn, shown: int, unlisted: int = 0) -> str:
    """What became of the operations without a box, in words; `unlisted` are not in the list either."""
    alike = sum(
        box.count
        for frame in drawn.frame.frames()
        for box in frame.boxes
        if box.kind == "series" or box.count > 1
    )
    count = graph.op_count - shown
    if count <= 0:
        return ""
    are = "1 operation has" if count == 1 else f"{count} operations have"
    series = "those of alike rounds are drawn once; " if alike else ""
    return (
        f"{are} no box: {series}constants, copies and inputs of inner graphs are words in labels; what nobody "
        f"reads, such as a loop's own count, is left out. “All operations” has them{f', but for {unlisted}' if unlisted else ''}."
    )


def fold_html(title: str, body: str, is_open: bool = False, name: str = "") -> str:
    """A part that opens and closes."""
    named, opened = (f' id="{name}"' if name else ""), (" open" if is_open else "")
    return f'<details{named}{opened} style="margin:6px 0"><summary>{title}</summary>{body}</details>'
