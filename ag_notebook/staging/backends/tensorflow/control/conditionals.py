"""Stages `if`: traces both branches, joins what they bind and change, and builds one `If` op.

traces then, traces else     each in a graph and a scope of effects of its own
joins the types              of results, and of locations that either branch wrote
lowers each side             to the joined types, as outputs of its graph
builds the op, lifts         and writes merged locations in the scope outside
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import NO_VALUE, Choice
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.checks import assume, fail_as
from ag_notebook.staging.backends.tensorflow.control.truth import negated, truth
from ag_notebook.staging.backends.tensorflow.values.given_out import refuse_exceptions
from ag_notebook.staging.backends.tensorflow.values.joins import describe, join, way_out
from ag_notebook.staging.backends.tensorflow.values.lowering import lift, lower
from ag_notebook.staging.backends.tensorflow.values.made_here import refuse_lost
from ag_notebook.staging.backends.tensorflow.values.specs import JoinError, Spec
from ag_notebook.staging.backends.tensorflow.values.splits import Entry, find_splits
from ag_notebook.staging.backends.tensorflow.values.structure import joining, spec_of, view
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.aliases import EXPRESSION, spoken_name, spoken_variable
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import (
    Location,
    StagedRaise,
    is_mergeable,
    kept_effects,
    trace,
    write_merged,
)
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.forks import Fork
from ag_notebook.staging.runtime.given_arrays import inherit
from ag_notebook.staging.wording import apart

State = tuple[Any, ...]
Thunk = Callable[[], Any]


CHEAP = frozenset(
    [
        "Abs",
        "AddV2",
        "Cast",
        "Const",
        "Equal",
        "Greater",
        "GreaterEqual",
        "Identity",
        "Less",
        "LessEqual",
        "LogicalAnd",
        "LogicalNot",
        "LogicalOr",
        "Maximum",
        "Minimum",
        "Mul",
        "Neg",
        "NotEqual",
        "Placeholder",
        "PlaceholderWithDefault",
        "RealDiv",
        "SelectV2",
        "Square",
        "Sub",
    ]
)
"""Ops that cannot fail and cost no more than a conditional around them would."""
MOST_OPS = 24
LARGEST = 1024
"""Elements of the largest tensor that is computed for nothing."""


def required_context() -> Context:
    """The current trace; staged control flow outside of one would have nowhere to go."""
    context = current()
    if context is None:
        raise StagingError(
            "AG502",
            "a graph is being built here, but not by a staged function.",
            span=user_span(),
            fix="Call it through ag_notebook.staging.function(f).",
        )
    return context


class Branch:
    """One traced branch: its graph, its result, and those of its effects that code outside can see."""

    def __init__(self, kind: str, function: Callable[[], State]) -> None:
        context = required_context()
        self.function = function
        self.body = private.TracedGraph(kind)
        with self.body.building(), private.ordering_scope():
            self.traced = trace(context, function)
            if self.traced.raised is not None:
                fail_as(self.traced)
        self.effects = kept_effects(self.traced.effects, [function])

    @property
    def raised(self) -> BaseException | None:
        return self.traced.raised

    def values(self, count: int, keys: Sequence[Any], other: Branch) -> list[Any]:
        """The values of the state and of the written locations at the end of the branch."""
        if self.raised is not None:
            return [NO_VALUE] * (count + len(keys))
        found = list(self.traced.result)
        for key in keys:
            effects = self.traced.effects
            found.append(effects[key].after if key in effects else other.traced.effects[key].before)
        refuse_exceptions(found, user_span())
        refuse_lost(found, self.traced.effects, [self.function], "a branch")
        return found

    def specs(self, values: Sequence[Any]) -> list[Spec]:
        with view(self.traced.effects):
            return [spec_of(v) for v in values]

    def is_cheap(self) -> bool:
        """Whether computing the branch for nothing costs less than a conditional would, and cannot fail."""
        ops = self.body.graph.get_operations()
        return (
            self.raised is None
            and not self.traced.effects
            and len(ops) <= MOST_OPS
            and all(op.type in CHEAP for op in ops)
            and all(
                o.shape.is_fully_defined() and o.shape.num_elements() <= LARGEST
                for op in ops
                for o in op.outputs
            )
        )

    def finish(self, values: Sequence[Any], specs: Sequence[Spec]) -> None:
        context = required_context()
        outside, context.superseded = context.superseded, self.traced.superseded
        try:
            with self.body.building(), view(self.traced.effects):
                self.body.finish(
                    [t for value, spec in zip(values, specs, strict=True) for t in lower(value, spec)]
                )
        finally:
            context.superseded = outside


def stage_if(
    test: Any, if_true: Callable[[], State], if_false: Callable[[], State], names: Sequence[str]
) -> State:
    """Stages a conditional on `test`; both thunks return the state named `names`."""
    predicate = truth(test)
    if isinstance(predicate, bool):
        return if_true() if predicate else if_false()
    context = required_context()
    marks = len(context.events), len(context.entered)
    default = False
    try:
        then = Branch("then", if_true)
        default = True
        orelse = Branch("else", if_false)
    except Fork as fork:
        if fork.depth != len(context.scopes):
            raise
        del context.events[marks[0] :], context.entered[marks[1] :]
        return if_true() if assume(context, predicate, default, fork) else if_false()
    return merge(predicate, then, orelse, names)


def merge(predicate: tf.Tensor, then: Branch, orelse: Branch, names: Sequence[str]) -> State:
    """One `If` op of two traced branches; returns the merged state."""
    context = required_context()
    effects = {**orelse.effects, **then.effects}
    keys, count = list(effects), len(names)
    labels = [*names, *(spoken_name(effects[k].location) for k in keys)]
    sides = [(b, b.values(count, keys, o)) for b, o in ((then, orelse), (orelse, then))]
    for effect in effects.values():
        refuse_unmergeable(effect.location)
    flags = _flags(sides, count)
    for index in flags:
        for _, values in sides:
            values[index] = NO_VALUE  # not an output: it is the predicate
    before = [branch.specs(values) for branch, values in sides]
    entries: list[Entry]
    with joining(then.function, orelse.function):
        specs = _join_all(before[0], before[1], labels)
    if _is_exit(names) and not effects and then.is_cheap() and orelse.is_cheap() and _selectable(specs):
        chosen = _selected(context, predicate, then, orelse, specs)
        for index, value in enumerate(chosen):
            inherit(value, *(values[index] for _, values in sides))
        entries = [(n, [side[i] for side in before], chosen[i]) for i, n in enumerate(names)]
        find_splits(context, entries, outside=True).note(context)
        return _with_flags(chosen, flags, predicate)
    for branch, values in sides:
        branch.finish(values, specs)
    context.superseded.update({**then.traced.superseded, **orelse.traced.superseded})
    needed = any(s.tensors() for s in specs) or any(b.body.graph.control_outputs for b in (then, orelse))
    results, op = private.build_if(predicate, then.body, orelse.body) if needed else ([], None)
    if op is not None and (then.raised or orelse.raised):
        private.order_after(op)
    if then.raised is not None and orelse.raised is not None:
        raise StagedRaise(then.raised)
    tensors = iter(results)
    merged = [lift(spec, tensors) for spec in specs]
    for index, value in enumerate(merged):
        inherit(value, *(values[index] for _, values in sides))
    entries = [(n, [side[i] for side in before], merged[i]) for i, n in enumerate(names)]
    for index, key in enumerate(keys):
        # What a place held before is known by that place itself; what it is bound to now may have another name.
        bound = [s[count + index] for s, b in zip(before, (then, orelse)) if key in b.traced.effects]
        entries.append(("", bound, merged[count + index]))
    find_splits(context, entries, outside=True).note(context)
    for key, value in zip(keys, merged[count:], strict=True):
        write_merged(context, effects[key].location, value)
    return _with_flags(tuple(merged[:count]), flags, predicate)


def _flags(sides: list[tuple[Branch, list[Any]]], count: int) -> dict[int, bool]:
    """The variables that are True on one path and False on the other: they are the predicate, or its negation."""
    (_, then), (_, orelse) = sides
    return {i: then[i] for i in range(count) if type(then[i]) is bool and orelse[i] is (not then[i])}


def _with_flags(state: State, flags: dict[int, bool], predicate: tf.Tensor) -> State:
    return tuple(
        value if i not in flags else predicate if flags[i] else negated(predicate)
        for i, value in enumerate(state)
    )


def _is_exit(names: Sequence[str]) -> bool:
    """Whether a conditional is what a `break`, `continue` or `return` in a loop was lowered to."""
    return any(name.startswith(("did_break", "did_continue", "did_return")) for name in names)


def _selectable(specs: Sequence[Spec]) -> bool:
    """Whether values of these types can be computed on both sides and one be taken."""
    return all(
        t.dtype not in (tf.variant, tf.resource)
        and t.shape.is_fully_defined()
        and t.shape.num_elements() <= LARGEST
        for spec in specs
        for t in spec.tensors()
    )


def _selected(
    context: Context, predicate: tf.Tensor, then: Branch, orelse: Branch, specs: Sequence[Spec]
) -> State:
    """Both sides computed here and now, and the right values taken: an exit of a loop without a nested `If` op."""
    events = len(context.events)
    sides = [
        [t for v, s in zip(b.function(), specs, strict=True) for t in lower(v, s)] for b in (then, orelse)
    ]
    del context.events[events:]
    tensors = iter([tf.where(predicate, a, b) for a, b in zip(*sides, strict=True)])
    return tuple(lift(spec, tensors) for spec in specs)


def _join_all(left: list[Spec], right: list[Spec], labels: Sequence[str]) -> list[Spec]:
    joined = []
    for a, b, label in zip(left, right, labels, strict=True):
        try:
            joined.append(join(a, b))
        except JoinError as error:
            one, other = describe(a), describe(b)
            raise StagingError(
                "AG230",
                f"{spoken_variable(label)} is {one} in one branch and {other} in the other: {apart(error, one, other)}.",
                span=user_span(),
                fix=way_out(a, b),
            ) from None
    return joined


def refuse_unmergeable(location: Location, where: str = "under a staged test or in a staged loop") -> None:
    """A set, bytearray or list of the user's class that a branch, body or function changes: it has no staged form.

    Raises:
        StagingError: AG231.
    """
    if location.kind == "items" and (location.held_by is not None or not is_mergeable(location.owner)):
        kind = location.held_by or type(location.owner).__name__
        raise StagingError(
            "AG231",
            f"a {kind} is changed (by a method like append or add) {where}.",
            span=location.span,
            fix="Use a list, a dict with known keys, or a tensor.",
        )


def switch(index: Any, thunks: Sequence[Thunk]) -> Any:
    """The value of one of the thunks, by a staged index."""
    if len(thunks) == 1:
        return thunks[0]()
    last = len(thunks) - 1
    return stage_if(
        tf.equal(index, last),
        lambda: (thunks[last](),),
        lambda: (switch(index, thunks[:last]),),
        (EXPRESSION,),
    )[0]


def choose(test: Any, if_true: Thunk, if_false: Thunk) -> Any:
    """The value of a conditional expression."""
    if isinstance(test, Choice) and isinstance(truth(test), bool):
        return if_true() if truth(test) else if_false()
    return stage_if(test, lambda: (if_true(),), lambda: (if_false(),), (EXPRESSION,))[0]
