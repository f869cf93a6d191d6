"""Asks objects of the user's classes what Python would ask them: whether they are true, how long they are, their text.

Python insists that `__bool__` gives a bool and `__len__` an int. Converted, these methods may give something staged,
so a test, `len(x)` or an f-string calls them itself.
"""

from __future__ import annotations

import contextlib
import itertools
import types
from collections.abc import Callable, Iterator
from typing import Any

from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner, owner_within
from ag_notebook.staging.runtime.attribute_dicts import refuse_uncertain_keys
from ag_notebook.staging.runtime.callees import is_builtin_class, is_user_function
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.handlers import Handlers
from ag_notebook.staging.runtime.iterators import refuse_taken

_ASKED: dict[str, tuple[tuple[str, ...], bool]] = {
    "bool": (("__bool__", "__len__"), True),
    "len": (("__len__",), False),
    "int": (("__int__", "__index__"), True),
    "float": (("__float__", "__index__"), True),
    "str": (("__str__", "__repr__"), True),
    "repr": (("__repr__",), False),
}
"""For a builtin: the methods that it asks, and whether it is then applied to a staged answer itself."""


def method_of(value: Any, *names: str) -> tuple[str, types.FunctionType] | None:
    """The first of some special methods that the class of a value has, if it is the user's own."""
    if is_builtin_class(type(value)):
        return None
    for name in names:
        for base in type(value).__mro__:
            held = base.__dict__.get(name)
            if held is None or base is object:
                continue
            return (name, held) if type(held) is types.FunctionType and is_user_function(held) else None
    return None


def tested(value: Any) -> Any:
    """What decides in a test of `value`: the answer of the `__bool__` or `__len__` of the user's class."""
    if current() is None or is_builtin_class(type(value)) or owner(value) is not PYTHON:
        return value
    return answer(bool, value, default=value)


def answer(builtin: Callable[..., Any], value: Any, *, default: Any = NotImplemented) -> Any:
    """What `builtin(value)` gives where the user's class answers; else `default`."""
    found = _ASKED.get(builtin.__name__)
    is_plain = is_builtin_class(type(value)) and not isinstance(value, BaseException)
    if found is None or current() is None or is_plain:
        return default
    names, is_applied = found
    method = method_of(value, *names)
    if method is None:
        is_told = builtin in (str, repr) and isinstance(value, BaseException)
        return _exception_text(value, builtin) if is_told and _has_staged_arguments(value) else default
    from ag_notebook.staging.runtime.calls import converted_call, invoke

    name, function = method
    result = invoke(function, (value,), {})
    if owner(result) is PYTHON:
        return builtin(type("Answer", (), {name: lambda self: result})())  # Python's own checks
    return converted_call(builtin, result) if is_applied else result


def spoken(value: Any, conversion: str = "", spec: Any = "") -> tuple[Any, str, Any]:
    """A field of a text, with the answer of the user's `__format__`, `__str__` or `__repr__` in place of the value."""
    is_plain = is_builtin_class(type(value)) and not isinstance(value, BaseException)
    if current() is None or is_plain or owner(value) is not PYTHON:
        return value, conversion, spec
    method = None if conversion else method_of(value, "__format__")
    if method is not None:
        from ag_notebook.staging.runtime.calls import invoke

        return invoke(method[1], (value, spec), {}), "", ""
    if not conversion and not (type(spec) is str and spec == ""):
        return value, conversion, spec
    if made_by_dataclass(value, "__repr__") and (conversion == "r" or method_of(value, "__str__") is None):
        return _fields_text(value), "", spec
    said = answer(repr if conversion == "r" else str, value)
    return (value, conversion, spec) if said is NotImplemented else (said, "", spec)


def told(value: Any) -> Any:
    """An operand of `%`: an exception whose arguments are staged as its text."""
    is_told = isinstance(value, BaseException) and _has_staged_arguments(value)
    return answer(str, value, default=value) if is_told else value


def _has_staged_arguments(error: BaseException) -> bool:
    return owner_within(error.args) is not PYTHON


