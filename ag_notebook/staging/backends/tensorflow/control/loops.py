"""Stages loops: traces the body until the state's types settle, and builds one `While` op.

The test is part of the body: whether to go on is one more boolean of the state, so that `break`, `return` and
`while True` need no form of their own. The types that inner loops came to are remembered while an outer loop
is traced again, so nesting does not multiply traces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.checks import assume
from ag_notebook.staging.backends.tensorflow.control.conditionals import (
    LARGEST,
    refuse_unmergeable,
    required_context,
)
from ag_notebook.staging.backends.tensorflow.control.loop_body import BodyTrace, Iteration, State, Step
from ag_notebook.staging.backends.tensorflow.control.truth import truth
from ag_notebook.staging.backends.tensorflow.values.joins import describe, join, way_out
from ag_notebook.staging.backends.tensorflow.values.lowering import lift
from ag_notebook.staging.backends.tensorflow.values.specs import (
    ChoiceType,
    FieldsType,
    JoinError,
    OptionalType,
    SequenceType,
    Spec,
    TensorType,
    strong,
)
from ag_notebook.staging.backends.tensorflow.values.splits import Entry, Splits, find_splits
from ag_notebook.staging.backends.tensorflow.values.structure import as_input, spec_of, view
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.aliases import spoken_name, spoken_variable
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.effects import (
    Effect,
    Location,
    behind_copies,
    kept_effects,
    same_contents,
    touch,
    write_merged,
)
from ag_notebook.staging.runtime.events import record, user_span
from ag_notebook.staging.runtime.forks import Fork
from ag_notebook.staging.runtime.given_arrays import inherit
from ag_notebook.staging.runtime.reachability import reachable
from ag_notebook.staging.runtime.stand_ins import refuse_repeated_moves
from ag_notebook.staging.wording import apart, with_article

MOST_TRACES = 12
MOST_OBJECTS = 32
"""Objects that a variable may be one of, after which it is not believed that each trace of a body finds the same ones."""
MOST_OPS_IN_SEQUENCE = 64
"""Ops of the largest body (of small tensors) whose iterations run one after the other."""


class Carried:
    """The part of a loop's state that travels from one iteration to the next.

    `temporaries` are names that each iteration sets before it reads them and that nobody reads after the loop.
    """

    def __init__(self, state: State, names: Sequence[str], temporaries: Sequence[str]) -> None:
        self._whole = tuple(state)
        self._kept = [i for i, name in enumerate(names) if name not in temporaries]
        self.names = [names[i] for i in self._kept]
        self.initial = self.part(state)

    def part(self, whole: State) -> State:
        """What travels, of a whole state."""
        return tuple(whole[i] for i in self._kept)

    def whole(self, part: State) -> State:
        """The whole state: what travelled, and the temporaries as they were before the loop."""
        values = list(self._whole)
        for i, value in zip(self._kept, part, strict=True):
            values[i] = value
        return tuple(values)


@dataclass(slots=True)
class Learnt:
    """What a loop's traces came to: for replay when the loop around it is traced again."""

    place: CodeType
    specs: list[Spec]
    locations: list[Location]
    inner: list[Any]
    splits: Splits


def stage_loop(
    go_on: Any,
    step: Step,
    state: State,
    names: Sequence[str],
    place: CodeType,
    options: dict[str, Any] | None = None,
) -> State:
    """`while go_on: go_on, state = step(state, iteration)`.

    Args:
        go_on: whether the first iteration runs (bool, []).
        step: one iteration.
        state: the values before the loop.
        names: their names, for messages.
        place: the code of the loop's body, which names the loop in what is remembered.
        options: `maximum_iterations`, `parallel_iterations`, `shape_invariants`, and `iterations`, which gives how many
            there are where that is known once the body is traced.
    """
    context = required_context()
    start = truth(go_on)
    if start is False:
        return state
    marks = len(context.events), len(context.entered)
    split, listed = dict(context.split), dict(context.listed)
    try:
        return _stage_loop(context, start, step, state, names, place, options or {})
    except Fork as fork:
        if fork.depth != len(context.scopes):
            raise
        del context.events[marks[0] :], context.entered[marks[1] :]
        context.split, context.listed = split, listed
        if not assume(context, tf.convert_to_tensor(start), True, fork):
            return state
        first = tf.constant(0)
        step(state, Iteration(first, first + 1))  # in the handler's scope Python raises what it has to raise
        raise fork.error from None


