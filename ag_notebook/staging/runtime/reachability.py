"""Says which objects code can reach: through variables, containers, attributes and what its functions name."""

from __future__ import annotations

import collections
import contextlib
import types
from collections.abc import Iterable
from typing import Any

from ag_notebook.staging.runtime.bytecode import lookups
from ag_notebook.staging.runtime.callees import is_library_file, package_of, stood_for

LIBRARIES = ("tensorflow", "numpy", "keras", "ag_notebook", "builtins")


def is_array(value: Any) -> bool:
    """Whether a value is an array of NumPy's (which the core does not import)."""
    kind = type(value)
    return kind.__name__ == "ndarray" and kind.__module__ == "numpy"


def own_attributes(value: Any) -> Any:
    """The `__dict__` of an object, past the hooks of its class; None where it has none."""
    if isinstance(value, type):
        return value.__dict__
    try:
        return object.__getattribute__(value, "__dict__")
    except (AttributeError, TypeError):  # TypeError: the object only says that it is of this class
        return None


def slots_of(kind: type) -> dict[str, types.MemberDescriptorType]:
    """What a class and its bases keep in `__slots__`, by name (a private one by its mangled name)."""
    found: dict[str, types.MemberDescriptorType] = {}
    for base in reversed(kind.__mro__):
        held = base.__dict__
        if "__slots__" in held:
            found.update({n: v for n, v in held.items() if type(v) is types.MemberDescriptorType})
    return found


def all_attributes(value: Any) -> dict[str, Any]:
    """The attributes that an object keeps itself, in its `__dict__` and in slots, past the hooks of its class."""
    held = own_attributes(value)
    found = dict(held) if isinstance(held, dict) else {}
    for name, slot in slots_of(type(value)).items():
        found.pop(name, None)  # a slot hides what the dict has under its name
        with contextlib.suppress(AttributeError):
            found[name] = slot.__get__(value)
    return found


def store_attribute(value: Any, name: str, held: Any) -> None:
    """Writes an attribute of an object where it is kept, past the hooks of its class."""
    slot = slots_of(type(value)).get(name)
    if slot is None:
        own_attributes(value)[name] = held
    else:
        slot.__set__(value, held)


def tuple_of(kind: type, items: Iterable[Any]) -> Any:
    """A tuple of a class with these items, past a `__new__` of the user's that takes others."""
    return tuple.__new__(kind, items)


def tuple_like(value: tuple[Any, ...], items: Iterable[Any]) -> Any:
    """A tuple of the same class with the same attributes and other items."""
    made = tuple_of(type(value), items)
    for name, held in all_attributes(value).items() if type(value) is not tuple else ():
        store_attribute(made, name, held)
    return made


_WITHOUT_PARTS = frozenset((int, float, str, bytes, bool, type(None), types.CodeType))


def reachable(roots: Iterable[Any], wanted: set[int], visited: list[Any] | None = None) -> set[int]:
    """Which of the `wanted` objects (by id) code that holds `roots` can reach.

    Follows closures, defaults, the globals that a function names, attributes, items, and the attributes of
    modules that a function names. Stops as soon as all are found; `visited` gets all that was looked at.
    """
    seen: dict[int, Any] = {}
    missing, todo = set(wanted), list(roots)
    while todo and missing:
        value = todo.pop()
        if type(value) in _WITHOUT_PARTS or id(value) in seen:
            continue
        seen[id(value)] = value
        missing.discard(id(value))
        todo += _parts(value, seen, missing)
    if visited is not None:
        visited += seen.values()
    return wanted - missing


def _parts(value: Any, seen: dict[int, Any], missing: set[int]) -> list[Any]:
    if isinstance(value, types.FunctionType):
        original = stood_for(value)
        if original is not value:
            return [original]
        names = value.__globals__
        seen[id(names)] = names
        missing.discard(id(names))
        named = () if _is_library_function(value) else lookups(value.__code__).globals
        parts = [names[n] for n in named if n in names]
        for part in list(parts):
            if isinstance(part, types.ModuleType) and part.__name__.split(".")[0] not in LIBRARIES:
                missing.discard(id(part.__dict__))
                missing.discard(id(part))
                parts += [part.__dict__[n] for n in named if n in part.__dict__]
        parts += value.__defaults__ or ()
        parts += (value.__kwdefaults__ or {}).values()
        for cell in value.__closure__ or ():
            seen[id(cell)] = cell
            missing.discard(id(cell))
            try:
                parts.append(cell.cell_contents)
            except ValueError:
                continue
        return parts
    if isinstance(value, types.CellType):
        try:
            return [value.cell_contents]
        except ValueError:
            return []
    if isinstance(value, types.MethodType):
        return [value.__self__, value.__func__]
    if isinstance(value, types.BuiltinMethodType):  # `items.append` kept for later
        return [] if isinstance(value.__self__, (types.ModuleType, type)) else [value.__self__]
    if isinstance(value, (staticmethod, classmethod)):
        return [value.__func__]
    if isinstance(value, property):
        return [f for f in (value.fget, value.fset) if f is not None]
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple, set, frozenset, collections.deque)):
        return list(value)
    if isinstance(value, types.ModuleType) or package_of(type(value)) in LIBRARIES[:2]:
        return [value.base] if is_array(value) and value.base is not None else []
    parts = (
        list(held.values())
        if isinstance(held := own_attributes(value), (dict, types.MappingProxyType))
        else []
    )
    if not isinstance(value, type):
        parts.append(type(value))
    elif package_of(value) in LIBRARIES:
        return []
    else:
        parts += [*value.__bases__, *([] if type(value) is type else [type(value)])]
    for slot in () if isinstance(value, type) else slots_of(type(value)).values():
        with contextlib.suppress(AttributeError):
            parts.append(slot.__get__(value))
    for wrapped in ("func", "args", "keywords"):  # functools.partial
        if type(value).__name__ == "partial":
            parts.append(getattr(value, wrapped))
    return parts


def _is_library_function(function: types.FunctionType) -> bool:
    """Whether a function is a library's or ours: its globals hold nothing of the user's."""
    module = function.__globals__.get("__name__") or ""
    return module.split(".")[0] in LIBRARIES or is_library_file(function.__code__.co_filename)
