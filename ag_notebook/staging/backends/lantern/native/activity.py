"""What needs a gradient: values that depend continuously on an argument, parameter or field with respect to which one is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ag_notebook.staging.backends.lantern.gradients import RULES, none
from ag_notebook.staging.backends.lantern.ir.program import Block, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import ArrayType


def is_float(variable: Variable) -> bool:
    return isinstance(variable.type, ArrayType) and variable.type.is_float


class Activity:
    """Finds the active variables of all definitions that `name` reaches.

    A definition has one answer for all its calls: an argument is active if it is in any of them. Definitions call each other,
    so the answers grow until nothing changes.

    Args:
        program: has the definitions.
        name: of the one that is run.
        parameters: those whose gradients are asked for.
        fields: whether those of fields are.
        arguments: whether those of the arguments are.

    Attributes:
        active: the variables that need a gradient.
        arguments: the places of the active ones, by definition.
        results: the same.
        reached: definitions, in the order in which they are met.
    """

    def __init__(
        self,
        program: Program,
        name: str,
        parameters: Collection[str],
        fields: bool = True,
        arguments: bool = True,
    ) -> None:
        self.program = program
        self.parameters = parameters
        self.fields = fields
        self.active: set[Variable] = set()
        self.arguments: dict[str, set[int]] = {}
        self.results: dict[str, set[int]] = {}
        self.reached = reachable(program, name)
        for reached in self.reached:
            self.arguments[reached], self.results[reached] = set(), set()
        entry = program.definitions[name].parameters
        if arguments:
            self.arguments[name] = {place for place, variable in enumerate(entry) if is_float(variable)}
        known = -1
        while known != (known := self._size()):
            for reached in self.reached:
                self._definition(reached)

    def _size(self) -> int:
        places = (*self.arguments.values(), *self.results.values())
        return len(self.active) + sum(map(len, places))

    def _definition(self, name: str) -> None:
        block = self.program.definitions[name].block
        self.active.update(block.parameters[place] for place in self.arguments[name])
        self._block(block)
        self.results[name] |= {
            place for place, variable in enumerate(block.results) if variable in self.active
        }

    def _block(self, block: Block) -> None:
        for operation in block.operations:
            flags = self._operation(operation)
            pairs = zip(operation.results, flags, strict=True)
            self.active.update(result for result, flag in pairs if flag and is_float(result))

    def _operation(self, operation: Operation) -> Iterable[bool]:
        """Whether each result is active."""
        given = [argument in self.active for argument in operation.arguments]
        match operation.kind:
            case "param":
                return [operation.attributes["parameter"] in self.parameters]
            case "field":
                return [self.fields]
            case "call":
                name = operation.attributes["definition"]
                self.arguments[name] |= {place for place, flag in enumerate(given) if flag}
                return [place in self.results[name] for place in range(len(operation.results))]
            case "if":
                for block in operation.blocks:
                    self._block(block)
                both = zip(*(block.results for block in operation.blocks))
                return [any(result in self.active for result in pair) for pair in both]
            case "while":
                return self._loop(operation, given)
        return [any(given) and RULES.get(operation.kind) is not none]

    def _loop(self, operation: Operation, state: list[bool]) -> list[bool]:
        test, body = operation.blocks
        while True:
            for block in (test, body):
                self.active.update(v for v, flag in zip(block.parameters, state) if flag and is_float(v))
                self._block(block)
            grown = [flag or result in self.active for flag, result in zip(state, body.results)]
            if grown == state:
                return state
            state = grown


def reachable(program: Program, name: str) -> list[str]:
    """The definitions that running `name` may call, itself first."""
    found = [name]
    for each in found:
        for operation in program.definitions[each].block.walk():
            callee = operation.attributes["definition"] if operation.kind == "call" else each
            if callee not in found:
                found.append(callee)
    return found


def free_variables(*blocks: Block, live: Collection[Operation] | None = None) -> list[Variable]:
    """What (live) operations of blocks read of the blocks around them, in order."""
    made: set[Variable] = set()
    read: dict[Variable, None] = {}

    def visit(block: Block) -> None:
        made.update(block.parameters)
        for operation in block.operations:
            if live is not None and operation not in live:
                continue
            read.update(dict.fromkeys(operation.arguments))
            for inner in operation.blocks:
                visit(inner)
            made.update(operation.results)
        read.update(dict.fromkeys(block.results))

    for block in blocks:
        visit(block)
    return [variable for variable in read if variable not in made]