def _objects(spec: Spec) -> tuple[Any, ...]:
    """The Python objects that a value, or a part of it, is one of."""
    if isinstance(spec, ChoiceType):
        return spec.objects
    if isinstance(spec, OptionalType):
        return _objects(spec.inner)
    if isinstance(spec, (SequenceType, FieldsType)):
        return max(map(_objects, spec.items), key=len, default=())
    return ()


def _most_objects(spec: Spec) -> int:
    return len(_objects(spec))


def _never_settles(names: Sequence[str], specs: Sequence[Spec]) -> StagingError:
    listed = ", ".join(names)
    objects = [held for spec in specs for held in _objects(spec)]
    if objects:
        kind = with_article(type(objects[0]).__name__)
        return StagingError(
            "AG238",
            f"the types of {listed} never settle in this loop: each iteration makes {kind}, which the graph cannot hold.",
            span=user_span(),
            fix="Let the loop carry what it is made of, and make it afterwards.",
        )
    return StagingError(
        "AG238",
        f"the types of {listed} never settle in this loop.",
        span=user_span(),
        fix="Give the variables one type and shape before the loop.",
    )


def _stage_loop(
    context: Context,
    start: Any,
    step: Step,
    state: State,
    names: Sequence[str],
    place: CodeType,
    options: dict[str, Any],
) -> State:
    specs: list[Spec] = [as_input(spec_of(v)) for v in state]
    locations: list[Location] = []
    inner: list[Any] = []
    splits = Splits()
    known = _recall(context, place, specs, step, state)
    if known is not None:
        specs, locations, inner, splits = known
    specs = _with_invariants(specs, names, options.get("shape_invariants"), state)
    for attempt in range(MOST_TRACES):
        initial = [*state, *(location.value() for location in locations)]
        marks = len(context.events), len(context.entered)
        split, listed = dict(context.split), dict(context.listed)
        moves, written_back = len(context.moves), len(context.written_back)
        body, inner = _trace_body(context, step, names, specs, initial, locations, inner, attempt > 0, splits)
        written = {
            k: e
            for k, e in kept_effects(body.effects, [step, *initial]).items()
            if k not in {location.key for location in locations}
        }
        found = find_splits(context, _entries(body, [v.value for v in body.variables]))
        if not written and all(v.settled for v in body.variables) and found.is_within(splits):
            break
        # A trace is discarded as a whole: its graph with its events.
        del context.events[marks[0] :], context.entered[marks[1] :]
        context.split, context.listed, splits = split, listed, splits.merged(found)
        before, specs = specs, [v.carried for v in body.variables]
        for effect in written.values():
            refuse_unmergeable(effect.location)
            locations.append(effect.location)
            specs.append(_joined_effect(effect, body.effects))
        if max(map(_most_objects, specs), default=0) > max([MOST_OBJECTS, *map(_most_objects, before)]):
            raise _never_settles(names, specs)
    else:
        raise _never_settles(names, specs)
    refuse_repeated_moves(context, moves, written_back)
    _refuse_captured(context, body, listed)
    context.superseded.update(body.traced.superseded)
    context.learnt.append(Learnt(place, [v.carried for v in body.variables], locations, inner, splits))
    _note_fitted(body)
    return _assemble(context, body, start, options)


def _trace_body(
    context: Context,
    step: Step,
    names: Sequence[str],
    specs: list[Spec],
    initial: list[Any],
    locations: list[Location],
    inner: list[Any],
    decided: bool,
    splits: Splits,
) -> tuple[BodyTrace, list[Any]]:
    """One trace of the body; inner loops recall what they learnt in the trace before."""
    saved = context.replay, context.learnt
    context.replay, context.learnt = list(inner), []
    try:
        body = BodyTrace(step, names, specs, initial, locations, decided, splits)
        return body, context.learnt
    finally:
        context.replay, context.learnt = saved


def _recall(
    context: Context, place: CodeType, specs: list[Spec], step: Step, state: State
) -> tuple[list[Spec], list[Location], list[Any], Splits] | None:
    """The types that this loop came to in the trace before this one, where they still fit."""
    if not context.replay or context.replay[0].place is not place:
        return None
    known: Learnt = context.replay.pop(0)
    count = len(specs)
    owners = {id(location.owner) for location in known.locations}
    found = reachable([step, *state, *behind_copies()], owners) if owners else set()
    if found != owners:
        return None
    try:
        values = [join(a, b) for a, b in zip(specs, known.specs[:count], strict=True)]
        values += [
            join(as_input(spec_of(location.value())), spec)
            for location, spec in zip(known.locations, known.specs[count:], strict=True)
        ]
    except JoinError:
        return None
    return values, list(known.locations), known.inner, known.splits


