"""Writes programs as S-expressions (the grammar is in `program`).

An operation whose result is used once stands where it is used, if operations are still read in the same order; the others
get names by `let*`. Constants and parameters stand wherever they are used.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ag_notebook.report.spans import Span
from ag_notebook.staging.backends.lantern.ir.operations import EXACT
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.text import laid_out, openings, quoted
from ag_notebook.staging.backends.lantern.ir.types import ArrayType, Type, dtype_name

MOST_NESTED = 8
"""How deep operations are nested before they get a name."""

Printed = Any
"""A word, or a list of trees."""


class Form(list[Any]):
    """The tree of an operation, with the user's code that it comes from."""

    span: Span | None = None


def written(program: Program) -> str:
    """The text of a program, which `reader.read` reads.

    A comment above it says what no reader can guess of its operations.
    """
    return "\n".join([*_comments(program), *map(laid_out, _forms(program))]) + "\n"


def written_lines(program: Program) -> list[tuple[str, Span | None]]:
    """The lines of the text, each with where the outermost operation comes from that begins on it."""
    lines: list[tuple[str, Span | None]] = [(comment, None) for comment in _comments(program)]
    for form in _forms(program):
        text = laid_out(form)
        ends = [at for at, letter in enumerate(text) if letter == "\n"]
        found: dict[int, Span] = {}
        for offset, tree in zip(openings(text), _trees(form), strict=True):
            span = getattr(tree, "span", None)
            if span is not None:
                found.setdefault(bisect_left(ends, offset), span)
        lines += [(line, found.get(number)) for number, line in enumerate(text.split("\n"))]
    return lines


def _comments(program: Program) -> Iterator[str]:
    kinds = {each.kind for definition in program.definitions.values() for each in definition.block.walk()}
    exact = [kind for kind in EXACT if kind in kinds]
    if exact:
        verb = "raises" if len(exact) == 1 else "raise"
        yield f"; {' '.join(exact)} {verb} OverflowError where the result needs more than 64 bits"


def _trees(tree: Printed) -> Iterator[Printed]:
    """All lists in a tree, each before those inside of it: as their parentheses open."""
    if not isinstance(tree, str):
        yield tree
        for item in tree:
            yield from _trees(item)


def _forms(program: Program) -> list[Printed]:
    forms: list[Printed] = []
    for name, fields in program.records.items():
        forms.append(
            ["record", quoted(name), *([quoted(field), type_tree(kind)] for field, kind in fields.items())]
        )
    forms += [["param", quoted(name), type_tree(kind)] for name, kind in program.parameters.items()]
    forms += [_Writer(program, definition).form() for definition in program.definitions.values()]
    return forms


def type_tree(kind: Type) -> Printed:
    """A type as its tree."""
    if not isinstance(kind, ArrayType):
        return ["ref", quoted(kind.name)]
    return ["tensor", kind.dtype, *map(_attribute, kind.shape)] if kind.shape else kind.dtype


def _number(value: Any) -> str:
    """A number as a word without its type."""
    if value.dtype.kind == "b":
        return "true" if value else "false"
    if value.dtype.kind == "i":
        return str(int(value))
    short = str(value)
    # The shortest text of an f32 is read as an f64 first: it must give the same f32 then.
    return (
        short if value.dtype == np.float64 or value.dtype.type(float(short)) == value else repr(float(value))
    )


def _constant(value: Any) -> Printed:
    array = np.asarray(value)
    dtype = dtype_name(array.dtype)
    if array.ndim:
        return [
            "array",
            type_tree(ArrayType(dtype or "", array.shape)),
            *(_number(item) for item in array.ravel()),
        ]
    text = _number(array[()])
    if dtype in ("bool", "i64") or (dtype == "f64" and np.isfinite(array)):
        return text
    return [dtype, text]


