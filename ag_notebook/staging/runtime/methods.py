"""Dispatches calls of methods that are written in C: those of containers may be handed to a back end."""

from __future__ import annotations

import types
from typing import Any, cast

from ag_notebook.staging.backends.carriers import GROWING, staged_items
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner_within
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.attribute_dicts import log_items, on_one_path, refuse_uncertain_keys
from ag_notebook.staging.runtime.builtin_calls import builtin_call
from ag_notebook.staging.runtime.callees import CHANGING_METHODS, PURE_PACKAGES, package_of
from ag_notebook.staging.runtime.calls import converted_call, library_call, made
from ag_notebook.staging.runtime.comparing import compares_itself
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import (
    CONTAINERS,
    attribute_location,
    refuse_if_known_outside,
    touch,
)
from ag_notebook.staging.runtime.equivalents import count_of, index_in_list, index_in_tuple
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.hidden_state import look_after
from ag_notebook.staging.runtime.impurities import refuse_impure
from ag_notebook.staging.runtime.iterators import refuse_taken
from ag_notebook.staging.runtime.outputs import performed
from ag_notebook.staging.runtime.stand_ins import change, note_move
from ag_notebook.staging.runtime.text_methods import text_method

_READING_METHODS = frozenset(
    (
        "copy",
        "count",
        "find",
        "get",
        "index",
        "isdisjoint",
        "issubset",
        "issuperset",
        "items",
        "keys",
        "union",
        "values",
    )
)
"""Methods of containers that change nothing."""
_ASK_THE_OPERAND = frozenset(("count", "extendleft", "index", "remove", "rotate"))
"""Methods of lists and deques that an operand or item which is staged makes staged."""
_FUNCTIONS_OF_ARRAYS = frozenset(
    (
        *(
            "all",
            "any",
            "argmax",
            "argmin",
            "clip",
            "cumprod",
            "cumsum",
            "diagonal",
            "dot",
            "max",
            "mean",
            "min",
        ),
        *("prod", "repeat", "round", "searchsorted", "std", "sum", "swapaxes", "take", "trace", "var"),
    )
)
"""Methods of NumPy's arrays that are its function of that name, called with the array first."""
_READS_ONLY = frozenset((list, dict, set, frozenset, tuple, str, bytes, int, float, range, bytearray))


def builtin_method_call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A function written in C: a method of a container, or of a library's module."""
    __tracebackhide__ = True
    context = current()
    receiver = getattr(function, "__self__", None)
    if receiver is None or isinstance(receiver, types.ModuleType):
        return library_call(function, args, kwargs)
    if isinstance(receiver, type) and function.__name__ == "__call__":  # `super().__call__(…)` of a metaclass
        return made(receiver, args, kwargs)
    done = performed(context, function, args, kwargs)
    if done is not NotImplemented:
        return done
    refuse_taken(context, receiver, *args)
    refuse_impure(context, function, has_arguments=bool(args or kwargs))
    look_after(context, function, args, kwargs)
    if getattr(function, "__objclass__", None) in (
        object,
        type,
    ):  # `super().__setattr__(name, value)` and others
        if function.__name__ in ("__setattr__", "__delattr__"):
            touch(context, attribute_location(receiver, args[0]))
        return function(*args, **kwargs)
    if isinstance(receiver, CONTAINERS) and function.__name__ in CHANGING_METHODS:

        def call(found: Any) -> Any:
            method = function if found is receiver else getattr(found, function.__name__)
            return _container_method(context, method, found, args, kwargs)

        return change(receiver, call)
    return _container_method(context, function, receiver, args, kwargs)


