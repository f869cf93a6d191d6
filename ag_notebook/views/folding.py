"""Leaves out of a graph what a reader does not need, and puts together what is alike or belongs together.

Constants, copies and captured inputs become words in labels (`reading`), an unrolled loop one round of it (`series`), and
the operations of a scope or a line a group, where that is asked for (`grouping`).
Nothing is lost: the counts are shown, and the list of operations below the picture has them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ag_notebook.report import GraphModel, GraphNode
from ag_notebook.views.drawing import RECURSION
from ag_notebook.views.frames import Arrow, Box, Frame, Kind
from ag_notebook.views.grouping import Group, Grouping, common, grouped, scope
from ag_notebook.views.literal import plural, shorten
from ag_notebook.views.needed import INPUTS, shown_subgraphs
from ag_notebook.views.reading import FAN_OUT, TITLE, Reading, role_text
from ag_notebook.views.series import Item, Operand, find_series, kind_of

_DETAIL = 60
_OPS = 3
"""Kinds of operations that the title of a closed series names."""


Nested = Literal["inline", "enter"]
"""Where nested graphs are: in the picture, or in one of their own."""
NESTED: tuple[Nested, ...] = ("inline", "enter")


class TooManyBoxesError(Exception):
    """The frame would have more boxes than were asked for."""


@dataclass(frozen=True, slots=True)
class Run:
    """A series in one graph: its rounds, each with the same operations in the same order."""

    rounds: tuple[tuple[GraphNode, ...], ...]

    def alike(self, place: int) -> tuple[GraphNode, ...]:
        """The operation at this place of each round."""
        return tuple(each[place] for each in self.rounds)


Member = GraphNode | Run


def fold(
    graph: GraphModel, depth: int | None = None, group: Grouping = "none", nested: Nested = "inline"
) -> Frame:
    """The graph as it is shown, with nested graphs, series and groups open down to `depth` (None: all of them)."""
    return Folding(graph).frame(depth, group, None, nested)


class Folding:
    """One graph that may be folded in several ways; what was found out of it is kept."""

    def __init__(self, graph: GraphModel | Reading) -> None:
        self._reading = graph if isinstance(graph, Reading) else Reading(graph, nested=False)
        self._members: dict[tuple[int, Grouping], list[Member | Group[Member]]] = {}
        self._kinds: dict[int, int] = {}

    def frame(
        self,
        depth: int | None = None,
        group: Grouping = "none",
        most: int | None = None,
        nested: Nested = "inline",
    ) -> Frame:
        """The graph with what is inside of boxes open down to `depth`; nested graphs stay closed to be entered.

        Raises:
            TooManyBoxesError: it has more than `most` boxes.
        """
        return _Folder(self, group, most, nested).graph(self._reading, depth)

    def inside(self, frame: Frame) -> Iterator[tuple[Box, str, Folding]]:
        """The graphs of a frame's closed operations, each with its box and what it is to it."""
        yield from _inside(self._reading, frame)

    def members(self, reading: Reading, group: Grouping) -> list[Member | Group[Member]]:
        """What is shown of a graph, series put together, in the groups that are asked for."""
        key = (id(reading), group)
        if key not in self._members:
            single = self.members(reading, "none") if group != "none" else self._found(reading)
            self._members[key] = _grouped([each for each in single if not isinstance(each, Group)], group, [])
        return self._members[key]

    def _found(self, reading: Reading) -> Iterator[Member]:
        nodes = [node for node in reading.model.nodes if node.name not in reading.hidden]
        places = {node.name: place for place, node in enumerate(nodes)}
        at = 0
        for run in find_series([self._item(reading, node, places) for node in nodes]):
            yield from nodes[at : run.start]
            at = run.stop
            parts = range(run.start, run.stop, run.length)
            yield Run(tuple(tuple(nodes[begin : begin + run.length]) for begin in parts))
        yield from nodes[at:]

    def _item(self, reading: Reading, node: GraphNode, places: dict[str, int]) -> Item:
        operands = []
        for edge in reading.operands.get(node.name, ()):
            source, output = reading.made(edge.source, edge.output)
            place = places.get(source, -1)
            word = None
            if place < 0:  # a constant or an input: any of its kind
                made = reading.nodes[source]
                word = ("input" if made.op in INPUTS else made.op, made.outputs)
            operands.append(Operand(place, output if edge.operand >= 0 else -1, word))
        # An input is an argument with a name, never one of many.
        kind = node.name if node.op in INPUTS else (kind_of(node, self._kinds), len(operands))
        return Item(kind, tuple(operands))


