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
from ag_notebook.staging.backends.lantern.native.layout import GRADIENT, WORD, sizes_of
from ag_notebook.staging.backends.lantern.native.machine import MachineCode, listings, machine_code
from ag_notebook.staging.backends.lantern.native.records import Packing
from ag_notebook.staging.backends.lantern.native.reverse import reverse
from ag_notebook.staging.backends.lantern.native.unit import Unit
from ag_notebook.staging.backends.lantern.objects import Record, array, arrays_of, reachable

Results = tuple[Any, ...]


def compiled(
    program: Program,
    name: str,
    wanted: Collection[str] | None = None,
    arena: int = ARENA_BYTES,
    stack: int = LARGE_STACK,
) -> Executable:
    """A definition that runs as machine code. It is compiled when it first runs, once for each size of its arguments.

    Args:
        program: has the definition and all that it calls.
        name: of the definition.
        wanted: parameters whose gradients are asked for; None is all.
        arena: bytes of address space for intermediate values.
        stack: bytes of address space for calls that are deep.
    """
    return Executable(program, name, wanted, arena, stack)


@dataclass
class _Compilation:
    """Machine code for arguments of one size.

    Attributes:
        last: the arrays of the parameters of the last call, with their shapes, and the context that has their addresses.
    """

    program: Program
    unit: Unit
    code: MachineCode
    entry: Any
    last: tuple[list[tuple[str, np.ndarray, tuple[int, ...]]], np.ndarray] | None = None


