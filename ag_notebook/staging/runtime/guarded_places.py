"""Finds the places outside of a trace that it may have read: what is to be guarded.

Starts at the globals and closure cells of the functions that were called and at the arguments of the outermost
call, and goes on through containers, modules and objects. Of an object only those attributes are looked at that
some code of the trace names; reads cannot be missed by an alias then (`inner = box.inner; inner.value`). All fields
of data classes count, and all attributes where code reads them without naming them (`getattr(o, name)`).
"""

from __future__ import annotations

import array
import builtins
import collections.abc
import dataclasses
import decimal
import functools
import operator
import queue
import types
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ag_notebook.staging.runtime.bytecode import lookups
from ag_notebook.staging.runtime.callees import (
    is_library_file,
    is_users_class,
    package_of,
    plain_attribute,
    stood_for,
)
from ag_notebook.staging.runtime.effects import (
    MISSING,
    Location,
    attribute_location,
    cell_location,
    global_location,
)
from ag_notebook.staging.runtime.guards import (
    BY_VALUE,
    HOLDERS,
    MOST_ITEMS,
    Guard,
    array_of,
    is_eager_tensor,
)
from ag_notebook.staging.runtime.hidden_state import decimal_settings
from ag_notebook.staging.runtime.reachability import LIBRARIES, is_array, own_attributes

_NOT_GUARDED = (types.CodeType, types.GeneratorType, types.CoroutineType)


def guards_of(
    entered: Iterable[Callable[..., Any]],
    arguments: Mapping[str, Any],
    written: Iterable[tuple[Any, ...]],
    asked: Iterable[Guard] = (),
) -> list[Guard]:
    """The guards of a trace.

    Args:
        entered: the user's functions that were called; those nested in a converted one count with it.
        arguments: those of the outermost call, by name.
        written: keys of the locations that the trace writes: these are inputs, not guarded.
        asked: guards that are there already, of hidden state: what they lead to is guarded, too.
    """
    return _Places(list({id(f): f for f in entered}.values()), set(written)).found(arguments, asked)


