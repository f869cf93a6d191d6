"""Dimensions that are names: what they are for given arguments, and programs in which numbers stand for them.

A name is the same size everywhere in a program. Before a program runs, `sizes` finds it in the shapes of what goes in, and
`specialise` puts it in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import ArrayType, Type

SIZED = ("shape", "stops", "size")
"""The attributes that may hold names of dimensions."""


def names_in(kinds: Iterable[Type]) -> set[str]:
    """The names of dimensions in types."""
    shapes = (kind.shape for kind in kinds if isinstance(kind, ArrayType))
    return {size for shape in shapes for size in shape if isinstance(size, str)}


def sizes(pairs: Iterable[tuple[object, Type, Any]]) -> dict[str, int]:
    """The sizes of the names in types, from arrays of these types: (what to call it, type, array).

    Raises:
        TypeError: an array is of another type, or two have different sizes of one name.
    """
    found: dict[str, int] = {}
    for said, kind, value in pairs:
        if not isinstance(kind, ArrayType):
            continue
        shape = np.shape(value)
        fits = len(shape) == len(kind.shape)
        for size, actual in zip(kind.shape, shape, strict=False):
            fits &= actual == (found.setdefault(size, actual) if isinstance(size, str) else size)
        if not fits:
            known = [
                str(found.get(size, size)) if isinstance(size, str) else str(size) for size in kind.shape
            ]
            raise TypeError(f"{said} has shape {shape}, not ({', '.join(known)}{',' * (len(known) == 1)})")
    return found


def specialise(program: Program, sizes: Mapping[str, int]) -> Program:
    """The program with numbers in place of names of dimensions; those that are not in `sizes` stay.

    Raises:
        TypeMismatchError: an operation does not fit a size, such as a slice that is longer than its array.
    """
    if not sizes:
        return program
    records = {
        name: {field: sized(kind, sizes) for field, kind in fields.items()}
        for name, fields in program.records.items()
    }
    parameters = {
        name: replace(kind, shape=_shape(kind.shape, sizes)) for name, kind in program.parameters.items()
    }
    result = Program(records, parameters)
    for definition in program.definitions.values():
        types = definition.result_types
        block = _Copy(result, sizes).block(definition.block)
        result.definitions[definition.name] = Definition(
            definition.name, block, types and tuple(sized(kind, sizes) for kind in types), definition.span
        )
    return result


def sized(kind: Type, sizes: Mapping[str, int]) -> Type:
    """The type with numbers for names."""
    return replace(kind, shape=_shape(kind.shape, sizes)) if isinstance(kind, ArrayType) else kind


def _shape(shape: Iterable[Any], sizes: Mapping[str, int]) -> tuple[Any, ...]:
    return tuple(sizes.get(size, size) if isinstance(size, str) else size for size in shape)


class _Copy:
    """Copies of the blocks of one definition."""

    def __init__(self, program: Program, sizes: Mapping[str, int]) -> None:
        self.builder = Builder(program, Block())
        self.sizes = sizes
        self.copies: dict[Variable, Variable] = {}

    def block(self, block: Block) -> Block:
        parameters = self._new(block.parameters)
        operations = [self._operation(operation) for operation in block.operations]
        return Block(parameters, operations, tuple(self.copies[v] for v in block.results))

    def _new(self, variables: Iterable[Variable]) -> tuple[Variable, ...]:
        made = {v: Variable(sized(v.type, self.sizes), v.name) for v in variables}
        self.copies.update(made)
        return tuple(made.values())

    def _operation(self, operation: Operation) -> Operation:
        arguments = tuple(self.copies[v] for v in operation.arguments)
        attributes = dict(self._attributes(operation.attributes))
        blocks = tuple(self.block(block) for block in operation.blocks)
        results = self._new(operation.results)
        if operation.kind not in ("call", "if", "while"):
            self.builder.span = operation.span
            results[0].type = self.builder.result_type(operation.kind, arguments, attributes)
        return Operation(operation.kind, arguments, results, attributes, blocks, operation.span)

    def _attributes(self, attributes: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for name, value in attributes.items():
            if name in SIZED:
                yield name, (_shape([value], self.sizes)[0] if name == "size" else _shape(value, self.sizes))
            else:
                yield name, value