@dataclass(slots=True)
class _Folder:
    """Makes one frame. Ids are counted: names of operations are never ids, since they may be any text."""

    folding: Folding
    group: Grouping
    most: int | None
    nested: Nested
    boxes: int = 0
    frames: int = 0
    called: dict[str, str] = field(default_factory=dict)
    """The boxes of the calls that are being opened, by the name of what they call."""
    recursions: list[tuple[str, str]] = field(default_factory=list)
    """Pairs of a call and the one that it is inside of, which have no arrow yet."""

    def graph(self, reading: Reading, depth: int | None) -> Frame:
        outputs = {reading.origin(name) for name in reading.model.outputs if name in reading.nodes}
        level = _Level(self, reading, outputs)
        frame_id = self.frame_id()
        boxes = level.put(self.folding.members(reading, self.group), depth)
        if not boxes:
            boxes = (Box(self.box_id(), None, reading.returned(outputs), "no operations", kind="words"),)
        role, title = reading.model.role, shorten(role_text(reading.model), _DETAIL)
        model = reading.model
        return level.with_arrows(Frame(frame_id, role, title, model.op_count, boxes, (), model.graph_count))

    def box_id(self) -> str:
        self.boxes += 1
        if self.most is not None and self.boxes > self.most:
            raise TooManyBoxesError
        return f"n{self.boxes}"

    def frame_id(self) -> str:
        self.frames += 1
        return f"g{self.frames}"


