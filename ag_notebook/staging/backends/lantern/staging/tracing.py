"""Traces a function into a program: calls it once, with staged values for its arguments."""

from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ag_notebook.report import Event, GraphModel, Span
from ag_notebook.staging.backends.carriers import Maybe
from ag_notebook.staging.backends.lantern.execute import executable
from ag_notebook.staging.backends.lantern.ir.checker import check
from ag_notebook.staging.backends.lantern.ir.program import Block, Program
from ag_notebook.staging.backends.lantern.ir.types import RecordType, dtype_name, type_of
from ag_notebook.staging.backends.lantern.native.executable import Executable
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging.checks import Failure, fail
from ag_notebook.staging.backends.lantern.staging.conditionals import finish
from ag_notebook.staging.backends.lantern.staging.definitions import first_line, growing, within_pythons_stack
from ag_notebook.staging.backends.lantern.staging.parts import containers_in, rebuilt, taken_apart
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.session import Frame, Session, staging
from ag_notebook.staging.backends.lantern.staging.signature import guarded, leaf_names
from ag_notebook.staging.backends.lantern.staging.structure import (
    ArraySpec,
    ChoiceSpec,
    Constant,
    Optional,
    Parts,
    ReferenceSpec,
    Spec,
    lift,
    lower,
    spec_of,
    types_of,
)
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime import audits
from ag_notebook.staging.runtime.aliases import spoken_name
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.classes import converted_classes
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import kept_effects, trace
from ag_notebook.staging.runtime.guarded_places import guards_of
from ag_notebook.staging.runtime.guards import BY_VALUE, Guard
from ag_notebook.staging.runtime.reachability import reachable
from ag_notebook.staging.tracebacks import at_user_line
from ag_notebook.staging.wording import kind_of

MAIN = "main"
"""The definition that the outermost call runs."""


@dataclass(eq=False)
class Concrete:
    """One trace: the program, what its results mean, and when it may be used.

    Attributes:
        outside: the parameters that the program reads, by name.
        failures: what it may raise, by number.
        kept: objects whose ids are parts of the key.
        differentiated: places of arguments whose gradients there are.
    """

    program: Program
    arguments: Spec
    result: Spec
    outside: dict[str, Parameter]
    guards: list[Guard]
    events: tuple[Event, ...]
    kept: list[Any] = field(repr=False)
    failures: list[Failure] = field(default_factory=list)
    differentiated: set[tuple[int, ...]] = field(default_factory=set)
    title: str = ""
    signature: str = ""
    reason: str = ""
    place: Span | None = None
    model: GraphModel | None = None

    @functools.cached_property
    def executable(self) -> Executable:
        """What runs the program, made when it is first needed."""
        return executable(self.program, MAIN, self.title)

    def misfit(self) -> str:
        """Why the trace does not fit now, or nothing."""
        for name, parameter in self.outside.items():
            kind, value = self.program.parameters[name], parameter.value  # whose dtype never changes
            if value.shape != kind.shape:
                return f"the shape of {name} changed"
        return next((f"{guard.label} changed" for guard in self.guards if not guard.holds()), "")


def make_trace(
    function: Callable[..., Any],
    options: Options,
    made: Session,
    call: tuple[tuple[Any, ...], dict[str, Any]],
    spec: Spec,
    names: list[str],
) -> Concrete:
    """Traces `function` for arguments of these types, which are called `names`."""
    from ag_notebook.staging.converter import default_converter

    converter = default_converter()
    audits.install()
    context = Context(converter, options)
    values = [*call[0], *call[1].values()]
    limited = functools.partial(within_pythons_stack, made, context, function)
    with limited(), staging(made), converted_classes([function, *values]), tracing(context):
        frame = Frame(made.program)
        definition = made.define(MAIN)
        with made.framed(frame):
            kinds = zip(types_of(spec), leaf_names(names, spec), strict=True)
            parameters = [frame.parameter(kind, name) for kind, name in kinds]
            made.present = {id(v): v for v in parameters if isinstance(v.type, RecordType)}
            args, kwargs = lift(spec, iter(parameters), foreign=True)
            try:
                traced = trace(context, lambda: converted_call(function, *args, **kwargs))
            except StagingError as error:
                if error.code != "AG301" or context.recursion is None:
                    raise
                raise growing(context.recursion[0], error.span) from None
            result_value = traced.result
            if traced.raised is not None:
                place = traced.result.place
                if not made.failures:
                    raise traced.raised if place is None else at_user_line(traced.raised, *place)
                fail(traced.raised, None if place is None else place[0])
                result_value = None
            kept = kept_effects(traced.effects, [function, *values, args, kwargs])
            finish(traced, kept)
            for effect in kept.values():
                raise StagingError(
                    "AG311",
                    f"{spoken_name(effect.location)} is changed outside of the function, and Lantern's programs change nothing.",
                    span=effect.location.span or first_line(function),
                    fix="Return the value.",
                )
            with _at(first_line(function)):
                _refuse_two_places(result_value)
                result_value = _bound(result_value)
                result = _result(spec_of(result_value), [function, *values])
                results = [made.resolve(variable) for variable in lower(result_value, result)]
            definition.block = frame.finish(results)
            definition.result_types = tuple(types_of(result))
    _prune(made.program)
    for each in made.program.definitions.values():
        _leave_out_unread(each.block)
    check(made.program)
    arguments = {
        "self": getattr(function, "__self__", None),
        "the arguments": guarded(call, spec),
    }
    entered = [f for f in context.entered if not converter.is_converted(f.__code__)]
    with limited():
        guards = read_when_run(guards_of(entered, arguments, ()))
    return Concrete(
        made.program,
        spec,
        result,
        made.outside,
        guards,
        tuple(context.events),
        made.kept,
        made.failures,
        title=getattr(function, "__name__", ""),
    )


