"""Stages loops: traces test and body until the state's types settle, and adds one `while` to the program.

Places outside of the body that it writes (variables of enclosing functions, attributes of objects made here) travel as
further state.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from ag_notebook.staging.backends.carriers import Endless, LazySequence, StagedRange, Undefined
from ag_notebook.staging.backends.lantern.ir.program import Block, Variable
from ag_notebook.staging.backends.lantern.staging.arithmetic import as_array, cast, compare, fitting
from ag_notebook.staging.backends.lantern.staging.checks import fail, required_context
from ag_notebook.staging.backends.lantern.staging.conditionals import (
    both,
    finish,
    forget,
    refuse_unmergeable,
    rewritten,
    separate_writes,
    split,
    truth,
)
from ag_notebook.staging.backends.lantern.staging.definitions import Unknown
from ag_notebook.staging.backends.lantern.staging.items import getitem, take, unrolled
from ag_notebook.staging.backends.lantern.staging.joins import JoinError, itself, join_values
from ag_notebook.staging.backends.lantern.staging.parts import NOTHING, Log, is_object, viewing
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.structure import (
    ContentsSpec,
    Never,
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
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference, Store
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.aliases import spoken_name, spoken_variable
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import (
    Location,
    Traced,
    attribute_location,
    kept_effects,
    touch,
    trace,
    write_merged,
)
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.special import tested
from ag_notebook.staging.runtime.statements import for_stmt
from ag_notebook.staging.wording import apart

State = tuple[Any, ...]
MOST_TRACES = 12
MANY = 2**62
"""How many items an iterator without end has."""
MOST_UNROLLED = 256
"""Iterations of a loop that Python runs where lists grow in it."""


class GrowingError(StagingError):
    """A list changes its length in a loop."""


class Loop:
    """A loop that is being staged.

    Attributes:
        root: holds the user's test and body, which may write variables of enclosing functions.
        initial: the values before the loop.
        specs: what the variables are, as far as is known.
        locations: written places, whose values travel after those of the variables.
        written: of each variable, whether the body writes its array in place.
    """

    def __init__(
        self,
        test: Callable[..., Any],
        body: Callable[..., State],
        state: State,
        names: Sequence[str],
        root: Callable[..., Any],
    ) -> None:
        self.root = root
        self.test, self.body, self.names = test, body, list(names)
        self.count = len(names)
        self.initial = list(state)
        self.specs: list[Spec] = [generalised(itself(value)) for value in state]
        self.locations: list[Location] = []
        self.written: set[int] = set()
        self.stores: list[tuple[Store, Any]] = []
        self.strict = False
        self.results: list[Any] = []

    def stage(self) -> State:
        """Adds the loop to the program; gives the values after it."""
        context, made = current(), session()
        assert context is not None
        marks = len(context.events), len(context.entered)
        known_split = dict(context.split)
        for _ in range(MOST_TRACES):
            frame_block, count = made.frame.builder.block, len(made.frame.builder.block.operations)
            try:
                settled = self._trace()
            except Unknown as unknown:
                if not unknown.can_be_skipped:
                    raise
                return tuple(self.initial[: self.count])  # a first guess: as if the body never ran
            if settled is not None:
                return self._assemble(*settled)
            del frame_block.operations[count:]
            del context.events[marks[0] :], context.entered[marks[1] :]
            context.split = dict(known_split)
        raise refusal(
            "AG238",
            f"the types of {', '.join(self.names)} never settle in this loop.",
            "Give the variables one type before the loop.",
        )

    def _trace(self) -> tuple[Block, Block] | None:
        """One trace of test and body; None where the types have changed by it."""
        made = session()
        made.guessed = False
        context = required_context()
        with made.block(self._parameters()) as test, separate_writes(), made.assuming():
            values = self._values(test.parameters)
            traced = trace(
                context, lambda: truth(self.test(*values[: self.count])), self._preset(values), self.root
            )
            goes_on = traced.result
            if traced.raised is not None:
                self._fail(traced)
                goes_on = False
            if kept_effects(traced.effects, [self.root, *self.initial]).keys() - {
                loc.key for loc in self.locations
            }:
                raise refusal(
                    "AG311", "the test of a staged loop changes something.", "Change it in the body."
                )
            test.results = (made.resolve(cast(goes_on, "bool").variable),)
        with made.block(self._parameters()) as body, separate_writes() as stores, made.assuming():
            values = self._values(body.parameters)
            self._mark_written()
            known = [
                value.store if isinstance(value, Array) and value.store is not None else None
                for value in values
            ]
            run = functools.partial(self.body, *values[: self.count])
            traced = trace(context, run, self._preset(values), self.root)
            if traced.raised is not None:
                self._fail(traced)
        kept = kept_effects(traced.effects, [self.root, *self.initial])
        finish(traced, kept)
        news = [e for k, e in kept.items() if k not in {loc.key for loc in self.locations}]
        for effect in news:
            refuse_unmergeable(effect)
            self.locations.append(effect.location)
            self.initial.append(effect.before)
            self.names.append(spoken_name(effect.location))
            self.specs.append(self._joined(len(self.specs), effect.after, kept))
        written = {i for i, store in enumerate(known) if any(store is s for s, _ in stores)}
        self.stores = [(s, v) for s, v in stores if not any(s is k for k in known)]
        if news or written - self.written:
            self.written |= written
            return None
        results = list(values[: self.count] if traced.raised is not None else traced.result)
        for location, value in zip(self.locations, values[self.count :], strict=True):
            effect_of = traced.effects.get(location.key)
            results.append(value if effect_of is None else effect_of.after)
        self.results = results
        specs = [
            spec if value is result else self._joined(at, result, kept)
            for at, (spec, value, result) in enumerate(zip(self.specs, values, results, strict=True))
        ]
        if [spec.key() for spec in specs] != [spec.key() for spec in self.specs]:
            for spec in specs:
                refuse_growing(spec)
            self.specs = specs
            return None
        if made.guessed and not self.strict:
            self.strict = True  # a guess gave way to something else, but is what it was: now it has to fit
            return None
        with made.frame.builder.inside(body), rewritten(stores), viewing(kept):
            ends = [v for s, r in zip(specs, results, strict=True) for v in lower(r, s)]
            body.results = tuple(map(made.resolve, ends))
        return test, body

    @staticmethod
    def _fail(traced: Traced) -> None:
        place = traced.result.place
        assert traced.raised is not None
        fail(traced.raised, None if place is None else place[0])

    def _parameters(self) -> list[Variable]:
        return [
            Variable(kind, name if name.isidentifier() else "")
            for spec, name in zip(self.specs, self.names, strict=True)
            for kind in types_of(spec)
        ]

    def _values(self, parameters: Sequence[Variable]) -> list[Any]:
        variables = iter(parameters)
        made, context = [], required_context()
        for spec, initial in zip(self.specs, self.initial, strict=True):
            if isinstance(spec, Never):
                is_unbound = isinstance(spec.value, Undefined)
                made.append(Undefined(spec.value.name, origin=spec.value) if is_unbound else spec.value)
                continue
            guess = not self.strict and not isinstance(initial, Array)
            made.append(lift(spec, variables, guess=guess))
            split(context, initial, made[-1])
        return made

    def _preset(self, values: list[Any]) -> list[tuple[Location, Any]]:
        return list(zip(self.locations, values[self.count :], strict=True))

    def _mark_written(self) -> None:
        """What the body writes in place was written by an earlier iteration: other names of it are old."""
        for at in self.written:
            value = self.initial[at]
            if isinstance(value, Array) and value.store is not None:
                if value.store.foreign:
                    raise refusal(
                        "AG317",
                        "an array is written in place that code outside of this function has too.",
                        "Copy it first: x = x.copy().",
                    )
                others = [v for i, v in enumerate(self.initial) if i != at and isinstance(v, Array)]
                if any(other.store is value.store for other in others):
                    raise refusal(
                        "AG317",
                        "an array is written in place in a loop that has two names there.",
                        "Copy it first: x = x.copy().",
                    )
                value.store.write()

    def _joined(self, at: int, result: Any, effects: Log) -> Spec:
        before = spec_of(self.initial[at])
        with viewing(effects):
            after = spec_of(result)
        kind: type[StagingError] = StagingError
        if isinstance(after, ContentsSpec) or (isinstance(after, Parts) and not is_object(result)):
            kind = GrowingError
        try:
            return generalised(join_values(self.initial[at], result, (NOTHING, effects)))
        except JoinError as error:
            raise kind(
                "AG202",
                f"{spoken_variable(self.names[at])} is {described(before)} before the loop's body and "
                f"{described(after)} after it: {apart(error, described(before), described(after))}.",
                span=user_span(),
                fix=error.fix
                or (
                    "Write into an array that is made before: ys = np.zeros(10); ys[i] = y."
                    if kind is GrowingError
                    else "Give it its last type before the loop."
                ),
            ) from None

    def _assemble(self, test: Block, body: Block) -> State:
        context, made = current(), session()
        assert context is not None
        start = [v for spec, value in zip(self.specs, self.initial, strict=True) for v in lower(value, spec)]
        types = [kind for spec in self.specs for kind in types_of(spec)]
        variables = iter(made.add("while", start, types, None, [test, body]))
        for at in self.written:
            value = self.initial[at]
            if isinstance(value, Array) and value.store is not None:
                value.store.write()
        forget(self.stores)
        values = [lift(spec, variables) for spec in self.specs]
        for initial, result, value in zip(self.initial, self.results, values, strict=True):
            split(context, initial, result, value)
        for location, value in zip(self.locations, values[self.count :], strict=True):
            write_merged(context, location, value)
        return tuple(values[: self.count])


def stage_while(
    test: Any,
    loop_test: Callable[..., Any],
    loop_body: Callable[..., State],
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
    root: Callable[..., Any] | None = None,
) -> State:
    """`while`, from the iteration on at which the test is staged."""
    # The test is asked before the body, so it needs flags that the body sets; those that are unbound before are the body's own.
    temporaries = options.get("temporaries", ())
    kept = [i for i, n in enumerate(names) if n not in temporaries or type(state[i]) is not Undefined]

    def whole(part: State) -> State:
        values = list(state)
        for i, value in zip(kept, part, strict=True):
            values[i] = value
        return tuple(values)

    def body(*part: Any) -> State:
        after = loop_body(*whole(part))
        return tuple(after[i] for i in kept)

    loop = Loop(
        lambda *part: tested(loop_test(*whole(part))),
        body,
        tuple(state[i] for i in kept),
        [names[i] for i in kept],
        root or (lambda: (loop_test, loop_body)),
    )
    return whole(loop.stage())


def stage_for(
    iterable: Any,
    loop_body: Callable[..., State],
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    """`for` over a range, an array's first axis, or `enumerate`, `zip`, `reversed` of these."""
    length, item = items_of(iterable)
    context = required_context()
    marks = len(context.events), len(context.entered)
    known_split = dict(context.split)
    block = session().frame.builder.block
    count = len(block.operations)
    try:
        return _stage_for(iterable, length, item, loop_body, extra_test, state, names, options)
    except GrowingError:
        if type(length) is not int or length > MOST_UNROLLED:
            raise
    # Lists grow in the body, and how often it runs is known: Python runs it.
    del context.events[marks[0] :], context.entered[marks[1] :], block.operations[count:]
    context.split = known_split
    rows = [item(at) for at in range(length)]
    return for_stmt(rows, loop_body, extra_test, state, names, **options)


