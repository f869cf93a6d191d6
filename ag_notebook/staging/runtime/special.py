"""Asks objects of the user's classes what Python would ask them: whether they are true, how long they are, their text.

Python insists that `__bool__` gives a bool and `__len__` an int. Converted, these methods may give something staged,
so a test, `len(x)` or an f-string calls them itself.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.runtime.callees import is_user_function
from ag_notebook.staging.runtime.context import current

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
    for name in names:
        for base in type(value).__mro__:
            held = base.__dict__.get(name)
            if held is None or base is object:
                continue
            return (name, held) if type(held) is types.FunctionType and is_user_function(held) else None
    return None


def tested(value: Any) -> Any:
    """What decides in a test of `value`: the answer of the `__bool__` or `__len__` of the user's class."""
    if current() is None or type(value).__module__ == "builtins" or owner(value) is not PYTHON:
        return value
    return answer(bool, value, default=value)


def answer(builtin: Callable[..., Any], value: Any, *, default: Any = NotImplemented) -> Any:
    """What `builtin(value)` gives where the user's class answers; else `default`."""
    found = _ASKED.get(builtin.__name__)
    if found is None or current() is None or type(value).__module__ == "builtins":
        return default
    names, is_applied = found
    method = method_of(value, *names)
    if method is None:
        return default
    from ag_notebook.staging.runtime.calls import converted_call, invoke

    name, function = method
    result = invoke(function, (value,), {})
    if owner(result) is PYTHON:
        return builtin(type("Answer", (), {name: lambda self: result})())  # Python's own checks
    return converted_call(builtin, result) if is_applied else result


def spoken(value: Any, conversion: str = "", spec: Any = "") -> tuple[Any, str, Any]:
    """A field of a text, with the answer of the user's `__format__`, `__str__` or `__repr__` in place of the value."""
    if current() is None or type(value).__module__ == "builtins" or owner(value) is not PYTHON:
        return value, conversion, spec
    method = None if conversion else method_of(value, "__format__")
    if method is not None:
        from ag_notebook.staging.runtime.calls import invoke

        return invoke(method[1], (value, spec), {}), "", ""
    if not conversion and not (type(spec) is str and spec == ""):
        return value, conversion, spec
    said = answer(repr if conversion == "r" else str, value)
    return (value, conversion, spec) if said is NotImplemented else (said, "", spec)
