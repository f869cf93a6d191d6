"""Says what kind of thing is called: a function to convert, or one of a library to call as it is."""

from __future__ import annotations

import builtins
import contextlib
import functools
import inspect
import os
import sys
import sysconfig
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIBRARY_PACKAGES = frozenset(("tensorflow", "keras", "numpy", "ag_notebook", "IPython", "ipykernel"))
PURE_PACKAGES = frozenset(
    ("builtins", "cmath", "dataclasses", "keras", "math", "numpy", "operator", "tensorflow")
)
_FOLDERS = tuple(
    {
        os.path.realpath(p) + os.sep
        for k in ("stdlib", "platstdlib", "purelib", "platlib")
        if (p := sysconfig.get_path(k))
    }
    | {sysconfig.get_path(k) + os.sep for k in ("stdlib", "purelib") if sysconfig.get_path(k)}
    | {str(Path(os.__file__).parent) + os.sep, str(Path(os.__file__).resolve().parent) + os.sep}
)
EQUIVALENTS = "ag_notebook.staging.runtime.equivalents"
"""The module of ours whose functions are converted as the user's are."""
MARK = "__ag_do_not_convert__"
_ORDERINGS = ("lt", "le", "gt", "ge")
_AROUND_USERS = frozenset(
    {
        *((functools.__file__, f"_{a}_from_{b}") for a in _ORDERINGS for b in _ORDERINGS),
        (contextlib.__file__, "inner"),
    }
)
"""Functions that `total_ordering` and `ContextDecorator` put around the user's: converted, so that what they call is."""
STANDS_FOR = "__ag_stands_for__"
"""What a function of `classes` says it stands in for."""


_MADE_BY_PYTHON_CODE = 1 << 9  # Py_TPFLAGS_HEAPTYPE


def is_builtin_class(kind: type) -> bool:
    """Whether a class is built into Python. One that `exec` makes in a namespace without `__name__` says so, too."""
    return kind.__module__ == "builtins" and not kind.__flags__ & _MADE_BY_PYTHON_CODE


def plain_attribute(value: Any, name: str, default: Any = None) -> Any:
    """An attribute past the hooks of a class: no `__getattr__` of the user's is asked for what it may not know.

    There are classes that answer every name (`__getattr__ = dict.get`), and such that note who asks.
    """
    kind = type(value)
    lookup: Any = kind.__getattribute__
    if type(lookup) is types.FunctionType:
        lookup = object.__getattribute__
    elif not hasattr(kind, "__getattr__"):
        return getattr(value, name, default)
    try:
        return lookup(value, name)
    except AttributeError:
        return default


def package_of(value: Any) -> str:
    """The top-level package that defines a function or class, or the class of an object; empty where none is known."""
    module = getattr(value, "__module__", None)
    if module == "builtins" and not is_builtin_class(value if isinstance(value, type) else type(value)):
        return ""
    if not isinstance(module, str):
        if isinstance(value, types.BuiltinFunctionType):
            return "builtins"
        module = getattr(type(value), "__module__", None)
    return module.split(".")[0] if isinstance(module, str) else ""


def name_of(function: Callable[..., Any]) -> str:
    """The name of a callable: of a `partial` that of what it calls, of an object that of its class."""
    if isinstance(function, functools.partial):
        return name_of(function.func)
    return str(getattr(function, "__name__", type(function).__name__))


def is_user_function(function: types.FunctionType) -> bool:
    """Whether a function is the user's own code: not of the standard library or an installed package."""
    function = stood_for(function)
    if getattr(function, MARK, False) or hasattr(function, "autograph_info__"):
        return False
    if getattr(function, "__module__", None) == EQUIVALENTS:
        return True
    code = getattr(function, "__code__", None)
    if code is not None and (code.co_filename, code.co_name) in _AROUND_USERS:
        return True
    return package_of(function) not in LIBRARY_PACKAGES and _is_user_file(
        function.__code__.co_filename, function.__name__
    )


def stood_for(function: types.FunctionType) -> types.FunctionType:
    """The user's function that another one stands in for while a trace is made, or the function itself."""
    found: types.FunctionType = function.__dict__.get(STANDS_FOR, function)
    return found


CHANGING_METHODS = frozenset(
    (
        *("append", "appendleft", "extend", "extendleft", "insert", "pop", "popleft", "popitem", "remove"),
        *("clear", "reverse", "sort", "rotate", "update", "setdefault", "add", "discard"),
        *("difference_update", "intersection_update", "symmetric_difference_update"),
    )
)
"""Methods that change a container."""


@functools.lru_cache(maxsize=4096)
def is_library_file(file_name: str) -> bool:
    """Whether a file is of the standard library or an installed package."""
    return file_name.startswith((*_FOLDERS, "<frozen")) or f"{os.sep}site-packages{os.sep}" in file_name


@functools.lru_cache(maxsize=4096)
def _is_user_file(file_name: str, name: str) -> bool:
    if is_library_file(file_name):
        return False
    # Code made by `dataclasses`, `namedtuple`, `attrs`: dunder methods without source.
    return not (file_name.startswith(("<string>", "<attrs")) and name.startswith("__"))


def is_users_class(kind: type) -> bool:
    """Whether a class is the user's own, by the file of its module; what is built into Python has none."""
    module, package = sys.modules.get(kind.__module__), package_of(kind)
    if package in LIBRARY_PACKAGES or package == "builtins":
        return False
    file = getattr(module, "__file__", None)
    return not is_library_file(file) if file else package not in sys.stdlib_module_names


def is_builtin(function: Any) -> bool:
    """Whether this is a function or class of Python's `builtins`."""
    if getattr(function, "__module__", None) != "builtins":
        return False
    return vars(builtins).get(getattr(function, "__name__", "")) is function


def signature_of(function: Callable[..., Any]) -> inspect.Signature:
    """The parameters of a function; those of one written in C may be known to nobody."""
    try:
        return inspect.signature(function)
    except ValueError:
        kinds = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
        names = ("args", "kwargs")
        return inspect.Signature([inspect.Parameter(n, k) for n, k in zip(names, kinds, strict=True)])


def is_python(function: Any) -> bool:
    """Whether a callable's own code is Python: of a `partial` what it calls, of a class its making."""
    if isinstance(function, functools.partial):
        return is_python(function.func)
    if isinstance(function, (types.FunctionType, types.MethodType, type)):
        return True
    return isinstance(inspect.getattr_static(type(function), "__call__", None), types.FunctionType)


def needs_arguments(signature: inspect.Signature) -> bool:
    """Whether there is a parameter that each call has to give."""
    kinds = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
    return any(p.default is p.empty and p.kind not in kinds for p in signature.parameters.values())