class Executable:
    """A definition as machine code; see `compiled`.

    Attributes:
        known_sums: the arrays of the last call's gradients, which are mostly those of the next, with their addresses.
    """

    def __init__(
        self, program: Program, name: str, wanted: Collection[str] | None, arena: int, stack: int
    ) -> None:
        self.program = program
        self.name = name
        floats = [each for each, kind in program.parameters.items() if kind.is_float]
        self.wanted = tuple(each for each in floats if wanted is None or each in wanted)
        self.caller = Caller(name, arena, stack)
        self.known_sums: dict[str, tuple[np.ndarray, int]] = {}
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
        results = _Words(call.definition.block.results)
        call.run([call.words.words, results.words], [])
        return results.values(call.packing)

    def gradients(
        self,
        arguments: Sequence[Any],
        parameters: Mapping[str, Any] | None = None,
        seeds: Sequence[Any] | None = None,
        into: Mapping[str, np.ndarray] | None = None,
        of_arguments: bool = True,
    ) -> tuple[Results, Results, dict[str, Any]]:
        """The results, and the gradients of the sum of the products of results and `seeds` (else ones).

        Args:
            arguments: arrays, numbers, and objects for records.
            parameters: arrays by name.
            seeds: one for each result.
            into: arrays of zeros by parameter to which the parameters' gradients are written; others are made. They are
                zeros again if the run fails.
            of_arguments: whether the gradients of arguments are given.

        Returns:
            The results; for each argument the gradient, None if it is no float, and for a record, gradients by field of each
            object that can be reached, by the object's id; and the gradients of the parameters by name.
        """
        call = _Call(self, GRADIENTS, arguments, parameters or {})
        block = call.definition.block
        results, found = _Words(block.results), _Words(block.parameters)
        given = _Words(block.results)
        for place, variable in enumerate(block.results):
            kind = variable.type
            if isinstance(kind, ArrayType) and kind.is_float:
                ones: np.ndarray = np.ones(sizes_of(kind), DTYPES[kind.dtype])
                given.set(place, ones if seeds is None else array(seeds[place], kind, f"seed {place}"))
        sums = {name: self._sum(call, name, kind, (into or {}).get(name)) for name, kind in call.floats()}
        words = [each.words for each in (call.words, results, given, found)]
        call.run(words, sums.values())
        gradients: Results = ()
        if of_arguments:
            gradients = tuple(
                call.packing.gradient(record) if record is not None else value
                for record, value in zip(call.records, found.values(None), strict=True)
            )
        parameters_found = {name: total if total.shape else total[()] for name, total in sums.items()}
        return results.values(call.packing), gradients, parameters_found

    def _sum(self, call: _Call, name: str, kind: ArrayType, given: np.ndarray | None) -> np.ndarray:
        """The array that a parameter's gradient is written to."""
        known, address = self.known_sums.get(name, (None, 0))
        if known is None or known is not given or known.shape != kind.shape:
            known = _sum_of(name, kind, given)
            address = address_of(known)
            if known is given:
                self.known_sums[name] = known, address
        call.context[call.compilation.unit.parameters[name] + GRADIENT] = address
        return known

    def compilation(self, kind: str, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> _Compilation:
        """The machine code for these arguments' sizes."""
        found = self._sizes(arguments, parameters) if self._named else {}
        key = (kind, *sorted(found.items()))
        if key not in self._compilations:
            program = specialise(self.program, found)
            reversed_ = None if kind == RUN else reverse(program, self.name, self.wanted)
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
            said.append((f"argument {place}", variable.type, value))
            if isinstance(variable.type, RecordType):
                start = Record(value, variable.type.name, f"argument {place}")
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

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.variables = variables
        self.words = np.zeros(max(len(variables), 1), np.uint64)
        self.arrays: list[np.ndarray | None] = [None] * len(variables)
        for place, variable in enumerate(variables):
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
    """The arguments of one call in the form in which generated code reads them."""

    def __init__(
        self, executable: Executable, kind: str, arguments: Sequence[Any], parameters: Mapping[str, Any]
    ) -> None:
        self.executable = executable
        self.compilation = executable.compilation(kind, arguments, parameters)
        program = self.compilation.program
        self.definition = program.definitions[executable.name]
        wanted = self.definition.parameters
        if len(arguments) != len(wanted):
            raise TypeError(f"{executable.name} takes {len(wanted)} arguments, not {len(arguments)}")
        self.records = [
            Record(value, v.type.name, v.name or f"argument {place}")
            if isinstance(v.type, RecordType)
            else None
            for place, (v, value) in enumerate(zip(wanted, arguments))
        ]
        self.packing = Packing(program, [record for record in self.records if record is not None])
        self.words = _Words([])
        self.words.variables, self.words.arrays = wanted, [None] * len(wanted)
        self.words.words = np.zeros(max(len(wanted), 1), np.uint64)
        for place, (variable, value, record) in enumerate(zip(wanted, arguments, self.records)):
            if record is not None:
                self.words.words[place] = self.packing.address(value)
            else:
                assert isinstance(variable.type, ArrayType)
                self.words.set(place, array(value, variable.type, variable.name or f"argument {place}"))
        self.context = self._context(parameters)

    def _context(self, parameters: Mapping[str, Any]) -> np.ndarray:
        """The context with the addresses of parameters and constants; mostly they are those of the last call."""
        compilation = self.compilation
        if compilation.last is not None:
            known, context = compilation.last
            if all(parameters.get(name) is each and each.shape == shape for name, each, shape in known):
                self.kept = [each for _, each, _ in known]
                return context.copy()
        unit = compilation.unit
        self.context = np.zeros(unit.slots, np.uint64)
        found = [(name, self._parameter(name, parameters)) for name in unit.read]
        self.kept = [each for _, each in found]
        for place, value in enumerate(unit.constants, unit.slots - len(unit.constants)):
            self.context[place] = address_of(value)
        if all(parameters[name] is each for name, each in found):
            last = [(name, each, each.shape) for name, each in found]
            compilation.last = last, self.context.copy()
        return self.context

    def _parameter(self, name: str, parameters: Mapping[str, Any]) -> np.ndarray:
        kind = self.compilation.program.parameters[name]
        if name not in parameters:
            raise TypeError(f"the parameter {name} is not given; {self.executable.name} reads it")
        given = parameters[name]
        value: np.ndarray = np.require(array(given, kind, name), requirements=["C", "A"])
        self.context[self.compilation.unit.parameters[name]] = address_of(value)
        return value

    def floats(self) -> list[tuple[str, ArrayType]]:
        """The parameters whose gradients are asked for."""
        parameters = self.compilation.program.parameters
        return [(name, parameters[name]) for name in self.executable.wanted]

    def run(self, words: Sequence[np.ndarray], sums: Collection[np.ndarray]) -> None:
        """Calls the machine code; `sums` and the gradients of fields are zeros again if it has to be called again."""

        def clear() -> None:
            for each in sums:
                each.fill(0)
            self.packing.clear_gradients()

        sites = self.compilation.unit.sites
        self.executable.caller.call(self.compilation.entry, self.context, words, clear, sites)


assert np.uint64().itemsize == WORD
