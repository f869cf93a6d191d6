"""Knows the back ends and which one owns a value.

A back end is loaded only where the package it stages to is loaded already (a value of that package cannot
exist otherwise) or where it is asked for by name: recognising a value never imports anything heavy.
"""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Container
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from ag_notebook.staging.backends.carriers import CARRIERS, GROWING, staged_items
from ag_notebook.staging.backends.protocol import Backend
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.errors import StagingError

GROUP = "ag_notebook.backends"


@dataclass(frozen=True, slots=True)
class Registration:
    """Where a back end is: `target` is `module:attribute`, `requires` the package whose values it owns."""

    name: str
    target: str
    requires: str


BUILT_IN = (Registration("tensorflow", "ag_notebook.staging.backends.tensorflow:BACKEND", "tensorflow"),)

_lock = threading.RLock()
_registrations: dict[str, Registration] = {r.name: r for r in BUILT_IN}
_modules: set[str] = set()
_loaded: dict[str, Backend] = {"python": PYTHON}
_owners: dict[type, Backend] = {}
_PLAIN = (int, float, complex, str, bytes, bool, type(None), dict, tuple, set, frozenset, range)


def register(registration: Registration) -> None:
    """Adds a back end, as an entry point of the group `ag_notebook.backends` does."""
    with _lock:
        _registrations[registration.name] = registration
        _modules.add(registration.target.partition(":")[0])
        _owners.clear()


def is_part_of_one(module: str) -> bool:
    """Whether a module is a back end or inside of one: its code is not the user's, wherever its file is."""
    return module in _modules or any(module.startswith(f"{each}.") for each in _modules)


def unregister(name: str) -> None:
    """Forgets a back end."""
    with _lock:
        known = _registrations.pop(name, None)
        if known is not None:
            _modules.discard(known.target.partition(":")[0])
        _loaded.pop(name, None)
        _owners.clear()


def _discover() -> None:
    """Adds the back ends that installed packages register; the entry point's value is a `Registration`."""
    for point in entry_points(group=GROUP):
        if point.name not in _registrations:
            register(point.load())


def built_for(modules: Container[str]) -> list[Registration]:
    """The back ends whose package is one of `modules`: no other can own a value."""
    _discover()
    return [each for each in _registrations.values() if each.requires in modules]


def names() -> list[str]:
    """The names of all back ends."""
    _discover()
    return sorted({"python", *_registrations})


def check_name(name: str) -> None:
    """Refuses a name that no back end has; loads none.

    Raises:
        StagingError: AG501.
    """
    if name in _loaded or name in _registrations:
        return
    known = names()
    if name not in known:
        raise StagingError(
            "AG501", f"there is no back end {name!r}.", fix=f"Choose one of: {', '.join(known)}."
        )


def named(name: str) -> Backend:
    """The back end of that name, loaded.

    Raises:
        StagingError: AG501, there is none of that name.
    """
    with _lock:
        if name not in _loaded:
            check_name(name)
            module, _, attribute = _registrations[name].target.partition(":")
            _loaded[name] = getattr(importlib.import_module(module), attribute)
            _owners.clear()
        return _loaded[name]


_discovered = False


def _owner_of_type(kind: type) -> Backend:
    global _discovered
    if kind in _PLAIN:
        return PYTHON
    with _lock:
        if not _discovered:
            _discovered = True
            _discover()
        for registration in list(_registrations.values()):
            if registration.name not in _loaded and registration.requires in sys.modules:
                named(registration.name)
        return next((b for b in _loaded.values() if b is not PYTHON and b.owns_type(kind)), PYTHON)


def owner(value: Any) -> Backend:
    """The back end that owns a value; Python owns what no other does.

    A list or deque is its back end's when its contents are staged.
    """
    kind = type(value)
    if kind in GROWING:
        staged = staged_items(value)
        return PYTHON if staged is None else staged.ag_backend
    if kind in CARRIERS:
        return value.ag_backend  # type: ignore[no-any-return]
    found = owner_of_type(kind)
    return found if found is PYTHON or found.active() else PYTHON


def owner_of_type(kind: type) -> Backend:
    """The back end that owns values of a type, whether or not it stages anything now."""
    found = _owners.get(kind)
    if found is None:
        # A type seen before its package was loaded is asked about again: see `named`.
        found = _owners[kind] = _owner_of_type(kind)
    return found


def owner_of_any(values: Any) -> Backend:
    """The first back end but Python that owns one of the values, or Python."""
    for value in values:
        found = owner(value)
        if found is not PYTHON:
            return found
    return PYTHON


def description(backend: Backend, operands: Any) -> str:
    """The first operand that a back end owns, in its words; it is asked about no other."""
    held = next((each for each in operands if owner(each) is backend), None)
    return PYTHON.describe(next(iter(operands), None)) if held is None else backend.describe(held)


def owner_within(value: Any) -> Backend:
    """As `owner`, and looks into tuples, lists, dicts and slices."""
    found = owner(value)
    if found is not PYTHON:
        return found
    kind = type(value)
    if kind is tuple or kind in GROWING or isinstance(value, tuple):
        parts = value
    elif kind is dict:
        parts = value.values()
    elif kind is slice:
        parts = (value.start, value.stop, value.step)
    else:
        return PYTHON
    for part in parts:
        found = owner_within(part)
        if found is not PYTHON:
            return found
    return PYTHON
