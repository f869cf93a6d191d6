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

MOST = 8.0
"""Floats that go into other definitions, and that parameters of definitions are taken for, are below this."""


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
        code = _Code(self, block, exact)
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
            code = _Code(self, definition.block)
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
        code = _Code(self, block)
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


class _Code:
    """Makes the code of one definition, step by step.

    Attributes:
        known: the variables that can be read.
        exact: floats that every right implementation has the same bits for.
        bounds: what floats are below, but for NaN and infinity.
    """

    def __init__(self, programs: _Programs, block: Block, exact: bool = False) -> None:
        self.programs = programs
        self.random = programs.random
        self.b = Builder(programs.program, block)
        self.known: list[Variable] = []
        self.exact: set[Variable] = set()
        self.bounds: dict[Variable, float] = {}
        self.levels = 0
        for variable in block.parameters:
            self.know(variable, 2 if exact else MOST, exact)
        self.makers = [
            *[self.float_unary] * 2,
            self.number_unary,
            *[self.binary] * 3,
            self.comparison,
            self.logic,
            self.where,
            self.cast,
            *[self.matmul] * 2,
            self.reduction,
            self.shaped,
            self.concatenate,
            self.slice,
            self.rows,
            self.softmax,
            self.constant,
            self.parameter,
            self.if_,
            self.while_,
            self.calls,
            self.read_field,
            self.choose_reference,
            self.follow,
        ]

    def know(self, variable: Variable, bound: float = 1.0, exact: bool = False) -> Variable:
        """Makes a variable known. A float whose bound is too large is replaced by its `tanh`."""
        kind = variable.type
        if isinstance(kind, ArrayType) and kind.is_float:
            if bound > 1e3:
                return self.know(self.b.emit("tanh", variable))
            self.bounds[variable] = bound
        if exact or not (isinstance(kind, ArrayType) and kind.is_float):
            self.exact.add(variable)
        self.known.append(variable)
        return variable

    # Choosing

    def pick(self, dtypes: Any = None, rank: int = 0, exact: bool = False) -> Variable:
        """A variable of one of these dtypes, and of at least this rank."""
        dtypes = [dtype for dtype in dtypes or DTYPES if dtype in self.programs.dtypes] or list(dtypes)
        found = [
            v
            for v in self.known
            if isinstance(v.type, ArrayType)
            and v.type.dtype in dtypes
            and len(v.type.shape) >= rank
            and (v in self.exact or not exact)
        ]
        if found and self.random.random() < 0.9:
            # What was made last is read more often, so that programs are deep.
            return found[-1 - min(self.random.randrange(len(found)), self.random.randrange(len(found)))]
        return self.constant_of(self.programs.type(dtypes, max(rank, self.random.randrange(3))))

    def constant_of(self, kind: ArrayType) -> Variable:
        return self.know(self.b.constant(self.programs.array(kind)), 2, exact=True)

    def value(self, kind: ArrayType) -> Variable:
        """A variable of exactly this type."""
        found = [v for v in self.known if v.type == kind]
        if found and self.random.random() < 0.9:
            return self.random.choice(found[-4:])
        near = [
            v
            for v in self.known
            if isinstance(v.type, ArrayType) and v.type.dtype == kind.dtype and fits(v.type.shape, kind.shape)
        ]
        if not near:
            return self.constant_of(kind)
        v = self.random.choice(near[-4:])
        return self.know(self.b.emit("broadcast", v, shape=kind.shape), self.bound(v), v in self.exact)

    def fitting(self, x: Variable) -> Variable:
        """A variable that can be combined with `x`: of its dtype, and of a shape that fits."""
        dtype, shape = x.type.dtype, x.type.shape
        found = [
            v
            for v in self.known
            if isinstance(v.type, ArrayType)
            and v.type.dtype == dtype
            and (fits(v.type.shape, shape) or fits(shape, v.type.shape))
        ]
        if found and self.random.random() < 0.8:
            return self.random.choice(found)
        sizes = shape[self.random.randint(0, len(shape)) :]
        return self.constant_of(ArrayType(dtype, tuple(self.random.choice([1, size]) for size in sizes)))

    def bound(self, x: Variable) -> float:
        return self.bounds.get(x, 0)

    def index(self, size: int, *shape: int) -> Variable:
        """Indices that are in range, below 0 too."""
        dtype = self.random.choice(INTEGERS)
        found = [v for v in self.known if v.type == ArrayType(dtype, shape)]
        if found and self.random.randrange(2):
            return self.b.emit("%", self.random.choice(found), self.b.constant(size, dtype))
        items = [self.random.randrange(-size, size) for _ in range(int(np.prod(shape)))]
        return self.b.constant(np.reshape(items, shape), dtype)

    def small(self, x: Variable) -> Variable:
        return x if self.bound(x) <= MOST else self.know(self.b.emit("tanh", x))

    # Steps

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.random.choice(self.makers)()

    def finish(self, kinds: list[ArrayType]) -> None:
        """Ends the innermost block with values of these types."""
        self.b.block.results = tuple(self.small(self.mixed(kind)) for kind in kinds)

    def mixed(self, kind: ArrayType) -> Variable:
        """A variable of this type; a float depends on some that were made last, so that they matter."""
        found = self.value(kind)
        if not kind.is_float or self.random.random() < 0.3:
            return found
        others = [v for v in self.known if isinstance(v.type, ArrayType) and v.type.dtype == kind.dtype]
        chosen = {*others[-self.random.randint(1, 4) :], *self.random.sample(others, min(2, len(others)))}
        for other in sorted(chosen, key=others.index):
            if other is not found:
                item = self.b.emit("sum", other, axes=axes_of(other)) if other.type.shape else other
                size = int(np.prod(other.type.shape))
                share = self.b.emit("*", item, self.b.constant(0.25 / size, kind.dtype))
                bound = self.bound(found) + self.bound(other) / 4
                found = self.know(self.b.emit("+", found, share), bound)
        return found

    def inside(self, block: Block) -> Any:
        return _Inside(self, block)

    def branch(self, test: Variable, kinds: list[ArrayType]) -> Any:
        return _Branch(self, test, kinds)

    def float_unary(self) -> None:
        x = self.pick(FLOATS)
        one, emit = self.b.constant(1, x.type.dtype), self.b.emit
        match self.random.randrange(11):
            case 0 | 1:
                self.know(emit("tanh", x))
            case 2:
                self.know(emit("sigmoid", x))
            case 3:
                self.know(emit(self.random.choice(["exp", "expm1", "tan"]), emit("tanh", x)), 3)
            case 4:
                kind = self.random.choice(["log", "sqrt"])
                self.know(emit(kind, emit("+", emit("abs", x), one)), 8 + self.bound(x))
            case 5:
                self.know(emit("log1p", emit("abs", x)), 8)
            case 6 | 7:
                self.know(emit(self.random.choice(["sin", "cos"]), x))
            case 8:
                self.know(emit("softmax", x) if x.type.shape else emit("relu", x), self.bound(x) + 1)
            case _:
                x = self.pick(FLOATS, exact=True)
                self.know(emit(self.random.choice(["floor", "ceil"]), x), self.bound(x) + 1, exact=True)

    def number_unary(self) -> None:
        kind = self.random.choice(["neg", "abs", "sign", "relu"])
        x = self.pick(NUMBERS, exact=kind == "sign")
        self.know(self.b.emit(kind, x), max(1, self.bound(x)), x in self.exact)

    def binary(self) -> None:
        kind = self.random.choice(["+", "-", "*", "*", "maximum", "minimum", "/", "//", "%", "**"])
        rounds = kind in ("//", "%")
        x = self.pick(FLOATS if kind == "/" else NUMBERS, exact=rounds)
        y = self.fitting(x)
        emit, (p, q) = self.b.emit, (self.bound(x), self.bound(y))
        number = lambda value: self.b.constant(value, x.type.dtype)  # noqa: E731
        if kind in ("+", "-"):
            self.know(emit(kind, x, y), p + q)
        elif kind == "*":
            self.know(emit(kind, x, y), p * q)
        elif kind in ("maximum", "minimum"):
            self.know(emit(kind, x, y), max(p, q), x in self.exact and y in self.exact)
        elif kind == "/":
            self.know(emit(kind, x, emit("+", emit("abs", y), number(1))), p)
        elif rounds and x.type.is_float:
            divisor = number(self.random.choice([0.5, -0.75, 0.7, 3.0]))
            self.know(emit(kind, x, divisor), 2 * p + 4, exact=True)
        elif rounds:
            self.know(emit(kind, x, emit("where", emit("==", y, number(0)), number(1), y)))
        elif x.type.is_float:
            power = (
                emit("tanh", y)
                if self.random.randrange(2)
                else number(self.random.choice([0, 1, 2, -1, 0.5]))
            )
            base = emit("+", emit("abs", x), number(0.5))
            self.know(emit(kind, base, power), max(2, (p + 0.5) ** 2))
        else:
            self.know(emit(kind, x, number(self.random.randrange(4))))

    def comparison(self) -> None:
        x = self.pick(exact=True)
        y = self.fitting(x)
        if y in self.exact:
            self.know(self.b.emit(self.random.choice(["<", "<=", "==", "!=", ">", ">="]), x, y))

    def logic(self) -> None:
        x = self.pick(["bool"])
        kind = self.random.choice(["and", "or", "not"])
        self.know(self.b.emit(kind, x) if kind == "not" else self.b.emit(kind, x, self.fitting(x)))

    def where(self) -> None:
        x = self.pick()
        y = self.fitting(x)
        test = self.test()
        exact = x in self.exact and y in self.exact
        self.know(self.b.emit("where", test, x, y), max(self.bound(x), self.bound(y)), exact)

    def test(self) -> Variable:
        """A truth value."""
        found = [v for v in self.known if v.type == BOOL]
        if found:
            return self.random.choice(found)
        x = self.pick(NUMBERS, exact=True)
        if x.type.shape:
            return self.know(
                self.b.emit("any", self.b.emit(">", x, self.b.constant(0, x.type.dtype)), axes=axes_of(x))
            )
        return self.know(self.b.emit(">", x, self.b.constant(0, x.type.dtype)))

    def cast(self) -> None:
        x = self.pick()
        dtype = self.random.choice(self.programs.dtypes)
        emit = self.b.emit
        if x.type.is_float and dtype not in FLOATS:
            if x not in self.exact:
                return
            low, high, zero = (self.b.constant(value, x.type.dtype) for value in (-100, 100, 0))
            clipped = emit("minimum", emit("maximum", x, low), high)
            x = emit("where", emit("==", x, x), clipped, zero)  # NaN and infinity are no integers.
        bound = self.bound(x) if x.type.is_float else 1.0 if x.type.dtype == "bool" else 1e30
        self.know(emit("cast", x, dtype=dtype), bound, x in self.exact and bound < 1e3)

    def matmul(self) -> None:
        x = self.pick(NUMBERS, rank=1)
        size = x.type.shape[-1]
        shape = self.random.choice(
            [(size,), (size, 2), (size, 3), (1, size, 2), (*x.type.shape[:-2], size, 2)]
        )
        if len(shape) > 3:
            return
        y = self.value(ArrayType(x.type.dtype, shape))
        self.know(self.b.emit("matmul", x, y), self.bound(x) * self.bound(y) * size)

    def reduction(self) -> None:
        kind = self.random.choice(["sum", "sum", "amax", "amin", "all", "any", "argmax", "argmin"])
        dtypes = ["bool"] if kind in ("all", "any") else NUMBERS
        x = self.pick(dtypes, rank=1, exact=kind.startswith("arg"))
        rank = len(x.type.shape)
        axes = sorted(self.random.sample(range(rank), self.random.randint(1, rank)))
        if kind.startswith("arg"):
            axes = self.random.choice([axes[:1], list(range(rank))])
        how = {"keepdims": True} if self.random.randrange(2) else {}
        bound = self.bound(x) * (np.prod(x.type.shape) if kind == "sum" else 1)
        self.know(
            self.b.emit(kind, x, axes=tuple(axes), **how),
            float(bound),
            kind in ("amax", "amin") and x in self.exact,
        )

    def shaped(self) -> None:
        x = self.pick()
        shape, emit = x.type.shape, self.b.emit
        match self.random.randrange(3):
            case 0:
                whole = int(np.prod(shape))
                shapes = [(whole,), (1, whole), (whole, 1), shape[::-1], *([()] if whole == 1 else [])]
                y = emit("reshape", x, shape=self.random.choice(shapes))
            case 1:
                sizes = tuple(self.random.choice([2, 3]) if size == 1 else size for size in shape)
                y = emit("broadcast", x, shape=(2, *sizes) if len(sizes) < 3 else sizes)
            case _:
                y = emit("transpose", x, axes=tuple(self.random.sample(range(len(shape)), len(shape))))
        self.know(y, self.bound(x), x in self.exact)

    def concatenate(self) -> None:
        x = self.pick(rank=1)
        axis = self.random.randrange(len(x.type.shape))
        sizes = list(x.type.shape)
        sizes[axis] = self.random.choice([1, 2])
        if x.type.shape[axis] > 5:
            return
        parts = [x, self.value(ArrayType(x.type.dtype, tuple(sizes)))]
        self.random.shuffle(parts)
        result = self.b.emit("concatenate", *parts, axis=axis)
        self.know(result, max(map(self.bound, parts)), all(part in self.exact for part in parts))

    def slice(self) -> None:
        """A slice, or an array with a slice in it."""
        x = self.pick(rank=1)
        pieces = []
        for size in x.type.shape:
            ends = [None, *range(-size, size + 1)]
            cut = slice(
                self.random.choice(ends),
                self.random.choice(ends),
                self.random.choice([None, None, -1, 2, -2]),
            )
            if len(range(*cut.indices(size))) == 0:
                cut = slice(None, None, -1)
            pieces.append(cut.indices(size))
        bounds = dict(zip(("starts", "stops", "steps"), zip(*pieces, strict=True), strict=True))
        y = self.b.emit("slice", x, **bounds)
        if self.random.randrange(3) == 0:
            y = self.b.emit("place", y, shape=x.type.shape, **bounds)
        self.know(y, self.bound(x), x in self.exact)

    def rows(self) -> None:
        x = self.pick(rank=1)
        size, rest = x.type.shape[0], x.type.shape[1:]
        emit = self.b.emit
        match self.random.randrange(4):
            case 0:
                y, bound, others = emit("row", x, self.index(size)), self.bound(x), []
            case 1:
                shape = (self.random.randint(1, 3),) if rest else self.random.choice([(2,), (2, 2)])
                y, bound, others = emit("take", x, self.index(size, *shape)), self.bound(x), []
            case 2:
                row = self.value(ArrayType(x.type.dtype, rest))
                y, others = emit("set-row", x, self.index(size), row), [row]
                bound = max(self.bound(x), self.bound(row))
            case _:
                if x.type.dtype == "bool":
                    return
                indices = self.index(3, size)
                y, bound, others = emit("add-rows", indices, x, size=3), self.bound(x) * size, []
                self.know(y, bound)
                return
        self.know(y, bound, all(part in self.exact for part in (x, *others)))

    def softmax(self) -> None:
        x = self.pick(FLOATS, rank=1)
        kind = self.random.choice(["softmax", "log-softmax", "cross-entropy"])
        if kind == "cross-entropy":
            labels = self.index(x.type.shape[-1], *x.type.shape[:-1])
            size = self.b.constant(x.type.shape[-1], labels.type.dtype)
            self.know(self.b.emit(kind, x, self.b.emit("%", labels, size)), 2 * self.bound(x) + 8)
        else:
            self.know(self.b.emit(kind, x), 2 * self.bound(x) + 8)

    def constant(self) -> None:
        self.constant_of(self.programs.type())

    def parameter(self) -> None:
        names = list(self.programs.program.parameters)
        if names:
            self.know(self.b.emit("param", parameter=self.random.choice(names)), 2, exact=True)

    def read_field(self) -> None:
        """A field of a reference that may be None: then a number stands for it."""
        trees = [v for v in self.known if isinstance(v.type, RecordType)]
        if not trees or self.levels > 1:
            return
        tree = self.random.choice(trees)
        field = self.random.choice(["value", "weights"])
        kind = self.programs.program.records["Tree"][field]
        assert isinstance(kind, ArrayType)
        with self.branch(self.b.emit("none?", tree), [kind]) as (base, other):
            with self.inside(base):
                self.finish([kind])
            with self.inside(other):
                self.b.block.results = (self.b.emit("field", tree, field=field),)

    def reference(self) -> Variable:
        """A reference that is known, or None."""
        found = [v for v in self.known if isinstance(v.type, RecordType)]
        if found and self.random.randrange(4):
            return self.random.choice(found)
        return self.b.emit("none", record="Tree")

    def choose_reference(self) -> None:
        """One of two references."""
        blocks = Block(results=(self.reference(),)), Block(results=(self.reference(),))
        self.known += self.b.branch(self.test(), *blocks)

    def follow(self) -> None:
        """A loop along one side of a tree, which adds up values."""
        kind = self.programs.program.records["Tree"]["value"]
        assert isinstance(kind, ArrayType)
        starts = [self.reference(), self.small(self.value(kind))]
        test, body = (
            Block(tuple(Variable(v.type, "tx"[at]) for at, v in enumerate(starts))) for _ in range(2)
        )
        with self.b.inside(test):
            test.results = (self.b.emit("not", self.b.emit("none?", test.parameters[0])),)
        with self.b.inside(body):
            tree, total = body.parameters
            added = self.b.emit("+", total, self.b.emit("field", tree, field="value"))
            body.results = (self.b.emit("field", tree, field=self.random.choice(["left", "right"])), added)
        _, total = self.b.loop(starts, test, body)
        self.know(total, 3 * MOST)

    # Control

    def if_(self) -> None:
        if self.levels > 1:
            return
        kinds = [self.programs.type(), *self.programs.types()[:1]]
        with self.branch(self.test(), kinds) as blocks:
            for block in blocks:
                with self.inside(block):
                    self.steps(self.random.randrange(4))
                    self.finish(kinds)

    def while_(self) -> None:
        """A counter, and what is carried; the test may also ask for a truth value that is carried."""
        if self.levels > 1:
            return
        kinds = [self.programs.type() for _ in range(self.random.randint(1, 2))]
        limit = self.b.constant(self.random.randrange(4))
        counters = [v for v in self.known if v.type == I64]
        if counters and self.random.randrange(2):
            limit = self.b.emit("%", self.random.choice(counters), self.b.constant(4))
        starts = [self.small(self.value(kind)) for kind in kinds]
        first = [self.b.constant(0), *starts]
        test, body = (
            Block(tuple(Variable(v.type, "ixy"[at]) for at, v in enumerate(first))) for _ in range(2)
        )
        with self.inside(test):
            goes_on = self.b.emit("<", test.parameters[0], limit)
            for variable in test.parameters:
                if variable.type == BOOL:
                    goes_on = self.b.emit("and", goes_on, variable)
            test.results = (goes_on,)
        with self.inside(body):
            self.know(body.parameters[0])
            for variable in body.parameters[1:]:
                self.know(variable, MOST)
            self.steps(self.random.randint(1, 4))
            following = self.b.emit("+", body.parameters[0], self.b.constant(1))
            self.finish(kinds)
            body.results = (following, *body.results)
        for variable in self.b.loop(first, test, body):
            self.know(variable, MOST)

    def calls(self) -> None:
        """A call of a definition; counters are small."""
        if not self.programs.callable or self.levels > 1:
            return
        definition = self.random.choice(self.programs.callable)
        arguments = []
        for kind in (v.type for v in definition.parameters):
            if isinstance(kind, ArrayType):
                arguments.append(self.small(self.value(kind)))
                continue
            arguments.append(self.reference())
        if definition.name.startswith("recursive"):
            arguments[0] = self.b.emit("%", arguments[0], self.b.constant(4))
        self.call(definition, arguments)

    def call(self, definition: Definition, arguments: list[Variable]) -> None:
        for variable in self.b.call(definition.name, arguments):
            self.know(variable, MOST)


