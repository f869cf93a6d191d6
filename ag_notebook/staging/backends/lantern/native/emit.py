"""Writes one function: goes through the operations of a block, with arrays in frames and scalars in registers.

Elementwise operations on arrays wait until something needs them in memory; then those that wait and have the same shape
are one kernel (`elementwise`). All are pure, so that waiting changes nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ag_notebook.staging.backends.lantern.ir.operations import ELEMENTWISE
from ag_notebook.staging.backends.lantern.ir.program import Block, Operation, Variable
from ag_notebook.staging.backends.lantern.ir.types import FLOATS, ArrayType, RecordType, Type
from ag_notebook.staging.backends.lantern.native.activity import free_variables
from ag_notebook.staging.backends.lantern.native.elementwise import Group, Step, elementwise
from ag_notebook.staging.backends.lantern.native.errors import Failure
from ag_notebook.staging.backends.lantern.native.kernels import bytes_of, kernel_of
from ag_notebook.staging.backends.lantern.native.layout import (
    SITE,
    WORD,
    Frame,
    Location,
    field_offset,
    gradient_offset,
    register_dtype,
)
from ag_notebook.staging.backends.lantern.native.nests import add, checked_index, copy_bytes, scaled
from ag_notebook.staging.backends.lantern.native.scalars import MAY_FAIL, constant_text, meaning_of
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, SIZES, Function
from ag_notebook.staging.backends.lantern.native.unit import Unit

CHECKED = frozenset(("field", "row", "take", "set-row", "add-rows", "cross-entropy", "check"))
"""Operations that may end the run, besides those that `scalars` names."""

EFFECTS = frozenset(
    (
        *("accumulate", "accumulate-rows", "accumulate-outer", "accumulate-field", "call", "backward-call"),
        *CHECKED,
    )
)
"""Operations that are done though nobody reads their results: they add to gradients, or may end the run."""
NESTED = frozenset(("call", "backward-call", "if", "backward-if", "while", "backward-while"))
"""Operations that take memory of the arena themselves."""
VIEWS = frozenset(("reshape", "row"))
"""Operations whose result lies where their operand does."""
SCALARS_THEMSELVES = frozenset(("sum", "amax", "amin", "all", "any", "transpose", "slice", "place"))
"""Operations on arrays that leave an array without dimensions as it is."""


def may_fail(operation: Operation) -> bool:
    kind = operation.arguments[-1].type
    return operation.kind in MAY_FAIL and isinstance(kind, ArrayType) and kind.dtype not in FLOATS


class Emitter:
    """Writes one function.

    Args:
        unit: what all functions share.
        code: the function's text.
        frame: where its arrays are.
        saved: the variables whose values a backward block will read; where they are is noted in `unit.locations`.
        lasting: the frame of what outlives the function: the activation record of its forward half.
        recording: whether calls and loops keep activation records.
    """

    def __init__(
        self,
        unit: Unit,
        code: Function,
        frame: Frame,
        saved: frozenset[Variable] = frozenset(),
        recording: bool = False,
    ) -> None:
        self.unit = unit
        self.code = code
        self.frame = frame
        self.lasting = frame
        self.saved = saved
        self.recording = recording
        self.bases: dict[Frame, str] = {}
        self.scopes: list[dict[Variable, str]] = [{}]
        self.pending: dict[Variable, Operation] = {}
        self.users: dict[Variable, set[object]] = {}
        self.live: set[Operation] = set()
        self.outlasting: set[Variable] = set()
        self.passing: dict[Variable, Frame] = {}
        self.at_last: dict[str, None] = {}
        self.destinations: dict[Variable, str] = {}

    # -------------------------------------------------------------------- values

    def value(self, variable: Variable) -> str:
        """The register of a scalar or the address of an array; works out what waits."""
        if variable in self.pending:
            self.flush(variable)
        for scope in reversed(self.scopes):
            if variable in scope:
                return scope[variable]
        return self.recalled(variable)

    def recalled(self, variable: Variable) -> str:
        """The value of a variable of the forward half."""
        if variable in self.unit.again:
            self.operation(self.unit.again[variable])
            return self.value(variable)
        value = self.at(self.unit.locations[variable])
        self.scopes[-1][variable] = value
        return value

    def at(self, location: Location) -> str:
        address = self.address(location.frame, location.offset)
        return address if location.direct else self.code.load(address, location.dtype)

    def address(self, frame: Frame, offset: int) -> str:
        return self.code.offset(self.bases[frame], offset)

    def define(self, variable: Variable, value: str, own: int | None = None) -> None:
        """Gives a variable its value; `own` is its offset if it is an array in the frame."""
        self.scopes[-1][variable] = value
        if variable not in self.saved:
            return
        if own is not None:
            self.unit.locations[variable] = Location(self.frame, own, "ptr", direct=True)
        else:
            self.unit.locations[variable] = self.kept(value, register_dtype(variable.type))

    def kept(self, value: str, dtype: str) -> Location:
        """Stores a register in the frame."""
        location = Location(self.frame, self.frame.take(WORD), dtype)
        self.code.store(value, self.address(self.frame, location.offset), dtype)
        return location

    def buffer(self, variable: Variable) -> tuple[str, int | None]:
        """Where an array is to be written: its address, and its offset if it is in the frame."""
        destination = self.destinations.get(variable)
        if destination is not None:
            return destination, None
        if variable in self.outlasting:
            return self.lasting_buffer(variable), None
        if variable in self.passing:
            frame = self.passing[variable]
            return self.address(frame, frame.take(bytes_of(self.array(variable)))), None
        offset = self.frame.take(bytes_of(self.array(variable)))
        return self.address(self.frame, offset), offset

    def lasting_buffer(self, variable: Variable) -> str:
        """Room for an array that is read after the function has ended."""
        offset = self.lasting.take(bytes_of(self.array(variable)))
        address = self.address(self.lasting, offset)
        self.at_last[address] = None
        return address

    def aim(self, block: Block, result: Variable, address: str) -> None:
        """Has an array that the block makes written to that address, if it is written at all."""
        if any(result in operation.results for operation in block.operations):
            self.destinations.setdefault(result, address)

    def take(self, frame: Frame) -> str:
        """Takes a frame from the arena; the line is dropped if it stays empty."""
        number = frame.number
        base = self.code.emit(f"call ptr @take(ptr %context, i64 <size {number}>) ; frame {number}")
        self.bases[frame] = base
        return base

    def give_back(self, frame: Frame) -> None:
        """Gives back a frame, and all that was taken after it."""
        self.code.do(f"store ptr {self.bases[frame]}, ptr %context ; frame {frame.number}")

    def array(self, variable: Variable) -> ArrayType:
        assert isinstance(variable.type, ArrayType)
        return variable.type

    def typed(self, variable: Variable) -> tuple[str, str]:
        """LLVM's type and the value."""
        return LLVM_TYPES[register_dtype(variable.type)], self.value(variable)

    def is_array(self, kind: Type) -> bool:
        return isinstance(kind, ArrayType) and bool(kind.shape)

    # -------------------------------------------------------------------- blocks

    def find_users(self, block: Block) -> None:
        """Notes who reads each variable, and leaves out operations that nobody needs."""
        for result in block.results:
            self.users.setdefault(result, set()).add(block)
        for operation in reversed(block.operations):
            needed = any(result in self.users or result in self.saved for result in operation.results)
            if not (needed or operation.blocks or operation.kind in EFFECTS or may_fail_at_all(operation)):
                continue
            for inner in operation.blocks:
                self.find_users(inner)
            for argument in operation.arguments:
                self.users.setdefault(argument, set()).add(operation)
            self.live.add(operation)
            if operation.kind == "accumulate-outer":
                self.outlasting.update(operation.arguments)

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        """What is worked out meanwhile is known in the block inside alone."""
        pending, self.pending = self.pending, {}
        self.scopes.append({})
        yield
        self.scopes.pop()
        self.pending = pending

    def prepare(self, *blocks: Block) -> None:
        """Works out what waits and is read by blocks inside, where it might be done many times or never."""
        for variable in free_variables(*blocks, live=self.live):
            if variable in self.pending:
                self.value(variable)

    def block(self, block: Block) -> list[str]:
        """Writes the operations; returns the values of the results."""
        live = [operation for operation in block.operations if operation in self.live]
        last = max((place for place, each in enumerate(live) if each.kind in NESTED), default=-1)
        for place, operation in enumerate(live):
            if place == last + 1 and self.recording:
                self.let_pass(live[place:])
            self.operation(operation)
        for variable in list(self.pending):
            if variable in self.pending and variable in self.saved:
                self.flush(variable)
        return [self.value(result) for result in block.results]

    def let_pass(self, operations: Sequence[Operation]) -> None:
        """Has arrays that nothing reads after the block lie beyond what is taken of the arena, rather than in the record.

        Args:
            operations: the last ones of a block, which take nothing of the arena.
        """
        frame = self.unit.frames.new()
        for operation in operations:
            for result in operation.results:
                users = self.users.get(result, set())
                own = all(isinstance(user, Operation) and user.kind not in VIEWS for user in users)
                if self.is_array(result.type) and own and result not in self.saved:
                    self.passing[result] = frame
        self.take(frame)
        self.give_back(frame)

    def operation(self, operation: Operation) -> None:
        around, self.code.site = self.code.site, self.unit.site(operation) if is_checked(operation) else 0
        special = HANDLERS.get(operation.kind)
        if special is not None:
            special(self, operation)
        elif operation.kind in ELEMENTWISE or operation.kind == "broadcast":
            self.elementwise(operation)
        else:
            self.kernel(operation)
        self.code.site = around  # what an operation reads may be worked out again in between

    # -------------------------------------------------------------------- operations

    def elementwise(self, operation: Operation) -> None:
        (result,) = operation.results
        kind = self.array(result)
        if not kind.shape:
            dtypes = tuple(self.array(argument).dtype for argument in operation.arguments)
            operands = [self.value(argument) for argument in operation.arguments]
            self.define(result, meaning_of(self.code, operation.kind, dtypes, kind.dtype, *operands))
            return
        for argument in operation.arguments:
            if not self.is_array(argument.type):
                self.value(argument)  # a register, which is known wherever the group is written
        self.pending[result] = operation
        if may_fail(operation):
            self.flush(result)

    def flush(self, wanted: Variable) -> None:
        """Writes a kernel of what waits for `wanted`, and of all of its shape that can be done with it."""
        shape = self.array(wanted).shape
        chosen: dict[Variable, None] = {}

        def choose(variable: Variable) -> None:
            for argument in self.pending[variable].arguments:
                if argument in self.pending and self.array(argument).shape == shape:
                    if argument not in chosen:
                        choose(argument)
                else:
                    self.value(argument)
            chosen[variable] = None

        choose(wanted)
        if wanted not in self.pending:
            return
        chosen = {variable: None for variable in chosen if variable in self.pending}
        for variable, operation in self.pending.items():
            ready = all(
                argument not in self.pending or argument in chosen for argument in operation.arguments
            )
            if variable not in chosen and ready and self.array(variable).shape == shape:
                chosen[variable] = None
        self.group([self.pending.pop(variable) for variable in list(self.pending) if variable in chosen])

    def group(self, operations: Sequence[Operation]) -> None:
        made = {operation.results[0]: place for place, operation in enumerate(operations)}
        read = dict.fromkeys(v for operation in operations for v in operation.arguments if v not in made)
        inputs = list(read)
        places = {variable: place for place, variable in enumerate(inputs)}
        places |= {variable: len(inputs) + place for variable, place in made.items()}
        own = set(operations)
        outputs = [v for v in made if v in self.saved or not self.users.get(v, set()) <= own]
        steps = tuple(
            Step(
                operation.kind,
                tuple(places[argument] for argument in operation.arguments),
                tuple(self.array(argument).dtype for argument in operation.arguments),
                self.array(operation.results[0]).dtype,
            )
            for operation in operations
        )
        kinds = tuple((self.array(v).dtype, _sizes(self.array(v).shape)) for v in inputs)
        shape = _sizes(self.array(operations[0].results[0]).shape)
        values = [self.typed(variable) for variable in inputs]
        buffers = [self.buffer(variable) for variable in outputs]
        name = elementwise(self.unit.module, Group(shape, kinds, steps, tuple(places[v] for v in outputs)))
        for operation in filter(may_fail_at_all, operations):
            self.note(operation)  # one at most: it is done as soon as it is met
        self.run(name, [("ptr", address) for address, _ in buffers] + values)
        for variable, (address, offset) in zip(outputs, buffers):
            self.define(variable, address, offset)

    def run(self, kernel: str, arguments: Sequence[tuple[str, str]]) -> None:
        given = ", ".join(f"{kind} {value}" for kind, value in [("ptr", "%context"), *arguments])
        self.code.do(f"call void @{kernel}({given})")

    def note(self, operation: Operation) -> None:
        """Notes for which operation a kernel is called that may fail."""
        site = self.code.offset("%context", SITE, WORD)
        self.code.store(str(self.unit.site(operation)), site, "i64")

    def kernel(self, operation: Operation) -> None:
        (result,) = operation.results
        kind = self.array(result)
        if operation.kind in SCALARS_THEMSELVES and not self.is_array(operation.arguments[0].type):
            self.define(result, self.value(operation.arguments[0]))
            return
        if operation.kind in ("argmax", "argmin") and not self.is_array(operation.arguments[0].type):
            self.define(result, "0")
            return
        values = [self.typed(argument) for argument in operation.arguments]
        if kind.shape:
            address, offset = self.buffer(result)
        else:
            offset = self.frame.take(WORD)
            address = self.address(self.frame, offset)
        if is_checked(operation):
            self.note(operation)
        self.run(kernel_of(self.unit.module, operation), [("ptr", address), *values])
        if kind.shape:
            self.define(result, address, offset)
        else:
            self.define(result, self.code.load(address, kind.dtype))

    def constant(self, operation: Operation) -> None:
        (result,) = operation.results
        value = operation.attributes["value"]
        if self.is_array(result.type):
            self.repeatable(operation, self.unit.constant(self.code, np.ascontiguousarray(value)))
        else:
            self.repeatable(operation, constant_text(np.asarray(value).item(), self.array(result).dtype))

    def repeatable(self, operation: Operation, value: str) -> None:
        """A value that is worked out again rather than kept."""
        (result,) = operation.results
        self.scopes[-1][result] = value
        if result in self.saved:
            self.unit.again[result] = operation

    def parameter(self, operation: Operation) -> None:
        (result,) = operation.results
        address = self.unit.parameter(self.code, operation.attributes["parameter"])
        if self.is_array(result.type):
            self.repeatable(operation, address)
        else:
            self.repeatable(operation, self.code.load(address, self.array(result).dtype))

    def none(self, operation: Operation) -> None:
        self.repeatable(operation, "null")

    def is_none(self, operation: Operation) -> None:
        self.define(
            operation.results[0], self.code.emit(f"icmp eq ptr {self.value(operation.arguments[0])}, null")
        )

    def check(self, operation: Operation) -> None:
        value = self.value(operation.arguments[0])
        self.code.fail_if(self.code.emit(f"xor i1 {value}, true"), Failure.CHECK)
        self.define(operation.results[0], value)

    def fields(self, reference: Variable) -> dict[str, Type]:
        assert isinstance(reference.type, RecordType)
        return self.unit.program.records[reference.type.name]

    def field(self, operation: Operation) -> None:
        (reference,), (result,) = operation.arguments, operation.results
        record = self.value(reference)
        self.code.fail_if(self.code.emit(f"icmp eq ptr {record}, null"), Failure.FIELD_OF_NONE)
        offset = field_offset(self.fields(reference), operation.attributes["field"])
        address = self.code.offset(record, offset)
        self.define(result, self.code.load(address, register_dtype(result.type)))

    def reshape(self, operation: Operation) -> None:
        (given,), (result,) = operation.arguments, operation.results
        code, value, dtype = self.code, self.value(given), self.array(result).dtype
        if self.is_array(given.type) == self.is_array(result.type):
            self.define(result, value)
        elif self.is_array(given.type):
            self.define(result, code.load(value, dtype))
        else:
            address, offset = self.buffer(result)
            code.store(value, address, dtype)
            self.define(result, address, offset)

    def row(self, operation: Operation) -> None:
        """Read in place: rows lie without gaps."""
        (given, index), (result,) = operation.arguments, operation.results
        kind, row = self.array(given), self.array(result)
        found = checked_index(self.code, self.value(index), self.array(index).dtype, int(kind.shape[0]))
        length = bytes_of(row) // SIZES[row.dtype]
        address = self.code.offset(self.value(given), scaled(self.code, found, length), SIZES[kind.dtype])
        self.define(result, address if row.shape else self.code.load(address, row.dtype))

    # -------------------------------------------------------------------- gradients

    def add_to(self, address: str, gradient: Variable) -> None:
        """Adds to the gradient at an address."""
        kind = self.array(gradient)
        if kind.shape:
            operation = Operation("accumulate", (gradient,), ())
            self.run(kernel_of(self.unit.module, operation), [("ptr", address), self.typed(gradient)])
        else:
            known = self.code.load(address, kind.dtype)
            self.code.store(add(self.code, kind.dtype, known, self.value(gradient)), address, kind.dtype)

    def accumulate(self, operation: Operation) -> None:
        address = self.unit.parameter_gradient(self.code, operation.attributes["parameter"])
        self.add_to(address, operation.arguments[0])

    def accumulate_rows(self, operation: Operation) -> None:
        address = self.unit.parameter_gradient(self.code, operation.attributes["parameter"])
        rows = Operation(operation.kind, operation.arguments, (), {"size": operation.attributes["size"]})
        values = [self.typed(argument) for argument in operation.arguments]
        self.note(operation)
        self.run(kernel_of(self.unit.module, rows), [("ptr", address), *values])

    def accumulate_field(self, operation: Operation) -> None:
        reference, gradient = operation.arguments
        offset = gradient_offset(self.fields(reference), operation.attributes["field"])
        address = self.code.offset(self.value(reference), offset)
        if self.is_array(gradient.type):
            address = self.code.load(address, "ptr")
        self.add_to(address, gradient)

    def copy_to(self, address: str, kind: Type, value: str) -> None:
        """Writes an array elsewhere, unless it is there."""
        if value != address:
            assert isinstance(kind, ArrayType)
            copy_bytes(self.code, address, value, bytes_of(kind))


def is_checked(operation: Operation) -> bool:
    """Whether the operation itself may end the run at the user's place."""
    return operation.kind in CHECKED or may_fail_at_all(operation)


def may_fail_at_all(operation: Operation) -> bool:
    return bool(operation.arguments) and may_fail(operation)


def _sizes(shape: Sequence[object]) -> tuple[int, ...]:
    return tuple(int(size) for size in shape)  # type: ignore[call-overload]


Handler = Callable[[Emitter, Operation], None]

HANDLERS: dict[str, Handler] = {
    "constant": Emitter.constant,
    "param": Emitter.parameter,
    "none": Emitter.none,
    "none?": Emitter.is_none,
    "check": Emitter.check,
    "field": Emitter.field,
    "reshape": Emitter.reshape,
    "row": Emitter.row,
    "accumulate": Emitter.accumulate,
    "accumulate-rows": Emitter.accumulate_rows,
    "accumulate-field": Emitter.accumulate_field,
}
"""Operations that are no kernels. `control` adds calls, branches and loops."""