def _refuse_captured(context: Context, body: BodyTrace, listed: dict[int, Any]) -> None:
    """Refuses a body that changes an object of which it puts a copy into a staged list: the next change would be lost."""
    for location, variable in zip(body.locations, body.variables[body.count :], strict=True):
        is_put = id(location.owner) in context.listed and id(location.owner) not in listed
        effect = body.effects.get(location.key)
        if is_put and effect is not None and not same_contents(variable.value, effect.after):
            touch(context, location)


def _joined_effect(effect: Effect, log: dict[Any, Effect]) -> Spec:
    before = as_input(spec_of(effect.before))
    with view(log):
        after = spec_of(effect.after)
    try:
        return join(before, after)
    except JoinError as error:
        raise StagingError(
            "AG202",
            f"{spoken_variable(spoken_name(effect.location))} is {describe(before)} before the loop's body and "
            f"{describe(after)} after it: {apart(error, describe(before), describe(after))}.",
            span=user_span(),
            fix=way_out(before, after, "before the loop"),
        ) from None


def _with_invariants(specs: list[Spec], names: Sequence[str], invariants: Any, state: State) -> list[Spec]:
    """The specs relaxed by the user's `shape_invariants`: pairs of a value and a shape."""
    if not invariants:
        return specs
    relaxed = list(specs)
    for value, shape in invariants:
        for index, held in enumerate(state):
            spec = relaxed[index]
            if held is value and isinstance(spec, TensorType):
                relaxed[index] = TensorType(spec.dtype, tf.TensorShape(shape), spec.weak)
    return relaxed


def _note_fitted(body: BodyTrace) -> None:
    """Says which variables got another type than they came with."""
    for variable in body.variables:
        before, after = strong(as_input(spec_of(variable.initial))), strong(variable.joined)
        if isinstance(before, TensorType) and isinstance(after, TensorType) and before != after:
            record(
                "loop variable", "fitted", "tensorflow", f"'{variable.name}' goes from {before} to {after}"
            )


def _parallel_iterations(body: BodyTrace) -> int:
    """How many iterations may overlap: one where the body is too small for it to pay, else TensorFlow's default."""
    outputs = [o for op in body.body.graph.get_operations() for o in op.outputs]
    small = all(o.shape.is_fully_defined() and o.shape.num_elements() <= LARGEST for o in outputs)
    return 1 if small and len(outputs) <= MOST_OPS_IN_SEQUENCE else 10


def _entries(body: BodyTrace, values: Sequence[Any]) -> list[Entry]:
    """The variables of a loop, with what they are before and after the body, and their values where the two meet."""
    entries: list[Entry] = []
    for index, (variable, value) in enumerate(zip(body.variables, values, strict=True)):
        if index < body.count:
            entries.append((variable.name, [spec_of(variable.initial), variable.result_spec], value))
        else:  # what the place held before is known by that place itself
            entries.append(("", [variable.result_spec], value))
    return entries


def _assemble(context: Context, body: BodyTrace, start: tf.Tensor, options: dict[str, Any]) -> State:
    outputs = body.outputs()  # first: it may ask a weak number for its placeholder
    inputs, initial = body.inputs(), body.initial()
    test = body.body.placeholder(tf.bool, tf.TensorShape([]), name="go_on")
    results = private.build_while(
        body.body,
        [test, *inputs],
        [body.go_on, *outputs],
        [tf.convert_to_tensor(start), *initial],
        0,
        (body.iteration.number, body.iteration.following),
        options.get("maximum_iterations"),
        options.get("parallel_iterations") or _parallel_iterations(body),
        options["iterations"]() if "iterations" in options and "maximum_iterations" not in options else None,
    )
    if body.may_fail and results:
        private.order_after(results[0].op)
    tensors = iter(results[1:])
    values = []
    for variable in body.variables:
        value = inherit(lift(variable.joined, tensors), variable.initial, variable.result)
        values.append(variable.initial if variable.unchanged else value)
    find_splits(context, _entries(body, values), outside=True).note(context)
    for location, value in zip(body.locations, values[body.count :], strict=True):
        write_merged(context, location, value)
    return tuple(values[: body.count])