@dataclass(slots=True)
class _Level:
    """Folds the operations of one graph; `homes` are the boxes that they are in, `rounds` those of a series,
    and `sealed` the closed boxes.
    """

    folder: _Folder
    reading: Reading
    outputs: set[str]
    homes: dict[str, str] = field(default_factory=dict)
    rounds: dict[str, tuple[int, int]] = field(default_factory=dict)
    sealed: set[str] = field(default_factory=set)

    def put(self, members: Sequence[Member | Group[Member]], depth: int | None) -> tuple[Box, ...]:
        """The boxes of these members."""
        boxes: list[Box] = []
        for member in members:
            if isinstance(member, Group):
                boxes.append(self.group(member, depth))
            elif isinstance(member, Run):
                boxes.append(self.series(member, depth))
            else:
                boxes.append(self.operation((member,), depth))
        return tuple(boxes)

    def operation(self, alike: tuple[GraphNode, ...], depth: int | None, times: str = "") -> Box:
        """The box of an operation, or of one operation that comes in each round of a series."""
        reading, node = self.reading, alike[0]
        box_id = self.folder.box_id()
        self.homes.update({each.name: box_id for each in alike})
        shown = shown_subgraphs(node)
        closed = bool(node.subgraphs) and (depth == 0 or self.folder.nested == "enter")
        inner = None if depth is None else depth - 1
        frames = () if closed else tuple(self.inside(node, g, box_id, inner) for g in shown)
        if node.again in self.folder.called:
            self.folder.recursions.append((box_id, self.folder.called[node.again]))
        is_input = node.op in INPUTS or (
            node.name in reading.model.inputs and not reading.operands.get(node.name)
        )
        is_input = is_input and node.name != reading.decider
        # An argument comes from no line of the function: its operation was made where the function was called.
        parts = [reading.types(node), f"line {node.span.line}" if node.span and not is_input else ""]
        parts.append(RECURSION if node.again else "")
        if closed:
            parts.append(
                ", ".join(f"{shorten(role_text(g), TITLE)}: {plural(g.op_count, 'op')}" for g in shown)
            )
        is_output = any(each.name in self.outputs for each in alike)
        if is_output and not reading.nested:
            parts.append("result")
        if reading.readers[node.name] > FAN_OUT and len(alike) == 1:
            parts.append(f"{reading.word(node.name)}: {reading.readers[node.name]} uses")
        # The first round takes from outside what the others take from the round before: a later one is the rule.
        title = reading.title(alike[1], alike[2:]) if len(alike) > 1 else reading.title(node)
        title = shorten(title, TITLE - len(times)) + times
        detail = shorten(" · ".join(part for part in parts if part), _DETAIL)
        count = _op_count(alike) if times else 1
        return Box(box_id, node, title, detail, frames, closed, is_input, is_output, count=count)

    def inside(self, node: GraphNode, graph: GraphModel, box_id: str, depth: int | None) -> Frame:
        """A graph of an operation, which is the box `box_id`."""
        before = self.folder.called
        if graph.role == "call":
            self.folder.called = before | {graph.name: box_id}
        frame = self.folder.graph(self.reading.inside(node, graph), depth)
        self.folder.called = before
        return frame

    def series(self, run: Run, depth: int | None) -> Box:
        """One round, in a frame that says how many there are; a closed box where there is no room."""
        for number, each in enumerate(run.rounds):
            self.rounds.update({node.name: (id(run), number) for node in each})
        times = f" × {len(run.rounds)}"
        if len(run.rounds[0]) == 1:
            return self.operation(run.alike(0), depth, times)
        nodes = [node for each in run.rounds for node in each]
        if depth == 0:
            ops = list(dict.fromkeys(node.op for node in run.rounds[0]))
            named = " → ".join(ops) if len(ops) <= _OPS else f"{' → '.join(ops[:_OPS])} → …"
            return self.closed("series", shorten(named, TITLE - len(times)) + times, nodes)
        inner = None if depth is None else depth - 1
        frame_id = self.folder.frame_id()
        first = {node.name: place for place, node in enumerate(run.rounds[0])}
        paths = [_path(node, self.folder.group) for node in run.rounds[0]]
        parts = _grouped(list(run.rounds[0]), self.folder.group, common(paths))
        boxes = self.put_round(parts, run, first, inner)
        title = f"one of {len(run.rounds)} alike rounds"
        frame = Frame(frame_id, "series", title, _op_count(nodes), boxes, (), _graph_count(nodes))
        return Box("", run.rounds[0][0], title, "", (frame,), kind="series", count=len(nodes))

    def put_round(
        self, members: Sequence[Member | Group[Member]], run: Run, first: dict[str, int], depth: int | None
    ) -> tuple[Box, ...]:
        """The boxes of one round, each for the same operation of all rounds."""
        boxes: list[Box] = []
        for member in members:
            if isinstance(member, Group):
                boxes.append(self.group(member, depth, run, first))
            elif isinstance(member, GraphNode):
                boxes.append(self.operation(run.alike(first[member.name]), depth))
        return tuple(boxes)

    def group(
        self,
        group: Group[Member],
        depth: int | None,
        run: Run | None = None,
        first: dict[str, int] | None = None,
    ) -> Box:
        """The operations of one scope or line: a frame, or a closed box where there is no room."""
        nodes = [node for member in group.flat() for node in _nodes(member)]
        if run is not None and first is not None:
            nodes = [each for node in nodes for each in run.alike(first[node.name])]
        if depth == 0:
            return self.closed("group", shorten(group.name, TITLE), nodes)
        inner = None if depth is None else depth - 1
        frame_id = self.folder.frame_id()
        if run is not None and first is not None:
            boxes = self.put_round(group.members, run, first, inner)
        else:
            boxes = self.put(group.members, inner)
        title = shorten(group.name, _DETAIL)
        frame = Frame(frame_id, "group", title, _op_count(nodes), boxes, (), _graph_count(nodes))
        return Box("", nodes[0], title, "", (frame,), kind="group", count=len(nodes))

    def closed(self, kind: Kind, title: str, nodes: Sequence[GraphNode]) -> Box:
        """One box for all these operations."""
        box_id = self.folder.box_id()
        self.sealed.add(box_id)
        self.homes.update({node.name: box_id for node in nodes})
        lines = sorted({node.span.line for node in nodes if node.span})
        where = (
            "" if not lines else f"line {lines[0]}" if len(lines) == 1 else f"lines {lines[0]}–{lines[-1]}"
        )
        is_output = any(node.name in self.outputs for node in nodes)
        parts = [plural(_op_count(nodes), "op"), where, self.reading.types(nodes[-1])]
        parts += ["result"] if is_output and not self.reading.nested else []
        detail = shorten(" · ".join(part for part in parts if part), _DETAIL)
        count = _op_count(nodes)
        return Box(box_id, nodes[0], title, detail, (), True, False, is_output, kind, count)

    # arrows -----------------------------------------------------------------------------------
    def with_arrows(self, frame: Frame) -> Frame:
        """The frame with its arrows, each in the innermost frame that has both of its ends."""
        held: dict[str, list[Arrow]] = {}
        chains = _chains(frame)
        for arrow in dict.fromkeys(self.arrows()):
            source, target = chains[arrow.source], chains[arrow.target]
            home = [a for a, b in zip(source, target) if a == b][-1]
            held.setdefault(home, []).append(arrow)
        here = [pair for pair in self.folder.recursions if pair[1] in chains]
        for pair in here:
            self.folder.recursions.remove(pair)
            held.setdefault(chains[pair[1]][-1], []).append(Arrow(*pair, recursion=True))
        return _filled(frame, held)

    def arrows(self) -> Iterator[Arrow]:
        reading, homes = self.reading, self.homes
        for target, edges in reading.operands.items():
            if target not in homes:
                continue
            for edge in edges:
                source = reading.origin(edge.source)
                if source not in homes or reading.readers[source] > FAN_OUT:
                    continue
                carried = self._is_later(source, target)
                if homes[source] != homes[target] or (carried and homes[source] not in self.sealed):
                    yield Arrow(
                        homes[source], homes[target], carried, control=edge.operand < 0 and not carried
                    )
        for edge in reading.carried:
            source, target = reading.origin(edge.source), edge.target
            if source in homes and target in homes and homes[source] != homes[target]:
                # What decides is the end of a round, not the start of the next.
                yield Arrow(homes[source], homes[target], carried=target != reading.decider)

    def _is_later(self, source: str, target: str) -> bool:
        """Whether a value goes from one round of a series to another."""
        (run, number), (other, later) = (self.rounds.get(name, (0, 0)) for name in (source, target))
        return run == other != 0 and number != later


