"""Describes a program as graphs: one for each definition, inside of the call that comes first.

A call of a definition that it is inside of is recursion: it has no graph of its own, and names the one around it (`again`).
"""

from __future__ import annotations

from typing import Any

from ag_notebook.report import GraphEdge, GraphModel, GraphNode, Port
from ag_notebook.staging.backends.lantern.ir.program import Block, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import ArrayType

_LONGEST = 60


def graph_model(program: Program, name: str) -> GraphModel:
    """The graph of a definition, with those that it calls inside."""
    return _Definition(program, name, "main", ()).model()


class _Definition:
    """One definition; `around` are the names of those that it is inside of."""

    def __init__(self, program: Program, name: str, role: str, around: tuple[str, ...]) -> None:
        self.program, self.name, self.role, self.around = program, name, role, around

    def model(self) -> GraphModel:
        definition = self.program.definitions[self.name]
        return _Graph(self).model(definition.block, self.name, self.role, [])


class _Graph:
    """One block as a graph."""

    def __init__(self, definition: _Definition) -> None:
        self.definition = definition
        self.nodes: list[GraphNode] = []
        self.edges: list[GraphEdge] = []
        self.made: dict[Variable, tuple[str, int]] = {}
        self.names: set[str] = set()

    def model(self, block: Block, name: str, role: str, outer: list[Variable]) -> GraphModel:
        """`outer` are variables of the blocks around it that it reads."""
        inputs = []
        for variable in (*block.parameters, *outer):
            node = self.fresh(variable.name or "argument")
            self.nodes.append(GraphNode(node, "Argument", (_port(variable),), label=variable.name))
            self.made[variable] = node, 0
            inputs.append(node)
        for operation in block.operations:
            self.add(operation)
        outputs = []
        for place, variable in enumerate(block.results):
            node = self.fresh(f"result_{place}" if len(block.results) > 1 else "result")
            self.nodes.append(GraphNode(node, "Result", (_port(variable),)))
            self.connect(variable, node, 0)
            outputs.append(node)
        if (
            role == "body"
        ):  # what the loop only reads it hands back as it is, so that outputs are those of the inputs
            outputs += inputs[len(outputs) :]
            self.edges += [
                GraphEdge(source, target, carried=True)
                for source, target in zip(outputs, inputs)
                if source != target
            ]
        return GraphModel(name, role, tuple(self.nodes), tuple(self.edges), tuple(inputs), tuple(outputs))

    def add(self, operation: Operation) -> None:
        label = operation.results[0].name if operation.results else ""
        node = self.fresh(label or operation.kind)
        attributes = tuple((k, _text(v)) for k, v in operation.attributes.items())
        # All blocks have the same inputs, in the order of the operands: views call an input what its operand is.
        outer = list(dict.fromkeys(v for block in operation.blocks for v in _free(block)))
        subgraphs = self.subgraphs(operation, outer)
        ports = tuple(map(_port, operation.results))
        self.nodes.append(
            GraphNode(
                node,
                operation.kind,
                ports,
                operation.span,
                attributes,
                subgraphs,
                label,
                again=self.again(operation),
            )
        )
        for place, variable in enumerate((*operation.arguments, *outer)):
            self.connect(variable, node, place)
        for place, variable in enumerate(operation.results):
            self.made[variable] = node, place

    def again(self, operation: Operation) -> str:
        """The definition around this block that an operation calls."""
        name = operation.attributes["definition"] if operation.kind == "call" else ""
        return name if name in (*self.definition.around, self.definition.name) else ""

    def subgraphs(self, operation: Operation, outer: list[Variable]) -> tuple[GraphModel, ...]:
        own = self.definition
        if operation.kind == "call":
            name = operation.attributes["definition"]
            if self.again(operation):
                return ()
            return (_Definition(own.program, name, "call", (*own.around, own.name)).model(),)
        roles = {"if": ("then", "else"), "while": ("cond", "body")}.get(operation.kind, ())
        return tuple(
            _Graph(own).model(block, role, role, outer)
            for block, role in zip(operation.blocks, roles, strict=True)
        )

    def connect(self, variable: Variable, node: str, place: int) -> None:
        source, output = self.made[variable]
        self.edges.append(GraphEdge(source, node, output, place))

    def fresh(self, name: str) -> str:
        chosen, count = name, 0
        while chosen in self.names:
            count += 1
            chosen = f"{name}_{count}"
        self.names.add(chosen)
        return chosen


def _free(block: Block) -> dict[Variable, None]:
    """The variables of the blocks around one that it reads, in order."""
    own = set(block.parameters)
    found: dict[Variable, None] = {}
    for operation in block.operations:
        read = [*operation.arguments, *(v for inner in operation.blocks for v in _free(inner))]
        found.update((variable, None) for variable in read if variable not in own)
        own.update(operation.results)
    found.update((variable, None) for variable in block.results if variable not in own)
    return found


def _port(variable: Variable) -> Port:
    kind = variable.type
    if isinstance(kind, ArrayType):
        return Port(kind.dtype, f"[{', '.join(map(str, kind.shape))}]")
    return Port(kind.name, "")


def _text(value: Any) -> str:
    text = str(value).replace("\n", " ")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
