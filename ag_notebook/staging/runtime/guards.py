"""Guards what a trace has read of the world outside: if it changed, the next call traces again.

A converted function's reads are known as symbol paths (`self.k`, `STEP`). Those that lead from a parameter, a
closure variable or a global to a number, a text, None, a function, a type or a tensor are compared before each call,
and so are the items of a list, dict, set or tuple. Properties are not guarded (`docs/semantics.md`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.runtime.effects import MISSING, reachable

_BY_VALUE = (int, float, complex, str, bytes, bool, type(None))
_BY_IDENTITY = (types.FunctionType, types.BuiltinFunctionType, type, types.MethodType)


@dataclass(frozen=True, slots=True)
class Guard:
    """A place that was read and what it held."""

    label: str
    read: Callable[[], Any]
    value: Any

    contents: tuple[Any, ...] | None = None
    """The items of a container as they were, keys before values."""

    def holds(self) -> bool:
        """Whether the place holds the same still."""
        now = self.read()
        if self.contents is not None:
            if now is not self.value:
                return False
            if type(now).__module__ == "numpy":
                return bool((now.shape, now.dtype, now.tobytes()) == self.contents)
            items = _contents(now)
            return len(items) == len(self.contents) and all(map(_same, items, self.contents))
        return _same(now, self.value)


def _same(now: Any, then: Any) -> bool:
    if now is then:
        return True
    return type(now) is type(then) and type(now) in _BY_VALUE and bool(now == then)


def _contents(container: Any) -> tuple[Any, ...]:
    if isinstance(container, dict):
        return (*container.keys(), *container.values())
    return tuple(container)


MOST_ITEMS = 1000
"""Larger containers are guarded by their identity alone."""


def guards_of(
    entered: Iterable[tuple[Callable[..., Any], tuple[Any, ...]]],
    reads_of: Callable[[Any], Iterable[tuple[str, ...]]],
    roots: list[Any],
    written: set[Any],
) -> list[Guard]:
    """The guards of a trace.

    Args:
        entered: the converted functions that were called, with their positional arguments.
        reads_of: the symbol paths that a converted function reads.
        roots: the function and arguments of the outermost call; what they cannot reach cannot change.
        written: keys of the locations that the trace writes: these are inputs, not guarded.
    """
    found: dict[Any, Guard] = {}
    for function, args in entered:
        code = function.__code__
        parameters = dict(zip(code.co_varnames[: code.co_argcount], args, strict=False))
        cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        for path in sorted(reads_of(function)):
            step = _first_step(path[0], parameters, cells, function.__globals__)
            if step is not None:
                _follow(path, step, found, written)
    if not found:
        return []
    visible = reachable([*roots, *(f for f, _ in entered)], {holder for holder, _ in found})
    return [guard for (holder, _), guard in found.items() if holder in visible]


def _first_step(
    root: str, parameters: dict[str, Any], cells: dict[str, types.CellType], names: dict[str, Any]
) -> tuple[Any, Any, Callable[[], Any], Any] | None:
    """(owner, key, reader, location key) of the root of a path; parameters are read by value."""
    if root in parameters:
        value = parameters[root]
        return None, None, lambda: value, None
    if root in cells:
        cell = cells[root]
        return cell, root, lambda: _cell_value(cell), ("cell", id(cell), "")
    if root in names:
        return names, root, lambda: names.get(root, MISSING), ("global", id(names), root)
    return None


def _cell_value(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def _follow(path: tuple[str, ...], step: Any, found: dict[Any, Guard], written: set[Any]) -> None:
    holder, key, read, location = step
    label = path[0]
    value = read()
    if holder is not None:
        _add(found, written, holder, key, label, read, value, location)
    for name in path[1:]:
        if value is MISSING or not name.isidentifier():
            return
        holder, label = value, f"{label}.{name}"
        read = _attribute_reader(holder, name)
        value = read()
        _add(found, written, holder, name, label, read, value, ("attribute", id(holder), name))


def _attribute_reader(holder: Any, name: str) -> Callable[[], Any]:
    """Reads an attribute without running code of its class: properties count as missing."""

    def read() -> Any:
        held = getattr(holder, "__dict__", None)
        if held is not None and name in held:
            return held[name]
        if isinstance(holder, types.ModuleType):
            return MISSING
        for base in (holder if isinstance(holder, type) else type(holder)).__mro__:
            if name in base.__dict__:
                value = base.__dict__[name]
                if isinstance(value, (staticmethod, classmethod)):
                    return value.__func__
                return (
                    MISSING
                    if hasattr(type(value), "__get__") and type(value) is not types.FunctionType
                    else value
                )
        return MISSING

    return read


def _add(
    found: dict[Any, Guard],
    written: set[Any],
    holder: Any,
    key: Any,
    label: str,
    read: Callable[[], Any],
    value: Any,
    location: Any,
) -> None:
    if location in written or (id(holder), key) in found:
        return
    if type(value).__module__ == "numpy" and type(value).__name__ == "ndarray":
        if value.size <= MOST_ITEMS and not value.dtype.hasobject:
            found[(id(holder), key)] = Guard(label, read, value, (value.shape, value.dtype, value.tobytes()))
    elif type(value) in (list, dict, set, tuple) and len(value) <= MOST_ITEMS:
        if ("items", id(value), "") not in written:
            found[(id(holder), key)] = Guard(label, read, value, _contents(value))
    elif type(value) in _BY_VALUE or isinstance(value, _BY_IDENTITY) or _is_eager_tensor(value):
        found[(id(holder), key)] = Guard(label, read, value)


def _is_eager_tensor(value: Any) -> bool:
    return hasattr(value, "numpy") and hasattr(value, "dtype") and owner(value) is PYTHON
