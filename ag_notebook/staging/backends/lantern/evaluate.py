"""The meaning of Lantern's programs, in NumPy: slow and plain, it is what native code is tested against.

`run` walks through the operations. `gradients` notes each operation that is executed, with its values, on a tape, and goes
back over it: the gradients of an operation's arguments are worked out by running the operations that its rule gives
(`gradients.RULES`). The tape knows of no `if`, `while` or `call`, only of what was done, which makes it independent of
the transformation of programs that native code needs.

A block runs as a generator that yields the blocks it enters, so that definitions can be as deep as `MOST_BLOCKS`.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.gradients import RULES, Gradients
from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.dimensions import names_in, sizes, specialise
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType, RecordType, Type
from ag_notebook.staging.backends.lantern.meanings import MEANINGS
from ag_notebook.staging.backends.lantern.objects import Path, Record, array, arrays_of, field, reachable

MOST_BLOCKS = 500_000
"""How many blocks may be open at once; a call and an `if` open one each."""


def run(
    program: Program, name: str, arguments: Sequence[Any], parameters: Mapping[str, Any] | None = None
) -> tuple[Any, ...]:
    """The results of a definition.

    Args:
        program: has the definition.
        name: of the definition.
        arguments: arrays, numbers, and objects for records.
        parameters: arrays by name.
    """
    machine = Machine(program, name, arguments, parameters or {})
    return tuple(node.value for node in machine.run())


def gradients(
    program: Program,
    name: str,
    arguments: Sequence[Any],
    parameters: Mapping[str, Any] | None = None,
    seeds: Sequence[Any] | None = None,
) -> tuple[tuple[Any, ...], tuple[Any, ...], dict[str, Any]]:
    """The results of a definition, and the gradients of the sum of the products of results and `seeds` (else ones).

    Returns:
        The results; for each argument the gradient, None if it is no float, and for a record, gradients by field of
        each object that can be reached, by the object's id; and the gradients of the float parameters by name.
    """
    machine = Machine(program, name, arguments, parameters or {})
    results = machine.run()
    for at, node in enumerate(results):
        if is_float(node.type):
            seed = np.ones(node.type.shape, DTYPES[node.type.dtype]) if seeds is None else seeds[at]
            node.add(array(seed, node.type, f"seed {at}"))
    with np.errstate(all="ignore"):
        for entry in reversed(machine.tape):
            machine.backward(entry)
    found = {
        name: machine.parameter(name).total()
        for name, kind in machine.program.parameters.items()
        if kind.is_float
    }
    return tuple(node.value for node in results), tuple(map(machine.gradient, machine.arguments)), found


def is_float(kind: Type) -> bool:
    """Whether values of a type have gradients."""
    return isinstance(kind, ArrayType) and kind.is_float


@dataclass(eq=False, slots=True)
class Node:
    """A value that was worked out, and what is known so far of its gradient."""

    value: Any
    type: Any
    gradient: Any = None

    def add(self, gradient: Any) -> None:
        self.gradient = gradient if self.gradient is None else np.add(self.gradient, gradient)

    def total(self) -> Any:
        """The gradient; zeros where nothing depends on the value."""
        zeros = np.zeros(self.type.shape, DTYPES[self.type.dtype])
        return (zeros if self.gradient is None else self.gradient)[()]


@dataclass(slots=True)
class Entry:
    """An operation that was executed."""

    operation: Operation
    arguments: list[Node]
    result: Node


Backward = tuple[Variable, "list[Operation]", Gradients]
Values = dict[Variable, Node]
Running = Generator["Running", "list[Node]", "list[Node]"]


class Machine:
    """One run of a definition.

    Attributes:
        tape: what was executed.
        arguments: of the definition.
    """

    def __init__(
        self, program: Program, name: str, arguments: Sequence[Any], parameters: Mapping[str, Any]
    ) -> None:
        definition = program.definitions[name]
        if len(arguments) != len(definition.parameters):
            raise TypeError(f"{name} takes {len(definition.parameters)} arguments, not {len(arguments)}")
        given: list[tuple[Path | str, Type, Any]] = [
            (v.name or f"argument {at}", v.type, value)
            for at, (v, value) in enumerate(zip(definition.parameters, arguments, strict=True))
        ]
        missing = program.parameters.keys() - parameters.keys()
        if missing:
            raise TypeError(f"there is no array for the parameter {min(missing)}")
        given += [(name, kind, parameters[name]) for name, kind in program.parameters.items()]
        self.reached: dict[int, dict[int, Record]] = {}
        for said, kind, value in list(given):
            if isinstance(kind, RecordType):
                self.reached[id(value)] = reachable(program, Record(value, kind.name, said))
                for record in self.reached[id(value)].values():
                    given += arrays_of(program, record)
        self.program = specialise(program, sizes(given))
        self.definition = self.program.definitions[name]
        self.arguments = [
            Node(array(value, v.type, said) if isinstance(v.type, ArrayType) else value, v.type)
            for v, (said, _, value) in zip(self.definition.parameters, given, strict=False)
        ]
        self.values = dict(parameters)
        self.parameters: dict[str, Node] = {}
        self.fields: dict[tuple[int, str], Node] = {}
        self.tape: list[Entry] = []
        self.backwards: dict[Operation, Backward] = {}

    def run(self) -> list[Node]:
        """Executes the definition."""
        waiting = [self.block(self.definition.block, {}, self.arguments)]
        values: Any = None
        with np.errstate(all="ignore"):
            while waiting:
                try:
                    entered = waiting[-1].send(values)
                except StopIteration as stop:
                    waiting.pop()
                    values = stop.value
                else:
                    if len(waiting) == MOST_BLOCKS:
                        raise RecursionError(f"{self.definition.name} goes deeper than {MOST_BLOCKS} blocks")
                    waiting.append(entered)
                    values = None
        return values  # type: ignore[no-any-return]

    def block(self, block: Block, around: Values, arguments: Sequence[Node] = ()) -> Running:
        """Executes a block that sees the variables `around` it."""
        values = {**around, **dict(zip(block.parameters, arguments, strict=True))}
        for operation in block.operations:
            given = [values[variable] for variable in operation.arguments]
            if operation.kind == "if":
                made = yield self.block(operation.blocks[0 if given[0].value else 1], values)
            elif operation.kind == "while":
                test, body = operation.blocks
                made = given
                while (yield self.block(test, values, made))[0].value:
                    made = yield self.block(body, values, made)
            elif operation.kind == "call":
                made = yield self.block(self.called(operation).block, {}, given)
            else:
                try:
                    made = [self.execute(operation, given)]
                except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                    vars(error)["span"] = operation.span  # the user's line, where the traceback ends
                    raise
            values.update(zip(operation.results, made, strict=True))
        return [values[variable] for variable in block.results]

    def called(self, operation: Operation) -> Definition:
        return self.program.definitions[operation.attributes["definition"]]

    def execute(self, operation: Operation, given: list[Node]) -> Node:
        """Executes an operation without blocks, and notes it."""
        kind = operation.results[0].type
        if operation.kind == "param":
            return self.parameter(operation.attributes["parameter"])
        if operation.kind == "field":
            return self.field(given[0], operation.attributes["field"], kind)
        if operation.kind == "none":
            return Node(None, kind)
        if names_in([kind]):
            raise TypeError(f"the size {min(names_in([kind]))} is not known: no argument has it")
        node = Node(meant(operation, [part.value for part in given]), kind)
        if is_float(kind):
            self.tape.append(Entry(operation, given, node))
        return node

    def parameter(self, name: str) -> Node:
        """The one node of a parameter."""
        if name not in self.parameters:
            kind = self.program.parameters[name]
            self.parameters[name] = Node(array(self.values[name], kind, name), kind)
        return self.parameters[name]

    def field(self, reference: Node, name: str, kind: Type) -> Node:
        """The one node of a field of an object."""
        record = reference.value
        if record is None:
            raise AttributeError(f"'NoneType' object has no attribute '{name}'")
        key = id(record), name
        if key not in self.fields:
            self.fields[key] = Node(field(Record(record, "", reference.type.name), name, kind), kind)
        return self.fields[key]

    def backward(self, entry: Entry) -> None:
        """Adds to the gradients of an operation's arguments."""
        if entry.result.gradient is None:
            return
        operation = entry.operation
        if operation not in self.backwards:
            self.backwards[operation] = self.rule(operation)
        g, steps, found = self.backwards[operation]
        values = {g: entry.result.gradient, operation.results[0]: entry.result.value}
        values.update(zip(operation.arguments, (node.value for node in entry.arguments), strict=True))
        for step in steps:
            values[step.results[0]] = meant(step, [values[variable] for variable in step.arguments])
        for node, variable in zip(entry.arguments, found, strict=True):
            if variable is not None:
                node.add(values[variable])

    def rule(self, operation: Operation) -> Backward:
        """The gradient of an operation's result, the operations that lead from it to those of the arguments, and these."""
        g, block = Variable(operation.results[0].type), Block()
        found = RULES[operation.kind](Builder(self.program, block), operation, g)
        return g, block.operations, found

    def gradient(self, argument: Node) -> Any:
        """What `gradients` gives for an argument."""
        if not isinstance(argument.type, RecordType):
            return argument.total() if is_float(argument.type) else None
        return {
            key: {
                name: self.field(Node(record.value, RecordType(record.name)), name, kind).total()
                for name, kind in self.program.records[record.name].items()
                if is_float(kind)
            }
            for key, record in self.reached[id(argument.value)].items()
        }


def meant(operation: Operation, values: Sequence[Any]) -> Any:
    """The result of an operation of arrays; without dimensions, it is a scalar of NumPy's."""
    result = MEANINGS[operation.kind](operation.attributes, *values)
    return np.asarray(result)[()]
