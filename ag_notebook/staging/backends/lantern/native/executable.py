"""Programs that run as machine code: `compiled(program, name)`."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.dimensions import names_in, sizes, specialise
from ag_notebook.staging.backends.lantern.ir.program import Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType, RecordType
from ag_notebook.staging.backends.lantern.native.arena import ARENA_BYTES
from ag_notebook.staging.backends.lantern.native.calling import LARGE_STACK, Caller, address_of
from ag_notebook.staging.backends.lantern.native.definitions import GRADIENTS, RUN, written
from ag_notebook.staging.backends.lantern.native.layout import FOLLOWING, GRADIENT, WORD, sizes_of
from ag_notebook.staging.backends.lantern.native.machine import MachineCode, listings, machine_code
from ag_notebook.staging.backends.lantern.native.records import Packing
from ag_notebook.staging.backends.lantern.native.reverse import reverse
from ag_notebook.staging.backends.lantern.native.unit import Unit
from ag_notebook.staging.backends.lantern.native.updates import Following
from ag_notebook.staging.backends.lantern.objects import Record, array, arrays_of, reachable

Results = tuple[Any, ...]


def compiled(
    program: Program,
    name: str,
    wanted: Collection[str] | None = None,
    arena: int = ARENA_BYTES,
    stack: int = LARGE_STACK,
    title: str = "",
) -> Executable:
    """A definition that runs as machine code. It is compiled when it first runs, once for each size of its arguments.

    Args:
        program: has the definition and all that it calls.
        name: of the definition.
        wanted: parameters whose gradients are asked for; None is all.
        arena: bytes of address space for intermediate values.
        stack: bytes of address space for calls that are deep.
        title: what errors call it; its name if nothing is given.
    """
    return Executable(program, name, wanted, Caller(title or name, arena, stack))


@dataclass
class _Compilation:
    """Machine code for arguments of one size.

    Attributes:
        last: the parameters' arrays of the last call and those for their gradients, which are mostly those of the next.
    """

    program: Program
    unit: Unit
    code: MachineCode
    entry: Any
    last: _Known | None = None


@dataclass
class _Known:
    """Arrays whose addresses a context has.

    Attributes:
        parameters: what was given, with its shapes.
        sums: arrays that were given for gradients, with their shapes.
        context: has the addresses.
    """

    parameters: list[tuple[str, np.ndarray, tuple[int, ...]]]
    sums: list[tuple[str, np.ndarray, tuple[int, ...]]]
    context: np.ndarray

    def is_given(self, parameters: Mapping[str, Any], into: Mapping[str, np.ndarray]) -> bool:
        """Whether a call is given the same arrays."""
        pairs = ((parameters, self.parameters), (into, self.sums))
        return len(into) == len(self.sums) and all(
            given.get(name) is each and each.shape == shape
            for given, known in pairs
            for name, each, shape in known
        )


class Executable:
    """A definition as machine code; see `compiled`."""

    def __init__(self, program: Program, name: str, wanted: Collection[str] | None, caller: Caller) -> None:
        self.program = program
        self.name = name
        floats = [each for each, kind in program.parameters.items() if kind.is_float]
        self.wanted = tuple(each for each in floats if wanted is None or each in wanted)
        self.caller = caller
        self._compilations: dict[tuple[Any, ...], _Compilation] = {}
        definition = program.definitions[name]
        kinds = [variable.type for variable in definition.parameters]
        fields = [kind for each in program.records.values() for kind in each.values()]
        self._named = bool(names_in([*kinds, *program.parameters.values(), *fields]))

    def run(self, arguments: Sequence[Any], parameters: Mapping[str, Any] | None = None) -> Results:
        """The results of the definition.

        Args:
            arguments: arrays, numbers, and objects for records.
            parameters: arrays by name.
        """
        call = _Call(self, RUN, arguments, parameters or {})
        _, results = call.words
        results.make_arrays()
        call.run()
        return results.values(call.packing)

    def gradients(
        self,
        arguments: Sequence[Any],
        parameters: Mapping[str, Any] | None = None,
        seeds: Sequence[Any] | None = None,
        into: Mapping[str, np.ndarray] | None = None,
        of_arguments: bool = True,
        following: Following | None = None,
    ) -> tuple[Results, Results, dict[str, Any]]:
        """The results, and the gradients of the sum of the products of results and `seeds` (else ones).

        Args:
            arguments: arrays, numbers, and objects for records.
            parameters: arrays by name.
            seeds: one for each result.
            into: arrays of zeros by parameter to which the parameters' gradients are written; others are made. They are
                zeros again if the run fails.
            of_arguments: whether the gradients of arguments are worked out and given.
            following: what is done when there are the gradients; it may change the parameters and `into`.

        Returns:
            The results; for each argument the gradient, None if it is no float, and for a record, gradients by field of each
            object that can be reached, by the object's id; and the gradients of the parameters by name.
        """
        call = _Call(self, GRADIENTS, arguments, parameters or {}, into or {}, of_arguments)
        _, results, given, found = call.words
        results.make_arrays()
        found.make_arrays()  # also if nobody asks: a definition that calls itself may have them
        for place, variable in enumerate(given.variables):
            kind = variable.type
            if isinstance(kind, ArrayType) and kind.is_float:
                if seeds is not None or kind.shape:
                    ones: np.ndarray = np.ones(sizes_of(kind), DTYPES[kind.dtype])
                    given.set(place, ones if seeds is None else array(seeds[place], kind, f"seed {place}"))
                else:
                    given.set(place, 1)
        if following is not None:
            call.context[FOLLOWING] = following.address
        call.run()
        gradients: Results = ()
        if of_arguments:
            gradients = tuple(
                call.packing.gradient(record) if record is not None else value
                for record, value in zip(call.records, found.values(None), strict=True)
            )
        sums = {name: total if total.shape else total[()] for name, total in call.sums.items()}
        return results.values(call.packing), gradients, sums

    def compilation(
        self, kind: str, arguments: Sequence[Any], parameters: Mapping[str, Any], of_arguments: bool = True
    ) -> _Compilation:
        """The machine code for these arguments' sizes."""
        found = self._sizes(arguments, parameters) if self._named else {}
        key = (kind, of_arguments, *sorted(found.items()))
        if key not in self._compilations:
            program = specialise(self.program, found)
            reversed_ = None if kind == RUN else reverse(program, self.name, self.wanted, of_arguments)
            unit = written(program, self.name, reversed_)
            code = machine_code(unit.text())
            count = 3 if kind == RUN else 5
            prototype = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * count)
            self._compilations[key] = _Compilation(program, unit, code, prototype(code.address(kind)))
        return self._compilations[key]

    def listings(self) -> dict[str, tuple[str, str]]:
        """LLVM's text as it was optimised, and the assembly, by `RUN` and `GRADIENTS`: what was compiled, else that of a run.

        The definition is one in which all sizes are known.
        """
        kinds = [kind for kind in (RUN, GRADIENTS) if any(key[0] == kind for key in self._compilations)]
        return {kind: listings(self.compilation(kind, (), {}).unit.text()) for kind in kinds or [RUN]}

    def _sizes(self, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> dict[str, int]:
        program = self.program
        said: list[tuple[object, Any, Any]] = []
        for place, (variable, value) in enumerate(zip(program.definitions[self.name].parameters, arguments)):
            called = variable.name or f"argument {place}"
            said.append((called, variable.type, value))
            if isinstance(variable.type, RecordType):
                start = Record(value, variable.type.name, called)
                for record in reachable(program, start).values():
                    said += arrays_of(program, record)
        for name, kind in program.parameters.items():
            if name in parameters:
                said.append((name, kind, parameters[name]))
        return sizes(said)


def _sum_of(name: str, kind: ArrayType, given: np.ndarray | None) -> np.ndarray:
    """The array that a parameter's gradient is written to."""
    if given is None:
        return np.zeros(sizes_of(kind), DTYPES[kind.dtype])
    flags = given.flags
    fits = given.shape == kind.shape and given.dtype == DTYPES[kind.dtype]
    if not (fits and flags.c_contiguous and flags.aligned and flags.writeable):
        raise TypeError(f"the gradient of {name} is written to a contiguous array that is {kind}")
    return given


class _Words:
    """Values as generated code reads and writes them: a word each, with arrays by address."""

    def __init__(self, variables: Sequence[Variable], words: np.ndarray) -> None:
        self.variables = variables
        self.words = words
        self.arrays: list[np.ndarray | None] = [None] * len(variables)

    def make_arrays(self) -> None:
        """Gives each array a place that it is written to."""
        for place, variable in enumerate(self.variables):
            kind = variable.type
            if isinstance(kind, ArrayType) and kind.shape:
                self.set(place, np.zeros(sizes_of(kind), DTYPES[kind.dtype]))

    def set(self, place: int, value: Any) -> None:
        """Sets a word to a number, or to an array's address."""
        kind = self.variables[place].type
        assert isinstance(kind, ArrayType)
        if kind.shape:
            self.arrays[place] = value = np.require(value, requirements=["C", "A"])
            self.words[place] = address_of(value)
        else:
            self.words[place : place + 1].view(DTYPES[kind.dtype])[0] = value

    def values(self, packing: Packing | None) -> Results:
        """The values; None for what is neither float nor an array of the results (without `packing`: gradients)."""
        return tuple(self._value(place, packing) for place in range(len(self.variables)))

    def _value(self, place: int, packing: Packing | None) -> Any:
        kind = self.variables[place].type
        if isinstance(kind, RecordType):
            return None if packing is None else packing.object_at(int(self.words[place]), kind.name)
        if packing is None and not kind.is_float:
            return None
        if kind.shape:
            return self.arrays[place]
        return self.words[place : place + 1].view(DTYPES[kind.dtype])[0]


class _Call:
    """What one call gives to generated code, and takes from it: the context, and words for values, in one array.

    Attributes:
        words: arguments, results and, for gradients, seeds and the gradients of arguments.
        sums: the gradients of parameters.
    """

    def __init__(
        self,
        executable: Executable,
        kind: str,
        arguments: Sequence[Any],
        parameters: Mapping[str, Any],
        into: Mapping[str, np.ndarray] | None = None,
        of_arguments: bool = True,
    ) -> None:
        self.executable = executable
        self.compilation = executable.compilation(kind, arguments, parameters, of_arguments)
        program = self.compilation.program
        definition = program.definitions[executable.name]
        wanted, results = definition.parameters, definition.block.results
        if len(arguments) != len(wanted):
            raise TypeError(f"{executable.name} takes {len(wanted)} arguments, not {len(arguments)}")
        self._lay_out([wanted, results] if into is None else [wanted, results, results, wanted])
        self.sums: dict[str, np.ndarray] = {}
        self._fill_context(parameters, into)
        self.records = [
            Record(value, v.type.name, v.name or f"argument {place}")
            if isinstance(v.type, RecordType)
            else None
            for place, (v, value) in enumerate(zip(wanted, arguments))
        ]
        self.packing = Packing(program, [record for record in self.records if record is not None])
        given = self.words[0]
        for place, (variable, value, record) in enumerate(zip(wanted, arguments, self.records)):
            if record is not None:
                given.words[place] = self.packing.address(value)
            else:
                assert isinstance(variable.type, ArrayType)
                given.set(place, array(value, variable.type, variable.name or f"argument {place}"))

    def _lay_out(self, groups: Sequence[Sequence[Variable]]) -> None:
        """Makes the context, and words for these values."""
        slots = self.compilation.unit.slots
        memory = np.zeros(slots + sum(map(len, groups)), np.uint64)
        self.context, self.words = memory[:slots], []
        first = address_of(memory)
        self.addresses = [first]
        for variables in groups:
            self.words.append(_Words(variables, memory[slots : slots + len(variables)]))
            self.addresses.append(first + slots * WORD)
            slots += len(variables)

    def _fill_context(self, parameters: Mapping[str, Any], into: Mapping[str, np.ndarray] | None) -> None:
        """Writes the addresses of parameters, of their gradients and of constants."""
        compilation, unit = self.compilation, self.compilation.unit
        wanted = self.executable.wanted if into is not None else ()
        known = compilation.last
        if known is not None and len(into or ()) == len(wanted) and known.is_given(parameters, into or {}):
            self.context[:] = known.context
            self.kept = [each for _, each, _ in known.parameters]
            self.sums = {name: each for name, each, _ in known.sums}
            return
        found = [(name, self._parameter(name, parameters)) for name in unit.read]
        self.kept = [each for _, each in found]
        for place, value in enumerate(unit.constants, unit.slots - len(unit.constants)):
            self.context[place] = address_of(value)
        for name in wanted:
            kind = compilation.program.parameters[name]
            self.sums[name] = total = _sum_of(name, kind, (into or {}).get(name))
            self.context[unit.parameters[name] + GRADIENT] = address_of(total)
        if all(parameters[name] is each for name, each in found):
            given = [(name, total, total.shape) for name, total in self.sums.items() if name in (into or {})]
            read = [(name, each, each.shape) for name, each in found]
            if len(given) == len(wanted):
                compilation.last = _Known(read, given, self.context.copy())

    def _parameter(self, name: str, parameters: Mapping[str, Any]) -> np.ndarray:
        kind = self.compilation.program.parameters[name]
        if name not in parameters:
            raise TypeError(f"the parameter {name} is not given; {self.executable.name} reads it")
        given = parameters[name]
        value: np.ndarray = np.require(array(given, kind, name), requirements=["C", "A"])
        self.context[self.compilation.unit.parameters[name]] = address_of(value)
        return value

    def run(self) -> None:
        """Calls the machine code; the gradients are zeros again if it fails, or has to be called again."""

        def clear() -> None:
            for each in self.sums.values():
                each.fill(0)
            self.packing.clear_gradients()

        sites = self.compilation.unit.sites
        entry = self.compilation.entry
        self.executable.caller.call(entry, self.context, self.addresses, clear, sites)


assert np.uint64().itemsize == WORD
