"""Lantern's programs as data: definitions of blocks of operations, each of which names its results.

The S-expressions that people read and write (`reader`, `printer`) are these programs:

    program   := form...
    form      := (record R (field T)...) | (param x T) | (def f ((x T)...) e)
    e         := x | literal | (let* (binding...) e) | (if e e e) | (values e...) | (call f e...)
               | (while ((x e)...) e e) | (field e f) | (op e... :attribute value...)
    binding   := (x e) | ((x...) e)
    literal   := true | false | 3 (i64) | 2.5 (f64) | (dtype number) | (array T number...) | (none R)
    number    := 3 | 2.5 | nan | inf | -inf | true | false
    value     := 3 | true | false | name | (value...)

Types are `types`' T; words are `text`'s, so that any name can be written (`|a name|`). `(let* …)` binds one after the other,
and hides what has the same name outside; a parameter is read by its name. `(array T …)` has its items in order, row by row.

`(while ((x start)...) test next)` goes on while `test` holds; `next` gives the next values. Every operation is pure: it may
be evaluated again. Definitions may call themselves and each other (Moldovan et al. 2019, §8), and do not say the types of
their results: `reader` infers them.

In a block (A-normal form), arguments of operations are variables. A block sees the variables of the blocks around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ag_notebook.report.spans import Span
from ag_notebook.staging.backends.lantern.ir.types import ArrayType, Type


@dataclass(eq=False, slots=True)
class Variable:
    """The one result of an operation, or a parameter; `name` is what a reader sees and need not be unique."""

    type: Type
    name: str = ""


@dataclass(eq=False, slots=True)
class Operation:
    """One operation.

    Attributes:
        kind: a key of `operations.RULES`, or one of `call if while`.
        arguments: what it reads. Of `while`: the first state; of `if`: the test.
        results: what it makes.
        attributes: constants (`axis`, `dtype`, …); of `call`: `definition`, a name.
        blocks: of `if`: what is done if the test holds, and if not; neither has parameters. Of `while`: the test and the
            next state, both with the state as parameters.
        span: the user's code that it comes from.
    """

    kind: str
    arguments: tuple[Variable, ...]
    results: tuple[Variable, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    blocks: tuple[Block, ...] = ()
    span: Span | None = None


@dataclass(eq=False, slots=True)
class Block:
    """Operations in order, and which of the variables are the block's value."""

    parameters: tuple[Variable, ...] = ()
    operations: list[Operation] = field(default_factory=list)
    results: tuple[Variable, ...] = ()

    def walk(self) -> Iterator[Operation]:
        """All operations, those of blocks inside after the one that holds them."""
        for operation in self.operations:
            yield operation
            for block in operation.blocks:
                yield from block.walk()


@dataclass(eq=False, slots=True)
class Definition:
    """A function; the block's parameters are its own. `result_types` are None while they are not known yet."""

    name: str
    block: Block
    result_types: tuple[Type, ...] | None = None
    span: Span | None = None

    @property
    def parameters(self) -> tuple[Variable, ...]:
        return self.block.parameters


@dataclass(slots=True)
class Program:
    """Everything that is compiled together.

    Attributes:
        records: the fields of each record type, in order.
        parameters: arrays that live outside of the program, which reads them; gradients with respect to them are added up.
        definitions: by name.
    """

    records: dict[str, dict[str, Type]] = field(default_factory=dict)
    parameters: dict[str, ArrayType] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