def _stage_for(
    iterable: Any,
    length: Any,
    item: Callable[[Any], Any],
    loop_body: Callable[..., State],
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    def test(at: Any, *values: Any) -> Any:
        goes_on = compare("<", at, length)
        return goes_on if extra_test is None else both(goes_on, lambda: extra_test(*values), is_and=True)

    def body(at: Any, *values: Any) -> State:
        after = loop_body(item(at), *values)
        return fitting("+", at, 1), *after

    if type(length) is int and length == 0:
        return state
    first = cast(0, "i64", weak=True)
    after = stage_while(
        test, test, body, (first, *state), ("index", *names), options, lambda: (extra_test, loop_body)
    )
    if isinstance(iterable, Endless):  # it is behind the last item that was taken
        touch(required_context(), attribute_location(iterable, "position"))
        iterable.position = iterable.position + after[0]
    return after[1:]


def items_of(iterable: Any) -> tuple[Any, Callable[[Any], Any]]:
    """How many items there are, and how the one at an index is made."""
    if isinstance(iterable, StagedRange):
        return range_length(iterable), functools.partial(number_at, iterable)
    if isinstance(iterable, LazySequence):
        take(iterable)
        return iterable.length, iterable.item
    if isinstance(iterable, Endless):
        begun = iterable.position
        return MANY, lambda at: iterable.item(begun + at)
    if isinstance(iterable, (list, tuple, range)):
        return len(iterable), lambda at: iterable[at] if type(at) is int else getitem(iterable, at)
    if isinstance(iterable, Reference):
        return items_of(unrolled(iterable))
    value = as_array(iterable)
    if not value.type.shape:
        raise TypeError(f"{value.dtype} object is not iterable")
    return len(value), lambda at: value[at]


def number_at(numbers: StagedRange, at: Any) -> Any:
    """The number of a range at an index, which is one of those that it has: the number is then between its bounds."""
    away = at if numbers.step == 1 else fitting("*", at, numbers.step)
    return away if type(numbers.start) is int and numbers.start == 0 else fitting("+", numbers.start, away)


def range_length(numbers: StagedRange) -> Any:
    """How many numbers a range has."""
    from ag_notebook.staging.backends.lantern.staging.functions import maximum_of

    step, start, stop = numbers.step, numbers.start, numbers.stop
    if step < 0:
        start, stop, step = -start, -stop, -step
    away = stop if type(start) is int and start == 0 else stop - start
    return maximum_of(away if step == 1 else (away + (step - 1)) // step, 0)
