"""Checks programs: that variables are known where they are read, and that everything has the type that it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ag_notebook.report.spans import Span
from ag_notebook.staging.backends.lantern.ir.builder import Builder, TypeMismatchError
from ag_notebook.staging.backends.lantern.ir.dimensions import names_in
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Operation, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import BOOL, DTYPES, MOST_DIMENSIONS, ArrayType, Type


def check(program: Program) -> None:
    """Checks all of a program.

    Raises:
        TypeMismatchError: something is wrong with it; the message says where and what.
    """
    for record, fields in program.records.items():
        for field, kind in fields.items():
            _check_type(program, kind, f"field {field} of record {record}", None)
    for name, array in program.parameters.items():
        _check_type(program, array, f"parameter {name}", None)
        if not isinstance(array, ArrayType):
            raise TypeMismatchError(f"parameter {name} is no array: {array}")
    for name, definition in program.definitions.items():
        if name != definition.name:
            raise TypeMismatchError(f"the definition {definition.name} is called {name}", definition.span)
        _Checker(program, definition).definition_()


def types_text(types: Iterable[Type]) -> str:
    """Types as messages say them."""
    return f"({', '.join(map(str, types))})"


def _check_type(program: Program, kind: Type, said: str, span: Span | None) -> None:
    if not isinstance(kind, ArrayType):
        if kind.name not in program.records:
            raise TypeMismatchError(f"{said}: there is no record {kind.name}", span)
        return
    if kind.dtype not in DTYPES:
        raise TypeMismatchError(f"{said}: there is no dtype {kind.dtype}", span)
    if len(kind.shape) > MOST_DIMENSIONS:
        raise TypeMismatchError(f"{said}: arrays have at most {MOST_DIMENSIONS} dimensions", span)
    if any(isinstance(size, int) and size < 0 for size in kind.shape):
        raise TypeMismatchError(f"{said}: {kind} has a size below 0", span)


class _Checker:
    """The check of one definition. A variable is known from where it is made to the end of its block."""

    def __init__(self, program: Program, definition: Definition) -> None:
        self.program = program
        self.definition = definition
        self.builder = Builder(program, Block())
        self.made: set[Variable] = set()
        fields = (kind for fields in program.records.values() for kind in fields.values())
        taken = (v.type for v in definition.parameters)
        self.sizes = names_in([*fields, *program.parameters.values(), *taken])

    def definition_(self) -> None:
        definition = self.definition
        if definition.result_types is None:
            self.fail("the types of its results are not known", definition.span)
        self.block(definition.block, set(), definition.span)
        self.same("its results are", definition.result_types or (), definition.block.results, definition.span)

    def fail(self, message: str, span: Span | None) -> None:
        raise TypeMismatchError(f"definition {self.definition.name}: {message}", span)

    def same(self, said: str, wanted: Sequence[Type], found: Sequence[Variable], span: Span | None) -> None:
        types = tuple(v.type for v in found)
        if types != tuple(wanted):
            self.fail(f"{said} {types_text(types)}, not {types_text(wanted)}", span)

    def block(self, block: Block, around: set[Variable], span: Span | None) -> None:
        known = set(around)
        self.make(block.parameters, known, span)
        for operation in block.operations:
            self.read(operation.arguments, known, operation.span)
            for inner in operation.blocks:
                self.block(inner, known, operation.span)
            self.operation(operation)
            self.make(operation.results, known, operation.span)
        self.read(block.results, known, span)

    def make(self, variables: Sequence[Variable], known: set[Variable], span: Span | None) -> None:
        for variable in variables:
            if variable in self.made:
                self.fail(f"variable {variable.name or '?'} is made twice", span)
            _check_type(
                self.program,
                variable.type,
                f"definition {self.definition.name}: {variable.name or '?'}",
                span,
            )
            unknown = names_in([variable.type]) - self.sizes
            if unknown:
                self.fail(f"no argument, parameter or field has the size {min(unknown)}", span)
            self.made.add(variable)
            known.add(variable)

    def read(self, variables: Sequence[Variable], known: set[Variable], span: Span | None) -> None:
        for variable in variables:
            if variable not in known:
                self.fail(f"variable {variable.name or '?'} is not known here", span)

    def operation(self, operation: Operation) -> None:
        kind, span = operation.kind, operation.span
        check = {"call": self.call, "if": self.branch, "while": self.loop}.get(kind, self.plain)
        check(operation)
        blocks = {"if": 2, "while": 2}.get(kind, 0)
        if len(operation.blocks) != blocks:
            self.fail(f"{kind} has {blocks} blocks, not {len(operation.blocks)}", span)

    def plain(self, operation: Operation) -> None:
        try:
            found = self.builder.result_type(operation.kind, operation.arguments, dict(operation.attributes))
        except TypeMismatchError as problem:
            self.fail(str(problem), operation.span)
        else:
            self.same(f"{operation.kind}: its results are", [found], operation.results, operation.span)

    def call(self, operation: Operation) -> None:
        name = operation.attributes.get("definition")
        definition = self.program.definitions.get(name) if isinstance(name, str) else None
        if definition is None:
            self.fail(f"call: there is no definition {name}", operation.span)
            return
        wanted = [v.type for v in definition.parameters]
        self.same(f"call: the arguments of {name} are", wanted, operation.arguments, operation.span)
        self.same(
            f"call: the results of {name} are",
            definition.result_types or (),
            operation.results,
            operation.span,
        )

    def branch(self, operation: Operation) -> None:
        self.same("if: its test is", [BOOL], operation.arguments, operation.span)
        for block in operation.blocks:
            self.same("if: a branch has parameters", [], block.parameters, operation.span)
            wanted = [v.type for v in operation.results]
            self.same("if: the results of a branch are", wanted, block.results, operation.span)

    def loop(self, operation: Operation) -> None:
        state, span = [v.type for v in operation.arguments], operation.span
        self.same("while: its results are", state, operation.results, span)
        wanted: tuple[list[Type], list[Type]] = [BOOL], state
        for block, results in zip(operation.blocks, wanted, strict=False):
            self.same("while: the state is", state, block.parameters, span)
            self.same("while: a block has the results", results, block.results, span)
