"""Backward blocks for readers: one line for each operation.

    backward power: d1
      if v1
      then
        accumulate w d1
        ...
      d2 = ...
    gives d2

Values of the definition's own have their names, or v1, v2 …; what the way back works out is d1, d2 ….
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Operation, Variable
from ag_notebook.staging.backends.lantern.native.reverse import Backward

_WAYS = {"backward-if": ("then", "else"), "backward-while": ("for each iteration, from the last",)}
_HIDDEN = ("forward", "results", "definition", "parameter", "value")


def listed(definition: Definition, backward: Backward) -> str:
    """The text of the backward half of a definition."""
    listing = _Listing(definition)
    given = listing.made(backward.block.parameters)
    lines = [f"backward {definition.name}: {given}".rstrip(": ")]
    lines += [f"  {line}" for line in listing.lines(backward.block)]
    return "\n".join([*lines, f"gives {listing.named(backward.block.results)}".rstrip()]) + "\n"


class _Listing:
    def __init__(self, definition: Definition) -> None:
        self.names: dict[Variable, str] = {}
        self.counts = {"d": 0, "v": 0}
        for variable in definition.parameters:
            self.name(variable, variable.name)
        for operation in definition.block.walk():
            for inner in operation.blocks:
                for variable in inner.parameters:
                    self.name(variable, variable.name)
            for variable in operation.results:
                self.name(variable, self.literal(operation) or variable.name)

    def literal(self, operation: Operation) -> str:
        """What stands for constants and parameters."""
        if operation.kind == "param":
            return str(operation.attributes["parameter"])
        value = operation.attributes["value"] if operation.kind == "constant" else None
        return str(value) if value is not None and not value.shape else ""

    def name(self, variable: Variable, wanted: str, letter: str = "v") -> str:
        if not wanted:
            self.counts[letter] += 1
            wanted = f"{letter}{self.counts[letter]}"
        self.names[variable] = wanted
        return wanted

    def made(self, variables: Sequence[Variable]) -> str:
        return " ".join(self.name(variable, "", "d") for variable in variables)

    def named(self, variables: Sequence[Variable]) -> str:
        return " ".join(self.names[variable] for variable in variables)

    def lines(self, block: Block) -> Iterator[str]:
        for operation in block.operations:
            attributes = operation.attributes
            if operation.kind == "constant" and not attributes["value"].shape:
                self.name(operation.results[0], str(attributes["value"]))
                continue
            said = [self.said(operation), self.named(operation.arguments)]
            said += [f":{name} {value}" for name, value in attributes.items() if name not in _HIDDEN]
            inner = [
                list(self.inside(way, each))
                for way, each in zip(_WAYS.get(operation.kind, ()), operation.blocks)
            ]
            results = self.made(operation.results)
            yield (f"{results} = " if results else "") + " ".join(filter(None, said))
            for lines in inner:
                yield from lines

    def said(self, operation: Operation) -> str:
        """The kind of operation, and what it is of."""
        if operation.kind == "backward-call":
            return f"back through {operation.attributes['definition']}"
        kind = operation.kind.removeprefix("backward-")
        return f"{kind} {operation.attributes['parameter']}" if "parameter" in operation.attributes else kind

    def inside(self, way: str, block: Block) -> Iterator[str]:
        given = self.made(block.parameters)
        yield f"{way}: {given}".rstrip(": ")
        yield from (f"  {line}" for line in self.lines(block))
        if block.results:
            yield f"  gives {self.named(block.results)}"
