"""Lists the operations of a graph in HTML, as nested folds: what the picture leaves out is here.

Small graphs are listed in full: types, operands, attributes. In large ones the folds follow the name scopes, each operation
has one short line, and a list of what is where comes first. The list never takes more than its share of a page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ag_notebook.report import GraphModel, GraphNode
from ag_notebook.views.grouping import Group, common, grouped, scope
from ag_notebook.views.literal import escape, op_words, plural, shorten
from ag_notebook.views.reading import port_text, role_text

MOST = 400
"""Operations that are listed in full."""
LARGEST = 400_000
"""Characters that the list of a large graph may take; code and pictures have the rest of a page of 1 MB."""
_PART = 100
_JUMPS = 60
_KINDS = 30
_NAME = 120
_LIST = "margin:0 0 0 18px;padding:0;font-family:monospace;font-size:12px"
Link = Callable[[GraphNode], str]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of operations: the fold that holds an operation (by its id), if that has a name, and how many are left out."""

    html: str
    places: dict[int, str] = field(default_factory=dict)
    left: int = 0


def operations_html(graph: GraphModel, link: Link) -> str:
    """Every operation, as far as there is room, nested graphs in the operation that holds them."""
    return listed(graph, link).html


def listed(graph: GraphModel, link: Link, name: str = "", room: int = LARGEST) -> Listed:
    """Every operation, nested graphs in the operation that holds them.

    `link` gives the source line of an operation, and element names begin with `name` (empty: there is none).
    Operations of a large graph for which `room` (in characters) is not enough are counted.
    """
    if graph.op_count <= MOST:
        return Listed(_Full(link).graph(graph, is_open=True))
    writer = _Short(link, name, room)
    return Listed(writer.listing(graph), writer.places, writer.left)


@dataclass(slots=True)
class _Full:
    """Writes each operation with all that is known of it."""

    link: Link

    def graph(self, graph: GraphModel, is_open: bool = False) -> str:
        operands: dict[str, list[str]] = {}
        for edge in graph.edges:
            name = edge.source if edge.output == 0 else f"{edge.source}:{edge.output}"
            word = f"carried {name}" if edge.carried else f"after {name}" if edge.operand < 0 else name
            operands.setdefault(edge.target, []).append(word)
        title = f"{escape(role_text(graph) or 'main')}, {op_words(graph.op_count, graph.graph_count, 'operation')}"
        items = []
        for node in graph.nodes:
            inner = "".join(map(self.graph, node.subgraphs))
            items.append(f"<li>{self.node(node, operands.get(node.name, []))}{inner}</li>")
        return _fold(title, f'<ul style="{_LIST}">{"".join(items)}</ul>', is_open)

    def node(self, node: GraphNode, operands: Sequence[str]) -> str:
        types = ", ".join(port_text(port) for port in node.outputs[:8])
        parts = [f"<b>{escape(shorten(node.op, _NAME))}</b> {escape(shorten(node.name, _NAME))}"]
        if node.label and node.label != node.name:
            parts.append(f"“{escape(shorten(node.label, _NAME))}”")
        if types:
            parts.append(escape(shorten(types, 200)))
        if operands:
            parts.append("← " + escape(shorten(", ".join(operands[:8]), 160)))
        if node.again:
            parts.append(f"calls {escape(shorten(node.again, _NAME))} again")
        if node.attributes:
            said = [key if value == "true" else f"{key}={value}" for key, value in node.attributes]
            parts.append(escape(shorten(", ".join(said), 200)))
        return " · ".join(part for part in (*parts, self.link(node)) if part)


