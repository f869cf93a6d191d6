"""Finds recursion and makes definitions of it, specialised to the types of their arguments.

A call of the user's function is inlined, as in the core. Where one is met again under a staged test inside of itself, with
arguments of the same types, the work on the outer call is given up (`Recursion`), and the function becomes a definition
that calls itself; numbers of Python's that change from call to call are staged for that.

The types of its results are a fixed point: at first nothing is known, and a branch that needs the result is left out
(`Unknown`), so the base case says what the result is; then the definition is traced again with what was found, until that
does not change. Definitions made on the way, which used a guess, are thrown away with it.
"""

from __future__ import annotations

import contextlib
import inspect
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ag_notebook.report import Span
from ag_notebook.staging.backends.lantern.ir.program import Definition, Variable
from ag_notebook.staging.backends.lantern.staging.joins import JoinError, join
from ag_notebook.staging.backends.lantern.staging.parts import containers_in
from ag_notebook.staging.backends.lantern.staging.session import Frame, Session, session
from ag_notebook.staging.backends.lantern.staging.structure import (
    Constant,
    Parts,
    Spec,
    described,
    generalised,
    lift,
    lower,
    refuse_growing,
    spec_of,
    types_of,
)
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.calls import invoke
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import kept_effects, trace
from ag_notebook.staging.runtime.events import place_of_error, record, user_span
from ag_notebook.staging.runtime.guarded_places import guards_of
from ag_notebook.staging.runtime.guards import Guard
from ag_notebook.staging.runtime.recursion import spoken_name
from ag_notebook.staging.wording import apart

MOST_ATTEMPTS = 12
MOST_INLINED = 4
"""Calls of a function inside of each other that differ in Python's numbers alone, before these are staged."""
MOST_INSIDE = 50
"""Calls of a function inside of each other under staged tests, all of other types: more need a lot of Python's stack."""


@dataclass(frozen=True)
class Activation:
    """A call that is being inlined; `depth` is the number of scopes around it."""

    function: types.FunctionType
    key: Any
    general: Any
    depth: int


class Recursion(BaseException):
    """A function calls itself; the inlined call `activation` is to be made anew as the call of a definition."""

    def __init__(self, activation: Activation) -> None:
        super().__init__(activation)
        self.activation = activation


class Unknown(BaseException):
    """The result of a definition is needed whose type is not known yet."""

    def __init__(self, definition: Traced) -> None:
        super().__init__(definition)
        self.definition = definition
        self.can_be_skipped = True


@dataclass(eq=False)
class Traced:
    """A definition of the user's function.

    Attributes:
        arguments: what it is specialised to.
        result: what it gives, as far as is known.
        captured: variables of outer frames that it takes, after its arguments.
        guards: what it read of the world outside; None while it is being traced.
        strict: whether the type of the result is no guess any more.
    """

    function: types.FunctionType
    definition: Definition
    arguments: Spec
    result: Spec | None = None
    captured: list[Variable] = field(default_factory=list)
    guards: list[Guard] | None = None
    strict: bool = False

    def fits(self, made: Session) -> bool:
        """Whether a call here and now may use it."""
        if self.guards is None:
            return True
        return all(map(made.is_visible, self.captured)) and all(guard.holds() for guard in self.guards)


