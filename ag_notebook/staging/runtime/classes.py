"""Converts what others call: operators, properties and item access of the user's classes, `call` of Keras layers.

`a + b` or `self.area` runs the class's function with no call in the user's text to dispatch, and a layer's `call` is
called by Keras. So while a function is
traced, such functions of the classes it can reach are replaced by ones that run converted inside a trace and as
they are everywhere else (another thread sees no difference); after the last trace they are put back.
"""

from __future__ import annotations

import contextlib
import functools
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

from ag_notebook.staging.runtime.attribute_dicts import on_one_path
from ag_notebook.staging.runtime.callees import LIBRARY_PACKAGES, STANDS_FOR, is_user_function, package_of
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import MISSING, StagedRaise, attribute_location, touch
from ag_notebook.staging.runtime.reachability import all_attributes, reachable
from ag_notebook.staging.runtime.special import ending

_OPERATORS = [
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "matmul",
    "and",
    "or",
    "xor",
    "lshift",
    "rshift",
    "divmod",
]
_OTHERS = [
    "neg",
    "pos",
    "abs",
    "invert",
    "lt",
    "le",
    "gt",
    "ge",
    "eq",
    "ne",
    "getitem",
    "setitem",
    "delitem",
    "contains",
    "missing",
    "reversed",
    "iter",
    "next",
    "len",
    "bool",
    "int",
    "float",
    "complex",
    "index",
    "hash",
    "str",
    "repr",
    "format",
    "round",
    "trunc",
    "floor",
    "ceil",
    "post_init",
    "enter",
    "exit",
    "call",
    "get",
    "set",
    "delete",
    "set_name",
    "getattr",
    "setattr",
    "delattr",
    "class_getitem",
    "init_subclass",
    "new",
    "instancecheck",
    "subclasscheck",
    "copy",
    "deepcopy",
    "replace",
    "reduce",
    "reduce_ex",
    "getstate",
    "setstate",
    "length_hint",
    "fspath",
]
_BY_THEMSELVES = frozenset(
    (
        *(f"__{name}__" for name in _OTHERS),
        *(f"__{side}{name}__" for name in _OPERATORS for side in ("", "r", "i")),
        *("_missing_", "_generate_next_value_"),
    )
)
"""What Python calls by itself; `__getattribute__` is called by everything, so it only has its effects logged."""
_ANSWERS: dict[str, tuple[type[Exception], ...]] = {
    "__getitem__": (IndexError, StopIteration),
    "__next__": (StopIteration,),
}
"""Exceptions by which a method tells Python, which calls it in a loop, that there are no more items."""
_lock = threading.RLock()
_replaced: dict[type, tuple[dict[str, Any], int]] = {}


def _dispatching(function: Any, answers: tuple[type[Exception], ...] = ()) -> Callable[..., Any]:
    """A function that runs converted inside a trace and as it is elsewhere.

    `answers` are exceptions by which it tells Python something: that they are staged is refused.
    """

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        context = current()
        if context is None:
            return function(*args, **kwargs)
        from ag_notebook.staging.runtime.calls import invoke

        try:
            of_loop = AttributeError not in answers
            if answers and (of_loop or hasattr(type(args[0]), "__getattr__")):
                what = "loop over an object" if of_loop else "look-up of an attribute"
                with ending(*answers, what=what, is_of_loop=of_loop):
                    return invoke(function, args, kwargs)
            return invoke(function, args, kwargs)
        except StagedRaise as staged:  # Python may look at it: `hasattr` at an AttributeError
            context.raised.append(staged.exception)
            raise staged.exception from staged.exception.__cause__

    setattr(run, STANDS_FOR, function)
    return run


def _logging(function: types.FunctionType) -> Callable[..., Any]:
    """`__getattribute__` as it is; in a trace the attributes that it may write are logged first."""

    @functools.wraps(function)
    def run(self: Any, name: str) -> Any:
        __tracebackhide__ = True
        context = current()
        if context is not None and context.scopes and not name.startswith("__"):
            for held in all_attributes(self):
                touch(context, attribute_location(self, held))
        return function(self, name)

    run.__ag_original__ = function  # type: ignore[attr-defined]
    return run


class _CachedProperty:
    """A `functools.cached_property` whose function runs converted and whose write is logged.

    It is asked even where the object holds a value, which may be there on one path only.
    """

    def __init__(self, original: functools.cached_property[Any]) -> None:
        self.original, self.function = original, _dispatching(original.func)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        __tracebackhide__ = True
        name = self.original.attrname
        if instance is None or name is None:
            return self.original.__get__(instance, owner)
        held = instance.__dict__.get(name, MISSING)
        uncertain = on_one_path(instance.__dict__, name)
        if held is not MISSING and uncertain is None:
            return held
        if current() is None:
            return self.original.__get__(instance, owner)
        value = (
            self.function(instance)
            if uncertain is None
            else uncertain.ag_backend.if_exp(
                uncertain.ag_flag, lambda: uncertain.ag_value, lambda: self.function(instance)
            )
        )
        touch(current(), attribute_location(instance, name))
        instance.__dict__[name] = value
        return value

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self.original.attrname] = value

    def __delete__(self, instance: Any) -> None:
        name = str(self.original.attrname)
        if name not in instance.__dict__:
            raise AttributeError(name)
        del instance.__dict__[name]


