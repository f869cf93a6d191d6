"""Logs what a traced branch or body changes in objects, undoes it, and says what is to be merged.

Local names are functional state: they travel as parameters and results. Attributes, items, cells and globals
cannot. So the first write to a location in a trace logs the value before; at the end of the trace the value
after is noted; then all is undone, last write first. The back end merges the two sides as further state and
writes the merged value in the scope outside, where it is logged again.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import re
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ag_notebook.staging.backends.carriers import OUTSIDE, Undefined, settle_lists
from ag_notebook.staging.errors import AgNotebookError, StagingError
from ag_notebook.staging.runtime.arrays import frozen
from ag_notebook.staging.runtime.bytecode import outer_writes
from ag_notebook.staging.runtime.callees import is_library_file, package_of
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.events import (
    line_of_traceback,
    place_of_error,
    span_of_frame,
    user_frame,
    user_span,
)
from ag_notebook.staging.runtime.handlers import refuse_if_caught, refuse_swallowed, was_raised_here
from ag_notebook.staging.runtime.reachability import own_attributes, reachable, slots_of
from ag_notebook.staging.stopping import surely
from ag_notebook.staging.wording import kind_of

MISSING = Undefined("?")
"""What a location holds where there is nothing."""
CONTAINERS = (list, dict, set, collections.deque, bytearray)


class Contents:
    """A copy of what a container held."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Absent(Undefined):
    """What an attribute or variable outside the function holds where there is nothing: its read says so."""

    __slots__ = ("location",)

    def __init__(self, location: Location) -> None:
        super().__init__(
            f"{OUTSIDE}{location.label}" if location.kind in ("cell", "global") else location.label
        )
        self.location = location

    def error(self) -> BaseException:
        if self.location.kind == "attribute":
            kind = type(self.location.owner).__name__
            return AttributeError(f"'{kind}' object has no attribute '{self.location.name}'")
        return NameError(f"name '{self.location.label}' is not defined")


class Location:
    """A place that can be written: an attribute, the items of a container, a closure cell, a global.

    `span` is the user's place of the first write. `held_by` says what object of a
    library a container is a part of: the library's code could not read staged contents.
    """

    __slots__ = ("held_by", "key", "label", "name", "owner", "span")

    def __init__(self, kind: str, owner: Any, name: str, label: str) -> None:
        self.key, self.owner, self.name, self.label = (kind, id(owner), name), owner, name, label
        self.span: Any = None
        self.held_by: str | None = None

    @property
    def kind(self) -> str:
        return str(self.key[0])

    def get(self) -> Any:
        """The value now, or `MISSING`."""
        owner, kind = self.owner, self.kind
        if kind == "items":
            return Contents(owner.copy())
        if kind == "cell":
            try:
                return owner.cell_contents
            except ValueError:
                return MISSING
        if kind == "global":
            return owner.get(self.name, MISSING)
        held = own_attributes(owner)
        if isinstance(held, dict) and self.name not in slots_of(type(owner)):
            return held.get(self.name, MISSING)
        return getattr(owner, self.name, MISSING)

    def value(self) -> Any:
        """The value that a read gives: an attribute that an object lacks is its class's."""
        return self.effective(self.get())

    def effective(self, held: Any) -> Any:
        """What a read gives where the location itself holds `held`."""
        if held is not MISSING:
            return held
        if self.kind == "attribute" and not isinstance(self.owner, type):
            for base in type(self.owner).__mro__:
                if self.name in base.__dict__:
                    found = base.__dict__[self.name]
                    return Absent(self) if hasattr(type(found), "__get__") else found
        return Absent(self)

    def set(self, value: Any) -> None:
        """Writes the value without logging it."""
        if isinstance(value, Absent):
            value = MISSING
        owner, kind = self.owner, self.kind
        if kind == "items":
            refill(owner, value.value)
        elif kind == "cell":
            if value is MISSING:
                del owner.cell_contents
            else:
                owner.cell_contents = value
        elif kind == "global":
            if value is MISSING:
                owner.pop(self.name, None)
            else:
                owner[self.name] = value
        elif value is MISSING:
            with contextlib.suppress(AttributeError):
                (type if isinstance(owner, type) else object).__delattr__(owner, self.name)
        elif isinstance(owner, type):
            type.__setattr__(owner, self.name, value)
        elif isinstance(type(owner).__setattr__, types.FunctionType):
            object.__setattr__(owner, self.name, value)  # past the user's own
        else:
            setattr(owner, self.name, value)


