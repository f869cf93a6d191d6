"""Random programs of Lantern's that are well typed, with arguments to run them with.

What would make two right implementations differ is left out: floats that were rounded are not compared, floored or cast to
integers (`exact` ones are), and floats stay small, so that rounding does not grow (`bounds`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from hypothesis import strategies as st
from lantern_code import MOST, Code

from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.printer import written
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import (
    BOOL,
    DTYPES,
    FLOATS,
    I64,
    INTEGERS,
    NUMBERS,
    ArrayType,
    RecordType,
    Type,
)


@dataclass
class Tree:
    """The one record of the programs; it is as the program says, but for `note`, which no program knows."""

    value: Any
    weights: Any
    left: Any = None
    right: Any = None
    note: str = ""


@dataclass(repr=False)
class Sample:
    """A program whose definition `main` is to be run."""

    program: Program
    arguments: list[Any]
    parameters: dict[str, Any]
    name: str = "main"

    def __repr__(self) -> str:
        return f"{written(self.program)}; arguments {self.arguments}, parameters {self.parameters}"


def samples(**options: Any) -> st.SearchStrategy[Sample]:
    """Samples, as a strategy; the options are `sample`'s."""
    return st.randoms(use_true_random=False).map(lambda random: sample(random, **options))


def sample(random: Random, dtypes: tuple[str, ...] = tuple(DTYPES), special: bool = False) -> Sample:
    """A random program.

    Args:
        random: chooses.
        dtypes: of arrays, at least one of them a float's. Tests are `bool` and counters `i64` nonetheless.
        special: some of the floats that go in are NaN, infinite or zero.
    """
    return _Programs(random, dtypes, special).sample()


