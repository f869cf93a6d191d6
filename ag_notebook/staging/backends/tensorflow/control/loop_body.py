"""Traces a loop's body once for given types of its state, and says what the state's types come to.

Inputs are placeholders made when they are needed: those of weak numbers when an operation asks for a dtype,
those of names that the body binds before it reads them never. So most loops are traced once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import NO_VALUE, Undefined
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.checks import fail_as
from ag_notebook.staging.backends.tensorflow.control.conditionals import required_context
from ag_notebook.staging.backends.tensorflow.control.truth import truth
from ag_notebook.staging.backends.tensorflow.values.joins import describe, is_unbound, join, way_out
from ag_notebook.staging.backends.tensorflow.values.lowering import lift_from, lower
from ag_notebook.staging.backends.tensorflow.values.made_here import refuse_lost
from ag_notebook.staging.backends.tensorflow.values.specs import (
    Constant,
    ContentsType,
    FieldsType,
    JoinError,
    ListType,
    Never,
    OptionalType,
    SequenceType,
    Spec,
    TensorType,
    strong,
)
from ag_notebook.staging.backends.tensorflow.values.splits import Splits
from ag_notebook.staging.backends.tensorflow.values.structure import joining, spec_of, view
from ag_notebook.staging.backends.tensorflow.values.weak import PendingNumber, WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.aliases import spoken_variable
from ag_notebook.staging.runtime.effects import Effect, Location, Traced, trace
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.given_arrays import inherit, refuse_if_changed
from ag_notebook.staging.wording import apart

State = tuple[Any, ...]
Step = Callable[[State, "Iteration"], tuple[Any, State]]
"""One iteration: the state before it, and its number → (whether to go on, the state after it)."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """The number of an iteration (int32, [], from 0), which the `While` op counts anyway, and the next one's."""

    number: tf.Tensor
    following: tf.Tensor


@dataclass(slots=True)
class Slot:
    """One tensor of a state variable: its type, and its placeholder or the weak number that makes it."""

    kind: TensorType
    placeholder: tf.Tensor | None = None
    pending: PendingNumber | None = None


@dataclass(slots=True)
class Variable:
    """A state variable in one trace of the body: as it comes in, and as it goes out."""

    name: str
    spec: Spec
    initial: Any
    slots: list[Slot] = field(default_factory=list)
    value: Any = None
    result: Any = None
    joined: Spec = field(default_factory=Never)

    @property
    def unchanged(self) -> bool:
        """Whether the body hands on what it was given."""
        return self.result is self.value and isinstance(self.value, WeakNumber)

    @property
    def bound_late(self) -> bool:
        """Whether the body binds the name anew before any read, so that what comes in does not matter."""
        fresh = isinstance(self.spec, Never) or (is_unbound(self.spec) and not self.value.was_read)
        return fresh and not isinstance(self.result_spec, (OptionalType, Never))

    result_spec: Spec = field(default_factory=Never)

    @property
    def carried(self) -> Spec:
        """The type to give it in the next trace. What the body makes anew (a tape) is another object in each trace."""
        return self.spec if self.bound_late else self.joined

    @property
    def settled(self) -> bool:
        """Whether this trace is right for the joined type."""
        if self.unchanged or self.bound_late:
            return True
        before, after = self.spec.tensors(), self.joined.tensors()
        if len(before) != len(after) or len(after) != len(self.slots):
            return strong(self.joined) == strong(self.spec)
        if _outline(self.joined) != _outline(self.spec):
            return False
        return all(_fits(slot, kind) for slot, kind in zip(self.slots, after, strict=True))


def _outline(spec: Spec) -> Any:
    """The spec without its weak dtypes; those of a list's elements count, as its tensor lists are made of them."""
    if isinstance(spec, ListType):
        return strong(spec)
    if isinstance(spec, (OptionalType, ContentsType)):
        return type(spec), getattr(spec, "name", None), _outline(spec.inner)
    if isinstance(spec, SequenceType):
        return spec.kind, tuple(map(_outline, spec.items))
    if isinstance(spec, FieldsType):
        return spec.kind, spec.names, tuple(map(_outline, spec.items))
    return TensorType(tf.variant, spec.shape) if isinstance(spec, TensorType) else spec


def _fits(slot: Slot, kind: TensorType) -> bool:
    if slot.pending is not None:
        return set(slot.pending.placeholders) <= {kind.dtype} and kind.shape.rank == 0
    return strong(slot.kind) == strong(kind)


