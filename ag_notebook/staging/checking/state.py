"""Keeps what a function can reach outside of itself, and puts it back: two runs must begin with the same.

Reached are the arguments, and from the function its closure cells, the globals that it names, defaults, and on through
containers, objects, modules and functions of the user's. Each mutable thing on the way is a *place*. What cannot be put
back (a generator, an open file) is named in `lasting`. What it changes outside of the program, `world` notices.
"""

from __future__ import annotations

import array
import collections
import contextvars
import copy
import decimal
import functools
import gc
import io
import logging
import random
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ag_notebook.staging.checking.world import World
from ag_notebook.staging.runtime.bytecode import lookups
from ag_notebook.staging.runtime.callees import is_library_file, is_users_class, plain_attribute
from ag_notebook.staging.runtime.reachability import LIBRARIES, is_array, own_attributes
from ag_notebook.staging.wording import kind_of

MOST_PLACES = 20_000

_PLAIN = (
    type(None),
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    range,
    slice,
    types.CodeType,
    types.BuiltinFunctionType,
)
_ABSENT = object()
_STREAMS = ("stdout", "stderr", "__stdout__", "__stderr__")


@dataclass(frozen=True)
class Place:
    """Something that may change: `read` copies what it holds, `write` puts that back and says True where it held other things.

    `compared` says whether what it holds after a run is part of what the run did; what libraries keep for themselves is not.
    """

    label: str
    read: Callable[[], Any]
    write: Callable[[Any], bool | None]
    compared: bool


