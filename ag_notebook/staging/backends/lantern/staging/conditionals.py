"""Stages `if`: traces both branches, joins what they bind and change, and adds one `if` to the program.

A branch that needs the result of a definition before that is known is left out: the other branch says what the result is
(`definitions`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends.carriers import NO_VALUE, Choice, Maybe, StagedRange
from ag_notebook.staging.backends.lantern.ir.program import Block
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging.arithmetic import as_array, cast, compare, negated
from ag_notebook.staging.backends.lantern.staging.checks import decide, fail
from ag_notebook.staging.backends.lantern.staging.definitions import Unknown
from ag_notebook.staging.backends.lantern.staging.joins import JoinError, MadeOrNoneError, join_values
from ag_notebook.staging.backends.lantern.staging.parts import Log, containers_in, is_object, viewing
from ag_notebook.staging.backends.lantern.staging.refusals import AmbiguousError, growing_object, refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.structure import (
    described,
    holds_made,
    lift,
    lower,
    spec_of,
    types_of,
)
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference, Store
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.aliases import EXPRESSION, spoken_name, spoken_variable
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import (
    Contents,
    Effect,
    StagedRaise,
    Traced,
    is_mergeable,
    kept_effects,
    trace,
    write_merged,
)
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.forks import Fork
from ag_notebook.staging.runtime.special import tested
from ag_notebook.staging.wording import apart

State = tuple[Any, ...]
Thunk = Callable[[], Any]


def truth(value: Any) -> Any:
    """Whether a value is true: a staged bool, or one of Python's."""
    if isinstance(value, Maybe):
        if value.ag_absent is None:
            return value.ag_backend.if_exp(value.ag_flag, lambda: truth(value.ag_value), lambda: False)
        value = value.ag_resolve()
    if isinstance(value, Reference):
        from ag_notebook.staging.backends.lantern.staging.records import truth_of

        return truth_of(value)
    if isinstance(value, Choice):
        return value.ag_each(truth)
    if isinstance(value, StagedRange):
        from ag_notebook.staging.backends.lantern.staging.loops import range_length

        value = range_length(value)
    if isinstance(value, Parameter):
        value = as_array(value)
    if not isinstance(value, Array):
        answer = tested(value)
        return bool(value) if answer is value else truth(answer)
    if value.size != 1:
        raise refusal(
            "AG318",
            f"{value.type} has more than one item, so it is neither true nor false.",
            "Use .any() or .all().",
            AmbiguousError,
        )
    if value.type.shape:
        from ag_notebook.staging.backends.lantern.staging.shapes import reshape

        value = reshape(value, ())
    if value.type.dtype == "bool":
        return value
    return compare("!=", value, 0)


@contextlib.contextmanager
def separate_writes() -> Iterator[list[tuple[Store, Any]]]:
    """What a branch writes in place is not written in the other one: gives the stores and their versions at its end."""
    made = session()
    before, made.writes = made.writes, []
    found: list[tuple[Store, Any]] = []
    try:
        yield found
    finally:
        found += {id(store): (store, store.version) for store, _ in made.writes}.values()
        for store, version in reversed(made.writes):
            store.version = version
        made.writes = before


class Branch:
    """One traced branch: its block, its result and its effects; `unknown` where it waits for a definition's result."""

    def __init__(self, function: Callable[[], State], test: Any, holds: bool) -> None:
        context, made = current(), session()
        assert context is not None
        self.function = function
        self.unknown: Unknown | None = None
        self.effects: dict[Any, Effect] = {}
        with made.block() as self.block, made.knowing(test.variable, holds), separate_writes() as self.stores:
            try:
                self.traced = trace(context, function)
            except Unknown as unknown:
                self.unknown = unknown
                return
            if self.traced.raised is not None:
                place = self.traced.result.place
                fail(self.traced.raised, None if place is None else place[0])
        self.effects = kept_effects(self.traced.effects, [function])
        finish(self.traced, self.effects)

    @property
    def raised(self) -> BaseException | None:
        """The exception that the branch ends in."""
        return None if self.unknown is not None else self.traced.raised

    def values(self, count: int, keys: Sequence[Any], other: Branch) -> list[Any]:
        """The state and the written places at the end of the branch."""
        if self.raised is not None:
            return [NO_VALUE] * (count + len(keys))
        own = self.traced.effects
        return [
            *self.traced.result,
            *(own[k].after if k in own else other.traced.effects[k].before for k in keys),
        ]


