"""Random straight code, branches and loops of Lantern's, in which every operation fits what is known.

Floats that were rounded are not compared, floored or cast to integers (`exact` ones are), and floats stay small (`bounds`).
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

import numpy as np

from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.operations import EXACT
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
)

MOST = 8.0
"""Floats that go into other definitions, and that parameters of definitions are taken for, are below this."""


class Programs(Protocol):
    """What code asks of the maker of its program."""

    random: Random
    dtypes: tuple[str, ...]
    program: Program
    callable: list[Definition]

    def type(self, dtypes: Any = None, rank: int | None = None) -> ArrayType: ...

    def types(self) -> list[ArrayType]: ...

    def array(self, kind: ArrayType) -> Any: ...


class Code:
    """Makes the code of one definition, step by step.

    Attributes:
        known: the variables that can be read.
        exact: floats that every right implementation has the same bits for.
        bounds: what floats are below, but for NaN and infinity.
    """

    def __init__(self, programs: Programs, block: Block, exact: bool = False) -> None:
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
            self.exact_binary,
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

    def exact_binary(self) -> None:
        """Ints of Python's, that are small enough."""
        x = self.pick(["i64"])
        y = self.fitting(x)
        x, y = (
            self.b.emit("%", v, self.b.constant(self.random.choice([1000, -1000]), "i64")) for v in (x, y)
        )
        kind = self.random.choice(EXACT)
        if kind == "//!":
            y = self.b.emit("maximum", y, self.b.constant(1, "i64"))
        if kind == "**!":
            y = self.b.constant(self.random.randrange(4), "i64")
        self.know(self.b.emit(kind, x, y))

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

    def __init__(self, code: Code, block: Block) -> None:
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

    def __init__(self, code: Code, test: Variable, kinds: list[ArrayType]) -> None:
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
