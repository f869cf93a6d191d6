"""Builds blocks: adds operations one by one, each with the type that its rule gives."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ag_notebook.report.spans import Span
from ag_notebook.staging.backends.lantern.ir.operations import RULES, Rule, check_attributes
from ag_notebook.staging.backends.lantern.ir.program import Block, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import (
    BOOL,
    DTYPES,
    MOST_DIMENSIONS,
    ArrayType,
    RecordType,
    Type,
)


class TypeMismatchError(TypeError):
    """An operation that its operands do not fit. `span` is the user's code, where it is known."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.span = span


class Builder:
    """Adds operations to the innermost block that is open.

    Args:
        program: has the types of fields, parameters and results of definitions.
        block: the outermost one.
    """

    def __init__(self, program: Program, block: Block) -> None:
        self.program = program
        self.blocks = [block]
        self.span: Span | None = None

    @property
    def block(self) -> Block:
        return self.blocks[-1]

    @contextlib.contextmanager
    def inside(self, block: Block) -> Iterator[Block]:
        """Adds to `block` for a while."""
        self.blocks.append(block)
        try:
            yield block
        finally:
            self.blocks.pop()

    def emit(self, kind: str, *arguments: Variable, name: str = "", **attributes: Any) -> Variable:
        """Adds an operation of one result.

        Raises:
            TypeMismatchError: the operands do not fit.
        """
        (result,) = self.add(kind, arguments, [self.result_type(kind, arguments, attributes)], attributes)
        result.name = name
        return result

    def add(
        self,
        kind: str,
        arguments: Sequence[Variable],
        types: Sequence[Type],
        attributes: dict[str, Any] | None = None,
        blocks: Sequence[Block] = (),
    ) -> tuple[Variable, ...]:
        """Adds an operation whose result types are known."""
        results = tuple(map(Variable, types))
        self.block.operations.append(
            Operation(kind, tuple(arguments), results, attributes or {}, tuple(blocks), self.span)
        )
        return results

    def result_type(self, kind: str, arguments: Sequence[Variable], attributes: dict[str, Any]) -> Type:
        """The type that the rule of an operation gives."""
        types = [argument.type for argument in arguments]
        try:
            found = self._result_type(kind, types, attributes)
        except TypeError as problem:
            raise TypeMismatchError(f"{kind}: {problem}", self.span) from None
        if isinstance(found, ArrayType) and len(found.shape) > MOST_DIMENSIONS:
            raise TypeMismatchError(f"{kind}: arrays have at most {MOST_DIMENSIONS} dimensions", self.span)
        return found

    def _result_type(self, kind: str, types: Sequence[Type], attributes: dict[str, Any]) -> Type:
        check_attributes(kind, attributes)
        rule = RULES.get(kind) or OWN_RULES.get(kind)
        if rule is None:
            raise TypeError("there is no such operation")
        count = _operands(rule)
        if count is not None and len(types) != count:
            raise TypeError(f"it takes {count} operand{'s' * (count != 1)}, not {len(types)}")
        if kind in OWN_RULES:
            return rule(attributes, *types, program=self.program)  # type: ignore[no-any-return]
        return rule(attributes, *types)  # type: ignore[no-any-return]

    def constant(self, value: Any, dtype: str | None = None) -> Variable:
        """A number or an array that the program contains (a copy of it); `dtype` is Lantern's name."""
        array = np.array(value, DTYPES[dtype] if dtype is not None else None)
        return self.emit("constant", value=array)

    def call(self, name: str, arguments: Sequence[Variable]) -> tuple[Variable, ...]:
        """A call of a definition whose result types are known."""
        definition = self.program.definitions[name]
        given, wanted = ([v.type for v in vs] for vs in (arguments, definition.parameters))
        if given != wanted:
            said = [", ".join(map(str, types)) for types in (wanted, given)]
            raise TypeMismatchError(f"{name} takes ({said[0]}), not ({said[1]})", self.span)
        assert definition.result_types is not None
        return self.add("call", arguments, definition.result_types, {"definition": name})

    def branch(self, test: Variable, then: Block, orelse: Block) -> tuple[Variable, ...]:
        """An `if` of two blocks that are complete."""
        if test.type != BOOL:
            raise TypeMismatchError(f"a test is a bool, not {test.type}", self.span)
        types, others = ([v.type for v in block.results] for block in (then, orelse))
        if types != others:
            said = [", ".join(map(str, each)) for each in (types, others)]
            raise TypeMismatchError(f"the branches differ in type: ({said[0]}) and ({said[1]})", self.span)
        return self.add("if", [test], types, None, [then, orelse])

    def loop(self, start: Sequence[Variable], test: Block, body: Block) -> tuple[Variable, ...]:
        """A `while` of two blocks that are complete, with the state as parameters."""
        types = [v.type for v in start]
        if [v.type for v in test.results] != [BOOL]:
            raise TypeMismatchError("the test of a loop is one bool", self.span)
        for _, values in ((test, test.parameters), (body, body.parameters), (body, body.results)):
            found = [v.type for v in values]
            if found != types:
                said = [", ".join(map(str, each)) for each in (types, found)]
                raise TypeMismatchError(
                    f"the state of a loop changes its type: ({said[0]}) and ({said[1]})", self.span
                )
        return self.add("while", start, types, None, [test, body])


def _parameter_type(attributes: Mapping[str, Any], *, program: Program) -> Type:
    name = attributes["parameter"]
    if name not in program.parameters:
        raise TypeError(f"the program has no parameter {name}")
    return program.parameters[name]


def _none_type(attributes: Mapping[str, Any], *, program: Program) -> Type:
    name = attributes["record"]
    if name not in program.records:
        raise TypeError(f"the program has no record {name}")
    return RecordType(name)


def _field_type(attributes: Mapping[str, Any], reference: Type, *, program: Program) -> Type:
    field = attributes["field"]
    if not isinstance(reference, RecordType):
        raise TypeError(f"it takes a reference, not {reference}")
    fields = program.records[reference.name]
    if field not in fields:
        raise TypeError(f"{reference.name} has no field {field}; it has {', '.join(fields)}")
    return fields[field]


OWN_RULES: dict[str, Rule] = {"param": _parameter_type, "none": _none_type, "field": _field_type}
"""The rules of operations whose types the program has."""


@functools.cache
def _operands(rule: Rule) -> int | None:
    """How many operands a rule is for; None: any number."""
    kinds = [parameter.kind for parameter in inspect.signature(rule).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return None
    return len(kinds) - 1 - (inspect.Parameter.KEYWORD_ONLY in kinds)