def finish(traced: Traced, kept: dict[Any, Effect]) -> None:
    """Gives the objects that were made in a trace, and so are known nowhere else, what they held at its end."""
    for key, effect in traced.effects.items():
        if key not in kept:
            effect.location.set(effect.after)


def split(context: Context, *values: Any) -> None:
    """Notes that the lists and dicts in some values may be one with another: they are no longer to be changed."""
    held = [{id(found): found for found in containers_in(value)} for value in values]
    same = set.intersection(*(set(each) for each in held))
    context.split.update({key: found for each in held for key, found in each.items() if key not in same})


def refuse_unmergeable(effect: Effect) -> None:
    """Refuses a change that has no staged form.

    Raises:
        StagingError: AG311.
    """
    location = effect.location
    if location.kind == "items" and (location.held_by is not None or not is_mergeable(location.owner)):
        raise StagingError(
            "AG311",
            f"a {type(location.owner).__name__} is changed under a staged test or in a staged loop.",
            span=location.span,
            fix="Use arrays, or a list or dict of fixed length.",
        )


def stage_if(
    test: Any, if_true: Callable[[], State], if_false: Callable[[], State], names: Sequence[str]
) -> State:
    """Stages a conditional; both thunks return the state named `names`."""
    predicate = truth(test)
    if isinstance(predicate, bool):
        return if_true() if predicate else if_false()
    known = session().known(predicate.variable)
    if known is not None:
        return if_true() if known else if_false()
    try:
        then = Branch(if_true, predicate, True)
        orelse = Branch(if_false, predicate, False)
    except Fork as fork:
        return if_true() if decide(predicate, fork) else if_false()
    for branch, other in ((then, orelse), (orelse, then)):
        if branch.unknown is not None:
            if other.unknown is not None or other.raised is not None:
                raise branch.unknown
            return _alone(other)
    return _merged(predicate, then, orelse, names)


def _alone(branch: Branch) -> State:
    """The values of the one branch that is known; its operations count as if it were always taken."""
    context = current()
    assert context is not None
    session().frame.splice(branch.block)
    for effect in branch.effects.values():
        write_merged(context, effect.location, effect.after)
    return tuple(branch.traced.result)


def _merged(predicate: Any, then: Branch, orelse: Branch, names: Sequence[str]) -> State:
    context, made = current(), session()
    assert context is not None
    effects = {**orelse.effects, **then.effects}
    keys = list(effects)
    labels = [*names, *(spoken_name(effects[key].location) for key in keys)]
    for effect in effects.values():
        refuse_unmergeable(effect)
    sides = then.values(len(names), keys, orelse), orelse.values(len(names), keys, then)
    merged: list[Any] = [None] * len(labels)
    carried: dict[int, Any] = {}
    for at, (a, b, label) in enumerate(zip(*sides, labels, strict=True)):
        if a is b:
            merged[at] = a
        elif type(a) is bool and b is (not a):
            merged[at] = Array((predicate if a else negated(predicate)).variable, weak=True)
        else:
            carried[at] = joined(a, b, label, (then.effects, orelse.effects))
    results: list[list[Any]] = []
    for branch, values in zip((then, orelse), sides, strict=True):
        with made.frame.builder.inside(branch.block), rewritten(branch.stores), viewing(branch.effects):
            results.append([v for at, spec in carried.items() for v in lower(values[at], spec)])
            branch.block.results = tuple(map(made.resolve, results[-1]))
    forget([*then.stores, *orelse.stores])
    types = [kind for spec in carried.values() for kind in types_of(spec)]
    needed = types or any(b.block.operations for b in (then, orelse))
    blocks = [then.block, orelse.block]
    variables = iter(made.add("if", [predicate.variable], types, None, blocks) if needed else ())
    if then.raised is not None and orelse.raised is not None:
        raise StagedRaise(then.raised)
    for at, spec in carried.items():
        merged[at] = lift(spec, variables)
        split(context, sides[0][at], sides[1][at], merged[at])
    for key, value in zip(keys, merged[len(names) :], strict=True):
        write_merged(context, effects[key].location, value)
    return tuple(merged[: len(names)])


@contextlib.contextmanager
def rewritten(stores: Sequence[tuple[Store, Any]]) -> Iterator[None]:
    """While the values that a branch ends with are read: what it wrote is the newest."""
    held = [(store, store.version) for store, _ in stores]
    for store, version in stores:
        store.version = version
    try:
        yield
    finally:
        for store, version in held:
            store.version = version


def forget(stores: Sequence[tuple[Store, Any]]) -> None:
    """Whichever way a test turns out, what was known before of written arrays may be old."""
    for store in {id(store): store for store, _ in stores}.values():
        store.write()


