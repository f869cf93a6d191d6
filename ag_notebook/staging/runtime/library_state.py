"""Logs what code that is not converted may change: containers and objects of libraries.

Containers and attributes are logged before such a call, and merged as all effects are. Arrays of NumPy's are read-only
where they must not change (`arrays`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from typing import Any

from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.runtime.callees import CHANGING_METHODS, PURE_PACKAGES, is_users_class, package_of
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.effects import (
    CONTAINERS,
    attribute_location,
    items_location,
    refuse_if_known_outside,
    touch,
)
from ag_notebook.staging.runtime.reachability import all_attributes
from ag_notebook.staging.wording import kind_of

MOST_CONTAINERS = 1000
"""Containers inside of an object that are logged."""
_ACCOUNTS = PURE_PACKAGES | {"logging", "warnings"}
"""Packages whose objects change nothing that a program's values depend on."""


def log_arguments(
    context: Context | None, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Logs the contents of containers and plain objects handed to code that cannot be converted."""
    if context is None:
        return
    receiver = getattr(function, "__self__", None)
    name = getattr(function, "__name__", "")
    for value in (*args, *kwargs.values(), receiver):
        if isinstance(value, CONTAINERS):
            touch(context, items_location(value))
        elif (
            owner(value) is PYTHON  # what a staged value has in slots is the back end's
            and (held := all_attributes(value))
            and not isinstance(value, (types.FunctionType, types.ModuleType, type))
            and package_of(type(value)) not in _ACCOUNTS
        ):
            if value is receiver and name in CHANGING_METHODS:  # what a library's object changes is not known
                refuse_if_known_outside(context, value, f"{kind_of(value)} is changed by {name}")
            for attribute in list(held):
                touch(context, attribute_location(value, attribute))
            _log_containers(
                context, held.values(), None if is_users_class(type(value)) else type(value).__name__
            )


def _log_containers(context: Context, values: Iterable[Any], library: str | None) -> None:
    """Logs the containers that an object holds, and those in them; those of a `library` object cannot be staged."""
    todo = list(values)
    seen: set[int] = set()
    while todo and len(seen) < MOST_CONTAINERS:
        value = todo.pop()
        if isinstance(value, CONTAINERS) and id(value) not in seen:
            seen.add(id(value))
            location = items_location(value)
            location.held_by = library
            context.scopes[-1].touch(location)
            todo += value.values() if isinstance(value, dict) else value


def refuse_unlogged_change(context: Context | None, value: Any, change: str) -> None:
    """Refuses a change of an object of a library's class by an operator or a descriptor written in C.

    Raises:
        StagingError: AG231.
    """
    if context is not None and context.scopes:
        refuse_if_known_outside(context, value, change)