class _DispatchedMethod:
    """A `functools.singledispatchmethod` whose functions run converted."""

    def __init__(self, original: functools.singledispatchmethod[Any]) -> None:
        self.original = original

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        plain: Any = self.original.__get__(instance, owner)
        if current() is None:
            return plain

        def method(*args: Any, **kwargs: Any) -> Any:
            return plain(*args, **kwargs)

        def dispatch(kind: type) -> Any:
            chosen: Any = self.original.dispatcher.dispatch(kind)
            return chosen.__get__(instance, owner)

        vars(method).update(
            registry=self.original.dispatcher.registry, dispatch=dispatch
        )  # what a call of `singledispatch` looks at
        return method

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)


def _with_dispatching_cells(function: types.FunctionType) -> types.FunctionType:
    """The same function with the user's functions in its closure converted, such as the factories of a data class."""

    def cell(held: types.CellType) -> types.CellType:
        value = held.cell_contents
        return types.CellType(_dispatching(value)) if _is_users(value) else held

    made = types.FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(map(cell, function.__closure__ or ())),
    )
    made.__kwdefaults__ = function.__kwdefaults__
    functools.update_wrapper(made, function)
    return made


def _makes_defaults(kind: type, held: Any) -> bool:
    """Whether a method is the `__init__` that `dataclasses` made, with a factory of the user's."""
    if type(held) is not types.FunctionType or not hasattr(kind, "__dataclass_fields__"):
        return False
    return held.__code__.co_filename == "<string>" and any(
        _is_users(c.cell_contents) for c in held.__closure__ or ()
    )


def _dispatched(function: Any, answers: tuple[type[Exception], ...] = ()) -> Any:
    """The same for a part of a property, where it is the user's."""
    return _dispatching(function, answers) if _is_users(function) else function


def _is_users(function: Any) -> bool:
    return type(function) is types.FunctionType and is_user_function(function)


def _replacements(kind: type) -> dict[str, Any]:
    """The attributes of a class to replace: (name, replacement)."""
    found: dict[str, Any] = {}
    called = _called_by_libraries(kind)
    for name, held in vars(kind).items():
        by_itself = name in _BY_THEMSELVES or name in called
        if by_itself and _is_users(held):
            found[name] = _dispatching(held, _ANSWERS.get(name, ()))
        elif by_itself and isinstance(held, (classmethod, staticmethod)) and _is_users(held.__func__):
            found[name] = type(held)(_dispatching(held.__func__))
        elif name == "__getattribute__" and _is_users(held):
            found[name] = _logging(held)
        elif name == "__init__" and _makes_defaults(kind, held):
            found[name] = _with_dispatching_cells(held)
        elif type(held) is functools.singledispatchmethod:
            found[name] = _DispatchedMethod(held)
        elif type(held) is functools.cached_property and _is_users(held.func):
            found[name] = _CachedProperty(held)
        elif (
            type(held) is property
            and any(_is_users(f) for f in (held.fget, held.fset, held.fdel))
            and name not in vars(type)
        ):
            found[name] = property(
                _dispatched(held.fget, (AttributeError,)),
                _dispatched(held.fset),
                _dispatched(held.fdel),
                held.__doc__,
            )
    return found


def _called_by_libraries(kind: type) -> set[str]:
    """Names of methods that a library's base class has too, and so calls by itself (`call` of a Keras layer)."""
    libraries = [b for b in kind.__mro__[1:] if package_of(b) in ("keras", "tensorflow")]
    return {n for b in libraries for n in vars(b) if not n.startswith("_")} & {
        "call",
        "train_step",
        "test_step",
    }


_IMMUTABLE = 1 << 8
"""The flag of types of C whose attributes nobody can write (`Py_TPFLAGS_IMMUTABLETYPE`)."""


@contextlib.contextmanager
def converted_classes(roots: list[Any]) -> Iterator[None]:
    """For the time of a trace: the classes that code holding `roots` can reach run converted."""
    kinds = [k for k in _classes(roots) if package_of(k) not in LIBRARY_PACKAGES | {"builtins"}]
    with _lock:
        entered = [k for k in kinds if _enter(k)]
    try:
        yield
    finally:
        with _lock:
            for kind in entered:
                _leave(kind)


def _enter(kind: type) -> bool:
    if kind in _replaced:
        originals, count = _replaced[kind]
        _replaced[kind] = originals, count + 1
        return True
    changed = {} if kind.__flags__ & _IMMUTABLE else _replacements(kind)
    if not changed:
        return False
    originals = {name: vars(kind)[name] for name in changed}
    for name, replacement in changed.items():
        type.__setattr__(kind, name, replacement)
    _replaced[kind] = originals, 1
    return True


def _leave(kind: type) -> None:
    originals, count = _replaced[kind]
    if count > 1:
        _replaced[kind] = originals, count - 1
        return
    del _replaced[kind]
    for name, held in originals.items():
        type.__setattr__(kind, name, held)


def _classes(roots: list[Any]) -> list[type]:
    """The classes among what the roots reach."""
    visited: list[Any] = []
    reachable(roots, {0}, visited)
    return [value for value in visited if isinstance(value, type)]