def joined(a: Any, b: Any, name: str, views: tuple[Log, Log]) -> Any:
    """The type of a variable that is `a` on one path and `b` on the other.

    Raises:
        StagingError: AG230, or AG238 where the recursion around it makes objects that hold each other.
    """
    try:
        return join_values(a, b, views)
    except JoinError as error:
        if isinstance(error, MadeOrNoneError) and any(
            traced.guards is None and holds_made(traced.result, error.kind)
            for traced in session().traced.values()
        ):
            raise growing_object(error.kind) from None
        one, other = described(spec_of(a)), described(spec_of(b))
        raise StagingError(
            "AG230",
            f"{spoken_variable(name)} is {one} in one branch and {other} in the other: {apart(error, one, other)}.",
            span=user_span(),
            fix=error.fix or _way_out(a, b),
        ) from None


def _way_out(a: Any, b: Any) -> str:
    if {type(a), type(b)} & {list, dict, Contents}:
        return "Keep its length: use an array, and np.where."
    if is_object(a) or is_object(b):
        return "Make objects of one class, with the same attributes."
    if any(isinstance(each, (str, bytes)) for each in (a, b)):
        return "Give a number that stands for the text, and choose the text outside of the staged function."
    integer = next((each for each in (a, b) if _is_number(each, int, "iu")), None)
    if integer is not None and any(_is_number(each, float, "f") for each in (a, b)):
        return _as_float(integer)
    if all(_is_number(each, (bool, int, float), "biuf") for each in (a, b)):
        return "Cast one of the two."
    return "Make them of one type."


def _is_number(value: Any, kind: type | tuple[type, ...], kinds: str) -> bool:
    """Whether it is a number or array of these kinds, of Python's or NumPy's dtypes."""
    if isinstance(value, (Array, Parameter, np.ndarray, np.generic)):
        return value.dtype.kind in kinds
    return isinstance(value, kind)


def _as_float(integer: Any) -> str:
    """How an integer becomes a float."""
    held = integer._variable if isinstance(integer, Array) else None
    for frame in session().frames:
        if held is not None and held.name and any(held is parameter for parameter in frame.parameters):
            return (
                f"Pass a float for `{held.name}`, such as 1.0 instead of 1, or cast it: float({held.name})."
            )
    return "Cast the integer, or write it as a float: 1.0 instead of 1."


def choose(test: Any, if_true: Thunk, if_false: Thunk) -> Any:
    """The value of a conditional expression."""
    return stage_if(test, lambda: (if_true(),), lambda: (if_false(),), (EXPRESSION,))[0]


def switch(index: Any, thunks: Sequence[Thunk]) -> Any:
    """The value of one of the thunks, by a staged index."""
    if len(thunks) == 1:
        return thunks[0]()
    last = len(thunks) - 1
    return choose(compare("==", index, last), thunks[last], lambda: switch(index, thunks[:last]))


def both(left: Any, right: Thunk, *, is_and: bool) -> Any:
    """`left and right`, `left or right`: the operands are returned, the right one is evaluated where it counts."""
    test = truth(left)
    if isinstance(test, bool):
        return right() if test is is_and else left
    made, context = session(), current()
    assert context is not None
    is_plain = isinstance(left, Array) and left.type.dtype == "bool" and not left.type.shape
    if is_plain:
        # A right side that is cheap and cannot fail is computed anyway.
        with made.block() as block, made.knowing(test.variable, is_and), separate_writes() as stores:
            try:
                traced = trace(context, right)
            except Unknown:
                return left
        value = traced.result
        cheap = traced.raised is None and not traced.effects and not stores and _is_cheap(block)
        if cheap and (type(value) is bool or (isinstance(value, Array) and value.type.dtype == "bool")):
            made.frame.splice(block)
            other = cast(value, "bool", weak=type(value) is bool or value.weak)
            if not other.type.shape:
                kind = "and" if is_and else "or"
                return Array(made.emit(kind, test.variable, other.variable), weak=left.weak and other.weak)
            return choose(test, *((lambda: other, lambda: left) if is_and else (lambda: left, lambda: other)))
    return choose(test, *((right, lambda: left) if is_and else (lambda: left, right)))


_CHEAP = frozenset(
    ("constant", "cast", "not", "and", "or", "none?", "<", "<=", "==", "!=", ">", ">=", "+", "-", "*")
)


def _is_cheap(block: Block) -> bool:
    return all(o.kind in _CHEAP and not getattr(o.results[0].type, "shape", ()) for o in block.operations)
