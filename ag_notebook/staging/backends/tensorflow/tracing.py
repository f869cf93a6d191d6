"""Traces a staged function into a concrete TensorFlow function.

The first trace may find that the function writes places outside of itself; these become inputs and outputs, and
it is traced again, until their types settle (Moldovan et al. 2019, §6: staging happens while the code runs).
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf

from ag_notebook.report import Event, GraphModel, Span
from ag_notebook.staging.backends.protocol import Call
from ag_notebook.staging.backends.tensorflow import private, signature
from ag_notebook.staging.backends.tensorflow.checks import Failure, fail_as
from ag_notebook.staging.backends.tensorflow.control.conditionals import refuse_unmergeable
from ag_notebook.staging.backends.tensorflow.retracing import Given
from ag_notebook.staging.backends.tensorflow.values.given_out import refuse_useless
from ag_notebook.staging.backends.tensorflow.values.joins import describe, join, way_out
from ag_notebook.staging.backends.tensorflow.values.lowering import lift, lower
from ag_notebook.staging.backends.tensorflow.values.made_here import MadeHere
from ag_notebook.staging.backends.tensorflow.values.specs import Constant, JoinError, Spec, TensorType
from ag_notebook.staging.backends.tensorflow.values.structure import (
    as_input,
    is_record,
    joining,
    own,
    spec_of,
    view,
)
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime import audits
from ag_notebook.staging.runtime.aliases import spoken_name
from ag_notebook.staging.runtime.arrays import arrays_of
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.classes import converted_classes
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import (
    CONTAINERS,
    Contents,
    Effect,
    Location,
    Traced,
    items_location,
    kept_effects,
    same_contents,
    trace,
)
from ag_notebook.staging.runtime.given_arrays import stands_for
from ag_notebook.staging.runtime.guarded_places import guards_of
from ag_notebook.staging.runtime.guards import Guard
from ag_notebook.staging.runtime.recursion import endless
from ag_notebook.staging.wording import apart

MOST_ATTEMPTS = 8


@dataclass(frozen=True, slots=True)
class State:
    """A written location: an input and an output of the graph, of type `spec`."""

    location: Location
    spec: Spec


@dataclass(slots=True)
class Concrete:
    """One trace: the graph, what its results mean, and when it may be used."""

    function: Any
    result: Spec
    written: list[tuple[Location, Spec]]
    written_containers: list[tuple[int, Spec]]
    containers: list[Any]
    """The lists and dicts among the arguments of the call that was traced; results may hold them."""
    state: dict[Any, State]
    guards: list[Guard]
    failures: list[Failure]
    events: list[Event]
    made: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """What of Python's the trace has made and each call makes a copy of, by id."""
    taken: tuple[bool, ...] = ()
    """What the trace assumes of the tests on which a caught exception depends, in order."""
    changed: frozenset[Any] = frozenset()
    """Tensors among the arguments, and written places, that are changed in place: what must be no array (see `given_arrays`)."""
    signature: str = ""
    reason: str = ""
    place: Span | None = None
    """Where the call stands that it was made for."""
    given: dict[str, Given] = field(default_factory=dict)
    call: Call = field(default_factory=lambda: Call({}))
    model: GraphModel | None = None
    """The graph as data, once somebody asked for it: making it of thousands of operations takes a second."""


@dataclass(slots=True)
class _Attempt:
    """What one run of the function through TensorFlow's tracing found."""

    context: Context
    result: Spec | None = None
    written: list[tuple[Location, Spec]] = field(default_factory=list)
    containers: list[tuple[int, Spec]] = field(default_factory=list)
    found: dict[Any, State] = field(default_factory=dict)
    made: dict[int, tuple[Any, Any]] = field(default_factory=dict)


def make_trace(
    function: Callable[..., Any],
    options: Options,
    bound: inspect.BoundArguments,
    leaves: signature.Leaves,
    state: dict[Any, State],
    assumed: tuple[bool, ...] = (),
) -> Concrete:
    """Traces `function` for these arguments; `state` are the locations it is known to write.

    `assumed` is what other traces found out of the tests on which a caught exception depends.
    """
    from ag_notebook.staging.converter import default_converter

    converter = default_converter()
    audits.install()
    state = {k: State(s.location, _joined(s)) for k, s in state.items()}
    for _ in range(MOST_ATTEMPTS):
        attempt = _Attempt(Context(converter, options, assumed=assumed, taken=[]))
        build = _builder(function, bound, leaves, state, attempt)
        named = zip(leaves.types, leaves.names, strict=True)
        inputs = [tf.TensorSpec(t.shape, t.dtype, private.op_name(name) or None) for t, name in named]
        inputs += [_input_spec(t, s.location.label) for s in state.values() for t in s.spec.tensors()]
        staged = tf.function(build, autograph=False, jit_compile=options.jit_compile or None)
        with converted_classes([function, *bound.args, *bound.kwargs.values()]):
            concrete = staged.get_concrete_function(*inputs)
        if not attempt.found:
            break
        state = {**state, **attempt.found}
    else:
        raise StagingError(
            "AG236",
            "the types of what the function writes outside of itself never settle.",
            fix="Keep what is written of one type and shape.",
        )
    assert attempt.result is not None
    if attempt.context.taken and private.has_effects(concrete.graph):
        raise attempt.context.fork
    arguments = {"self": getattr(function, "__self__", None), **bound.arguments}
    entered = [f for f in attempt.context.entered if not converter.is_converted(f.__code__)]
    guards = guards_of(entered, arguments, state, attempt.context.asked)
    return Concrete(
        concrete,
        attempt.result,
        attempt.written,
        attempt.containers,
        signature.containers_of([*bound.args, *bound.kwargs.values()]),
        state,
        guards,
        attempt.context.failures,
        attempt.context.events,
        attempt.made,
        tuple(attempt.context.taken or ()),
        frozenset(attempt.context.given_changed),
    )