def refill(container: Any, items: Any) -> None:
    """Replaces what a container holds."""
    if isinstance(container, (list, bytearray)):
        container[:] = items
    else:
        container.clear()
        (container.extend if isinstance(container, collections.deque) else container.update)(items)


def attribute_location(owner: Any, name: str) -> Location:
    """The attribute `name` of `owner`."""
    return Location("attribute", owner, name, f"{type(owner).__name__}.{name}")


def items_location(owner: Any) -> Location:
    """The items of a container."""
    return Location("items", owner, "", type(owner).__name__)


def is_mergeable(container: Any) -> bool:
    """Whether the contents of a container can differ by a staged test: lists, dicts, deques that can hold anything."""
    if type(container) is collections.deque:
        return container.maxlen != 0
    return type(container) is list or isinstance(container, dict)


def cell_location(cell: types.CellType, name: str) -> Location:
    """A closure cell, that is a variable of an enclosing function."""
    return Location("cell", cell, "", name)


def global_location(names: dict[str, Any], name: str) -> Location:
    """A global of a module."""
    return Location("global", names, name, name)


@dataclass(frozen=True, slots=True)
class Effect:
    """One location that a trace wrote: its value before and at the end of the trace."""

    location: Location
    before: Any
    after: Any


class Effects:
    """The first-write log of one trace."""

    __slots__ = ("before", "exceptions", "originals", "preset", "root")

    def __init__(self, root: Callable[[], Any]) -> None:
        self.root = root
        """The function that is traced: what it can reach was there before the trace."""
        self.before: dict[Any, tuple[Location, Any]] = {}
        self.preset: dict[Any, Any] = {}
        """What locations hold at the beginning that are given other values than they had."""
        self.exceptions: list[BaseException] = []
        """Exceptions made in the trace: they are raised after it was undone, with the attributes that they got in it."""
        self.originals = {location.key: (location, location.get()) for location in _written_directly(root)}

    def touch(self, location: Location) -> None:
        """Logs the value of a location that is about to be written."""
        if location.key not in self.before:
            location.span = location.span or user_span()
            self.before[location.key] = self.originals.get(location.key) or (location, location.get())

    def mark(self, root: Callable[[], Any]) -> list[tuple[Location, Any]]:
        """What every location holds now that was written, or that `root` writes directly: see `roll_back`."""
        here = [location for location, _ in self.before.values()]
        return [(location, location.get()) for location in (*here, *_written_directly(root))]

    def roll_back(self, mark: list[tuple[Location, Any]]) -> None:
        """Undoes what was written since `mark`, last write first."""
        known = {location.key for location, _ in mark}
        for key, (location, before) in reversed(list(self.before.items())):
            if key not in known:
                location.set(before)
                del self.before[key]
        for location, value in reversed(mark):
            location.set(value)

    def finish(self) -> dict[Any, Effect]:
        """The effects so far: locations that hold another value than before."""
        found = {}
        for key, (location, before) in self.before.items():
            after = location.get()
            if not same_contents(before, after) or not same_contents(self.preset.get(key, after), after):
                found[key] = Effect(location, location.effective(before), location.effective(after))
        return found

    def undo(self) -> None:
        """Puts every location back, last write first."""
        for location, before in (*reversed(list(self.before.values())), *self.originals.values()):
            location.set(before)


def _written_directly(root: Callable[[], Any]) -> list[Location]:
    """The variables outside that a branch or body writes as part of its state (`nonlocal n; n = n_1`)."""
    found = []
    todo, seen = [(root, 0)], set()
    while todo:
        held, depth = todo.pop()
        while type(held) is functools.partial:  # the body of an unrolled loop for one item
            held = held.func
        if isinstance(held, types.FunctionType) and id(held) not in seen:
            seen.add(id(held))
            if depth < 1 or (held.__module__ or "").startswith(_RUNTIME):
                todo += [(_contents_of(cell), depth + 1) for cell in held.__closure__ or ()]
            cells, names = outer_writes(held.__code__)
            closure = dict(zip(held.__code__.co_freevars, held.__closure__ or (), strict=True))
            found += [cell_location(closure[name], name) for name in cells]
            found += [global_location(held.__globals__, name) for name in names]
    return found