class Outside:
    """The places that a call can reach, with what they hold now."""

    def __init__(self, function: Any, arguments: Mapping[str, Any], checks: Any) -> None:
        self._checks = checks
        self._seen: dict[int, Any] = {}
        self._items: set[tuple[int, str]] = set()
        self._todo: list[tuple[str, Any, bool]] = []
        self.places: list[Place] = []
        self.lasting: list[str] = []
        """What cannot be put back, in words."""
        self.changed = False
        """Whether a run bound something else, or put other things into a container or an object."""
        for name, value in arguments.items():
            self._later(name, value)
        self._later(getattr(function, "__name__", "the function"), function)
        while self._todo and len(self.places) < MOST_PLACES:
            label, value, users = self._todo.pop()
            if type(value) not in _PLAIN and id(value) not in self._seen:
                self._seen[id(value)] = value
                self._visit(label, value, users)
        if self._todo:
            self.lasting.append(f"more than {MOST_PLACES} objects can be reached")
        self._held = [place.read() for place in self.places]
        self._libraries = _library_states()
        self.world = World()

    def restore(self) -> None:
        """Puts back what the places held at first, the random generators of Python and NumPy, and handlers of messages."""
        for place, held in zip(self.places, self._held):
            self.changed |= place.write(held) is True
        for write, state in self._libraries:
            write(state)
        self.world.restore()

    def contents(self) -> list[tuple[str, Any]]:
        """What the places hold now that a run is judged by."""
        return [(place.label, place.read()) for place in self.places if place.compared]

    def _later(self, label: str, value: Any, users: bool = True) -> None:
        self._todo.append((label, value, users))

    def _place(
        self, label: str, read: Callable[[], Any], write: Callable[[Any], bool | None], compared: bool
    ) -> None:
        self.places.append(Place(label, read, write, compared))

    # the walk ----------------------------------------------------------------------------------
    def _visit(self, label: str, value: Any, users: bool) -> None:
        put_back = self._checks.put_back(value)
        if put_back is not None:
            read, write = put_back
            self._place(label, read, write, True)
        elif (why := self._checks.cannot_be_put_back(value)) or (why := _kept_for_good(value)):
            self.lasting.append(f"`{label}` is {kind_of(value)}, {why}")
        elif (held := _hidden(value)) is not None:
            self._place(label, *held)
        elif is_array(value):
            self._place(label, value.copy, functools.partial(_fill_array, value), users)
            for item in value.ravel().tolist() if value.dtype.hasobject else ():
                self._later(f"an item of {label}", item, users)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, types.MethodType):
            self._later("self", value.__self__)
            self._later(label, value.__func__)
        elif isinstance(value, functools.partial):
            for part in (value.func, value.args, value.keywords):
                self._later(label, part)
        elif (original := plain_attribute(value, "__ag_staged__")) is not None:
            self._later(label, original)
        elif issubclass(type(value), (list, dict, set, collections.deque, bytearray)):
            self._container(label, value, users)
        elif isinstance(value, (tuple, frozenset)):
            for item in value:
                self._later(label, item, users)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, (Iterator, io.IOBase)):
            if users and not _is_printed_to(value):
                self.lasting.append(f"`{label}` is {kind_of(value)}, which cannot be used twice")
        elif not isinstance(value, types.ModuleType):
            self._object(label, value, users)

    def _function(self, function: types.FunctionType) -> None:
        """The globals and closure cells that a function names; a library's functions keep theirs to themselves."""
        names = function.__globals__
        if _is_library(names.get("__name__"), function.__code__.co_filename):
            return
        found = lookups(function.__code__)
        own = functools.partial(_attributes_of, function)
        self._place(function.__name__, own, functools.partial(_fill_attributes, function), True)
        for name, held in own().items():
            self._later(f"{function.__name__}.{name}", held)
        if "globals" in found.globals:  # whatever it binds there
            self._place("globals()", names.copy, functools.partial(_refill, names), False)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            self._place(name, functools.partial(_cell, cell), functools.partial(_fill_cell, cell), True)
            self._later(name, _cell(cell))
        for name in sorted(found.globals & names.keys() | found.written_globals):
            if name in found.written_globals:
                self._item(name, names, name)
            held = names.get(name)
            if isinstance(held, types.ModuleType):
                self._module(name, held, found.globals)
            else:
                self._later(name, held)
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self._later(function.__name__, default)

    def _module(self, label: str, module: types.ModuleType, names: frozenset[str]) -> None:
        """What code names of a module of the user's."""
        if _is_library(module.__name__, getattr(module, "__file__", None) or ""):
            return
        for name in sorted(names):  # those that the module lacks may be bound
            if module is sys and name in _STREAMS:
                continue  # what is written there is compared as printed text
            self._item(f"{label}.{name}", module.__dict__, name)
            if name in module.__dict__:
                self._later(f"{label}.{name}", module.__dict__[name])

    def _item(self, label: str, holder: dict[str, Any], name: str) -> None:
        if (id(holder), name) in self._items:
            return
        self._items.add((id(holder), name))
        self._place(
            label, lambda: holder.get(name, _ABSENT), functools.partial(_fill_item, holder, name), True
        )

    def _container(self, label: str, value: Any, users: bool) -> None:
        self._place(label, value.copy, functools.partial(_refill, value), users)
        if isinstance(value, dict):
            for key, item in value.items():
                self._later(f"{label}[{key!r}]", item, users)
        elif not isinstance(value, bytearray):
            for index, item in enumerate(value):
                self._later(f"{label}[{index}]", item, users)

    def _class(self, kind: type) -> None:
        if not is_users_class(kind):
            return

        def own() -> dict[str, Any]:
            return {n: v for n, v in vars(kind).items() if not (n.startswith("__") and n.endswith("__"))}

        self._place(kind.__name__, own, lambda held: _fill_class(kind, own(), held), True)
        for name, value in own().items():
            inner = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            for part in (inner.fget, inner.fset) if isinstance(inner, property) else (inner,):
                self._later(f"{kind.__name__}.{name}", part)

    def _object(self, label: str, value: Any, users: bool) -> None:
        kind = type(value)
        users = users and is_users_class(kind)
        attributes = own_attributes(value)
        if isinstance(attributes, dict):
            self._place(label, attributes.copy, functools.partial(_refill, attributes), users)
            for name, held in list(attributes.items()):
                self._later(f"{label}.{name}", held, users)
        for name in _slots(kind) if users else ():
            read = functools.partial(getattr, value, name, _ABSENT)
            self._place(f"{label}.{name}", read, functools.partial(_fill_slot, value, name), True)
            self._later(f"{label}.{name}", read())
        if users:
            for each in kind.__mro__:
                self._later(each.__name__, each)


def _hidden(value: Any) -> tuple[Callable[[], Any], Callable[[Any], None], bool] | None:
    """How what an object of a library holds is read and put back, and whether it is compared; None for others."""
    if isinstance(value, array.array):
        return lambda: value[:], functools.partial(value.__setitem__, slice(None)), True
    if isinstance(value, contextvars.ContextVar):  # each run has a context of its own
        return functools.partial(value.get, _ABSENT), lambda _: None, True
    if type(value) is functools._lru_cache_wrapper:  # empty, or else it is not run
        return lambda: None, lambda _: value.cache_clear(), False
    if isinstance(value, random.Random):
        return value.getstate, value.setstate, False
    if type(value).__module__.startswith("numpy.random"):
        if hasattr(value, "get_state"):
            return value.get_state, value.set_state, False
        generator = getattr(value, "bit_generator", None)
        if generator is not None:
            return (
                lambda: copy.deepcopy(generator.state),
                functools.partial(setattr, generator, "state"),
                False,
            )
    return None