class _Places:
    """The walk over all that the functions of one trace can read."""

    def __init__(self, entered: list[Callable[..., Any]], written: set[Any]) -> None:
        self.entered, self.written = entered, written
        known = [lookups(f.__code__) for f in entered]
        self.names = frozenset().union(*(k.names for k in known))
        self.unnamed = any(k.unnamed for k in known)
        self.guards: dict[Any, Guard] = {}
        self.budget = MOST_ITEMS
        self.seen: dict[int, Any] = {}
        self.todo: list[tuple[str, Any]] = []

    def found(self, arguments: Mapping[str, Any], asked: Iterable[Guard]) -> list[Guard]:
        for guard in asked:
            self.guards[(id(guard), "")] = guard
            self.later(guard.label, guard.value)
        for name, value in arguments.items():
            self.argument(name, value)
        for function in self.entered:
            self.function(function)
        while self.todo:
            label, value = self.todo.pop()
            if id(value) not in self.seen:
                self.seen[id(value)] = value
                self.parts(label, value)
        return list(self.guards.values())

    def argument(self, label: str, value: Any) -> None:
        """What a call is given is part of its signature, as are the items of lists, tuples and dicts; what else it holds is not."""
        todo = [value]
        while todo:
            value = todo.pop()
            if type(value) is list or isinstance(value, tuple):
                todo += value
            elif type(value) is dict:
                todo += value.values()
            elif isinstance(value, HOLDERS):
                self.held(label, value)
            else:
                self.later(label, value)

    def function(self, function: Callable[..., Any]) -> None:
        """The globals and closure cells that a function names, and its defaults."""
        code, names = function.__code__, function.__globals__
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            self.place(cell, name, name, functools.partial(_of_cell, cell), cell_location(cell, name))
        for name in sorted(lookups(code).names & {*names, *vars(builtins)}):
            read = functools.partial(names.get, name, MISSING)
            self.place(names, name, name, read, global_location(names, name))
        for name in ("__defaults__", "__kwdefaults__"):
            read = functools.partial(getattr, function, name)
            if read() is not None:
                self.place(function, name, f"{function.__name__}.{name}", read, None)

    def place(
        self, holder: Any, key: Any, label: str, read: Callable[[], Any], location: Location | None
    ) -> None:
        """Guards one place, and goes on with what it holds."""
        if (id(holder), key) in self.guards or (location is not None and location.key in self.written):
            return
        value = read()
        is_attribute = location is not None and location.kind == "attribute"
        if value is MISSING and is_attribute and not _is_slot(getattr(type(holder), str(key), None)):
            return
        if isinstance(value, _NOT_GUARDED) or ("items", id(value), "") in self.written:
            return
        guard = self.guards[(id(holder), key)] = Guard(label, read, location, self.budget)
        if guard.contents is not None:
            count = (
                len(value) if isinstance(value, HOLDERS) else value.size if array_of(value) is value else 0
            )
            self.budget -= count if count <= self.budget else 0
        self.later(label, value)

    def later(self, label: str, value: Any) -> None:
        if not isinstance(value, BY_VALUE) and not is_eager_tensor(value):
            self.todo.append((label, value))

    def parts(self, label: str, value: Any) -> None:
        """What can be read of a value."""
        if isinstance(value, HOLDERS):
            self.items(label, value)
        elif is_array(value) and value.dtype.hasobject:
            for item in value.ravel().tolist():
                self.held(f"an item of {label}", item)
        elif isinstance(value, functools.partial):
            for part in (value.func, value.args, value.keywords):
                self.held(label, part)
        elif isinstance(value, types.MethodType):
            self.held(label, value.__self__)
        elif (contents := _library_contents(value)) is not None:
            self.place(value, "", label, contents, None)
        else:
            self.shape(label, value)
            for name in self.attributes(value):
                read = functools.partial(_attribute, value, name)
                self.place(value, name, f"{label}.{name}", read, attribute_location(value, name))
            if self.reads_all(value):
                read = functools.partial(_names_held, value)
                self.place(value, "", f"the attributes of {label}", read, None)

    def shape(self, label: str, value: Any) -> None:
        """What the user's classes of a value declare, and that it lacks those attributes that it lacks."""
        for kind in value.__mro__ if isinstance(value, type) else type(value).__mro__:
            if is_users_class(kind) and (id(kind), _DECLARED) not in self.guards:
                declared = _Declared(kind, self.written_in(kind))
                self.guards[(id(kind), _DECLARED)] = Guard(f"class {kind.__name__}", declared)
        held = own_attributes(value)
        if not isinstance(held, dict) or self.reads_all(value) or not _is_users(value):
            return
        lacking = self.names - held.keys() - self.written_in(value)
        read = functools.partial(_among, held, frozenset(lacking))
        self.guards[(id(value), _DECLARED)] = Guard(f"what is lacking in {label}", read)

    def written_in(self, value: Any) -> set[str]:
        """Names of the attributes of a value that the trace writes."""
        return {key[2] for key in self.written if key[:2] == ("attribute", id(value))}

    def items(self, label: str, container: Any) -> None:
        """Containers and objects in a container; the container itself has been compared by then."""
        if len(container) > MOST_ITEMS:
            return
        pairs: Iterator[tuple[Any, Any]]
        # A copy: a module that makes an attribute when it is looked at changes `sys.modules`.
        pairs = iter(list(container.items())) if isinstance(container, dict) else enumerate(container)
        for key, item in pairs:
            if isinstance(item, BY_VALUE) or is_eager_tensor(item):
                continue
            text = f"{label}[{key!r}]" if isinstance(key, (int, str)) else f"an item of {label}"
            self.held(text, item)

    def held(self, label: str, value: Any) -> None:
        """What a container, a method or a partial holds for good: only what is inside of it may change."""
        if isinstance(value, HOLDERS) or type(array_of(value)).__name__ == "ndarray":
            self.place(value, "", label, functools.partial(_itself, value), None)
        else:
            self.later(label, value)

    def attributes(self, value: Any) -> Iterable[str]:
        """Names of the attributes of a value that code of the trace may read."""
        held = plain_attribute(value, "__dict__")  # of a `threading.local` that of this thread
        if isinstance(value, types.ModuleType):
            return sorted(self.names & held.keys()) if held else ()
        kinds = value.__mro__ if isinstance(value, type) else type(value).__mro__
        names = {n for n in self.names if any(n in k.__dict__ for k in kinds) or (held and n in held)}
        if dataclasses.is_dataclass(value):
            names.update(field.name for field in dataclasses.fields(value))
        if self.reads_all(value):
            names.update(held or ())
            names.update(n for k in kinds for n, v in vars(k).items() if _is_slot(v))
        return sorted(names)

    def reads_all(self, value: Any) -> bool:
        """Whether all attributes of an object count: not of those of libraries, which keep accounts of their own."""
        if isinstance(value, _HOLDING) and package_of(type(value)) not in LIBRARIES:
            return not is_users_class(type(value)) or self.unnamed
        if not self.unnamed or isinstance(value, (type, types.ModuleType, types.FunctionType)):
            return False
        return not any(package_of(k) in LIBRARIES for k in type(value).__mro__[:-1])


