"""Reads one graph as a person does: which operations only carry values around, and what each value is called.

    Const 2 ──► FloorMod ──► Identity ──► Equal      ->      FloorMod(n, 2) ──► Equal
    Placeholder n ──┘

More than half of the operations of a typical staged loop only carry values around, and some are read by nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ag_notebook.report import GraphEdge, GraphModel, GraphNode, Port
from ag_notebook.views.literal import cells, shorten
from ag_notebook.views.needed import (
    CONSTANTS,
    COPIES,
    INPUTS,
    READS,
    Loop,
    loop_of,
    needed_nodes,
    operands,
    variables_only_read,
)

ROLES = {
    "main": "",
    "body": "loop body",
    "cond": "test",
    "then": "then",
    "else": "else",
    "call": "called function",
}
NOTHING = frozenset({"NoOp"})
GO_ON = "go on?"
"""The title of the value that decides whether a loop goes on."""
NOTHING_LEFT = "This graph computes nothing: it has only inputs, constants and copies."
FAN_OUT = 8
"""A value with more readers than this gets no arrows: they would cover the picture. Its name in their labels says it."""
VARIES = "…"
"""The word for an operand that is another constant in each round of a series."""
TITLE = 34
"""Cells of a box's title."""
_WORD = 14


@dataclass
class Reading:
    """One graph while it is read.

    `given` is what inputs are called outside, `loop` is set where this is the body of one, `hidden` are the nodes
    without a box, and `unchanged` the inputs that are variables which the graph only reads.
    """

    model: GraphModel
    nested: bool
    given: dict[str, str] = field(default_factory=dict)
    loop: Loop | None = None
    nodes: dict[str, GraphNode] = field(default_factory=dict)
    operands: dict[str, list[GraphEdge]] = field(default_factory=dict)
    carried: list[GraphEdge] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)
    readers: Counter[str] = field(default_factory=Counter)
    loops: dict[str, Loop] = field(default_factory=dict)
    decider: str = ""
    unchanged: set[str] = field(default_factory=set)
    _inner: dict[tuple[str, int], Reading] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.nodes = {node.name: node for node in self.model.nodes}
        self.operands = operands(self.model)
        self.carried = [
            e for e in self.model.edges if e.carried and e.source in self.nodes and e.target in self.nodes
        ]
        if self.loop is not None and self.loop.decider is not None:
            self.decider = self.model.inputs[self.loop.decider]
        needed = needed_nodes(self.model, self.loop.needed if self.loop else None)
        self._find_loops(needed)
        self.unchanged = variables_only_read(self.model, self.operands)
        self.hidden = {name for name, node in self.nodes.items() if self._is_plain(node)}
        self.hidden |= self.nodes.keys() - needed - set(self.model.inputs)
        self._hide_captures()
        self._show_results()
        self.hidden.discard(self.decider)
        self.readers.update(
            source
            for target, edges in self.operands.items()
            if target not in self.hidden
            for source in {self.origin(edge.source) for edge in edges}
        )

    def _find_loops(self, needed: set[str]) -> None:
        read: dict[str, set[int]] = {}
        for target, edges in self.operands.items():
            for edge in edges:
                if target in needed and edge.operand >= 0:
                    read.setdefault(edge.source, set()).add(edge.output)
        # Of a result of the graph itself no edge tells the position, and a graph may not name its results.
        for name in self.model.outputs or self.nodes:
            if name in self.nodes and self.nodes[name].subgraphs:
                read[name] = set(range(len(self.nodes[name].outputs)))
        for name, node in self.nodes.items():
            if node.subgraphs and (loop := loop_of(node, read.get(name, ()))) is not None:
                self.loops[name] = loop

    def _is_plain(self, node: GraphNode) -> bool:
        data = [edge for edge in self.operands.get(node.name, ()) if edge.operand >= 0]
        if node.subgraphs:
            return False
        if node.op in COPIES:
            return len(data) == 1
        if node.op in READS:
            return data[0].source in self.unchanged if len(data) == 1 else False
        return (
            node.name in self.unchanged
            or node.op in CONSTANTS
            or (node.op in NOTHING and node.name not in self.model.outputs)
        )

    def _hide_captures(self) -> None:
        """Inputs of a nested graph stay only where the loop hands a new value back to a box that uses it."""
        if not self.nested:
            return
        used = {
            self.origin(edge.source)
            for target, edges in self.operands.items()
            if target not in self.hidden
            for edge in edges
        }
        renewed = {edge.target for edge in self.carried if self.origin(edge.source) != edge.target}
        inputs = {name for name, node in self.nodes.items() if node.op in INPUTS or name in self.model.inputs}
        self.hidden |= {name for name in inputs if name not in used or name not in renewed}

    def _show_results(self) -> None:
        """A variable's value that the graph gives back is read in a box: there is nothing else to show of it."""
        if not self.nested:
            for name in self.model.outputs:
                while name in self.hidden and self.nodes[name].op in COPIES and self.operands.get(name):
                    name = self.operands[name][0].source
                if name in self.nodes and self.nodes[name].op in READS:
                    self.hidden.discard(name)

    def origin(self, name: str) -> str:
        """Follows copies back to the node that made the value."""
        return self.made(name, 0)[0]

    def made(self, name: str, output: int) -> tuple[str, int]:
        """Follows copies back to the node that made the value, and to which of its outputs it is."""
        for _ in range(len(self.nodes)):
            node = self.nodes[name]
            data = [edge for edge in self.operands.get(name, ()) if edge.operand >= 0]
            if node.op not in COPIES | READS or name not in self.hidden or not data:
                break
            name, output = data[0].source, data[0].output
        return name, output

    def word(self, name: str, output: int = 0) -> str:
        """What a reader calls the value of this node."""
        node = self.nodes[name]
        if name in self.given:
            return self.given[name]
        if node.label:
            return (
                last_part(node.label) if name in self.unchanged and cells(node.label) > _WORD else node.label
            )
        if node.op in CONSTANTS:
            return dict(node.attributes).get("value", "const")
        if name in self.loops:
            return self.loops[name].name(output)
        return (
            last_part(name) if self.readers[name] > FAN_OUT or (node.op in INPUTS and not self.nested) else ""
        )

    def operand_words(self, node: GraphNode) -> list[str]:
        """What a reader calls each operand of a node; empty for a value that only an arrow can show."""
        return [
            self.word(*self.made(edge.source, edge.output))
            for edge in self.operands.get(node.name, ())
            if edge.operand >= 0
        ]

    def inside(self, node: GraphNode, inner: GraphModel) -> Reading:
        """A nested graph, whose inputs are called as the operands that they get, but for those that a loop renews.

        An operand without a name is called by its operation: names of inner inputs are made up of scopes.
        """
        if (node.name, id(inner)) in self._inner:
            return self._inner[node.name, id(inner)]
        edges = [edge for edge in self.operands.get(node.name, ()) if edge.operand >= 0]
        words = [
            word or self.nodes[self.origin(edge.source)].op
            for word, edge in zip(self.operand_words(node), edges, strict=True)
        ]
        skipped = 1 if inner.role in ("then", "else") else 0
        loop = node.subgraphs if inner.role in ("body", "cond") else ()
        renewed = {
            graph.inputs.index(edge.target)
            for graph in loop
            for edge in graph.edges
            if edge.carried and edge.target in graph.inputs
        }
        own = {n.name for n in inner.nodes if n.label} if inner.role == "call" else set()
        made = {
            n.label for n in inner.nodes if n.name in inner.inputs and inner.inputs.index(n.name) in renewed
        }
        given = {
            name: f"outer {word}" if word in made else word
            for index, (name, word) in enumerate(zip(inner.inputs, words[skipped:]))
            if index not in renewed and name not in own
        }
        made_of = Reading(inner, True, given, self.loops.get(node.name) if inner.role == "body" else None)
        return self._inner.setdefault((node.name, id(inner)), made_of)

    def title(self, node: GraphNode, alike: Sequence[GraphNode] = ()) -> str:
        """The title of an operation; `alike` are those of other rounds, whose constants may be others."""
        if node.name == self.decider:
            return shorten(f"{GO_ON} {self._decision()}".rstrip(), TITLE)
        op = f"{node.op} {called}" if (called := _called(node)) else node.op
        if (node.label and not called) or node.op in INPUTS:
            return shorten(f"{node.op} {self.word(node.name)}", TITLE)
        words = self._words(node)
        for other in alike:
            words = [_in_both(one, word) for one, word in zip(words, self._words(other))]
        loop = self.loops.get(node.name)
        words = [shorten(word, _WORD) or "·" for word in words]
        if loop is None and not any(word != "·" for word in words):
            return shorten(op, TITLE)
        most = 4 if len(words) > 5 else 5
        said = f"({', '.join(words[:most])}{', …' if len(words) > most else ''})" if words else ""
        return shorten(f"{op}{said}", TITLE)

    def types(self, node: GraphNode) -> str:
        """The types of a node's outputs; of a loop's, those that its label names."""
        loop = self.loops.get(node.name)
        if loop is None or len(node.outputs) != len(loop.body.inputs):
            return ports_text(node)
        renewed = {edge.target for edge in loop.body.edges if edge.carried}
        kept = [
            port
            for position, port in enumerate(node.outputs)
            if position in loop.needed - {loop.decider, loop.counter}
            and loop.body.inputs[position] in renewed
        ]
        return ports_text(replace(node, outputs=tuple(kept)))

    def returned(self, outputs: set[str]) -> str:
        """What a graph without operations gives back."""
        words = [self.word(name) or last_part(name) for name in self.nodes if name in outputs]
        return shorten("gives " + ", ".join(words), TITLE) if words else "nothing"

    def _words(self, node: GraphNode) -> list[str]:
        words = self.operand_words(node)
        loop = self.loops.get(node.name)
        return words if loop is None else self._state_words(loop, words)

    def _state_words(self, loop: Loop, words: list[str]) -> list[str]:
        """The variables that a loop renews, with their first values where they have another name: `n, steps=0`."""
        said = []
        renewed = {edge.target for edge in loop.body.edges if edge.carried}
        for position, (word, inner) in enumerate(zip(words, loop.body.inputs)):
            if position in loop.needed - {loop.decider, loop.counter} and inner in renewed:
                name = loop.name(position)
                both = f"{name}={word}" if name and word and name != word else name or word
                said.append(both if cells(both) <= _WORD or not name else name)
        return said

    def _decision(self) -> str:
        """What decides whether the loop goes on, where it is no operation."""
        for edge in self.carried:
            if edge.target == self.decider:
                source = self.origin(edge.source)
                return self.word(source) if source in self.hidden else ""
        return ""