class _Inside:
    """Code goes into a block; what it makes is known in there."""

    def __init__(self, code: _Code, block: Block) -> None:
        self.code = code
        self.context = code.b.inside(block)

    def __enter__(self) -> None:
        self.known = list(self.code.known)
        self.code.levels += 1
        self.context.__enter__()

    def __exit__(self, *problem: object) -> None:
        self.context.__exit__(*problem)
        self.code.levels -= 1
        self.code.known = self.known


class _Branch:
    """Two blocks to be filled, and at last the `if`, whose results end the block if that is the definition's."""

    def __init__(self, code: _Code, test: Variable, kinds: list[ArrayType]) -> None:
        self.code = code
        self.test = test
        self.kinds = kinds

    def __enter__(self) -> tuple[Block, Block]:
        self.blocks = Block(), Block()
        return self.blocks

    def __exit__(self, *problem: object) -> None:
        if problem[0] is None:
            results = self.code.b.branch(self.test, *self.blocks)
            for variable in results:
                self.code.know(variable, MOST)
            if not self.code.levels and not self.code.b.block.results:
                self.code.b.block.results = results


def fits(shape: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether an array of `shape` can be repeated to `other`."""
    if len(shape) > len(other):
        return False
    return all(size in (1, wanted) for size, wanted in zip(shape[::-1], other[::-1], strict=False))


def axes_of(x: Variable) -> tuple[int, ...]:
    """All axes."""
    return tuple(range(len(x.type.shape)))