def read_when_run(guards: list[Guard]) -> list[Guard]:
    """The guards, of which those of parameters ask whether it is the same one: what it holds is read by the program."""
    for guard in guards:
        if isinstance(guard.value, Parameter):
            guard.contents = None
    return guards


@contextlib.contextmanager
def _at(span: Span | None) -> Iterator[None]:
    """What is refused of a result is the function's, not its caller's."""
    try:
        yield
    except StagingError as error:
        error.span = span or error.span
        raise


def _prune(program: Program) -> None:
    """Leaves out the definitions that nothing calls."""
    seen: set[str] = set()
    todo = [MAIN]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            block = program.definitions[name].block
            todo += [o.attributes["definition"] for o in block.walk() if o.kind == "call"]
    for name in program.definitions.keys() - seen:
        del program.definitions[name]


def _refuse_two_places(value: Any) -> None:
    """Refuses an object in two places of a result, where it would be two.

    Raises:
        StagingError: AG310.
    """
    found = [each for each in containers_in(value) if not isinstance(each, (list, dict))]
    twice = [each for at, each in enumerate(found) if any(each is other for other in found[:at])]
    if twice:
        raise refusal(
            "AG310",
            f"{kind_of(twice[0])} is in two places of what is returned, and would be two.",
            "Return it once.",
        )


_BETWEEN = frozenset({"none?", "not"})
"""Operations that are made on the way to a test, and may turn out not to be needed."""


def _leave_out_unread(block: Block) -> None:
    """Leaves out of a definition those operations on the way to a test whose result nothing reads."""
    while True:
        blocks = [block, *(inner for operation in block.walk() for inner in operation.blocks)]
        read = {variable for each in blocks for variable in each.results}
        read |= {variable for operation in block.walk() for variable in operation.arguments}
        unread = {o for o in block.walk() if o.kind in _BETWEEN and not read & {*o.results}}
        if not unread:
            return
        for each in blocks:
            each.operations[:] = [o for o in each.operations if o not in unread]


def _bound(value: Any) -> Any:
    """What is returned, where it may be unbound: that is checked."""
    if isinstance(value, Maybe) and value.ag_absent is not None:
        return value.ag_resolve()
    taken = taken_apart(value)
    return value if taken is None else rebuilt(taken.kind, taken.names, list(map(_bound, taken.items)))


def _result(spec: Spec, roots: list[Any]) -> Spec:
    """What a call gives; a constant array that was made in the trace is made anew by each call.

    Raises:
        StagingError: AG310, it means nothing outside of the program, or would be the same object at each call.
    """
    if isinstance(spec, Parts):
        return Parts(spec.kind, tuple(_result(item, roots) for item in spec.items), spec.names)
    if isinstance(spec, Optional):
        return Optional(_result(spec.inner, roots), spec.absent)
    if not isinstance(spec, Constant) or isinstance(spec.value, (*_IMMUTABLE, Parameter)):
        return spec
    if reachable(roots, {id(spec.value)}):
        return spec
    if isinstance(spec.value, np.ndarray) and dtype_name(spec.value.dtype) is not None:
        return ArraySpec(type_of(spec.value))
    raise refusal(
        "AG310",
        f"{kind_of(spec.value)} that was made here is returned, and would be the same one at each call.",
        "Return what it holds, as a tuple or dict.",
    )


_IMMUTABLE = (*BY_VALUE, type, types.ModuleType, np.dtype, np.generic)


def finished(spec: Spec, values: Iterator[Any], arguments: list[Any]) -> Any:
    """The result of a call, of what the program gave."""
    if isinstance(spec, ArraySpec):
        value = next(values)
        is_own = not isinstance(value, np.ndarray) or any(value is given for given in arguments)
        return value if is_own else value.copy()
    if isinstance(spec, ReferenceSpec):
        return next(values)
    if isinstance(spec, ChoiceSpec):
        return spec.objects[int(next(values))]
    if isinstance(spec, Parts):
        items = [finished(item, values, arguments) for item in spec.items]
        return rebuilt(spec.kind, spec.names, items)
    if isinstance(spec, Optional):
        is_there = bool(next(values))
        held = finished(spec.inner, values, arguments)
        return held if is_there else None
    return spec.value  # type: ignore[union-attr]