def _called(node: GraphNode) -> str:
    """The function that a call is of, where its kind does not say it."""
    inside = next((graph.name for graph in node.subgraphs if graph.role == "call"), "")
    return node.again or (inside if node.op == "call" else "")


def _in_both(word: str, other: str) -> str:
    """What two rounds of a series call an operand: of a variable with another first value its name."""
    if word == other:
        return word
    name = word.partition("=")[0]
    return name if name and name == other.partition("=")[0] else VARIES


def last_part(name: str) -> str:
    """The end of a name with scopes: `model/dense/kernel` -> `kernel`."""
    return name.rpartition("/")[2] or name


def port_text(port: Port) -> str:
    """`int32[3, ?]`; a shape that is not a list stands apart."""
    return (
        port.dtype + port.shape
        if port.shape.startswith("[") or not port.shape
        else f"{port.dtype} {port.shape}"
    )


def ports_text(node: GraphNode, most: int = 3) -> str:
    """The types of a node's outputs."""
    texts = [port_text(port) for port in node.outputs]
    return ", ".join(texts[:most]) + (", …" if len(texts) > most else "")


def role_text(graph: GraphModel) -> str:
    """What a nested graph is to its node, in words."""
    return f"called {graph.name}" if graph.role == "call" else ROLES.get(graph.role, graph.role)


def left_nothing(graph: GraphModel) -> bool:
    """Whether a graph computes nothing: it has only inputs, constants and copies."""
    return all(
        node.op in INPUTS | CONSTANTS | COPIES | NOTHING and not node.subgraphs for node in graph.nodes
    )
