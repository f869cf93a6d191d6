"""Calls, branches and loops, forward and backward.

A loop whose gradient is asked for keeps one activation record for each iteration, chained from the last to the first. In
other loops the arrays of the state change between two buffers each.
"""

from __future__ import annotations

from collections.abc import Sequence

from ag_notebook.staging.backends.lantern.ir.program import Block, Operation, Variable
from ag_notebook.staging.backends.lantern.native.emit import HANDLERS, Emitter
from ag_notebook.staging.backends.lantern.native.kernels import bytes_of
from ag_notebook.staging.backends.lantern.native.layout import STACK_LIMIT, WORD, register_dtype
from ag_notebook.staging.backends.lantern.native.outer import accumulate_outer
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, function_name


def result_struct(kinds: Sequence[str]) -> str:
    """What a function returns: nothing, one value or several."""
    if not kinds:
        return "void"
    return kinds[0] if len(kinds) == 1 else f"{{ {', '.join(kinds)} }}"


def backward_name(definition: str, results: Sequence[int]) -> str:
    """The backward function that takes the gradients of these results."""
    return "_".join([function_name("backward", definition), *map(str, results)])


def call(
    emitter: Emitter, name: str, kinds: Sequence[str], arguments: Sequence[tuple[str, str]]
) -> list[str]:
    """Calls one of the unit's functions and takes its results apart."""
    given = ", ".join(f"{kind} {value}" for kind, value in [("ptr", "%context"), *arguments])
    returned = result_struct(kinds)
    if not kinds:
        emitter.code.do(f"call void @{name}({given})")
        return []
    value = emitter.code.emit(f"call {returned} @{name}({given})")
    if len(kinds) == 1:
        return [value]
    return [emitter.code.emit(f"extractvalue {returned} {value}, {place}") for place in range(len(kinds))]


def with_destinations(
    emitter: Emitter, name: str, results: Sequence[Variable], arguments: Sequence[tuple[str, str]]
) -> None:
    """Calls a function that writes arrays where it is told and returns the rest."""
    buffers = {v: emitter.buffer(v) for v in results if emitter.is_array(v.type)}
    kinds = [LLVM_TYPES[register_dtype(v.type)] for v in results if v not in buffers]
    targets = [("ptr", address) for address, _ in buffers.values()]
    values = iter(call(emitter, name, kinds, [*arguments, *targets]))
    for variable in results:
        if variable in buffers:
            emitter.define(variable, *buffers[variable])
        else:
            emitter.define(variable, next(values))


def call_operation(emitter: Emitter, operation: Operation) -> None:
    name = operation.attributes["definition"]
    arguments = [emitter.typed(argument) for argument in operation.arguments]
    if not emitter.recording or not emitter.unit.needs_record(name):
        with_destinations(emitter, emitter.unit.plain(name), operation.results, arguments)
        return
    kinds = ["ptr", *(LLVM_TYPES[register_dtype(v.type)] for v in operation.results)]
    record, *values = call(emitter, function_name("forward", name), kinds, arguments)
    emitter.unit.records[id(operation)] = emitter.kept(record, "ptr")
    for variable, value in zip(operation.results, values):
        emitter.define(variable, value)


def backward_call(emitter: Emitter, operation: Operation) -> None:
    record = emitter.at(emitter.unit.records[id(operation.attributes["forward"])])
    arguments = [("ptr", record), *(emitter.typed(argument) for argument in operation.arguments)]
    with_destinations(
        emitter,
        backward_name(operation.attributes["definition"], operation.attributes["results"]),
        operation.results,
        arguments,
    )


def branch(emitter: Emitter, operation: Operation) -> None:
    """`if` and `backward-if`. The branches lie at the same place of the frame: only one of them is there."""
    code, frame = emitter.code, emitter.frame
    test = emitter.value(operation.arguments[0])
    emitter.prepare(*operation.blocks)
    labels = code.fresh("then"), code.fresh("else")
    join = code.fresh("join")
    code.branch(test, *labels)
    start, reached = frame.top, frame.top
    ends: list[tuple[list[str], str]] = []
    for label, block in zip(labels, operation.blocks):
        code.start(label)
        with emitter.inside():
            values = _branch_values(emitter, operation, block)
        ends.append((values, code.here))
        code.jump(join)
        reached = max(reached, frame.back_to(start))
    frame.top = reached
    code.start(join)
    joined = []  # all at once: they begin the basic block
    for place, result in enumerate(operation.results):
        choices = [(values[place], label) for values, label in ends]
        value = choices[0][0]
        if any(choice != value for choice, _ in choices):
            value = code.phi(LLVM_TYPES[register_dtype(result.type)], choices)
        joined.append(value)
    for result, value in zip(operation.results, joined):
        emitter.define(result, value)


def _branch_values(emitter: Emitter, operation: Operation, block: Block) -> list[str]:
    """The values of a branch; arrays that are wanted at a place of their own are brought there."""
    targets = [emitter.destinations.get(result) for result in operation.results]
    for result, target in zip(block.results, targets):
        if target is not None:
            emitter.aim(block, result, target)
    values = emitter.block(block)
    for place, (result, target) in enumerate(zip(block.results, targets)):
        if target is not None:
            emitter.copy_to(target, result.type, values[place])
            values[place] = target
    return values


