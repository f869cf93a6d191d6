"""Reads programs that are written as S-expressions (the grammar is in `program`).

Definitions do not say the types of their results. These are found by a fixed point: as long as a call's type is not
known, the other branch of an `if` tells it (the base case), and what is found helps with the other definitions.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from ag_notebook.staging.backends.lantern.ir.builder import Builder, TypeMismatchError
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.text import NUMBER, Parens, ReadError, Tree, Word, parsed, place
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType, RecordType, Type

Names = Mapping[str, Variable]


def read(text: str) -> Program:
    """The program that a text says.

    Raises:
        ReadError: the text is no program.
        TypeMismatchError: an operation does not fit its operands. Messages begin with line and column.
    """
    return _Reader(text).program


class _UnknownTypeError(Exception):
    """An expression that calls a definition whose result types are not known yet."""


class _Reader:
    """Reads the forms of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.program = Program()
        bodies: dict[str, Tree] = {}
        self.forms = {"record": self.record, "param": self.parameter, "def": self.definition}
        trees = parsed(text)
        for tree in trees:  # Types may name records that come later.
            if _is_form(tree, "record"):
                record = self.items(tree, 2, None, "a record is (record name (field type)...)")[1]
                if self.word(record) in self.program.records:
                    self.fail(record, f"there are two records {self.word(record)}")
                self.program.records[self.word(record)] = {}
        for tree in trees:
            head = self.items(tree, 1)[0]
            form = self.forms.get(head.text) if isinstance(head, Word) else None
            if form is None:
                self.fail(head, "a form is (record …), (param …) or (def …)")
            form(tree, bodies)
        self.infer(bodies)
        for name, body in bodies.items():
            self.program.definitions[name].block = self.body(name, body)

    def fail(self, tree: Tree, message: str) -> NoReturn:
        raise ReadError(f"{place(self.text, tree.offset)}: {message}")

    @contextlib.contextmanager
    def typed(self, tree: Tree) -> Iterator[None]:
        """Says in type errors where they are."""
        try:
            yield
        except TypeMismatchError as problem:
            raise TypeMismatchError(f"{place(self.text, tree.offset)}: {problem}") from None

    def items(self, tree: Tree, least: int, most: int | None = None, said: str = "") -> tuple[Tree, ...]:
        """What is between parentheses: at least and at most so many trees."""
        if not isinstance(tree, Parens):
            self.fail(tree, f"{tree.text} stands where parentheses are needed{said and f': {said}'}")
        if not least <= len(tree.items) <= (len(tree.items) if most is None else most):
            self.fail(tree, said or "something is missing between these parentheses")
        return tree.items

    def word(self, tree: Tree) -> str:
        if isinstance(tree, Parens):
            self.fail(tree, "parentheses stand where a name is needed")
        return tree.text

    # Forms

    def record(self, tree: Tree, bodies: dict[str, Tree]) -> None:
        _, name, *fields = self.items(tree, 2)
        found = self.program.records[self.word(name)]
        for pair in fields:
            field, kind = self.items(pair, 2, 2, "a field is (name type)")
            if self.word(field) in found:
                self.fail(field, f"there are two fields {self.word(field)}")
            found[self.word(field)] = self.type(kind)

    def parameter(self, tree: Tree, bodies: dict[str, Tree]) -> None:
        _, name, kind = self.items(tree, 3, 3, "a parameter is (param name type)")
        found = self.type(kind)
        if not isinstance(found, ArrayType):
            self.fail(kind, "a parameter is an array")
        if self.word(name) in self.program.parameters:
            self.fail(name, f"there are two parameters {self.word(name)}")
        self.program.parameters[self.word(name)] = found

    def definition(self, tree: Tree, bodies: dict[str, Tree]) -> None:
        _, name, parameters, body = self.items(
            tree, 4, 4, "a definition is (def name ((x type)...) expression)"
        )
        if self.word(name) in bodies:
            self.fail(name, f"there are two definitions {self.word(name)}")
        found = []
        for pair in self.items(parameters, 0):
            variable, kind = self.items(pair, 2, 2, "a parameter of a definition is (name type)")
            found.append(Variable(self.type(kind), self.word(variable)))
        bodies[self.word(name)] = body
        self.program.definitions[self.word(name)] = Definition(self.word(name), Block(tuple(found)))

    def type(self, tree: Tree) -> Type:
        if isinstance(tree, Word):
            if tree.text not in DTYPES:
                self.fail(tree, f"{tree.text} is no type; scalars are {', '.join(DTYPES)}")
            return ArrayType(tree.text)
        head = self.word(self.items(tree, 2, None, "a type is (tensor dtype size...) or (ref record)")[0])
        if head == "ref" and len(tree.items) == 2:
            name = self.word(tree.items[1])
            if name not in self.program.records:
                self.fail(tree.items[1], f"there is no record {name}")
            return RecordType(name)
        if head != "tensor" or self.word(tree.items[1]) not in DTYPES:
            self.fail(tree, "a type is (tensor dtype size...) or (ref record)")
        return ArrayType(self.word(tree.items[1]), tuple(map(self.size, tree.items[2:])))

    def size(self, tree: Tree) -> int | str:
        found = self.attribute(tree)
        if isinstance(found, (bool, tuple)) or (isinstance(found, int) and found < 0):
            self.fail(tree, "a size is a number, not below 0, or a name")
        return found  # type: ignore[no-any-return]

    # Inference

    def infer(self, bodies: Mapping[str, Tree]) -> None:
        """Finds the types of results: those that do not need others first."""
        unknown = dict(bodies)
        while unknown:
            before = len(unknown)
            for name, body in list(unknown.items()):
                with contextlib.suppress(_UnknownTypeError):
                    results = self.body(name, body).results
                    self.program.definitions[name].result_types = tuple(v.type for v in results)
                    del unknown[name]
            if len(unknown) == before:
                name, body = next(iter(unknown.items()))
                self.fail(body, f"no path through {name} returns without recursion; add a base case")

    def body(self, name: str, body: Tree) -> Block:
        parameters = self.program.definitions[name].parameters
        names: dict[str, Variable] = {}
        for variable in parameters:
            if variable.name in names:
                self.fail(body, f"{name} has two parameters {variable.name}")
            names[variable.name] = variable
        block = Block(parameters)
        block.results = _Expressions(self, Builder(self.program, block)).values(body, names)
        return block

    # Words

    def attribute(self, tree: Tree) -> Any:
        """A number, a truth value, a name, or some of these."""
        if isinstance(tree, Parens):
            return tuple(map(self.attribute, tree.items))
        if tree.quoted or not (NUMBER.fullmatch(tree.text) or tree.text in ("true", "false")):
            return tree.text
        return tree.text == "true" if tree.text in ("true", "false") else self.number(tree, "i64")

    def number(self, tree: Tree, dtype: str) -> Any:
        """A word as a number of Python's that a dtype has."""
        word = self.word(tree)
        if dtype != "bool" and not NUMBER.fullmatch(word) and word not in ("nan", "inf", "-inf"):
            self.fail(tree, f"{word} is no {dtype}")
        try:
            if dtype == "bool":
                return {"true": True, "false": False}[word]
            value: int | float = int(word) if dtype in ("i32", "i64") else float(word)
            DTYPES[dtype](value)
        except (KeyError, ValueError, OverflowError):
            self.fail(tree, f"{word} is no {dtype}")
        return value