def define(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result of a call of the user's function: inlined, or as a call of a definition."""
    made, context = session(), current()
    assert context is not None
    if made.passing:
        made.passing = False
        return NotImplemented
    assert isinstance(function, types.FunctionType)
    given = spec_of((args, kwargs))
    general = generalised(given)
    if id(function) in made.general:
        given = general
    key, wide = (_key(made, function, spec) for spec in (given, general))
    known = made.traced.get(key)
    if known is not None and known.fits(made):
        return _call(known, args, kwargs)
    if key in made.recursive:
        return _call(_definition(function, key, given), args, kwargs)
    active = [a for a in made.activations if a.function is function]
    outer = [a for a in active if a.depth < len(context.scopes)]
    if any(a.key == key for a in active):
        made.endless = function
    for activation in outer:
        if activation.key == key:
            made.recursive.add(key)
            raise Recursion(activation)
    alike = [a for a in outer if a.general == wide]
    if len(alike) >= MOST_INLINED:
        made.general.add(id(function))
        made.recursive.add(wide)
        raise Recursion(alike[0])
    if len(outer) >= MOST_INSIDE:
        raise growing(function, user_span())
    return _inlined(context, Activation(function, key, wide, len(context.scopes)), args, kwargs)


def _key(made: Session, function: types.FunctionType, arguments: Spec) -> Any:
    made.kept.append(function)
    return id(function), arguments.key()


def _inlined(context: Context, activation: Activation, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The call, inlined; made anew as that of a definition where the function turns out to call itself."""
    made = session()
    scope = context.scopes[-1]
    mark = scope.mark(activation.function)
    marks = len(context.events), len(context.entered), len(made.writes)
    operations = made.frame.builder.block.operations
    count, frames, active = len(operations), len(made.frames), len(made.activations)
    blocks = len(made.frame.builder.blocks)
    known = dict(made.traced), set(made.program.definitions)
    split = dict(context.split)
    made.activations.append(activation)
    try:
        made.passing = True
        return invoke(activation.function, args, kwargs)
    except Recursion as recursion:
        if recursion.activation is not activation:
            raise
    finally:
        made.passing = False
        del made.activations[active:]
    assert (len(made.frames), len(made.frame.builder.blocks)) == (frames, blocks)
    scope.roll_back(mark)
    del operations[count:]
    del context.events[marks[0] :], context.entered[marks[1] :]
    context.split = split
    for store, version in reversed(made.writes[marks[2] :]):
        store.version = version
    del made.writes[marks[2] :]
    _forget(made, *known)
    return define(activation.function, args, kwargs)


def _forget(made: Session, traced: dict[Any, Traced], names: set[str]) -> None:
    """Throws away the definitions that were made since."""
    made.traced = traced
    for name in made.program.definitions.keys() - names:
        del made.program.definitions[name]


def _definition(function: types.FunctionType, key: Any, given: Spec) -> Traced:
    """The definition of a function for arguments of these types."""
    made, context = session(), current()
    assert context is not None
    found = Traced(function, made.define(function.__name__), given)
    made.traced[key] = found
    marks, entered = len(context.events), len(context.entered)
    for _ in range(MOST_ATTEMPTS):
        known = dict(made.traced), set(made.program.definitions)
        del context.events[marks:], context.entered[entered:]
        before, captured = found.result, len(found.captured)
        made.guessed = False
        try:
            after = _trace(context, found)
        except Unknown as unknown:
            _forget(made, *known)
            if unknown.definition is not found:
                del made.traced[key], made.program.definitions[found.definition.name]
                raise
            raise endless(function) from None
        refuse_growing(after, first_line(function))
        settled = before is not None and after.key() == before.key() and len(found.captured) == captured
        if settled and made.guessed and not found.strict:
            found.strict = True  # a guess gave way to something else, but is what it was: now it has to fit
            settled = False
        if settled:
            entered_here = [f for f in context.entered[entered:] if not _is_generated(context, f)]
            arguments = {"self": getattr(function, "__self__", None)}
            found.guards = guards_of([function, *entered_here], arguments, ())
            is_outermost = len(made.frames) == 1 and not made.activations  # its call is not in what is staged
            why = f"{function.__name__} calls itself: it becomes a definition"
            record("call", "staged", "lantern", why, span=first_line(function) if is_outermost else None)
            return found
        found.result = after
        _forget(made, *known)
    raise StagingError(
        "AG238",
        f"the types of what {function.__name__} returns never settle.",
        span=first_line(function),
        fix="Return values of one type on all paths.",
    )


def endless(function: types.FunctionType) -> StagingError:
    """The error that says that a recursion has no end."""
    return StagingError(
        "AG315",
        f"no path of {function.__name__} returns without calling itself, so the type of its result is not known.",
        span=first_line(function),
        fix="Let a test decide that ends the recursion.",
    )


def first_line(function: Callable[..., Any]) -> Span | None:
    """Where a function begins."""
    code = getattr(function, "__code__", None)
    return None if code is None else Span(code.co_filename, code.co_firstlineno, 0, code.co_firstlineno, 0)


def growing(function: types.FunctionType, span: Span | None) -> StagingError:
    """The error that says that no definition fits, as the types of the arguments change from call to call."""
    return StagingError(
        "AG315",
        f"{spoken_name(function)} calls itself under a staged test with arguments of other types each time.",
        span=span,
        fix="Keep their types: an array of fixed size and an index, instead of a list, text or object that grows.",
    )


@contextlib.contextmanager
def within_pythons_stack(made: Session, context: Context, function: Callable[..., Any]) -> Iterator[None]:
    """Around the tracing of `function`: where Python's stack ends, that is an error of staging at the user's line.

    Raises:
        StagingError: AG315.
    """
    try:
        yield
    except RecursionError as error:
        if made.endless is not None:
            raise endless(made.endless) from None
        if context.recursion is not None:
            raise growing(*context.recursion) from None
        place = place_of_error(error)
        raise StagingError(
            "AG315",
            f"the calls and objects in {getattr(function, '__name__', 'it')} go deeper than Python's stack has room for.",
            span=first_line(function) if place is None else place[0],
            fix="Let a staged test end the recursion, and give the classes of its objects hints, so that they are records.",
        ) from None


def _is_generated(context: Context, function: Callable[..., Any]) -> bool:
    return context.converter.is_converted(function.__code__)


def _trace(context: Context, found: Traced) -> Spec:
    """One trace of the definition's body; the type of the result, joined with what was known of it."""
    made, function = session(), found.function
    frame = Frame(made.program, found.captured)
    with made.framed(frame):
        parameters = [frame.parameter(kind) for kind in types_of(found.arguments)]
        args, kwargs = lift(found.arguments, iter(parameters), foreign=True)
        context.split.update({id(each): each for each in containers_in((args, kwargs))})
        for parameter, name in zip(parameters, names_of(function, found.arguments)):
            parameter.name = name
        active, made.activations = made.activations, []
        try:

            def run() -> Any:
                made.passing = True
                return _invoked(function, args, kwargs)

            traced = trace(context, run, root=function)
        finally:
            made.activations = active
        from ag_notebook.staging.backends.lantern.staging.conditionals import finish

        if traced.raised is not None:
            place = traced.result.place
            raise StagingError(
                "AG312",
                f"{function.__name__} calls itself, and does nothing but raise {type(traced.raised).__name__}.",
                span=None if place is None else place[0],
                fix="Raise it where the function is called.",
            )
        kept = kept_effects(traced.effects, [function, args, kwargs])
        finish(traced, kept)
        for effect in kept.values():
            raise StagingError(
                "AG311",
                f"{effect.location.label} is changed in {function.__name__}, which calls itself: a definition of "
                "Lantern's changes nothing.",
                span=effect.location.span or first_line(function),
                fix="Return the value.",
            )
        spec = _result(found, traced.result)
        results = lower(traced.result, spec)
        found.definition.block = frame.finish(list(map(made.resolve, results)))
    found.captured = [outer for outer, _ in frame.captured.values()]
    found.definition.result_types = tuple(types_of(spec))
    return spec


def _invoked(function: types.FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    made = session()
    if any(kind for kind in types_of(spec_of((args, kwargs)))):
        return invoke(function, args, kwargs)
    made.passing = False  # nothing is staged in the arguments, so the core does not ask
    return invoke(function, args, kwargs)


def _result(found: Traced, value: Any) -> Spec:
    spec = spec_of(value)
    if found.result is None:
        return spec
    try:
        return join(found.result, spec)
    except JoinError as error:
        guess = found.result
        if isinstance(guess, Constant) or _is_weak(guess):
            return spec  # the first guess was that of one path alone
        raise StagingError(
            "AG230",
            f"the result of {found.function.__name__} is {described(guess)} in one branch and {described(spec)} in the other: "
            f"{apart(error, described(guess), described(spec))}.",
            span=user_span(),
            fix="Cast one of the two.",
        ) from None


def _is_weak(spec: Spec) -> bool:
    if isinstance(spec, Parts):
        return any(map(_is_weak, spec.items))
    return isinstance(spec, Constant) or getattr(spec, "weak", False)


def names_of(function: Callable[..., Any], arguments: Spec) -> list[str]:
    """Names for the parameters of a definition, as long as each argument is one variable."""
    try:
        names = list(inspect.signature(function).parameters)
    except ValueError:  # no one knows them
        return []
    found: list[str] = []
    assert isinstance(arguments, Parts)
    positional = arguments.items[0]
    assert isinstance(positional, Parts)
    for name, item in zip(names, positional.items):
        count = len(types_of(item))
        found += [name] if count == 1 else [f"{name}_{i}" for i in range(count)]
    return found


def _call(found: Traced, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call of a definition."""
    made = session()
    if found.result is None:
        raise Unknown(found)
    variables = [*lower((args, kwargs), found.arguments), *found.captured]
    results = made.add("call", variables, types_of(found.result), {"definition": found.definition.name})
    value = lift(found.result, iter(results), guess=found.guards is None and not found.strict)
    given, context = containers_in((args, kwargs)), current()
    assert context is not None
    if given and containers_in(value):  # what is given back may be what was given
        context.split.update({id(each): each for each in (*given, *containers_in(value))})
    return value
