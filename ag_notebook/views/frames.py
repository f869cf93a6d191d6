"""What a folded graph consists of: boxes, the arrows between them, and the frames that hold both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ag_notebook.report import GraphNode

Kind = Literal["op", "words", "series", "group"]


@dataclass(frozen=True, slots=True)
class Box:
    """What is shown as one box: `title` and `detail` are the two lines of its label.

    Attributes:
        node: the operation; of a closed series or group its first one, whose line the box leads to. None for words.
        kind: "op" is an operation, "series" a run of alike ones, "group" those of one scope or line, and "words"
            say what a graph without operations gives back.
        frames: what is inside; an open series or group is its frame alone and has no box.
        closed: there is something inside that is not shown.
        count: how many operations it stands for, without those of frames that are shown.
    """

    id: str
    node: GraphNode | None
    title: str
    detail: str
    frames: tuple[Frame, ...] = ()
    closed: bool = False
    is_input: bool = False
    is_output: bool = False
    kind: Kind = "op"
    count: int = 1

    @property
    def is_open(self) -> bool:
        """Whether only the frame of this series or group is seen."""
        return self.kind in ("series", "group") and bool(self.frames)


@dataclass(frozen=True, slots=True)
class Arrow:
    """A value that flows from one box to another of the same graph; or, from a box further inside, recursion.

    `carried` is what a loop hands to its next round; `recursion` leads from a call to the one that it is inside of.
    """

    source: str
    target: str
    carried: bool = False
    control: bool = False
    recursion: bool = False

    @property
    def is_back(self) -> bool:
        """Whether it leads back to where something begins again."""
        return self.carried or self.recursion


@dataclass(frozen=True, slots=True)
class Frame:
    """A graph, or a part of one, as it is shown; `op_count` is of all its `graph_count` graphs, those inside, too."""

    id: str
    role: str
    title: str
    op_count: int
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    graph_count: int = 1

    def walk(self) -> Iterator[tuple[int, Frame, Box]]:
        """All boxes with their frames and depths, outermost first, but for open series and groups."""
        stack: list[tuple[int, Frame]] = [(0, self)]
        while stack:
            depth, frame = stack.pop()
            for box in frame.boxes:
                if not box.is_open:
                    yield depth, frame, box
                stack.extend((depth + 1, inner) for inner in reversed(box.frames))

    def frames(self) -> Iterator[Frame]:
        """This frame and all inside of it."""
        yield self
        for box in self.boxes:
            for inner in box.frames:
                yield from inner.frames()

    def level(self) -> Iterator[tuple[Frame, Box]]:
        """The boxes of this graph with their frames: those of open series and groups too, not those of graphs inside."""
        for box in self.boxes:
            if box.is_open:
                for inner in box.frames:
                    yield from inner.level()
            else:
                yield self, box

    @property
    def shown(self) -> int:
        """How many operations have a box of their own."""
        return sum(box.node is not None and box.count == 1 for _, _, box in self.walk())

    @property
    def box_count(self) -> int:
        """How many boxes there are to place."""
        return sum(1 for _ in self.walk())