def _is_form(tree: Tree, name: str) -> bool:
    return (
        isinstance(tree, Parens)
        and tree.items[:1] != ()
        and tree.items[0] == Word(name, tree.items[0].offset)
    )


class _Expressions:
    """Reads the expressions of one definition."""

    def __init__(self, reader: _Reader, builder: Builder) -> None:
        self.reader = reader
        self.builder = builder
        self.kinds: dict[str, Callable[[Parens, Names], Sequence[Variable]]] = {
            "let*": self.let,
            "if": self.branch,
            "while": self.loop,
            "call": self.call,
            "field": self.field,
            "none": self.none,
            "array": self.array,
            "values": lambda tree, names: [self.value(item, names) for item in tree.items[1:]],
            **dict.fromkeys(DTYPES, self.scalar),
        }

    def values(self, tree: Tree, names: Names) -> tuple[Variable, ...]:
        """Adds the operations of an expression."""
        if isinstance(tree, Word):
            return (self.word(tree, names),)
        head = self.reader.items(tree, 1, None, "an expression is not empty")[0]
        read = self.kinds.get(self.reader.word(head), self.operation)
        return tuple(read(tree, names))

    def value(self, tree: Tree, names: Names) -> Variable:
        """The one value of an expression."""
        found = self.values(tree, names)
        if len(found) != 1:
            self.reader.fail(tree, f"this has {len(found)} values where one is needed")
        return found[0]

    def inside(self, block: Block, tree: Tree, names: Names) -> Block:
        """Fills a block."""
        with self.builder.inside(block):
            block.results = self.values(tree, names)
        return block

    def emit(self, tree: Tree, kind: str, attributes: dict[str, Any], *arguments: Variable) -> Variable:
        with self.reader.typed(tree):
            types = self.builder.result_type(kind, arguments, attributes)
        return self.builder.add(kind, arguments, [types], attributes)[0]

    def word(self, tree: Word, names: Names) -> Variable:
        if not tree.quoted and tree.text in ("true", "false"):
            return self.constant(tree, tree.text == "true", "bool")
        if not tree.quoted and NUMBER.fullmatch(tree.text):
            dtype = "f64" if set(tree.text) & set(".eE") else "i64"
            return self.constant(tree, self.reader.number(tree, dtype), dtype)
        if tree.text in names:
            return names[tree.text]
        if tree.text not in self.reader.program.parameters:
            self.reader.fail(tree, f"there is no variable or parameter {tree.text}")
        return self.emit(tree, "param", {"parameter": tree.text})

    def constant(self, tree: Tree, value: Any, dtype: str) -> Variable:
        return self.emit(tree, "constant", {"value": np.asarray(value, DTYPES[dtype])})

    def scalar(self, tree: Parens, names: Names) -> Sequence[Variable]:
        head, number = self.reader.items(tree, 2, 2, "a number is (dtype number)")
        dtype = self.reader.word(head)
        return [self.constant(tree, self.reader.number(number, dtype), dtype)]

    def array(self, tree: Parens, names: Names) -> Sequence[Variable]:
        _, said, *items = self.reader.items(tree, 2, None, "an array is (array type number...)")
        kind = self.reader.type(said)
        if not isinstance(kind, ArrayType) or any(isinstance(size, str) for size in kind.shape):
            self.reader.fail(said, "an array that is written has a dtype and sizes")
        sizes = tuple(int(size) for size in kind.shape)
        if len(items) != np.prod(sizes, dtype=int):
            self.reader.fail(tree, f"there are {len(items)} numbers, not {np.prod(sizes, dtype=int)}")
        flat = [self.reader.number(item, kind.dtype) for item in items]
        return [self.emit(tree, "constant", {"value": np.array(flat, DTYPES[kind.dtype]).reshape(sizes)})]

    def none(self, tree: Parens, names: Names) -> Sequence[Variable]:
        _, record = self.reader.items(tree, 2, 2, "the empty reference is (none record)")
        return [self.emit(tree, "none", {"record": self.reader.word(record)})]

    def field(self, tree: Parens, names: Names) -> Sequence[Variable]:
        _, reference, name = self.reader.items(tree, 3, 3, "a field is (field expression name)")
        return [self.emit(tree, "field", {"field": self.reader.word(name)}, self.value(reference, names))]

    def let(self, tree: Parens, names: Names) -> Sequence[Variable]:
        _, bindings, body = self.reader.items(tree, 3, 3, "it is (let* ((x expression)...) expression)")
        known = dict(names)
        for binding in self.reader.items(bindings, 0):
            left, right = self.reader.items(
                binding, 2, 2, "a binding is (x expression) or ((x...) expression)"
            )
            words = [self.reader.word(word) for word in (left.items if isinstance(left, Parens) else (left,))]
            values = self.values(right, known)
            if len(words) != len(values):
                self.reader.fail(right, f"this has {len(values)} values for {len(words)} names")
            for word, value in zip(words, values, strict=True):
                value.name = value.name or word
                known[word] = value
        return self.values(body, known)

    def branch(self, tree: Parens, names: Names) -> Sequence[Variable]:
        _, test, *sides = self.reader.items(tree, 4, 4, "it is (if test then else)")
        tested = self.value(test, names)
        blocks = []
        for side in sides:
            with contextlib.suppress(_UnknownTypeError):
                blocks.append(self.inside(Block(), side, names))
        if not blocks:
            raise _UnknownTypeError
        with self.reader.typed(tree):  # What is not known yet has the type of the other branch.
            return self.builder.branch(tested, blocks[0], blocks[-1])

    def loop(self, tree: Parens, names: Names) -> Sequence[Variable]:
        _, state, *parts = self.reader.items(tree, 4, 4, "it is (while ((x start)...) test next)")
        pairs = [
            self.reader.items(pair, 2, 2, "a state is (x start)") for pair in self.reader.items(state, 0)
        ]
        words = [self.reader.word(word) for word, _ in pairs]
        starts = [self.value(start, names) for _, start in pairs]
        blocks = []
        for part in parts:
            variables = tuple(Variable(start.type, word) for start, word in zip(starts, words, strict=True))
            block = Block(variables)
            try:
                blocks.append(self.inside(block, part, {**names, **dict(zip(words, variables, strict=True))}))
            except _UnknownTypeError:  # The state tells the types of a loop.
                return self.builder.add("while", starts, [start.type for start in starts])
        with self.reader.typed(tree):
            return self.builder.loop(starts, *blocks)

    def call(self, tree: Parens, names: Names) -> Sequence[Variable]:
        _, head, *arguments = self.reader.items(tree, 2, None, "it is (call definition expression...)")
        definition = self.reader.program.definitions.get(self.reader.word(head))
        if definition is None:
            self.reader.fail(head, f"there is no definition {self.reader.word(head)}")
        given = [self.value(argument, names) for argument in arguments]
        if definition.result_types is None:
            raise _UnknownTypeError
        with self.reader.typed(tree):
            return self.builder.call(definition.name, given)

    def operation(self, tree: Parens, names: Names) -> Sequence[Variable]:
        """`(kind expression... :attribute value...)`."""
        head, *rest = tree.items
        arguments: list[Variable] = []
        attributes: dict[str, Any] = {}
        while rest:
            item = rest.pop(0)
            if isinstance(item, Word) and not item.quoted and item.text.startswith(":"):
                if not rest:
                    self.reader.fail(item, f"the attribute {item.text} has no value")
                attributes[item.text[1:]] = self.reader.attribute(rest.pop(0))
            elif attributes:
                self.reader.fail(item, "operands come before attributes")
            else:
                arguments.append(self.value(item, names))
        return [self.emit(tree, self.reader.word(head), attributes, *arguments)]
