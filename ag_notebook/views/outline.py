"""Lists a graph in words: nested graphs indented, operations in order, folded as in the picture.

It is what a terminal shows, what stands in for a picture that would be too large, and what a screen reader gets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap

from ag_notebook.report import GraphModel, GraphNode
from ag_notebook.views.folding import fold
from ag_notebook.views.frames import Box, Frame
from ag_notebook.views.literal import cells, escape, literal, plural, shorten
from ag_notebook.views.reading import NOTHING_LEFT, left_nothing, port_text, role_text

MOST = 400
"""Operations that a list in HTML holds; the rest is counted."""
_COUNT = 18


@dataclass(frozen=True, slots=True)
class Entry:
    """One graph of an outline: its role, its operations in a few words each, and how many there are."""

    depth: int
    role: str
    words: tuple[str, ...]
    op_count: int
    frame: Frame


def entries(frame: Frame) -> list[Entry]:
    """The outline of a folded graph, outermost graph first."""
    found: list[Entry] = []
    stack = [(0, frame)]
    while stack:
        depth, graph = stack.pop()
        words = tuple(_word(box) for box in graph.boxes)
        found.append(Entry(depth, graph.title or "main", words, graph.op_count, graph))
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
        count = plural(entry.op_count, "op")
        head = (" " * entry.depth + literal(entry.role)).ljust(left)
        rows = _wrap(_counted(entry.words), width - left - 10)
        lines.append(f"{head}{rows[0]}{' ' * (width - left - cells(rows[0]) - len(count))}{count}")
        lines += [" " * left + row for row in rows[1:]]
    if len(listed) > most:
        lines.append(f"… {len(listed) - most} more graphs")
    return lines


def _wrap(words: list[str], width: int, most: int = 3) -> list[str]:
    """The words in at most `most` rows; what does not fit is counted."""
    rows = [""]
    for index, word in enumerate(words):
        piece = shorten(word, width)
        room = width if len(rows) < most or index == len(words) - 1 else width - _COUNT
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
    return f"{box.title} {types}".rstrip()


def operations_html(graph: GraphModel, link: Callable[[GraphNode], str]) -> str:
    """Every operation with its types, operands and attributes, as nested folds; `link` gives the source line."""
    budget = [MOST]
    return _graph_html(graph, link, budget, is_open=True)


def _graph_html(graph: GraphModel, link: Callable[[GraphNode], str], budget: list[int], is_open: bool) -> str:
    operands: dict[str, list[str]] = {}
    for edge in graph.edges:
        name = edge.source if edge.output == 0 else f"{edge.source}:{edge.output}"
        word = f"carried {name}" if edge.carried else f"after {name}" if edge.operand < 0 else name
        operands.setdefault(edge.target, []).append(word)
    title = f"{escape(role_text(graph) or 'main')}, {plural(graph.op_count, 'operation')}"
    items = []
    for index, node in enumerate(graph.nodes):
        if budget[0] <= 0:
            items.append(
                f"<li>… {len(graph.nodes) - index} more operations of this graph are not listed</li>"
            )
            break
        budget[0] -= 1
        inner = "".join(_graph_html(g, link, budget, is_open=False) for g in node.subgraphs)
        items.append(f"<li>{_node_html(node, operands.get(node.name, []), link)}{inner}</li>")
    opened = " open" if is_open else ""
    style = "margin:0 0 0 18px;padding:0;font-family:monospace;font-size:12px"
    return f'<details{opened}><summary>{title}</summary><ul style="{style}">{"".join(items)}</ul></details>'


def _node_html(node: GraphNode, operands: list[str], link: Callable[[GraphNode], str]) -> str:
    types = ", ".join(port_text(port) for port in node.outputs[:8])
    parts = [f"<b>{escape(node.op)}</b> {escape(node.name)}"]
    if node.label and node.label != node.name:
        parts.append(f"“{escape(node.label)}”")
    if types:
        parts.append(escape(types))
    if operands:
        parts.append("← " + escape(shorten(", ".join(operands[:8]), 160)))
    if node.attributes:
        said = [key if value == "true" else f"{key}={value}" for key, value in node.attributes]
        parts.append(escape(shorten(", ".join(said), 200)))
    return " · ".join(part for part in (*parts, link(node)) if part)