def _attribute(value: Any) -> Printed:
    if isinstance(value, (tuple, list)):
        return [_attribute(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else str(value)


def _depth(tree: Printed) -> int:
    return 0 if isinstance(tree, str) else 1 + max(map(_depth, tree), default=0)


class _Writer:
    """Writes one definition."""

    def __init__(self, program: Program, definition: Definition) -> None:
        self.definition = definition
        self.taken = set(program.parameters)
        self.words: dict[Variable, Printed] = {}
        self.uses: dict[Variable, list[Block]] = {}
        self.count_uses(definition.block)

    def count_uses(self, block: Block) -> None:
        for operation in block.operations:
            for variable in operation.arguments:
                self.uses.setdefault(variable, []).append(block)
            for inner in operation.blocks:
                self.count_uses(inner)
        for variable in block.results:
            self.uses.setdefault(variable, []).append(block)

    def form(self) -> Printed:
        parameters = [[self.name(v), type_tree(v.type)] for v in self.definition.parameters]
        return ["def", quoted(self.definition.name), parameters, self.block(self.definition.block)]

    def name(self, variable: Variable) -> str:
        """A word for a variable that no other has."""
        base = variable.name or "t"
        name, number = variable.name, 1
        while not name or name in self.taken:
            name, number = f"{base}{number}", number + 1
        self.taken.add(name)
        self.words[variable] = quoted(name)
        return quoted(name)

    def block(self, block: Block) -> Printed:
        """The expression of a block, whose parameters have names."""
        bindings: list[Printed] = []
        waiting: list[tuple[Variable, Printed]] = []  # What may still be nested, in order.
        tail: Printed = None
        for operation in block.operations:
            leaf = self.leaf(operation)
            if leaf is not None:
                self.words[operation.results[0]] = leaf
                continue
            tree = Form(self.operation(operation, self.nested(operation.arguments, waiting, bindings)))
            tree.span = operation.span
            if (
                operation is block.operations[-1]
                and len(operation.results) != 1
                and operation.results == block.results
            ):
                tail = tree
            elif self.nests(operation, block) and _depth(tree) <= MOST_NESTED:
                waiting.append((operation.results[0], tree))
            else:
                self.bind(waiting, len(waiting), bindings)
                names = [self.name(variable) for variable in operation.results]
                bindings.append([names[0] if len(names) == 1 else names, tree])
        if tail is None:
            results = self.nested(block.results, waiting, bindings)
            tail = results[0] if len(results) == 1 else ["values", *results]
        self.bind(waiting, len(waiting), bindings)
        return ["let*", bindings, tail] if bindings else tail

    def leaf(self, operation: Operation) -> Printed:
        """The tree of an operation that may stand anywhere, as often as is wanted; else None."""
        if operation.kind == "param":
            return quoted(operation.attributes["parameter"])
        if operation.kind == "none":
            return ["none", quoted(operation.attributes["record"])]
        if operation.kind == "constant":
            value = operation.attributes["value"]
            once = len(self.uses.get(operation.results[0], ())) == 1
            return _constant(value) if once or not np.ndim(value) else None
        return None

    def nests(self, operation: Operation, block: Block) -> bool:
        """Whether the result is used once, by an operation of the same block."""
        return len(operation.results) == 1 and self.uses.get(operation.results[0], []) == [block]

    def nested(
        self, arguments: Sequence[Variable], waiting: list[tuple[Variable, Printed]], bindings: list[Printed]
    ) -> list[Printed]:
        """The trees of arguments. Those that were made last, in order, are nested; others that wait get names."""
        start, trees = len(waiting), []
        named = 0
        for variable in reversed(arguments):
            if start and waiting[start - 1][0] is variable:
                start -= 1
                trees.append(waiting[start][1])
            else:
                trees.append(variable)
                for at, (other, _) in enumerate(waiting):
                    named = at + 1 if other is variable and at + 1 > named else named
        del waiting[start:]
        self.bind(waiting, named, bindings)
        return [self.words[tree] if isinstance(tree, Variable) else tree for tree in reversed(trees)]

    def bind(self, waiting: list[tuple[Variable, Printed]], count: int, bindings: list[Printed]) -> None:
        """Gives names to the first that wait."""
        bindings += [[self.name(variable), tree] for variable, tree in waiting[:count]]
        del waiting[:count]

    def operation(self, operation: Operation, arguments: list[Printed]) -> Printed:
        kind, attributes = operation.kind, operation.attributes
        if kind == "call":
            return ["call", quoted(attributes["definition"]), *arguments]
        if kind == "field":
            return ["field", *arguments, quoted(attributes["field"])]
        if kind == "if":
            return ["if", *arguments, *map(self.block, operation.blocks)]
        if kind == "while":
            return self.loop(operation, arguments)
        if kind == "constant":
            return _constant(attributes["value"])
        said = [item for name, value in attributes.items() for item in (f":{name}", _attribute(value))]
        return [kind, *arguments, *said]

    def loop(self, operation: Operation, arguments: list[Printed]) -> Printed:
        """Both blocks have the same names for the state."""
        test, body = operation.blocks
        names = [self.name(variable) for variable in body.parameters]
        self.words.update(zip(test.parameters, names, strict=True))
        state = [[name, start] for name, start in zip(names, arguments, strict=True)]
        return ["while", state, self.block(test), self.block(body)]