def _inside(reading: Reading, frame: Frame) -> Iterator[tuple[Box, str, Folding]]:
    for _, box in frame.level():
        if box.node is None or box.kind != "op":
            continue
        graphs = shown_subgraphs(box.node)
        if box.closed:
            yield from ((box, role_text(graph), Folding(reading.inside(box.node, graph))) for graph in graphs)
        for graph, inner in zip(graphs, box.frames):
            yield from _inside(reading.inside(box.node, graph), inner)


def _grouped(
    members: Sequence[Member], group: Grouping, inside: Sequence[str]
) -> list[Member | Group[Member]]:
    """The members in the groups that are asked for, within a group of the path `inside`."""
    if group == "none":
        return list(members)

    def path(member: Member) -> Sequence[str]:
        if isinstance(member, GraphNode):
            return _path(member, group)[len(inside) :]
        return common(_path(node, group) for node in _nodes(member))[len(inside) :]

    return grouped(members, path)


def _path(node: GraphNode, group: Grouping) -> list[str]:
    if group == "scope":
        return scope(node.name)
    is_line = group == "line" and node.span is not None and node.op not in INPUTS
    return [f"line {node.span.line}"] if is_line and node.span else []


def _nodes(member: Member) -> list[GraphNode]:
    return [node for each in member.rounds for node in each] if isinstance(member, Run) else [member]


def _op_count(nodes: Sequence[GraphNode]) -> int:
    return sum(1 + sum(graph.op_count for graph in node.subgraphs) for node in nodes)


def _graph_count(nodes: Sequence[GraphNode]) -> int:
    """The graph that these are in, and those inside of them."""
    return 1 + sum(graph.graph_count for node in nodes for graph in node.subgraphs)


def _chains(frame: Frame, above: tuple[str, ...] = ()) -> dict[str, tuple[str, ...]]:
    """For each box of a graph the frames that hold it, outermost first."""
    found: dict[str, tuple[str, ...]] = {}
    for box in frame.boxes:
        if box.is_open:
            for inner in box.frames:
                found |= _chains(inner, (*above, frame.id))
        else:
            found[box.id] = (*above, frame.id)
    return found


def _filled(frame: Frame, held: dict[str, list[Arrow]]) -> Frame:
    boxes = tuple(
        replace(box, frames=tuple(_filled(inner, held) for inner in box.frames)) if box.is_open else box
        for box in frame.boxes
    )
    return replace(frame, boxes=boxes, arrows=tuple(held.get(frame.id, frame.arrows)))
