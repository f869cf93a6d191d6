"""Dispatches calls: converts the callee on the fly, calls it as it is, or hands it to a back end.

Every call of converted code comes here (Moldovan et al. 2019, §7.2).
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import operator
import sys
import types
from collections.abc import Iterator
from typing import Any

from ag_notebook.staging.backends.carriers import (
    Choice,
    GeneratorExpression,
    Maybe,
    SequenceIterator,
)
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner, owner_within
from ag_notebook.staging.errors import ConversionError, StagingError
from ag_notebook.staging.runtime.callees import (
    PURE_PACKAGES,
    is_builtin,
    is_library_file,
    is_user_function,
    is_users_class,
    package_of,
    plain_attribute,
    stood_for,
)
from ag_notebook.staging.runtime.captured import unchanged
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.copies import INSTEAD
from ag_notebook.staging.runtime.effects import touch_outer_variables
from ag_notebook.staging.runtime.equivalents import (
    chain_from_iterable,
    endless,
    equivalent,
    got,
    is_lazy,
)
from ag_notebook.staging.runtime.events import record, user_span
from ag_notebook.staging.runtime.hidden_state import look_after
from ag_notebook.staging.runtime.impurities import refuse_impure
from ag_notebook.staging.runtime.iterators import no_effects, read_at_once, refuse_taken
from ag_notebook.staging.runtime.library_state import log_arguments
from ag_notebook.staging.runtime.managers import is_of_contextlib, with_converted_generator
from ag_notebook.staging.runtime.outputs import performed
from ag_notebook.staging.runtime.recursion import entered
from ag_notebook.staging.runtime.special import iterated

_CALLBACK_PACKAGES = frozenset(
    ("bisect", "builtins", "contextlib", "functools", "heapq", "itertools", "keras", "numpy", "tensorflow")
)
TAKES_FUNCTIONS = frozenset(
    (
        *(
            "accumulate",
            "dropwhile",
            "filter",
            "filterfalse",
            "groupby",
            "map",
            "max",
            "min",
            "reduce",
            "sorted",
        ),
        *("starmap", "takewhile"),
        *("bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"),
        *("callback", "merge", "nlargest", "nsmallest"),
        *("apply_along_axis", "apply_over_axes", "fromfunction", "frompyfunc", "piecewise", "vectorize"),
    )
)
"""Functions of libraries that call those of the user's among their arguments."""