_HOLDING = (collections.abc.Mapping, collections.abc.Set, collections.abc.Sequence, queue.Queue)
"""Classes of the standard library whose code reads attributes that the user's does not name (`UserDict`, `os.environ`)."""


def _library_contents(value: Any) -> Callable[[], Any] | None:
    """Reads what an object holds that has no attributes for it; None for others."""
    if isinstance(value, (array.array, memoryview)):
        return value.tobytes
    if isinstance(value, types.MappingProxyType):
        return functools.partial(_pairs, value)
    if isinstance(value, (weakref.WeakSet, weakref.WeakKeyDictionary, weakref.WeakValueDictionary)):
        return functools.partial(_identities, value)
    if value is decimal or value is decimal.Decimal or isinstance(value, decimal.Decimal):
        return decimal_settings
    return None


def _pairs(held: Mapping[Any, Any]) -> tuple[Any, ...]:
    return tuple(held.items())


def _identities(held: Any) -> tuple[int, ...]:
    """The objects in a weak container, which must not be kept alive."""
    return tuple(
        id(part)
        for item in (held if isinstance(held, weakref.WeakSet) else held.items())
        for part in (item if isinstance(item, tuple) else (item,))
    )


_DECLARED = "what it declares"


class _Declared:
    """Reads what a class declares: the names, and its functions and descriptors; other values are places of their own.

    Those that stand in while another thread traces count as what they stand for.
    """

    def __init__(self, kind: type, written: set[str]) -> None:
        self.kind, self.written = kind, written
        self.known: tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]] = (), (), ()

    def __call__(self) -> tuple[Any, ...]:
        held = self.kind.__dict__.copy()
        names, values, found = self.known
        if (*held,) != names or not all(map(operator.is_, held.values(), values)):
            parts = [(n, *_declaration(v)) for n, v in held.items() if n not in self.written]
            found = tuple(part for pair in parts for part in pair)
            self.known = (*held,), (*held.values(),), found
        return found


def _declaration(value: Any) -> tuple[Any, ...]:
    """What tells one declaration of a class from another: functions, and what a property has."""
    value = getattr(value, "original", value) if type(value).__name__ == "_CachedProperty" else value
    if isinstance(value, property):
        return property, *map(_function, (value.fget, value.fset, value.fdel))
    if isinstance(value, (staticmethod, classmethod)):
        return type(value), _function(value.__func__)
    if isinstance(value, types.FunctionType):
        return (_function(value),)
    return (value,) if hasattr(type(value), "__get__") else ()


def _function(value: Any) -> Any:
    if not isinstance(value, types.FunctionType):
        return value
    return getattr(value, "__ag_original__", stood_for(value))


def _among(held: dict[str, Any], names: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(names & held.keys()))


def _is_users(value: Any) -> bool:
    """Whether a value is an object of the user's class, or a module of the user's."""
    if isinstance(value, types.ModuleType):
        file = getattr(value, "__file__", None)
        return value.__name__.split(".")[0] not in LIBRARIES and not (file and is_library_file(file))
    return not isinstance(value, (type, types.FunctionType)) and package_of(type(value)) not in LIBRARIES


def _of_cell(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def _itself(value: Any) -> Any:
    return value


def _names_held(value: Any) -> tuple[str, ...]:
    return tuple(plain_attribute(value, "__dict__", ()))


def _is_slot(value: Any) -> bool:
    return type(value) is types.MemberDescriptorType


def _attribute(holder: Any, name: str) -> Any:
    """Reads an attribute without running code of its class: properties count as missing."""
    held = getattr(holder, "__dict__", None)
    if held is not None and name in held:
        value = held[name]
    elif isinstance(holder, types.ModuleType):
        return MISSING
    else:
        kinds = (holder if isinstance(holder, type) else type(holder)).__mro__
        value = next((k.__dict__[name] for k in kinds if name in k.__dict__), MISSING)
        if _is_slot(value) and not isinstance(holder, type):
            return getattr(holder, name, MISSING)
        if hasattr(type(value), "__get__") and not isinstance(
            value, (types.FunctionType, staticmethod, classmethod)
        ):
            return MISSING
    return value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