def _kept_for_good(value: Any) -> str:
    """Why what an object holds cannot be put back."""
    if type(value) is functools._lru_cache_wrapper and value.cache_info().currsize:
        return "whose results cannot be put back; clear it with `cache_clear()`"
    return ""


def _attributes_of(function: types.FunctionType) -> dict[str, Any]:
    """The attributes of a function, less our own."""
    return {n: v for n, v in function.__dict__.items() if not n.startswith("__")}


def _fill_attributes(function: types.FunctionType, held: dict[str, Any]) -> None:
    for name in _attributes_of(function).keys() - held.keys():
        del function.__dict__[name]
    function.__dict__.update(held)


def _is_printed_to(value: Any) -> bool:
    """Whether a file is a standard stream of the process, whose descriptor a run's text is read from."""
    return value is sys.__stdout__ or value is sys.__stderr__


def _is_library(module: Any, file: str) -> bool:
    return str(module or "").split(".")[0] in LIBRARIES or is_library_file(file)


def _slots(kind: type) -> Iterator[str]:
    for each in kind.__mro__:
        slots = each.__dict__.get("__slots__", ())
        yield from (
            n for n in ([slots] if isinstance(slots, str) else slots) if n not in ("__dict__", "__weakref__")
        )


def _cell(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


def _fill_cell(cell: types.CellType, held: Any) -> bool:
    if (now := _cell(cell)) is held:
        return False
    if held is not _ABSENT:
        cell.cell_contents = held
    elif now is not _ABSENT:
        del cell.cell_contents
    return True


def _fill_item(holder: dict[str, Any], name: str, held: Any) -> bool:
    if holder.get(name, _ABSENT) is held:
        return False
    if held is _ABSENT:
        holder.pop(name, None)
    else:
        holder[name] = held
    return True


def _fill_slot(value: Any, name: str, held: Any) -> bool:
    if getattr(value, name, _ABSENT) is held:
        return False
    if held is not _ABSENT:
        object.__setattr__(value, name, held)
    elif hasattr(value, name):
        object.__delattr__(value, name)
    return True


def _fill_class(kind: type, now: dict[str, Any], held: dict[str, Any]) -> bool:
    if _holds(now, held):
        return False
    for name in now.keys() - held.keys():
        delattr(kind, name)
    for name, value in held.items():
        if now.get(name, _ABSENT) is not value:
            setattr(kind, name, value)
    return True


def _fill_array(array: Any, held: Any) -> None:
    if array.flags.writeable:
        array[...] = held


def _refill(container: Any, held: Any) -> bool:
    """Puts contents back where they have changed, past methods that a subclass of the user's overrides."""
    if _holds(container, held):
        return False
    kinds: tuple[Any, ...] = collections.OrderedDict, dict, set, collections.deque, bytearray, list
    kind = next(each for each in kinds if isinstance(container, each))
    if kind in (bytearray, list):
        kind.__setitem__(container, slice(None), held)
    else:
        kind.clear(container)
        (kind.extend if kind is collections.deque else kind.update)(container, held)
    return True


def _holds(container: Any, held: Any) -> bool:
    """Whether a container holds just these objects, in this order."""
    if len(container) != len(held):
        return False
    if isinstance(container, dict):
        return all(a is b and container[a] is held[b] for a, b in zip(container, held))
    return all(a is b for a, b in zip(container, held))


def _library_states() -> list[tuple[Callable[[Any], None], Any]]:
    states: list[tuple[Callable[[Any], None], Any]] = [
        (random.setstate, random.getstate()),
        # The first message makes a handler, which would hold the stream of a run for ever.
        (lambda held: logging.root.handlers.__setitem__(slice(None), held), logging.root.handlers.copy()),
        (sys.setrecursionlimit, sys.getrecursionlimit()),
        (lambda held: gc.enable() if held else gc.disable(), gc.isenabled()),
        (_fill_decimals, decimal.getcontext().copy()),
    ]
    if "numpy" in sys.modules:
        import numpy as np

        states.append((np.random.set_state, np.random.get_state()))  # noqa: NPY002  the state that functions draw from
        states.append((lambda held: np.set_printoptions(**held), np.get_printoptions()))

        def fill_errors(held: Any) -> None:
            np.seterr(**held)

        states.append((fill_errors, np.geterr()))
    return states


def _fill_decimals(held: decimal.Context) -> None:
    now = decimal.getcontext()
    for name in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"):
        setattr(now, name, getattr(held, name))