def converted_call(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Calls `function(*args, **kwargs)`, converted where it is the user's."""
    __tracebackhide__ = True
    if type(function) is Maybe:
        function = function.ag_resolve()
    if type(function) is Choice:
        return function.ag_each(lambda chosen: converted_call(chosen, *args, **kwargs))
    kind = type(function)
    context = current()
    if context is not None:
        never_ending = endless(function, args, kwargs)
        if never_ending is not None:
            return never_ending
        instead = equivalent(function)
        if instead is not None and (is_lazy(function) or _has_staged_items(args, kwargs)):
            if function.__module__ == "itertools" or instead is chain_from_iterable:
                calls = function.__name__ in TAKES_FUNCTIONS
                with no_effects(f"{function.__name__}()") if calls else contextlib.nullcontext():
                    items = invoke(instead, tuple(map(iterated, args)), kwargs)
                made = _iterator(items)
                if type(made) is SequenceIterator:
                    made.unchanged = unchanged((*args, *kwargs.values()))
                    made.made_of = read_at_once(*args)
                return made
            return invoke(instead, args, kwargs)
    if kind is types.FunctionType:
        if is_user_function(function):
            return invoke(function, args, kwargs)
        return library_call(function, args, kwargs)
    if kind is types.MethodType:
        inner = function.__func__
        if type(inner) is types.FunctionType and is_user_function(inner):
            return invoke(inner, (function.__self__, *args), kwargs)
        return library_call(function, args, kwargs)
    if kind is functools.partial:
        return converted_call(function.func, *function.args, *args, **{**function.keywords, **kwargs})
    if is_builtin(function):
        from ag_notebook.staging.runtime.builtin_calls import builtin_call

        return builtin_call(function, args, kwargs)
    if isinstance(function, type):
        return _instantiate(function, args, kwargs)
    if kind is types.BuiltinFunctionType or kind is types.MethodWrapperType:
        from ag_notebook.staging.runtime.methods import builtin_method_call

        return builtin_method_call(function, args, kwargs)
    if (
        kind in (types.WrapperDescriptorType, types.MethodDescriptorType)
        and args
        and isinstance(args[0], function.__objclass__)
    ):
        return converted_call(function.__get__(args[0]), *args[1:], **kwargs)  # `list.append(xs, x)`
    original = plain_attribute(function, "__ag_staged__")  # a staged function inside a trace is inlined
    if original is not None and current() is not None:
        return converted_call(original, *args, **kwargs)
    call = inspect.getattr_static(kind, "__call__", None)
    if type(call) is types.FunctionType and original is None and is_user_function(call):
        return invoke(call, (function, *args), kwargs)
    return library_call(function, args, kwargs)


def _has_staged_items(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether an argument is staged, or what an iterator among them gives."""
    given = [a.items if type(a) is GeneratorExpression else None for a in args]
    return owner_within((args, kwargs, given)) is not PYTHON


def _iterator(items: list[Any]) -> Any:
    """An iterator of a list: as those of `itertools`, it gives its items once."""
    backend = owner(items)
    return GeneratorExpression.of(items) if backend is PYTHON else backend.builtin("iter", (items,), {})


def invoke(function: types.FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls the user's function, converted; in a trace its outer variables are logged and it is counted."""
    __tracebackhide__ = True
    function = stood_for(function)
    context = current()
    if context is None:
        from ag_notebook.staging.converter import default_converter

        return default_converter().convert(function)(*args, **kwargs)
    backend = owner_within((args, kwargs)) if args or kwargs else PYTHON
    if backend is not PYTHON:
        defined = backend.define(function, args, kwargs)
        if defined is not NotImplemented:
            return defined
    try:
        converted = context.converter.convert(function)
    except ConversionError as error:
        if error.code == "AG101":  # the place of the function says nothing: nobody has its text
            error.span = user_span() or error.span
        raise
    context.entered.append(function)
    touch_outer_variables(context, converted)
    call = entered(context, function, converted.__code__, args, kwargs)
    scope = backend.function_scope(function.__name__) if backend is not PYTHON else None
    context.calls.append(call)
    try:
        if scope is None:
            return converted(*args, **kwargs)
        with scope:
            return converted(*args, **kwargs)
    finally:
        if context.calls:
            context.calls.pop()


def writing_call(function: types.FunctionType, *args: Any) -> Any:
    """Calls a generated function that binds variables of the one around it; in a trace these are logged."""
    __tracebackhide__ = True
    context = current()
    if context is not None:
        touch_outer_variables(context, function)
    return function(*args)


def _instantiate(kind: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Makes an instance; the user's `__init__`, `__new__` and `__call__` of a metaclass are converted."""
    __tracebackhide__ = True
    if kind is not type and type(kind) is not type:
        call = inspect.getattr_static(type(kind), "__call__", None)
        if type(call) is types.FunctionType and is_user_function(call):
            return invoke(call, (kind, *args), kwargs)
        if type(kind).__call__ is not type.__call__:
            return library_call(kind, args, kwargs)
    return made(kind, args, kwargs)


def made(kind: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What `type.__call__` does."""
    __tracebackhide__ = True
    init: Any = getattr(kind, "__init__", None)
    new: Any = kind.__new__
    _refuse_finalizer(kind)
    if new is object.__new__:
        if type(init) is not types.FunctionType or not is_user_function(init):
            return _noted(_made_as_is(kind, args, kwargs))
        made = object.__new__(kind)
        invoke(init, (made, *args), kwargs)
        return _noted(made)
    if type(new) is types.FunctionType and is_user_function(new):
        made = invoke(new, (kind, *args), kwargs)
        if not isinstance(made, kind):
            return made
        init = type(made).__init__
    elif issubclass(kind, BaseException) and current() is not None:
        made = _made_exception(kind, args, kwargs)
    else:
        return _made_as_is(kind, args, kwargs)
    if type(init) is types.FunctionType and is_user_function(init):
        invoke(init, (made, *args), kwargs)
    elif init is not object.__init__:
        init(made, *args, **kwargs)
    return made


def _noted(instance: Any) -> Any:
    """An object that was made just now: the trace knows that it is new."""
    context = current()
    if context is not None:
        context.instances[id(instance)] = instance
    return instance


def _made_as_is(kind: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An object that Python or a library makes, past a `__call__` of the user's metaclass, which has asked for it."""
    if type(type(kind).__call__) is types.FunctionType:
        return type.__call__(kind, *args, **kwargs)
    return library_call(kind, args, kwargs)


def _made_exception(kind: type[BaseException], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An exception before its `__init__`; the scope that it is made in remembers it."""
    made = kind.__new__(kind, *args, **kwargs)
    context = current()
    if context is not None and context.scopes:
        context.scopes[-1].exceptions.append(made)
    return made


def _refuse_finalizer(kind: type) -> None:
    """An object with a `__del__` would be dropped while tracing, whatever branch makes it.

    Raises:
        StagingError: AG231.
    """
    context = current()
    has_finalizer = context is not None and any("__del__" in vars(base) for base in kind.__mro__)
    if context is not None and has_finalizer and context.in_branch and is_users_class(kind):
        raise StagingError(
            "AG231",
            f"{kind.__name__} has a `__del__`, and is made under a staged test or in a staged loop, in a way that "
            "cannot be staged.",
            span=user_span(),
            fix="Make the object before, or use `with` in place of `__del__`.",
        )


def callback(value: Any) -> Any:
    """The user's function as a converted one, for a library that will call it."""
    if (type(value) is types.FunctionType and is_user_function(value)) or (
        type(value) is types.MethodType
        and type(value.__func__) is types.FunctionType
        and is_user_function(value.__func__)
    ):
        return functools.partial(converted_call, value)
    if current() is not None and (is_builtin(value) or type(value) is types.MethodDescriptorType):
        return functools.partial(converted_call, value)
    return value


def library_call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call of something that is not converted."""
    __tracebackhide__ = True
    context = current()
    behind = _behind(function, args, kwargs)
    if behind is not None:
        return converted_call(behind, *args, **kwargs)
    package = package_of(function)
    is_quitter = package == "_sitebuiltins" and type(function).__name__ == "Quitter"
    if context is not None and (is_quitter or function is sys.exit):
        raise SystemExit(*args, **kwargs)  # `exit()` would close the standard input first
    done = performed(context, function, args, kwargs)
    if done is not NotImplemented:
        return done
    if context is not None and package in ("copy", "dataclasses") and function in INSTEAD:
        return INSTEAD[function](*args, **kwargs)
    if package in _CALLBACK_PACKAGES and getattr(function, "__name__", "") in TAKES_FUNCTIONS:
        args = tuple(callback(a) for a in args)
        kwargs = {k: callback(a) for k, a in kwargs.items()}
    backend = owner_within((args, kwargs))
    refuse_taken(context, *args)
    refuse_impure(context, function, has_arguments=bool(args or kwargs))
    look_after(context, function, args, kwargs)
    if context is not None and package not in PURE_PACKAGES:
        inner = getattr(function, "__func__", function)
        if type(inner) is types.FunctionType and not is_library_file(inner.__code__.co_filename):
            context.entered.append(inner)  # what the user's function reads is guarded, converted or not
        log_arguments(context, function, args, kwargs)
        with _recorded(context, function, backend.name):
            return _of_library(function, args, kwargs, backend)
    return _of_library(function, args, kwargs, backend)


@contextlib.contextmanager
def _recorded(context: Context, function: Any, backend: str) -> Iterator[None]:
    """Around a call of code that is not converted: records it, but for a library's code that only calls the user's.

    So does Keras with the `call` of a layer, which is converted by standing in for it.
    """
    before, entered = len(context.events), len(context.entered)
    record("call", "as is", backend, f"{_spoken(function)} is not the user's code")
    made = context.events[before:]
    yield
    methods = {
        id(stood_for(held))
        for base in type(function).__mro__
        for held in vars(base).values()
        if type(held) is types.FunctionType
    }
    if any(id(each) in methods for each in context.entered[entered:]):
        context.events[:] = [each for each in context.events if not any(each is one for one in made)]


def _spoken(function: Any) -> str:
    """The name of what is called: a function's, or of an object its class's `__call__`."""
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else f"{type(function).__name__}.__call__"


def _of_library(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], backend: Any) -> Any:
    """A call of something that is not converted, of which all is noted that is to be."""
    __tracebackhide__ = True
    context = current()
    if backend is PYTHON and context is not None and context.backend.makes(function):
        backend = context.backend
    if context is not None and is_of_contextlib(function):
        return with_converted_generator(function(*args, **kwargs))
    if backend is PYTHON:
        return function(*args, **kwargs)
    return backend.library_call(function, args, kwargs)


def _behind(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The function that one of `functools` or `operator` would call: chosen by a type, or as it is for staged arguments."""
    if type(function) is types.FunctionType and "registry" in function.__dict__ and args:
        chosen = getattr(function, "dispatch", None)
        return None if chosen is None else chosen(type(args[0]))
    if type(function) is operator.methodcaller:
        return got(function)
    if owner_within((args, kwargs)) is PYTHON:
        return None
    if type(function) is functools._lru_cache_wrapper:
        return function.__wrapped__
    return got(function)


def is_staged_callable(value: Any) -> bool:
    """Whether a value is a staged function of ours."""
    return plain_attribute(value, "__ag_staged__") is not None and owner(value) is PYTHON
