"""Groups of elementwise operations as one kernel: each item is read once, and only what others need is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ag_notebook.staging.backends.lantern.native.nests import (
    Walk,
    broadcast_strides,
    kernel,
    nest,
    strides_of,
)
from ag_notebook.staging.backends.lantern.native.scalars import meaning_of
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, Function, Module


@dataclass(frozen=True)
class Step:
    """One operation of a group. `operands` count the group's inputs first, and then its steps."""

    kind: str
    operands: tuple[int, ...]
    dtypes: tuple[str, ...]
    result: str


@dataclass(frozen=True)
class Group:
    """What is done at each place of `shape`.

    Attributes:
        inputs: dtype and shape of arrays that broadcast to `shape`; scalars come in registers.
        outputs: the steps that are written.
    """

    shape: tuple[int, ...]
    inputs: tuple[tuple[str, tuple[int, ...]], ...]
    steps: tuple[Step, ...]
    outputs: tuple[int, ...]


def elementwise(module: Module, group: Group) -> str:
    """The name of the kernel of a group, whose arguments are the outputs and the inputs."""
    return module.function(group, lambda name: _built(module, name, group), "elementwise")


def _built(module: Module, name: str, group: Group) -> Function:
    kinds = ["ptr" if shape else LLVM_TYPES[dtype] for dtype, shape in group.inputs]
    code, results, operands = kernel(module, name, len(group.outputs), kinds)
    own = strides_of(group.shape)
    walks = [Walk(result, _dtype(group, output), own) for result, output in zip(results, group.outputs)]
    arrays: Sequence[int] = [place for place, (_, shape) in enumerate(group.inputs) if shape]
    for place in arrays:
        dtype, shape = group.inputs[place]
        walks.append(Walk(operands[place], dtype, broadcast_strides(shape, group.shape)))

    def item(pointers: list[str], _: list[str]) -> Sequence[str]:
        values = list(operands)
        for place, pointer in zip(arrays, pointers[len(results) :]):
            values[place] = code.load(pointer, group.inputs[place][0])
        for step in group.steps:
            given = [values[operand] for operand in step.operands]
            values.append(meaning_of(code, step.kind, step.dtypes, step.result, *given))
        for output, pointer in zip(group.outputs, pointers):
            code.store(values[output], pointer, _dtype(group, output))
        return ()

    nest(code, group.shape, walks, item)
    code.do("ret void")
    return code


def _dtype(group: Group, place: int) -> str:
    inputs = len(group.inputs)
    return group.inputs[place][0] if place < inputs else group.steps[place - inputs].result