class _Programs:
    """Makes one program."""

    def __init__(self, random: Random, dtypes: tuple[str, ...], special: bool) -> None:
        self.random = random
        self.dtypes = dtypes
        self.floats = [dtype for dtype in dtypes if dtype in FLOATS]
        self.special = special
        self.program = Program()
        self.callable: list[Definition] = []

    def sample(self) -> Sample:
        random = self.random
        dtype = random.choice(self.floats)
        tree = RecordType("Tree")
        self.program.records["Tree"] = {
            "value": ArrayType(dtype),
            "weights": self.type([dtype]),
            "left": tree,
            "right": tree,
        }
        for name in ("W", "bias")[: random.randrange(3)]:
            self.program.parameters[name] = self.type(self.floats)
        for _ in range(random.randrange(2)):
            self.helper()
        for _ in range(random.randrange(2)):
            self.recursive()
        if random.randrange(2):
            self.walk()
        types: list[Type] = [self.type() for _ in range(random.randint(1, 3))]
        types = [self.type(self.floats), *types, I64, tree]
        self.define("main", types, [self.type(self.floats), *self.types()], exact=True)
        arguments = [self.array(kind) if isinstance(kind, ArrayType) else self.tree() for kind in types]
        arguments[-2] = np.int64(random.randrange(5))
        return Sample(
            self.program,
            arguments,
            {name: self.array(kind) for name, kind in self.program.parameters.items()},
        )

    # Types and values

    def type(self, dtypes: Any = None, rank: int | None = None) -> ArrayType:
        random = self.random
        rank = random.choice([0, 0, 1, 1, 2, 2, 3]) if rank is None else rank
        return ArrayType(
            random.choice(dtypes or self.dtypes), tuple(random.choice([1, 2, 2, 3]) for _ in range(rank))
        )

    def types(self) -> list[ArrayType]:
        return [self.type() for _ in range(self.random.randrange(3))]

    def array(self, kind: ArrayType) -> Any:
        random = self.random

        def item() -> Any:
            if kind.dtype == "bool":
                return random.random() < 0.5
            if kind.dtype in INTEGERS:
                return random.choice([-1, 0, 1, 2, 7, random.randint(-100, 100), 2**31 - 1, -(2**31)])
            if self.special and random.random() < 0.2:
                return random.choice([np.nan, np.inf, -np.inf, 0.0, -0.0])
            return random.uniform(-2, 2)

        items = [item() for _ in range(int(np.prod(kind.shape)))]
        return np.array(items, DTYPES[kind.dtype]).reshape(kind.shape)[()]

    def tree(self) -> Tree | None:
        """A tree; the same object may be in it twice."""
        fields = self.program.records["Tree"]
        made: list[Tree | None] = [None]
        for _ in range(self.random.randrange(5)):
            value, weights = self.array(fields["value"]), self.array(fields["weights"])
            made.append(Tree(value, weights, self.random.choice(made), made[-1]))
        return made[-1]

    # Definitions

    def define(
        self, name: str, types: list[Type], results: list[ArrayType], exact: bool = False
    ) -> Definition:
        """A definition of straight code, branches, loops and calls of those that are there."""
        block = Block(tuple(Variable(kind, f"x{at}") for at, kind in enumerate(types)))
        definition = Definition(name, block, tuple(results))
        self.program.definitions[name] = definition
        code = Code(self, block, exact)
        code.steps(self.random.randint(4, 14) if exact else self.random.randint(2, 8))
        code.finish(results)
        return definition

    def helper(self) -> None:
        types = [self.type() for _ in range(self.random.randint(1, 3))]
        self.callable.append(
            self.define(f"helper{len(self.callable)}", types, [self.type(), *self.types()[:1]])
        )

    def recursive(self) -> None:
        """One definition that calls itself until a counter is 0, or two that call each other."""
        carried, results = (
            [self.type() for _ in range(self.random.randint(1, 2))],
            [self.type(), *self.types()[:1]],
        )
        start = len(self.callable)
        names = [f"recursive{start + at}" for at in range(self.random.randint(1, 2))]
        group = []
        for name in names:
            block = Block(
                (Variable(I64, "n"), *(Variable(kind, f"x{at}") for at, kind in enumerate(carried)))
            )
            group.append(Definition(name, block, tuple(results)))
            self.program.definitions[name] = group[-1]
        for at, definition in enumerate(group):
            code = Code(self, definition.block)
            b, n = code.b, definition.parameters[0]
            with code.branch(b.emit("<=", n, b.constant(0)), results) as (base, other):
                with code.inside(base):
                    code.steps(self.random.randint(0, 3))
                    code.finish(results)
                with code.inside(other):
                    for _ in range(self.random.randint(1, 2)):
                        code.steps(1)
                        less = b.emit("-", n, b.constant(1))
                        code.call(
                            group[(at + 1) % len(group)], [less, *map(code.small, map(code.value, carried))]
                        )
                    code.steps(self.random.randint(0, 3))
                    code.finish(results)
        self.callable.append(group[0])

    def walk(self) -> None:
        """A definition that goes down both sides of a tree."""
        kind = self.program.records["Tree"]["value"]
        assert isinstance(kind, ArrayType)
        result = self.type([kind.dtype])
        block = Block((Variable(RecordType("Tree"), "tree"), Variable(result, "x")))
        definition = Definition("walk", block, (result,))
        self.program.definitions["walk"] = definition
        code = Code(self, block)
        tree, x = definition.parameters
        with code.branch(code.b.emit("none?", tree), [result]) as (base, other):
            with code.inside(base):
                code.steps(self.random.randint(0, 2))
                code.finish([result])
            with code.inside(other):
                for side in self.random.sample(["left", "right"], self.random.randint(1, 2)):
                    code.call(
                        definition, [code.b.emit("field", tree, field=side), code.small(code.value(result))]
                    )
                for field in ("value", "weights"):
                    code.know(code.b.emit("field", tree, field=field), 2, exact=True)
                code.steps(self.random.randint(0, 3))
                code.finish([result])
        self.callable.append(definition)