def _container_method(
    context: Context | None, function: Any, receiver: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    __tracebackhide__ = True
    if isinstance(receiver, CONTAINERS):
        if type(receiver) is dict and function.__name__ == "get" and args:
            uncertain = on_one_path(receiver, args[0])
            if uncertain is not None:
                default = args[1] if len(args) > 1 else kwargs.get("default")
                return uncertain.ag_backend.if_exp(
                    uncertain.ag_flag, lambda: uncertain.ag_value, lambda: default
                )
        else:
            refuse_uncertain_keys(receiver)
        if function.__name__ not in _READING_METHODS:
            written = (
                (*receiver, *_written_keys(function.__name__, args, kwargs)) if type(receiver) is dict else ()
            )
            log_items(context, receiver, *written)
        staged = staged_items(receiver)
        if type(receiver) is list and function.__name__ == "sort":
            return _sort(receiver, kwargs)
        if staged is not None and kwargs:
            raise StagingError(
                "AG251",
                f"{type(receiver).__name__}.{function.__name__} with {', '.join(kwargs)} is not supported on staged contents.",
                span=user_span(),
                fix="Stack the list into a tensor first, with ag.stack.",
            )
        if staged is not None:
            return staged.ag_backend.list_method(cast("list[Any]", receiver), function.__name__, args)
    if context is not None and type(receiver) is str:
        return text_method(function, args, kwargs)
    backend = owner_within((args, kwargs))
    search = _search(context, receiver, function.__name__, args)
    if search is not None:
        return converted_call(search, receiver, *args)
    if type(receiver) in GROWING and function.__name__ in _ASK_THE_OPERAND:
        held = owner_within((receiver, args))
        if held is not PYTHON:
            return held.list_method(receiver, function.__name__, args)
    if (
        backend is not PYTHON
        and type(receiver).__module__ == "numpy"
        and function.__name__ in _FUNCTIONS_OF_ARRAYS
    ):
        import numpy as np

        if type(receiver) is np.ndarray or isinstance(receiver, np.generic):
            return converted_call(getattr(np, function.__name__), receiver, *args, **kwargs)
    if backend is not PYTHON and (
        type(receiver) in (str, dict, set, frozenset) or isinstance(receiver, type)
    ):
        return backend.library_call(function, args, kwargs)
    if (
        context is not None
        and context.scopes
        and not isinstance(receiver, CONTAINERS)
        and type(receiver) not in _READS_ONLY
    ):
        _refuse_unknown_method(context, function, receiver)
    return function(*args, **kwargs)


def _search(context: Context | None, receiver: Any, name: str, args: tuple[Any, ...]) -> Any:
    """What finds an item of a list or tuple where `==` is the user's or, in a tuple, staged; None where Python does."""
    if context is None or type(receiver) not in (list, tuple) or name not in ("count", "index") or not args:
        return None
    is_users = any(map(compares_itself, (args[0], *receiver)))
    if not is_users and (type(receiver) is list or owner_within((receiver, args)) is PYTHON):
        return None
    return count_of if name == "count" else index_in_list if type(receiver) is list else index_in_tuple


def _written_keys(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """Keys that a method of a dict may add."""
    if name == "update":
        return [*(key for given in args for key in dict(given)), *kwargs]
    return list(args[:1]) if name in ("setdefault", "pop") else []


def _sort(items: list[Any], kwargs: dict[str, Any]) -> None:
    """`items.sort(…)`: as `sorted`, in place."""
    note_move(items)
    items[:] = builtin_call(sorted, (list(items),), kwargs)


def _refuse_unknown_method(context: Context, function: Any, receiver: Any) -> None:
    """A method written in C may change its receiver unseen: refused where code outside the trace could tell."""
    package, kind = package_of(type(receiver)), type(receiver)
    hashed: Any = kind.__hash__
    if hashed is not None and hashed is not object.__hash__ and kind is not memoryview:
        return  # it is hashed by its value, so that never changes
    if package in PURE_PACKAGES - {"builtins"} or type(receiver).__name__ in (
        "generator",
        "coroutine",
        "type",
    ):
        return
    refuse_if_known_outside(
        context, receiver, f"{type(receiver).__name__}.{function.__name__} may change an object"
    )