class _State:
    """The state of a loop while it is written: what changes from one iteration to the next.

    Args:
        emitter: writes the loop.
        start: the first values.
        buffered: whether arrays go to two buffers in turn; otherwise they stay where they are.
    """

    def __init__(self, emitter: Emitter, start: Sequence[Variable], buffered: bool) -> None:
        self.emitter = emitter
        self.types = [variable.type for variable in start]
        self.carried = [emitter.typed(variable) for variable in start]
        self.arrays = [place for place, kind in enumerate(self.types) if buffered and emitter.is_array(kind)]
        for place in self.arrays:
            for _ in range(2):
                offset = emitter.frame.take(bytes_of(emitter.array(start[place])))
                self.carried.append(("ptr", emitter.address(emitter.frame, offset)))

    def add(self, value: str) -> None:
        """One more address that the loop carries."""
        self.carried.append(("ptr", value))

    def open(self) -> list[str]:
        """Begins the head of the loop; returns the carried values."""
        code = self.emitter.code
        self.before, self.head = code.here, code.fresh("head")
        code.jump(self.head)
        code.start(self.head)
        self.names = [f"%{code.fresh('state')}" for _ in self.carried]
        self.place = len(code.lines)
        return self.names

    def targets(self) -> dict[int, str]:
        """The buffer that the next value of each array goes to."""
        first = len(self.types)
        return {place: self.names[first + 2 * number] for number, place in enumerate(self.arrays)}

    def close(self, values: Sequence[str], *further: str) -> None:
        """Goes to the next iteration with the values of the state and of what was added."""
        code, following = self.emitter.code, list(values)
        spares = []
        for place, target in self.targets().items():
            self.emitter.copy_to(target, self.types[place], following[place])
            following[place] = target
            number = self.names.index(target)
            spares += [self.names[number + 1], target]
        following += [*spares, *further]
        phis = [
            f"  {name} = phi {kind} [ {first}, %{self.before} ], [ {value}, %{code.here} ]"
            for name, (kind, first), value in zip(self.names, self.carried, following, strict=True)
        ]
        code.jump(self.head)
        code.lines[self.place : self.place] = phis


def _iteration(emitter: Emitter, block: Block, values: Sequence[str], state: _State) -> list[str]:
    """Writes the body of a loop."""
    for parameter, value in zip(block.parameters, values):
        emitter.define(parameter, value)
    for place, target in state.targets().items():
        emitter.aim(block, block.results[place], target)
    return emitter.block(block)


def _poll(emitter: Emitter) -> None:
    """Ends the run if it has been interrupted."""
    code = emitter.code
    limit = code.emit(f"load volatile i64, ptr {code.offset('%context', STACK_LIMIT, WORD)}")
    stopped, fine = code.fresh("stopped"), code.fresh("fine")
    code.branch(code.emit(f"icmp eq i64 {limit}, -1"), stopped, fine, rare=True)
    code.start(stopped)
    code.do("call void @stop(ptr %context)")
    code.do("unreachable")
    code.start(fine)


def loop(emitter: Emitter, operation: Operation) -> None:
    code = emitter.code
    test, body = operation.blocks
    emitter.prepare(test, body)
    recorded = emitter.recording and emitter.unit.is_active(operation.results)
    state = _State(emitter, operation.arguments, buffered=not recorded)
    if recorded:
        state.add("null")
    names = state.open()
    count = len(operation.results)
    with emitter.inside():
        for parameter, value in zip(test.parameters, names):
            emitter.define(parameter, value)
        (goes_on,) = emitter.block(test)
    inside, after = code.fresh("body"), code.fresh("done")
    code.branch(goes_on, inside, after)
    code.start(inside)
    _poll(emitter)
    recording = emitter.recording
    with emitter.inside():
        if recorded:
            outer = emitter.frame
            emitter.frame = emitter.unit.frames.new()
            emitter.frame.take(WORD)  # the record of the iteration before
            base = emitter.take(emitter.frame)
            code.store(names[-1], base, "ptr")
            values = _iteration(emitter, body, names[:count], state)
            state.close(values, base)
            emitter.unit.bodies[id(operation)] = emitter.frame
            emitter.frame = outer
        else:
            emitter.recording = False
            state.close(_iteration(emitter, body, names[:count], state))
    emitter.recording = recording
    code.start(after)
    if recorded:
        emitter.unit.records[id(operation)] = emitter.kept(names[-1], "ptr")
    for result, name in zip(operation.results, names):
        emitter.define(result, name)


def backward_loop(emitter: Emitter, operation: Operation) -> None:
    """Walks the chain of records from the last to the first."""
    code = emitter.code
    (body,) = operation.blocks
    emitter.prepare(body)
    forward = id(operation.attributes["forward"])
    state = _State(emitter, operation.arguments, buffered=True)
    state.add(emitter.at(emitter.unit.records[forward]))
    names = state.open()
    inside, after = code.fresh("body"), code.fresh("done")
    code.branch(code.emit(f"icmp eq ptr {names[-1]}, null"), after, inside)
    code.start(inside)
    _poll(emitter)
    with emitter.inside():
        outer, emitter.lasting = emitter.lasting, emitter.unit.bodies[forward]
        emitter.bases[emitter.lasting] = names[-1]
        values = _iteration(emitter, body, names[: len(operation.results)], state)
        state.close(values, code.load(names[-1], "ptr"))
        emitter.lasting = outer
    code.start(after)
    for result, name in zip(operation.results, names):
        emitter.define(result, name)


HANDLERS |= {
    "accumulate-outer": accumulate_outer,
    "call": call_operation,
    "if": branch,
    "while": loop,
    "backward-call": backward_call,
    "backward-if": branch,
    "backward-while": backward_loop,
}
