"""Reverse mode: for each definition, a block that works out the gradients of its arguments from those of its results.

The block is Lantern's own data and reads variables of the definition, whose values its run has kept in an activation record.
Besides the operations of programs it has

    (backward-call gradients...)       of the call that attribute `forward` names: the gradients of its active arguments
    (backward-if test)                 two blocks, whose values are the gradients of what the branches read
    (backward-while gradients...)      one block, run once for each iteration from the last to the first: the gradients of
                                       the state, and the sums of the gradients of what the body reads
    (accumulate g), (accumulate-rows i g), (accumulate-outer g x)
                                       adds to the gradient of attribute `parameter`: g, to rows, the products of items
    (accumulate-field record g)        adds to the gradient of the field

What nothing asks for (`activity`) is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ag_notebook.staging.backends.lantern.gradients import RULES, zeros
from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.program import Block, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import ArrayType
from ag_notebook.staging.backends.lantern.native.activity import Activity


@dataclass(frozen=True)
class Backward:
    """The other half of a definition.

    Attributes:
        block: its parameters are the gradients of results, its results those of the active arguments.
        results: places of the results whose gradients it takes; those of the others are zero.
        arguments: places of the active arguments.
    """

    block: Block
    results: tuple[int, ...]
    arguments: tuple[int, ...]


@dataclass(frozen=True)
class Reversed:
    """The backward blocks of a program.

    Attributes:
        activity: says which variables need a gradient.
        backward: by definition, and by the places of the results that have a gradient in a call.
        entry: of the definition that is differentiated; None if nothing depends on what is asked for.
    """

    activity: Activity
    backward: dict[str, dict[tuple[int, ...], Backward]]
    entry: Backward | None


def reverse(program: Program, name: str, parameters: Collection[str], arguments: bool = True) -> Reversed:
    """Differentiates all that `name` reaches, with respect to these parameters, and to its float arguments and their fields."""
    activity = Activity(program, name, parameters, fields=arguments, arguments=arguments)
    found: dict[str, dict[tuple[int, ...], Backward]] = {}
    entry = tuple(sorted(activity.results[name]))
    waiting = [(name, entry)] if entry else []
    while waiting:
        reached, places = waiting.pop()
        known = found.setdefault(reached, {})
        if places not in known:
            reverse_ = _Reverse(program, activity, reached)
            known[places] = reverse_.backward(places)
            waiting += reverse_.calls
    return Reversed(activity, found, found[name][entry] if entry else None)


Gradients = dict[Variable, Variable]


class _Reverse:
    """Differentiates one definition."""

    def __init__(self, program: Program, activity: Activity, name: str) -> None:
        self.activity = activity
        self.name = name
        self.definition = program.definitions[name]
        self.builder = Builder(program, Block())
        self.calls: list[tuple[str, tuple[int, ...]]] = []
        operations = self.definition.block.walk()
        self.parameters = {
            operation.results[0]: operation.attributes["parameter"]
            for operation in operations
            if operation.kind == "param"
        }

    def backward(self, results: tuple[int, ...]) -> Backward:
        """Goes back from the results at these places."""
        arguments = tuple(sorted(self.activity.arguments[self.name]))
        forward, block = self.definition.block, self.builder.block
        block.parameters = tuple(Variable(forward.results[place].type) for place in results)
        gradients: Gradients = {}
        for place, gradient in zip(results, block.parameters):
            self.add(gradients, forward.results[place], gradient)
        self.block(forward, gradients)
        block.results = tuple(self.taken(gradients, forward.parameters[place]) for place in arguments)
        return Backward(block, results, arguments)

    def add(self, gradients: Gradients, variable: Variable, gradient: Variable | None) -> None:
        """Adds to what is known of the gradient of a variable, if it is asked for."""
        if gradient is None or variable not in self.activity.active:
            return
        known = gradients.get(variable)
        gradients[variable] = gradient if known is None else self.builder.emit("+", known, gradient)

    def taken(self, gradients: Gradients, variable: Variable) -> Variable:
        """The gradient of a variable: zeros if nothing has reached it."""
        found = gradients.pop(variable, None)
        return zeros(self.builder, variable.type) if found is None else found

    def block(self, block: Block, gradients: Gradients) -> None:
        """Goes back through a block; leaves the gradients of its parameters and of what it reads from around it."""
        for operation in reversed(block.operations):
            if not any(result in self.activity.active for result in operation.results):
                continue
            found = [gradients.pop(result, None) for result in operation.results]
            if any(gradient is not None for gradient in found):
                self.operation(operation, found, gradients)

    def operation(self, operation: Operation, found: Sequence[Variable | None], gradients: Gradients) -> None:
        self.builder.span = operation.span
        special = {
            "call": self.call,
            "if": self.branch,
            "while": self.loop,
            "param": self.parameter,
            "field": self.field,
        }.get(operation.kind)
        if special is not None:
            special(operation, found, gradients)
            return
        (gradient,) = found
        assert gradient is not None
        if self.of_parameter(operation, gradient, gradients):
            return
        parts = RULES[operation.kind](self.builder, operation, gradient)
        for argument, part in zip(operation.arguments, parts, strict=True):
            self.add(gradients, argument, part)

    def parameter(self, operation: Operation, found: Sequence[Variable | None], gradients: Gradients) -> None:
        (gradient,) = found
        assert gradient is not None
        self.builder.add("accumulate", [gradient], [], {"parameter": operation.attributes["parameter"]})

    def of_parameter(self, operation: Operation, gradient: Variable, gradients: Gradients) -> bool:
        """Adds to a parameter's gradient in place where the rule would make an array of its size."""
        arguments = operation.arguments
        ranks = [len(v.type.shape) if isinstance(v.type, ArrayType) else 0 for v in arguments]
        active = [v in self.parameters and v in self.activity.active for v in arguments]
        attributes = {"parameter": self.parameters.get(arguments[0], "")}
        if operation.kind in ("row", "take") and active[0]:
            attributes["size"] = arguments[0].type.shape[0]  # type: ignore[union-attr]
            self.builder.add("accumulate-rows", [arguments[1], gradient], [], attributes)
            return True
        if operation.kind != "matmul" or sorted(ranks) != [1, 2] or not active[ranks.index(2)]:
            return False
        matrix, vector = arguments if ranks == [2, 1] else reversed(arguments)
        attributes = {"parameter": self.parameters[matrix]}
        if ranks == [2, 1]:
            self.builder.add("accumulate-outer", [gradient, vector], [], attributes)
        else:
            self.builder.add("accumulate-outer", [vector, gradient], [], attributes)
        if vector in self.activity.active:
            operands = [gradient, matrix] if ranks == [2, 1] else [matrix, gradient]
            self.add(gradients, vector, self.builder.emit("matmul", *operands))
        return True

    def field(self, operation: Operation, found: Sequence[Variable | None], gradients: Gradients) -> None:
        (gradient,) = found
        assert gradient is not None
        arguments = [operation.arguments[0], gradient]
        self.builder.add("accumulate-field", arguments, [], {"field": operation.attributes["field"]})

    def call(self, operation: Operation, found: Sequence[Variable | None], gradients: Gradients) -> None:
        name = operation.attributes["definition"]
        places = tuple(place for place, gradient in enumerate(found) if gradient is not None)
        self.calls.append((name, places))
        given = [gradient for gradient in found if gradient is not None]
        arguments = [operation.arguments[place] for place in sorted(self.activity.arguments[name])]
        attributes = {"definition": name, "forward": operation, "results": places}
        results = self.builder.add("backward-call", given, [v.type for v in arguments], attributes)
        for argument, gradient in zip(arguments, results):
            self.add(gradients, argument, gradient)

    def branch(self, operation: Operation, found: Sequence[Variable | None], gradients: Gradients) -> None:
        blocks, locals_ = [], []
        for forward in operation.blocks:
            own: Gradients = {}
            with self.builder.inside(Block()) as block:
                for result, gradient in zip(forward.results, found, strict=True):
                    self.add(own, result, gradient)
                self.block(forward, own)
            blocks.append(block)
            locals_.append(own)
        read = list(dict.fromkeys(variable for own in locals_ for variable in own))
        for block, own in zip(blocks, locals_):
            with self.builder.inside(block):
                block.results = tuple(self.taken(own, variable) for variable in read)
        results = self.builder.add(
            "backward-if", operation.arguments, [v.type for v in read], {"forward": operation}, blocks
        )
        for variable, gradient in zip(read, results):
            self.add(gradients, variable, gradient)

    def loop(self, operation: Operation, found: Sequence[Variable | None], gradients: Gradients) -> None:
        """State that no gradient reaches is left out: the zeros of its gradient could become NaN on the way back."""
        _, body = operation.blocks
        places = [place for place, gradient in enumerate(found) if gradient is not None]
        while True:
            block, own = self.body(body, places)
            reached = [place for place, v in enumerate(body.parameters) if v in own or place in places]
            if reached == places:
                break
            places = reached
        around = [variable for variable in own if variable not in body.parameters]
        sums = tuple(Variable(variable.type) for variable in around)
        with self.builder.inside(block):
            state = [self.taken(own, body.parameters[place]) for place in places]
            totals = [self.builder.emit("+", known, own[v]) for known, v in zip(sums, around)]
        block.parameters, block.results = (*block.parameters, *sums), (*state, *totals)
        start = [found[place] or zeros(self.builder, body.parameters[place].type) for place in places]
        start += [zeros(self.builder, variable.type) for variable in around]
        attributes = {"forward": operation}
        results = self.builder.add("backward-while", start, [v.type for v in start], attributes, [block])
        for place, gradient in zip(places, results):
            self.add(gradients, operation.arguments[place], gradient)
        for variable, gradient in zip(around, results[len(places) :]):
            self.add(gradients, variable, gradient)

    def body(self, body: Block, places: Sequence[int]) -> tuple[Block, Gradients]:
        """One iteration backward, from the gradients of some of the state."""
        block = Block(tuple(Variable(body.parameters[place].type) for place in places))
        own: Gradients = {}
        with self.builder.inside(block):
            for place, gradient in zip(places, block.parameters):
                self.add(own, body.results[place], gradient)
            self.block(body, own)
        return block, own
