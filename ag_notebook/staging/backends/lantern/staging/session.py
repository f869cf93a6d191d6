"""Keeps what one trace builds: the program, and a frame for each definition that is being traced.

A value of an outer frame that an inner one uses (a closure's variable) becomes a further parameter of the inner
definition: `Frame.captured`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ag_notebook.staging.backends.lantern.ir.builder import Builder, TypeMismatchError
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import Type
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.runtime.events import user_span

if TYPE_CHECKING:
    from ag_notebook.staging.backends.lantern.staging.checks import Failure
    from ag_notebook.staging.backends.lantern.staging.definitions import Activation, Traced
    from ag_notebook.staging.backends.lantern.staging.values import Store


class Frame:
    """One definition that is being traced.

    Attributes:
        captured: by the id of a variable of an outer frame: that, and the parameter that stands for it here.
    """

    def __init__(self, program: Program, captured: Sequence[Variable] = ()) -> None:
        self.block = Block()
        self.builder = Builder(program, self.block)
        self.own: dict[int, tuple[Variable, Block]] = {}
        self.parameters: list[Variable] = []
        self.captured: dict[int, tuple[Variable, Variable]] = {}
        for variable in captured:
            self.capture(variable)

    def note(self, *variables: Variable, block: Block | None = None) -> None:
        """Says that variables are of a block of this frame, the one that is being built if none is given."""
        home = block or self.builder.block
        self.own.update((id(variable), (variable, home)) for variable in variables)

    def sees(self, variable: Variable) -> bool:
        """Whether a variable is of a block that is being built."""
        found = self.own.get(id(variable))
        return found is not None and any(found[1] is block for block in self.builder.blocks)

    def splice(self, block: Block) -> None:
        """Adds the operations of another block to the one that is being built."""
        self.builder.block.operations.extend(block.operations)
        for operation in block.operations:
            self.note(*operation.results)

    def parameter(self, kind: Type, name: str = "") -> Variable:
        """A new parameter of the definition."""
        made = Variable(kind, name)
        self.parameters.append(made)
        self.note(made, block=self.block)
        return made

    def capture(self, variable: Variable) -> Variable:
        """The parameter that stands for a variable of an outer frame."""
        if id(variable) not in self.captured:
            inner = Variable(variable.type, variable.name)
            self.note(inner, block=self.block)
            self.captured[id(variable)] = variable, inner
        return self.captured[id(variable)][1]

    def finish(self, results: Sequence[Variable]) -> Block:
        """The block, complete."""
        self.block.parameters = (*self.parameters, *(inner for _, inner in self.captured.values()))
        self.block.results = tuple(results)
        return self.block


MOST_OPERATIONS = 100_000
"""Operations that a trace may add; LLVM takes seconds for so many."""


@dataclass(eq=False)
class Session:
    """What one trace has built so far.

    Attributes:
        program: all of it.
        frames: the definitions that are being traced, outermost first.
        outside: the arrays that the program reads when it runs, by name of the parameter.
        records: the user's class of each record.
        activations: the calls of the user's functions that are being inlined, outermost first.
        traced: definitions of the user's functions, by function and types of arguments.
        recursive: those keys of `traced` that are known to call themselves, also where the definition was thrown away.
        general: functions whose Python numbers are staged, as they change from call to call.
        passing: the next call of a user's function is inlined: it was looked at already.
        facts: what is known of bools in the branch that is traced, by the id of the variable, with the variable.
        negations: bools that are the opposite of another, by id.
        opposites: bools of which the opposite was made, by id, with that.
        writes: arrays that were written in place, with their versions before.
        converted: arguments of other back ends, with the arrays that are staged in their places, by id.
    """

    program: Program = field(default_factory=Program)
    frames: list[Frame] = field(default_factory=list)
    outside: dict[str, Any] = field(default_factory=dict)
    records: dict[str, type] = field(default_factory=dict)
    given: list[Any] = field(default_factory=list)
    """The objects among the arguments."""
    sizes: dict[str, int] = field(default_factory=dict)
    """What the names of dimensions in hints stand for."""
    activations: list[Activation] = field(default_factory=list)
    traced: dict[Any, Traced] = field(default_factory=dict)
    recursive: set[Any] = field(default_factory=set)
    general: set[int] = field(default_factory=set)
    passing: bool = False
    endless: Any = None
    """The function that last called itself with the same arguments, with no staged test between."""
    guessed: bool = False
    """Whether a guess gave way to another type since this was last set."""
    facts: dict[int, tuple[bool, Variable]] = field(default_factory=dict)
    negations: dict[int, tuple[Variable, Variable]] = field(default_factory=dict)
    opposites: dict[int, tuple[Variable, Variable]] = field(default_factory=dict)
    writes: list[tuple[Store, Any]] = field(default_factory=list)
    converted: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    """What the program may raise, by number."""
    present: dict[int, Variable] = field(default_factory=dict)
    """References that are not None, by id: objects that the outermost call was given."""
    absences: dict[int, tuple[Variable, Variable]] = field(default_factory=dict)
    """Whether a reference is None, where that was asked: by the id of its variable, that and the bool."""
    fields: dict[int, tuple[Any, Any, str]] = field(default_factory=dict)
    """What was read of records, by id: the value, the reference and the name of the field."""
    kept: list[Any] = field(default_factory=list)
    """Objects whose ids are parts of keys."""
    emitted: int = 0
    """Operations that were added, those that were undone included."""

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def emit(self, kind: str, *arguments: Variable, name: str = "", **attributes: Any) -> Variable:
        """Adds an operation of one result.

        Raises:
            MisfitError: AG318, the operands do not fit.
            StagingError: AG320, the program is too large.
        """
        frame = self.frame
        self.emitted += 1
        if self.emitted > MOST_OPERATIONS:
            raise refusal(
                "AG320",
                f"the program has more than {MOST_OPERATIONS:,} operations, as Python runs a loop here that adds some each time.",
                "Let the loop be staged: over an array, or a range whose bound is an argument of the outermost call.",
            )
        given = [self.resolve(variable) for variable in arguments]
        frame.builder.span = user_span()
        try:
            made = frame.builder.emit(kind, *given, name=name, **attributes)
        except TypeMismatchError as problem:
            raise refusal(
                "AG318",
                f"the operands do not fit: {problem}.",
                "Reshape or cast one of them: x.reshape(...), x.astype(...).",
                MisfitError,
            ) from None
        frame.note(made)
        return made

    def add(
        self,
        kind: str,
        arguments: Sequence[Variable],
        types: Sequence[Type],
        attributes: dict[str, Any] | None = None,
        blocks: Sequence[Block] = (),
    ) -> tuple[Variable, ...]:
        """Adds a call or control flow, whose types are known."""
        frame = self.frame
        given = [self.resolve(variable) for variable in arguments]
        frame.builder.span = user_span()
        made = frame.builder.add(kind, given, types, attributes, blocks)
        frame.note(*made)
        return made

    def resolve(self, variable: Variable) -> Variable:
        """The variable that stands for one in the innermost frame."""
        frame = self.frame
        if frame.sees(variable):
            return variable
        if not self.is_visible(variable):
            raise refusal(
                "AG317",
                "a value is used here that only a branch, a loop or another call knows.",
                "Return it from there, or hand it over as an argument.",
            )
        return frame.capture(variable)

    def is_visible(self, variable: Variable) -> bool:
        """Whether a variable is of a definition that is being traced."""
        return any(frame.sees(variable) for frame in self.frames)

    @contextlib.contextmanager
    def block(self, parameters: Sequence[Variable] = ()) -> Iterator[Block]:
        """Builds a block of the innermost frame."""
        made = Block(tuple(parameters))
        self.frame.note(*parameters, block=made)
        with self.frame.builder.inside(made):
            yield made

    @contextlib.contextmanager
    def framed(self, frame: Frame) -> Iterator[Frame]:
        """Traces a definition."""
        self.frames.append(frame)
        facts, self.facts = self.facts, {}
        depth = len(self.frames)
        try:
            yield frame
        finally:
            del self.frames[depth - 1 :]
            self.facts = facts

    @contextlib.contextmanager
    def knowing(self, variable: Variable, holds: bool) -> Iterator[None]:
        """In a branch it is known how its test turned out."""
        before, self.facts = self.facts, dict(self.facts)
        self.facts[id(variable)] = holds, variable
        while id(variable) in self.negations:
            variable, _ = self.negations[id(variable)]
            holds = not holds
            self.facts[id(variable)] = holds, variable
        try:
            yield
        finally:
            self.facts = before

    @contextlib.contextmanager
    def assuming(self) -> Iterator[None]:
        """What becomes known in here is known in here only."""
        before, self.facts = self.facts, dict(self.facts)
        try:
            yield
        finally:
            self.facts = before

    def known(self, variable: Variable) -> bool | None:
        """How a bool turned out, where that is known."""
        found = self.facts.get(id(variable))
        if found is not None:
            return found[0]
        if id(variable) in self.negations:
            other = self.known(self.negations[id(variable)][0])
            return None if other is None else not other
        return None

    def define(self, name: str) -> Definition:
        """A new definition, with a name that no other has."""
        plain = "".join(c if c.isalnum() or c == "_" else "_" for c in name).strip("_") or "f"
        chosen, count = plain, 1
        while chosen in self.program.definitions:
            count += 1
            chosen = f"{plain}_{count}"
        made = Definition(chosen, Block(), None, user_span())
        self.program.definitions[chosen] = made
        return made


_SESSION: ContextVar[Session | None] = ContextVar("ag_notebook_lantern", default=None)
session_or_none = _SESSION.get


def session() -> Session:
    """The session of the trace that is being made."""
    found = _SESSION.get()
    assert found is not None, "nothing is staged to Lantern here"
    return found


@contextlib.contextmanager
def staging(made: Session) -> Iterator[Session]:
    """Makes a session the current one."""
    token = _SESSION.set(made)
    try:
        yield made
    finally:
        _SESSION.reset(token)