def _input_spec(kind: TensorType, label: str) -> tf.TensorSpec:
    return tf.TensorSpec(kind.shape, kind.dtype, private.op_name(label) or None)


def _joined(state: State) -> Spec:
    """The type of a written location, widened by what it holds now."""
    now = as_input(spec_of(state.location.value(), deep=True))
    try:
        return join(state.spec, now)
    except JoinError:
        return now


def _builder(
    function: Callable[..., Any],
    bound: inspect.BoundArguments,
    leaves: signature.Leaves,
    state: dict[Any, State],
    attempt: _Attempt,
) -> Callable[..., list[tf.Tensor]]:
    values = [*bound.args, *bound.kwargs.values()]

    def build(*tensors: tf.Tensor) -> list[tf.Tensor]:
        __tracebackhide__ = True
        source = iter(tensors)
        made, held = signature.staged_arguments(values, source)
        containers = {items_location(c).key: (items_location(c), Contents(inner)) for c, inner in held}
        states = {key: (s.location, lift(s.spec, source)) for key, s in state.items()}
        count = len(leaves.tensors)
        preset = {**containers, **states}
        args, kwargs = made[: len(bound.args)], dict(zip(bound.kwargs, made[len(bound.args) :], strict=True))
        context = attempt.context
        with tracing(context), private.ordering_scope():
            for index, tensor in enumerate(tensors[:count]):
                stands_for(tensor, index, is_array=index in leaves.arrays)
            for key, (location, lifted) in states.items():
                held = arrays_of([location.value()])
                for part in tf.nest.flatten(lifted):
                    stands_for(part, key, is_array=bool(held))
            try:
                traced = trace(context, lambda: converted_call(function, *args, **kwargs), preset.values())
            except RecursionError:  # Python's stack ended before the recursion did
                if context.recursion is None:
                    raise
                raise endless(*context.recursion) from None
            if traced.raised is not None:
                fail_as(traced)
            roots = [function, *values, *made]
            kept = {
                key: effect
                for key, effect in kept_effects(traced.effects, roots).items()
                if key not in preset or not same_contents(effect.after, preset[key][1])
            }
            _find_new_state(attempt, kept, traced, state, containers)
            if attempt.found:
                return []
            with joining(*roots):
                return _outputs(attempt, traced, kept, state, list(containers), roots)

    return build


def _find_new_state(
    attempt: _Attempt,
    kept: dict[Any, Effect],
    traced: Traced,
    state: dict[Any, State],
    containers: Container[Any],
) -> None:
    """Written locations that are no inputs yet, or whose type has grown."""
    for key, effect in kept.items():
        if key not in state and key not in containers:
            refuse_unmergeable(effect.location, "that was there before the staged function")
            attempt.found[key] = State(effect.location, as_input(spec_of(effect.before, deep=True)))
    with view(traced.effects):
        for key, effect in kept.items():
            if key not in state or key in attempt.found:
                continue
            try:
                join(state[key].spec, spec_of(effect.after))
            except JoinError as error:
                if isinstance(state[key].spec, Constant):
                    continue
                name = spoken_name(effect.location)
                before, after = describe(state[key].spec), describe(spec_of(effect.after))
                raise StagingError(
                    "AG236",
                    f"'{name}' is {before} before the call and {after} after it: {apart(error, before, after)}.",
                    span=effect.location.span,
                    fix=way_out(state[key].spec, spec_of(effect.after), "before and after the call"),
                ) from None


def _outputs(
    attempt: _Attempt,
    traced: Traced,
    kept: dict[Any, Effect],
    state: dict[Any, State],
    containers: list[Any],
    roots: list[Any],
) -> list[tf.Tensor]:
    """The graph's outputs: the result, the written locations, the written argument containers."""
    with view(traced.effects):
        result = None if traced.raised is not None else traced.result
        refuse_useless([result, *(effect.after for effect in kept.values())], _definition(attempt))
        given = [(result, own(spec_of(result, deep=not _is_container(result))))]
        written = [known.location for key, known in state.items() if key in kept]
        for location in written:
            after = kept[location.key].after
            given.append((after, own(spec_of(after, deep=not _is_container(after)))))
        changed = [index for index, key in enumerate(containers) if key in kept]
        for index in changed:
            after = kept[containers[index]].after
            given.append((after, own(spec_of(after, deep=True))))
        here = MadeHere(roots, _definition(attempt))
        attempt.result, *others = here.finals(given)
        attempt.made = here.copier.made
        attempt.written = list(zip(written, others, strict=False))
        attempt.containers = list(zip(changed, others[len(written) :], strict=True))
        out = [t for value, spec in given for t in lower(value, spec)]
    return [tf.identity(t) for t in out]


def _is_container(value: Any) -> bool:
    """Whether identity counts for a value: `own` decides whether it existed before or is made anew."""
    return isinstance(value, CONTAINERS) or is_record(value)


def _definition(attempt: _Attempt) -> Span | None:
    """The line of the outermost function."""
    code = getattr(attempt.context.entered[0], "__code__", None) if attempt.context.entered else None
    if not isinstance(code, types.CodeType):
        return None
    return Span(code.co_filename, code.co_firstlineno, 0, code.co_firstlineno, 0)
