"""Logs or watches what code that is not converted may change: containers, objects of libraries, arrays of NumPy's.

Containers and attributes are logged before such a call, and merged as all effects are. An array is copied when it is
first seen in a trace; where it holds something else at the end, the trace is refused, as nothing was logged.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from typing import Any

from ag_notebook.staging.runtime.callees import CHANGING_METHODS, PURE_PACKAGES, package_of
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.effects import (
    CONTAINERS,
    attribute_location,
    is_array,
    items_location,
    own_attributes,
    refuse_if_known_outside,
    touch,
)
from ag_notebook.staging.wording import kind_of

MOST_CONTAINERS = 1000
"""Containers inside of an object that are logged."""
_ACCOUNTS = PURE_PACKAGES | {"logging", "warnings"}
"""Packages whose objects change nothing that a program's values depend on."""


def watch_arrays(context: Context | None, values: Iterable[Any]) -> None:
    """Remembers what arrays of NumPy's hold, to be compared at the end of the trace."""
    if context is not None and context.scopes:
        for value in values:
            if is_array(value):
                context.scopes[-1].watch(value)


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
            isinstance(held := own_attributes(value), dict)
            and not isinstance(value, (types.FunctionType, types.ModuleType, type))
            and package_of(type(value)) not in _ACCOUNTS
        ):
            if value is receiver and name in CHANGING_METHODS:  # what a library's object changes is not known
                refuse_if_known_outside(context, value, f"{kind_of(value)} is changed by {name}")
            for attribute in list(held):
                touch(context, attribute_location(value, attribute))
            _log_containers(context, held.values())


def _log_containers(context: Context, values: Iterable[Any]) -> None:
    """Logs the containers that an object holds, and those in them."""
    todo = list(values)
    seen: set[int] = set()
    while todo and len(seen) < MOST_CONTAINERS:
        value = todo.pop()
        if isinstance(value, CONTAINERS) and id(value) not in seen:
            seen.add(id(value))
            context.scopes[-1].touch(items_location(value))
            todo += value.values() if isinstance(value, dict) else value


def refuse_unlogged_change(context: Context | None, value: Any, change: str) -> None:
    """Refuses a change of an object of a library's class by an operator or a descriptor written in C.

    Raises:
        StagingError: AG231.
    """
    if context is not None and context.scopes:
        refuse_if_known_outside(context, value, change)