def _exception_text(error: BaseException, builtin: Callable[..., Any]) -> Any:
    """`str` or `repr` of an exception whose arguments are staged."""
    from ag_notebook.staging.runtime.expressions import text

    if builtin is str and len(error.args) == 1:
        return text((error.args[0], "r" if type(error).__str__ is KeyError.__str__ else "s", ""))
    if builtin is str and isinstance(error, OSError) and len(error.args) == 2:
        return text("[Errno ", (error.args[0], "s", ""), "] ", (error.args[1], "s", ""))
    parts: list[Any] = ["(" if builtin is str else f"{type(error).__name__}("]
    for argument in error.args:
        parts += [", "] * (len(parts) > 1) + [(argument, "r", "")]
    return text(*parts, ")")


def made_by_dataclass(value: Any, name: str) -> bool:
    """Whether a special method of an object is the one that `dataclasses` made of its fields."""
    if not hasattr(type(value), "__dataclass_fields__"):
        return False
    held = next((b.__dict__[name] for b in type(value).__mro__ if name in b.__dict__), None)
    code = getattr(getattr(held, "__wrapped__", held), "__code__", None)
    return code is not None and code.co_filename == "<string>"


def _fields_text(value: Any) -> Any:
    """The text of a data class: its fields by name."""
    from ag_notebook.staging.runtime.expressions import text

    parts: list[Any] = [f"{type(value).__qualname__}("]
    for field in type(value).__dataclass_fields__.values():
        if field.repr:
            parts += [", "] * (len(parts) > 1) + [f"{field.name}=", (getattr(value, field.name), "r", "")]
    return text(*parts, ")")


def iterated(value: Any) -> Any:
    """What a loop over an object of the user's goes over: what `__iter__` gives, with `__next__` guarded."""
    if type(value) is dict:
        refuse_uncertain_keys(value)
    refuse_taken(current(), value)
    if current() is None or is_builtin_class(type(value)) or owner(value) is not PYTHON:
        return value
    from ag_notebook.staging.runtime.calls import invoke

    method = method_of(value, "__iter__")
    if (
        method is None
        and not hasattr(type(value), "__iter__")
        and method_of(value, "__getitem__") is not None
    ):
        return _items_by_index(value)
    made = value if method is None else invoke(method[1], (value,), {})
    return made if _next_method(made) is None else _guarded_items(made)


def _items_by_index(value: Any) -> Any:
    """What a loop over an object goes over that has no `__iter__`: its items from 0 on, up to a staged length."""
    from ag_notebook.staging.runtime.calls import invoke
    from ag_notebook.staging.runtime.expressions import getitem

    counted = method_of(value, "__len__")
    length = None if counted is None else invoke(counted[1], (value,), {})
    backend = owner(length)
    if backend is PYTHON:
        return _items_until_error(value)
    indices = backend.builtin("range", (length,), {})
    return backend.builtin("map", (lambda i: getitem(value, i), indices), {})


def _items_until_error(value: Any) -> Iterator[Any]:
    """`value[0]`, `value[1]`, … until an `IndexError`; that the end is staged is refused (AG270)."""
    from ag_notebook.staging.runtime.expressions import getitem

    for index in itertools.count():
        try:
            with ending(IndexError, StopIteration):
                item = getitem(value, index)
        except (IndexError, StopIteration):
            return
        yield item


def _next_method(value: Any) -> Any:
    return None if is_builtin_class(type(value)) else method_of(value, "__next__")


def _guarded_items(iterator: Any) -> Iterator[Any]:
    """The items of an iterator of the user's; that its end is staged is refused (AG270)."""
    while True:
        try:
            with ending(StopIteration):
                item = next(iterator)
        except StopIteration:
            return
        yield item


@contextlib.contextmanager
def ending(*classes: type[Exception], what: str = "`for`", is_of_loop: bool = True) -> Iterator[None]:
    """Around a call by which an object answers Python with exceptions of these classes: Python looks at them itself."""
    context = current()
    if context is None:
        yield
        return
    context.handlers.append(Handlers(classes, len(context.scopes), what=what, is_of_loop=is_of_loop))
    try:
        yield
    finally:
        context.handlers.pop()