@dataclass(slots=True)
class _Short:
    """Writes one line for each operation, in folds by scope, until the room is used up."""

    link: Link
    name: str
    room: int
    folds: int = 0
    left: int = 0
    places: dict[int, str] = field(default_factory=dict)
    jumps: list[tuple[str, str, int]] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)

    def listing(self, graph: GraphModel) -> str:
        body = self.graph(graph, is_open=True)
        counts = Counter[str]()
        _count(graph, counts)
        return f"{self._by_kind(counts)}{self._by_place()}{body}"

    def graph(self, graph: GraphModel, anchor: str = "", is_open: bool = False) -> str:
        title = f"{escape(role_text(graph) or 'main')}, {op_words(graph.op_count, graph.graph_count, 'operation')}"
        members = grouped(graph.nodes, lambda node: scope(node.name))
        self.room -= len(title) + 160
        return _fold(title, self.members(members, anchor, 0 if is_open else 2), is_open)

    def members(self, members: Sequence[GraphNode | Group[GraphNode]], anchor: str, depth: int) -> str:
        """What a fold called `anchor` holds, `depth` folds below the first."""
        parts: list[str] = []
        run: list[GraphNode] = []
        for member in (*members, None):
            if isinstance(member, GraphNode):
                run.append(member)
                continue
            parts.append(self.run(run, anchor, depth))
            run = []
            if member is not None:
                parts.append(self.group(member, depth))
        return "".join(parts)

    def group(self, group: Group[GraphNode], depth: int) -> str:
        count = len(group.flat())
        anchor = self.anchor(group.name, count, depth)
        title = f"{escape(shorten(group.name, _NAME))}, {plural(count, 'operation')}"
        return _fold(title, self.members(group.members, anchor, depth + 1), anchor=anchor, is_inset=True)

    def run(self, nodes: Sequence[GraphNode], anchor: str, depth: int) -> str:
        """Operations in a row: in parts of a hundred where they are many."""
        if len(nodes) <= _PART:
            return self.items(nodes, anchor)
        parts = []
        for begin in range(0, len(nodes), _PART):
            part = nodes[begin : begin + _PART]
            inside = len("".join(f"{each}/" for each in common((scope(part[0].name), scope(part[-1].name)))))
            words = f"{shorten(part[0].name[inside:], 40)} … {shorten(part[-1].name[inside:], 40)}"
            own = self.anchor(words, len(part), depth)
            title = f"{escape(words)}, {plural(len(part), 'operation')}"
            parts.append(_fold(title, self.items(part, own), anchor=own, is_inset=True))
        return "".join(parts)

    def items(self, nodes: Sequence[GraphNode], anchor: str) -> str:
        items: list[str] = []
        before = ""
        for index, node in enumerate(nodes):
            if anchor:
                self.places[id(node)] = anchor
            if self.room <= 0:
                left = len(nodes) - index
                self.left += sum(1 + sum(g.op_count for g in each.subgraphs) for each in nodes[index:])
                are = "is" if left == 1 else "are"
                items.append(f"<li>… {plural(left, 'more operation')} of this part {are} not listed</li>")
                break
            self.kinds.setdefault(node.op, anchor)
            what = f"<b>{escape(shorten(node.op, _NAME))}</b> {escape(shorten(node.name, _NAME))}"
            link = self.link(node)
            line = " · ".join(filter(None, (what, "same line" if link and link == before else link)))
            before = link
            self.room -= len(line) + len("<li></li>")
            inner = "".join(self.graph(each, anchor) for each in node.subgraphs)
            items.append(f"<li>{line}{inner}</li>")
        return f'<ul style="{_LIST}">{"".join(items)}</ul>' if items else ""

    def anchor(self, title: str, count: int, depth: int) -> str:
        """The name of a fold; the outermost ones stand in the list that comes first."""
        self.room -= 2 * min(len(title), _NAME) + 120
        if not self.name or self.room <= 0:
            return ""
        self.folds += 1
        anchor = f"{self.name}-{self.folds}"
        if depth <= 1:
            self.jumps.append((title, anchor, count))
        return anchor

    def _by_kind(self, counts: Counter[str]) -> str:
        said = [
            f"{_linked(shorten(op, 40), self.kinds.get(op, ''))} × {count}"
            for op, count in counts.most_common(_KINDS)
        ]
        more = f" · … {len(counts) - _KINDS} more kinds" if len(counts) > _KINDS else ""
        return f"<div>By kind: {' · '.join(said)}{more}</div>"

    def _by_place(self) -> str:
        if not self.jumps:
            return ""
        said = [
            f"{_linked(shorten(title, 90), anchor)} ({count})" for title, anchor, count in self.jumps[:_JUMPS]
        ]
        more = f" · … {len(self.jumps) - _JUMPS} more" if len(self.jumps) > _JUMPS else ""
        return f"<div>By name: {' · '.join(said)}{more}</div>"


def _count(graph: GraphModel, counts: Counter[str]) -> None:
    for node in graph.nodes:
        counts[node.op] += 1
        for inner in node.subgraphs:
            _count(inner, counts)


def _linked(text: str, anchor: str) -> str:
    return f'<a href="#{anchor}">{escape(text)}</a>' if anchor else escape(text)


def _fold(title: str, body: str, is_open: bool = False, anchor: str = "", is_inset: bool = False) -> str:
    named, opened = (f' id="{anchor}"' if anchor else ""), (" open" if is_open else "")
    inset = ' style="margin-left:14px"' if is_inset else ""
    return f"<details{named}{opened}{inset}><summary>{title}</summary>{body}</details>"