class BodyTrace:
    """One trace of a loop's body.

    `locations` are written places whose values travel as state, last. `decided` says that weak numbers are to have
    the dtypes of their specs: an earlier trace used one as of several dtypes. `splits` says which parts of the
    variables may be one with another.
    """

    def __init__(
        self,
        step: Step,
        names: Sequence[str],
        specs: Sequence[Spec],
        initial: Sequence[Any],
        locations: Sequence[Location],
        decided: bool = False,
        splits: Splits | None = None,
    ) -> None:
        context = required_context()
        self.body = private.TracedGraph("body")
        self.count, self.decided = len(names), decided
        self.locations = list(locations)
        labels = [*names, *(location.label for location in locations)]
        self.variables = [Variable(n, s, v) for n, s, v in zip(labels, specs, initial, strict=True)]
        failures = len(context.failures)
        counter = self.body.placeholder(tf.int32, tf.TensorShape([]), name="iteration")
        with self.body.building(), private.ordering_scope():
            self.iteration = Iteration(counter, counter + 1)
            for variable in self.variables:
                variable.value = inherit(self._lift(variable), variable.initial)
            if splits is not None:
                splits.at([v.value for v in self.variables]).note(context)
            self.traced = trace(context, functools.partial(self._run, step), self._preset(), step)
            if self.traced.raised is not None:
                fail_as(self.traced)
            self.go_on = tf.constant(False) if self.traced.raised is not None else self._test(self.traced)
        self.may_fail = len(context.failures) > failures
        self._join(step)

    def _run(self, step: Step) -> tuple[Any, State]:
        go_on, state = step(tuple(v.value for v in self.variables[: self.count]), self.iteration)
        return truth(go_on), state

    def _preset(self) -> list[tuple[Location, Any]]:
        return [(loc, v.value) for loc, v in zip(self.locations, self.variables[self.count :], strict=True)]

    @staticmethod
    def _test(traced: Traced) -> tf.Tensor:
        return tf.convert_to_tensor(traced.result[0])

    def _lift(self, variable: Variable) -> Any:
        """The variable's value inside the body, made of placeholders."""
        if is_unbound(variable.spec):
            assert isinstance(variable.spec, Constant)
            return Undefined(variable.spec.value.name, origin=variable.spec.value)
        like = iter(lower(variable.initial, variable.spec)) if _needs_handle_data(variable.spec) else None

        def take(kind: TensorType) -> Any:
            slot = Slot(kind)
            variable.slots.append(slot)
            if kind.weak and kind.dtype != tf.bool and not self.decided:
                slot.pending = PendingNumber(
                    lambda dtype: self.body.placeholder(dtype, kind.shape, name=variable.name), kind.dtype
                )
                return slot.pending
            slot.placeholder = self.body.placeholder(
                kind.dtype, kind.shape, next(like) if like else None, variable.name
            )
            if kind.weak and kind.dtype != tf.bool:
                return WeakNumber(slot.placeholder, kind.dtype)
            return slot.placeholder

        return lift_from(variable.spec, take)

    @property
    def effects(self) -> dict[Any, Effect]:
        return self.traced.effects

    def _join(self, step: Step) -> None:
        """Joins the type of each variable before and after the body."""
        results: Sequence[Any]
        if self.traced.raised is not None:
            results = [NO_VALUE] * len(self.variables)
        else:
            results = [*self.traced.result[1], *(self._written(i) for i in range(len(self.locations)))]
            before = [step, *(held for v in self.variables for held in (v.initial, v.value))]
            refuse_lost(results, self.effects, before, "a loop's body")
        for variable, result in zip(self.variables, results, strict=True):
            variable.result = result
            refuse_if_changed(variable.value, result, variable.initial)
        # A weak number that is handed on from one variable to another takes its dtype along.
        with joining(step, *(v.initial for v in self.variables)):
            while True:
                self._join_each()
                if not any(self._widen(v) for v in self.variables):
                    break

    @staticmethod
    def _widen(variable: Variable) -> bool:
        """Gives the variable's weak numbers the dtypes of its joined type; whether one changed."""
        types, changed = variable.joined.tensors(), False
        if len(types) != len(variable.slots):
            return False
        for slot, kind in zip(variable.slots, types, strict=True):
            if slot.pending is not None and kind.dtype not in (slot.pending.natural, tf.variant):
                slot.pending.natural, changed = kind.dtype, True
        return changed

    def _join_each(self) -> None:
        for variable in self.variables:
            result = variable.result
            with view(self.effects):
                variable.result_spec = spec_of(result)
            if isinstance(result, type(NO_VALUE)) and not isinstance(variable.spec, Never):
                variable.joined = variable.spec
                continue
            if variable.unchanged:
                variable.joined = variable.spec
                continue
            try:
                variable.joined = join(variable.spec, variable.result_spec)
            except JoinError as error:
                before, after = describe(variable.spec), describe(variable.result_spec)
                raise StagingError(
                    "AG202",
                    f"{spoken_variable(variable.name)} is {before} before the loop's body and {after} after it: "
                    f"{apart(error, before, after)}.",
                    span=user_span(),
                    fix=way_out(variable.spec, variable.result_spec, "before the loop"),
                ) from None

    def _written(self, index: int) -> Any:
        effect = self.effects.get(self.locations[index].key)
        return self.variables[self.count + index].value if effect is None else effect.after

    # assembly ----------------------------------------------------------------------------------
    def inputs(self) -> list[tf.Tensor]:
        """The placeholders of all variables as of their joined types, those not made yet included."""
        found = []
        for variable in self.variables:
            types = variable.joined.tensors()
            if len(variable.slots) != len(types):
                found += [self.body.placeholder(t.dtype, t.shape, name=variable.name) for t in types]
                continue
            for slot, kind in zip(variable.slots, types, strict=True):
                placeholder = slot.placeholder
                if slot.pending is not None:
                    placeholder = slot.pending.placeholders.get(kind.dtype)
                if placeholder is None:
                    placeholder = self.body.placeholder(kind.dtype, kind.shape, name=variable.name)
                found.append(placeholder)
        return found

    def outputs(self) -> list[tf.Tensor]:
        """The tensors of all variables after the body, as of their joined types."""
        with self.body.building(), view(self.effects):
            return [t for v in self.variables for t in lower(v.result, v.joined)]

    def initial(self) -> list[tf.Tensor]:
        """The tensors of all variables before the loop, as of their joined types."""
        return [t for v in self.variables for t in lower(v.initial, v.joined)]


def _needs_handle_data(spec: Spec) -> bool:
    return any(t.dtype in (tf.variant, tf.resource) for t in spec.tensors())
