"""Random programs of nested branches, loops and recursion: machine code agrees with the evaluator, forward and backward."""

import numpy as np
import pytest
from agreement import agree

from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import F64, I64, ArrayType

VECTOR = ArrayType("f64", (3,))
MATRIX = ArrayType("f64", (3, 3))


class Writer:
    """Writes definitions `f` and `g` of a number, a vector and a scalar, which give a vector and a scalar."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.program = Program({}, {"m": MATRIX, "v": VECTOR, "s": F64, "table": MATRIX})
        for name in "fg":
            block = Block((Variable(I64, "n"), Variable(VECTOR, "x"), Variable(F64, "y")))
            self.program.definitions[name] = Definition(name, block, (VECTOR, F64))
        for definition in self.program.definitions.values():
            block = definition.block
            self.builder = Builder(self.program, block)
            self.number = block.parameters[0]
            block.results = self.guarded(list(block.parameters[1:]))

    def constant(self, value):
        return self.builder.constant(value, "i64" if isinstance(value, int) else "f64")

    def choose(self, known, kind):
        found = [each for each in known if each.type == kind]
        return found[self.random.integers(len(found))]

    def guarded(self, known):
        """Recursion ends where the number is zero."""
        test = self.builder.emit("<=", self.number, self.constant(0))
        return self.branch(test, known, (1, 3), calls=(False, True))

    def branch(self, test, known, sizes, calls, depth=0):
        blocks = []
        for size, may_call in zip(sizes, calls):
            with self.builder.inside(Block()) as block:
                inner = self.operations(list(known), size, may_call, depth)
                block.results = (self.choose(inner, VECTOR), self.choose(inner, F64))
            blocks.append(block)
        return self.builder.branch(test, *blocks)

    def operations(self, known, size, calls, depth=0):
        emit = self.builder.emit
        for _ in range(size + 2):
            known.append(self.scalar(known, emit))
            known.append(self.vector(known, emit))
            action = self.random.integers(8) if depth < 2 else 7
            if action == 0:
                test = emit(">", self.choose(known, F64), self.choose(known, F64))
                known += self.branch(test, known, (1, 0), (calls, calls), depth + 1)
            elif action == 1:
                known += self.loop(known, calls, depth)
            elif action == 2 and calls:
                less = emit("-", self.number, self.constant(1))
                name = "fg"[self.random.integers(2)]
                known += self.builder.call(name, [less, self.choose(known, VECTOR), self.choose(known, F64)])
        return known

    def loop(self, known, calls, depth):
        start = [
            self.constant(0),
            self.choose(known, VECTOR),
            self.choose(known, VECTOR),
            self.choose(known, F64),
        ]
        test, body = (Block(tuple(Variable(each.type) for each in start)) for _ in range(2))
        with self.builder.inside(test):
            limit = self.constant(int(self.random.integers(4)))
            test.results = (self.builder.emit("<", test.parameters[0], limit),)
        with self.builder.inside(body):
            inner = self.operations(
                [*known, *body.parameters[1:]], 0, calls and self.random.random() < 0.3, depth + 1
            )
            following = self.builder.emit("+", body.parameters[0], self.constant(1))
            vectors = [self.choose(inner[-5:] + list(body.parameters), VECTOR) for _ in range(2)]
            body.results = (following, *vectors, self.choose(inner[-4:], F64))
        return self.builder.loop(start, test, body)[1:]

    def scalar(self, known, emit):
        one, other, vector = self.choose(known, F64), self.choose(known, F64), self.choose(known, VECTOR)
        index = self.constant(int(self.random.integers(-3, 3)))
        choices = [
            lambda: emit("tanh", emit("*", one, other)),
            lambda: emit("sum", emit("*", vector, vector), axes=(0,)),
            lambda: emit("row", vector, index),
            lambda: emit("*", emit("param", parameter="s"), emit("sin", one)),
            lambda: emit("where", emit("<", one, other), one, emit("-", other, one)),
            lambda: self.constant(float(self.random.normal())),
            lambda: emit("matmul", vector, emit("param", parameter="v")),
        ]
        return choices[self.random.integers(len(choices))]()

    def vector(self, known, emit):
        one, other, scalar = self.choose(known, VECTOR), self.choose(known, VECTOR), self.choose(known, F64)
        matrix = emit("param", parameter="m")
        index = self.constant(int(self.random.integers(-3, 3)))
        choices = [
            lambda: emit("tanh", emit("+", emit("matmul", matrix, one), other)),
            lambda: emit("sigmoid", emit("matmul", one, matrix)),
            lambda: emit("*", one, scalar),
            lambda: emit("-", emit("*", one, other), emit("param", parameter="v")),
            lambda: emit("set-row", one, index, scalar),
            lambda: emit("softmax", one),
            lambda: emit("row", emit("param", parameter="table"), index),
            lambda: emit("broadcast", emit("tanh", scalar), shape=(3,)),
            lambda: emit("reshape", emit("matmul", emit("reshape", one, shape=(1, 3)), matrix), shape=(3,)),
            lambda: emit(
                "slice", emit("concatenate", one, other, axis=0), starts=(4,), stops=(1,), steps=(-1,)
            ),
        ]
        return emit("tanh", choices[self.random.integers(len(choices))]())


@pytest.mark.parametrize("seed", range(12))
def test_random_programs(seed):
    program = Writer(seed).program
    random = np.random.default_rng(seed)
    parameters = {name: random.normal(size=kind.shape)[()] for name, kind in program.parameters.items()}
    agree(
        program, "f", [2, random.normal(size=3), 0.5], {k: np.asarray(v)[()] for k, v in parameters.items()}
    )