def _contents_of(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def same_contents(a: Any, b: Any) -> bool:
    """Whether two values of a location are one: the same object, or contents with the same items."""
    if type(a) is Contents and type(b) is Contents:
        a, b = a.value, b.value
        if len(a) != len(b):
            return False
        if isinstance(a, dict):
            return all(x is y and a[x] is b[y] for x, y in zip(a, b, strict=True))
        if isinstance(a, set):
            return bool(a == b)
        return all(x is y for x, y in zip(a, b, strict=True))
    return a is b


class StagedRaise(BaseException):
    """An exception met while a branch was traced: it happens at run time, if the branch is taken.

    A `BaseException`, so that the user's `except Exception` does not swallow it while tracing.
    """

    def __init__(self, exception: BaseException) -> None:
        super().__init__(exception)
        self.exception = exception
        frame = user_frame()
        self.place = place_of_error(exception) or (
            None if frame is None else (span_of_frame(frame), frame.f_code.co_name)
        )
        """The user's span and function where it was raised."""


DEFERRED = (LookupError, NameError, SystemExit, ZeroDivisionError)
"""Errors that Python code meets by value: in a branch they belong to that branch at run time."""


_MEETS_VALUES = (AttributeError, TypeError, ValueError, ArithmeticError)
_OF_A_GRAPH = re.compile("[Tt]ensor|dtype|<weak|ag_")
_RUNTIME = __name__.rpartition(".")[0]


def _as_python_raises(error: BaseException) -> BaseException:
    """What Python raises where None is an operand of a staged number; any other error as it is."""
    if not isinstance(error, ValueError) or "None values not supported" not in str(error):
        return error
    found, traceback = None, error.__traceback__
    while traceback is not None:
        if not _is_ours(traceback) and not is_library_file(traceback.tb_frame.f_code.co_filename):
            found = traceback
        traceback = traceback.tb_next
    return TypeError("None is used as a value here").with_traceback(
        None
        if found is None
        else types.TracebackType(None, found.tb_frame, found.tb_lasti, line_of_traceback(found))
    )


def _is_ours(traceback: types.TracebackType) -> bool:
    return (traceback.tb_frame.f_globals.get("__name__") or "").startswith("ag_notebook")


def _is_deferred(error: BaseException) -> bool:
    """Whether an error belongs to the branch that it was met in: Python code met a value of its own, nothing staged."""
    if isinstance(error, DEFERRED):
        return True
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    module = "" if traceback is None else traceback.tb_frame.f_globals.get("__name__") or ""
    if module.startswith("tensorflow") or (
        module.startswith("ag_notebook") and not module.startswith(_RUNTIME)
    ):
        return False
    if isinstance(error, AttributeError) and package_of(type(error.obj)) in ("tensorflow", "ag_notebook"):
        return False
    return isinstance(error, _MEETS_VALUES) and not _OF_A_GRAPH.search(str(error))


@dataclass(frozen=True, slots=True)
class Traced:
    """What a trace gave: its result (a `StagedRaise` if it ended in an exception) and its effects."""

    result: Any
    effects: dict[Any, Effect]
    superseded: dict[int, Any]

    @property
    def raised(self) -> BaseException | None:
        """The exception that the traced code ends in."""
        return self.result.exception if isinstance(self.result, StagedRaise) else None


def trace(
    context: Context,
    function: Callable[[], Any],
    preset: Iterable[tuple[Location, Any]] = (),
    root: Any = None,
) -> Traced:
    """Runs `function` in a scope of effects and undoes them; `preset` locations are given values first.

    `root` is the user's function behind `function`, where that is not it itself.
    """
    effects = Effects(root or function)
    context.scopes.append(effects)
    calls = len(context.calls)
    superseded, stand_ins = context.superseded, context.stand_ins
    context.superseded, context.stand_ins = dict(superseded), dict(stand_ins)
    try:
        for location, value in preset:
            effects.touch(location)
            location.set(value)
            effects.preset[location.key] = location.get()
        try:
            with frozen(effects.root):
                result = function()
        except StagedRaise as error:
            result = error
        except (Exception, SystemExit) as error:
            refuse_swallowed(context)
            if isinstance(error, AgNotebookError):
                raise
            met = _as_python_raises(error)
            if not context.in_branch and not was_raised_here(context, error):
                raise
            place = place_of_error(met)
            refuse_if_caught(met, None if place is None else place[0])
            if not (_is_deferred(met) or was_raised_here(context, error)):
                raise
            result = StagedRaise(met)
        refuse_swallowed(context)
        settle_lists(result)
        for location, _ in effects.before.values():
            settle_lists(location.owner if location.kind == "items" else location.get())
        return Traced(result, effects.finish(), context.superseded)
    finally:
        del context.calls[calls:]
        context.scopes.pop()
        context.superseded = superseded
        context.escaped.update({k: v for k, v in context.stand_ins.items() if k not in stand_ins})
        context.stand_ins = stand_ins
        surely(effects.undo)


def refuse_split(*values: Any) -> None:
    """Refuses to tell objects apart that may be one, by a staged test.

    Raises:
        StagingError: AG233.
    """
    context = current()
    if context is None or any(v is None for v in values):
        return
    if any(id(v) in context.split or id(v) in context.listed for v in values):
        raise StagingError(
            "AG233",
            "an identity test on objects that may be one, by a staged test.",
            span=user_span(),
            fix="Compare values, or keep a flag of your own.",
        )


def touch(context: Context | None, location: Location) -> None:
    """Logs that a location is about to be written.

    Raises:
        StagingError: AG233, the object may be one with another, so a change of it would have to reach both.
    """
    if context is not None and context.scopes:
        if id(location.owner) in context.split:
            raise StagingError(
                "AG233",
                f"{kind_of(location.owner)} is changed, and a staged test decides which of several it is.",
                span=user_span(),
                fix="Change each in a branch of its own, or copy it where the names are bound: b = list(a)."
                if isinstance(location.owner, CONTAINERS)
                else "Change each in a branch of its own, or make a new one where the names are bound.",
            )
        if id(location.owner) in context.listed:
            raise StagingError(
                "AG233",
                f"{kind_of(location.owner)} is changed that is an item of a list whose contents are staged.",
                span=user_span(),
                fix="Such a list holds copies: change the item before it is put there, or through the list: items[i][j] = v.",
            )
        context.scopes[-1].touch(location)


def touch_outer_variables(context: Context, function: types.FunctionType) -> None:
    """Logs the closure cells and globals that a function is going to write."""
    if not context.scopes:
        return
    cells, names = outer_writes(function.__code__)
    if cells:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            if name in cells:
                touch(context, cell_location(cell, name))
    for name in names:
        touch(context, global_location(function.__globals__, name))


def write_merged(context: Context, location: Location, value: Any) -> None:
    """Writes what the paths of a statement left in a location; each write in them was looked at when it was made."""
    if context.scopes:
        context.scopes[-1].touch(location)
    location.set(value)


def refuse_if_known_outside(context: Context, value: Any, change: str) -> None:
    """Refuses a change that cannot be logged, of an object that code outside a branch or body can see.

    Raises:
        StagingError: AG231.
    """
    for region in context.regions:
        if region.repeatable and reachable(region.roots, {id(value)}):
            region.repeatable = False
    for scope in context.scopes:
        if is_known_outside(scope, value):
            raise StagingError(
                "AG231",
                f"{change} in a way that cannot be staged.",
                span=user_span(),
                fix="Do it outside the staged function, or use a list or dict.",
            )


def is_known_outside(scope: Effects, value: Any) -> bool:
    """Whether code outside of the function, branch or body of a scope can see an object."""
    return id(value) in reachable([scope.root], {id(value)})


def kept_effects(effects: dict[Any, Effect], roots: Iterable[Any]) -> dict[Any, Effect]:
    """Those effects that code outside can see: on objects reachable from `roots` after undoing.

    Objects made inside the trace are no state of their own: they live on only as parts of results.
    """
    if not effects:
        return effects
    wanted = {id(effect.location.owner) for effect in effects.values()}
    context = current()
    dicts = (
        {}
        if context is None
        else {i: id(o) for i, (_, o) in context.attribute_dicts.items() if o is not None}
    )
    found = reachable([*roots, *behind_copies()], wanted | dicts.keys())
    found |= {dicts[i] for i in found if i in dicts}
    return {key: effect for key, effect in effects.items() if id(effect.location.owner) in found}


def behind_copies() -> list[Any]:
    """What copies stand for that code here may hold: a change of such a copy reaches it."""
    context = current()
    entries = context.stand_ins.values() if context is not None else ()
    return [part for entry in entries for part in (*entry.objects, entry.items)]
