"""Dispatches the list methods that generated code calls by name: a list may have staged contents."""

from __future__ import annotations

from typing import Any

from ag_notebook.staging.backends.carriers import GROWING, Choice, resolved, staged_items
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import items_location, touch
from ag_notebook.staging.runtime.stand_ins import change


def _method(items: Any, name: str, args: tuple[Any, ...]) -> Any:
    __tracebackhide__ = True
    items = resolved(items)
    if type(items) is Choice:
        return items.ag_each(lambda chosen: _method(chosen, name, args))
    if type(items) in GROWING:
        return change(items, lambda found: _changed(found, name, args))
    from ag_notebook.staging.runtime.calls import converted_call

    return converted_call(getattr(items, name), *args)


def list_append(items: Any, item: Any) -> Any:
    """`items.append(item)`, whatever `items` is."""
    __tracebackhide__ = True
    if current() is None and type(items) is list and staged_items(items) is None:
        return items.append(item)
    return _method(items, "append", (item,))


def _changed(items: list[Any], name: str, args: tuple[Any, ...]) -> Any:
    """The method on one list; the write is logged."""
    touch(current(), items_location(items))
    staged = staged_items(items)
    if staged is not None:
        return staged.ag_backend.list_method(items, name, args)
    if name == "insert" or (name == "pop" and args) or name == "extend":
        from ag_notebook.staging.backends.python import PYTHON
        from ag_notebook.staging.backends.registry import owner

        backend = owner(args[0])
        if backend is not PYTHON:
            return backend.list_method(items, name, args)
    return getattr(items, name)(*args)


def list_extend(items: Any, others: Any) -> Any:
    """`items.extend(others)`."""
    __tracebackhide__ = True
    return _method(items, "extend", (others,))


def list_insert(items: Any, index: Any, item: Any) -> Any:
    """`items.insert(index, item)`."""
    __tracebackhide__ = True
    return _method(items, "insert", (index, item))


def list_pop(items: Any, *args: Any) -> Any:
    """`items.pop(*args)`."""
    __tracebackhide__ = True
    return _method(items, "pop", args)


def stack(items: Any) -> Any:
    """The items of a list as one tensor, with a first dimension more (Moldovan et al. 2019, §7.2).

    A Python list of plain values outside of a trace is stacked by NumPy.
    """
    __tracebackhide__ = True
    staged = staged_items(items)
    if staged is not None:
        return staged.ag_backend.stack(items)
    from ag_notebook.staging.backends.python import PYTHON
    from ag_notebook.staging.backends.registry import owner_within

    context = current()
    backend = owner_within(items)
    if backend is PYTHON and context is not None:
        backend = context.backend
    return backend.stack(items)
