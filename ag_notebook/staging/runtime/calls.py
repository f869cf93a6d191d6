"""Dispatches calls: converts the callee on the fly, calls it as it is, or hands it to a back end.

Every call of converted code comes here (Moldovan et al. 2019, §7.2).
"""

from __future__ import annotations

import builtins
import functools
import inspect
import itertools
import operator
import sys
import types
from typing import Any

from ag_notebook.staging.backends.carriers import (
    Choice,
    GeneratorExpression,
    Maybe,
    staged_items,
)
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner, owner_of_any, owner_within
from ag_notebook.staging.errors import ConversionError, StagingError
from ag_notebook.staging.runtime.attribute_dicts import refuse_uncertain_keys
from ag_notebook.staging.runtime.callees import (
    PURE_PACKAGES,
    is_builtin,
    is_library_file,
    is_user_function,
    is_users_class,
    package_of,
    stood_for,
)
from ag_notebook.staging.runtime.comparing import extreme, orders_itself
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.copies import INSTEAD
from ag_notebook.staging.runtime.effects import refuse_if_known_outside, touch_outer_variables
from ag_notebook.staging.runtime.equivalents import (
    chain_from_iterable,
    endless,
    equivalent,
    got,
    is_lazy,
    ranks,
)
from ag_notebook.staging.runtime.events import record, user_span
from ag_notebook.staging.runtime.iterators import lists_under, refuse_staged_lists, refuse_taken, take_part
from ag_notebook.staging.runtime.library_state import log_arguments
from ag_notebook.staging.runtime.managers import is_of_contextlib, with_converted_generator
from ag_notebook.staging.runtime.outputs import performed, show
from ag_notebook.staging.runtime.recursion import entered
from ag_notebook.staging.runtime.special import answer, ending, iterated, method_of, spoken
from ag_notebook.staging.wording import kind_of

_CALLBACK_PACKAGES = frozenset(
    ("bisect", "builtins", "contextlib", "functools", "heapq", "itertools", "keras", "numpy", "tensorflow")
)
_TAKES_FUNCTIONS = frozenset(
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
_OF_ITEMS = frozenset(("bytearray", "bytes", "frozenset", "memoryview", "set"))
"""Classes among the builtins that take the items of a sequence and cannot hold staged ones."""
_STAGED_CLASSES = frozenset(
    (
        "bool",
        "complex",
        "enumerate",
        "filter",
        "float",
        "int",
        "list",
        "map",
        "range",
        "reversed",
        "str",
        "tuple",
        "zip",
    )
)
"""Classes among the builtins that make something staged of staged operands."""
_IMPURE_PACKAGES = frozenset(("random", "_random", "time", "secrets", "uuid"))
"""Packages whose functions give another value at each call."""
_CLOCKS = frozenset(("now", "today", "utcnow", "urandom"))
_NO_DRAWS = frozenset(
    (
        "get_state",
        "getstate",
        "mktime",
        "seed",
        "set_state",
        "setstate",
        "sleep",
        "strptime",
        "uuid3",
        "uuid5",
    )
)
"""Functions among them whose value, if any, is the same at each call."""
_BY_ARGUMENTS = frozenset(("asctime", "ctime", "default_rng", "gmtime", "localtime"))
"""Functions whose value is the same at each call with the same arguments."""
_SEQUENCE_MAKERS = frozenset(
    ("enumerate", "filter", "iter", "list", "map", "next", "reversed", "tuple", "zip", "len")
)
"""Builtins that only take sequences apart: items that are staged do not matter to them."""
_CONSUMERS = frozenset(("all", "any", "list", "max", "min", "sorted", "sum", "tuple"))
"""Builtins that take all items of an iterable."""
_SAMPLES: tuple[Any, ...] = ([], (), {}, {}.values(), {}.items())
_PASSING = frozenset(
    (
        dict,
        type({}.items()),
        type({}.keys()),
        type({}.values()),
        enumerate,
        filter,
        map,
        reversed,
        zip,
        itertools.chain,
        *(type(iter(items)) for items in _SAMPLES),
        *(type(reversed(items)) for items in _SAMPLES),
    )
)
"""Iterables of Python's whose items may be staged."""
_ITERATED = dict.fromkeys((*_CONSUMERS, "set", "frozenset", "enumerate", "iter"), slice(0, 1))
_ITERATED |= {"zip": slice(None), "map": slice(1, None), "filter": slice(1, None)}
"""Builtins that iterate, and the arguments that they iterate over."""
_OF_ONE_OR_OF_ITEMS = frozenset(("iter", "max", "min"))
"""Those that iterate over an argument only where it is the only one."""


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
        instead = equivalent(function)
        if instead is not None and (is_lazy(function) or _has_staged_items(args, kwargs)):
            if function.__module__ == "itertools" or instead is chain_from_iterable:
                return _iterator(invoke(instead, tuple(map(iterated, args)), kwargs))
            return invoke(instead, args, kwargs)
        never_ending = endless(function, args, kwargs)
        if never_ending is not None:
            return never_ending
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
    original = getattr(function, "__ag_staged__", None)  # a staged function inside a trace is inlined
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
            return library_call(kind, args, kwargs)
        made = object.__new__(kind)
    elif type(new) is types.FunctionType and is_user_function(new):
        made = invoke(new, (kind, *args), kwargs)
        if not isinstance(made, kind):
            return made
        init = type(made).__init__
    elif issubclass(kind, BaseException) and current() is not None:
        made = _made_exception(kind, args, kwargs)
    else:
        return library_call(kind, args, kwargs)
    if type(init) is types.FunctionType and is_user_function(init):
        invoke(init, (made, *args), kwargs)
    elif init is not object.__init__:
        init(made, *args, **kwargs)
    return made


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


def _gives_items(value: Any) -> bool:
    """Whether Python's own iteration gives the items of a value, and they may be staged."""
    if type(value) in _PASSING or type(value) is types.GeneratorType:
        return True
    return (
        owner(value) is PYTHON and type(value).__module__ != "builtins" and bool(method_of(value, "__iter__"))
    )


def _callback(value: Any) -> Any:
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


def _filtered(function: Any, iterable: Any) -> Any:
    """`filter` of Python items: as a generator expression, whose condition may be staged."""
    from ag_notebook.staging.runtime.generator_expressions import gen_exp

    keeps = bool if function is None else function
    return gen_exp(iterable, lambda item: item, lambda item: converted_call(keeps, item))


def builtin_call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A function or class of `builtins`."""
    __tracebackhide__ = True
    name = function.__name__
    context = current()
    iterates = name in _ITERATED and (len(args) == 1 or name not in _OF_ONE_OR_OF_ITEMS)
    if name == "print" and context is not None:
        show(context, function, tuple(spoken(a, "s")[0] for a in args), kwargs)
        return None
    if len(args) == 1 and not kwargs:
        answered = answer(function, args[0])
        if answered is not NotImplemented:
            return answered
    if context is not None and args and type(args[0]) is dict:
        refuse_uncertain_keys(args[0])
    if name in ("hasattr", "getattr") and len(args) > 1 and context is not None:
        found = _attribute_of_one_path(args[0], args[1])
        if found is not None:
            held = found
            if name == "hasattr":
                return held.ag_flag
            if len(args) > 2:
                return held.ag_backend.if_exp(held.ag_flag, lambda: held.ag_value, lambda: args[2])
        if owner(args[0]) is PYTHON and (name == "hasattr" or len(args) > 2):
            with ending(AttributeError, what=f"`{name}`", is_of_loop=False):
                return function(*args)
    if name in ("setattr", "delattr"):
        from ag_notebook.staging.runtime import attributes

        return getattr(attributes, name)(*args)
    if context is not None and args and type(args[0]) is GeneratorExpression and not args[0].begun:
        from ag_notebook.staging.runtime.generator_expressions import collected, folded

        generated = args[0]
        if name in ("any", "all"):
            result = folded(generated, is_any=name == "any")
            generated.take_part()
            return result
        if name == "dict" or (iterates and name in (*_CONSUMERS, "set", "frozenset")):
            items = collected(*generated.parts)
            generated.use_up()
            return builtin_call(function, (items, *args[1:]), kwargs)
    if name == "filter" and context is not None and len(args) == 2 and owner_of_any(args[1:]) is PYTHON:
        return _filtered(*args)
    if name in ("str", "repr", "ascii", "format") and args:
        from ag_notebook.staging.runtime.expressions import owner_of_text

        speaker = owner_of_text(args)
        if speaker is not PYTHON:
            made = speaker.builtin(name, args, kwargs)
            if type(made) is not str:
                record("text", "staged", speaker.name, f"{name} of {speaker.describe(args[0])}")
            return made
    if context is not None and args:
        refuse_taken(context, *args)
        read = [held for a in args for held in lists_under(a) if held is not a]
        refuse_staged_lists(read)
        if iterates:
            given, places = args, range(*_ITERATED[name].indices(len(args)))
            args = tuple(iterated(a) if i in places else a for i, a in enumerate(args))
            if args[0] is not given[0] and name in ("list", "tuple", "sorted"):
                answer(len, given[0])  # Python asks for a hint
        following = method_of(args[0], "__next__") if name == "next" else None
        if following is not None and len(args) == 1:
            return invoke(following[1], args, {})
        if following is not None:
            with ending(StopIteration):
                return next(*args)
    if context is not None and args and iterates and name in _CONSUMERS and _gives_items(args[0]):
        iterable, args = args[0], (list(args[0]), *args[1:])
        if name in ("all", "any") and owner_within(args) is not PYTHON:
            take_part(context, iterable)
        refuse_staged_lists(read)
    if context is not None and name in ("max", "min") and args and not kwargs:
        compared = args if len(args) > 1 else args[0]
        if type(compared) in (list, tuple) and compared and any(map(orders_itself, compared)):
            return extreme(">" if name == "max" else "<", compared)
    if (
        context is not None
        and name == "sorted"
        and kwargs.get("key") is None
        and _are_ranked(args[0], kwargs)
    ):
        reverse = bool(kwargs.get("reverse", False))
        places = converted_call(ranks, list(args[0]), reverse)
        return _by_keys(function, list(args[0]), {"key": None}, places)
    if context is not None and kwargs.get("key") is not None and name in ("max", "min", "sorted"):
        items = list(args) if len(args) > 1 else args[0]
        if type(items) in (list, tuple, str, set, range) and staged_items(items) is None:
            return _by_keys(function, list(items), kwargs)
    if name == "dict" and context is not None and args and owner(args[0]) is not PYTHON:
        return owner(args[0]).builtin(name, args, kwargs)
    if isinstance(function, type) and name not in _STAGED_CLASSES:
        backend = owner_of_any(args) if name in _OF_ITEMS else PYTHON
        return function(*args, **kwargs) if backend is PYTHON else backend.builtin(name, args, kwargs)
    backend = owner_of_any(args) if name in _SEQUENCE_MAKERS else owner_within((args, kwargs))
    if backend is not PYTHON:
        record("call", "staged", backend.name, f"{name} of {backend.describe(args[0] if args else None)}")
        return backend.builtin(name, args, kwargs)
    if name in _TAKES_FUNCTIONS:
        args = tuple(_callback(a) for a in args)
        kwargs = {k: _callback(a) for k, a in kwargs.items()}
    if name == "next" and context is not None and args:
        refuse_if_known_outside(context, args[0], f"{kind_of(args[0])} is advanced")
    return function(*args, **kwargs)


def _attribute_of_one_path(value: Any, name: Any) -> Maybe | None:
    """What an object holds under a name that it has on one path only."""
    try:
        held = inspect.getattr_static(value, name)
        if type(held) is types.MemberDescriptorType:
            held = held.__get__(value)
    except (AttributeError, TypeError):
        return None
    return held if type(held) is Maybe and held.ag_absent is not None else None


def _are_ranked(items: Any, kwargs: dict[str, Any]) -> bool:
    """Whether items that Python counts are objects that order themselves."""
    if type(items) not in (list, tuple) or staged_items(items) is not None:
        return False
    is_known = owner(kwargs.get("reverse")) is PYTHON
    return is_known and any(type(item) not in (list, tuple) and orders_itself(item) for item in items)


def _by_keys(function: Any, items: list[Any], kwargs: dict[str, Any], keys: list[Any] | None = None) -> Any:
    """`max`, `min` or `sorted` of items that Python counts: the keys are made first, as they may be staged."""
    keys = keys or [converted_call(kwargs["key"], item) for item in items]
    backend = owner_within((items, keys))
    if backend is PYTHON:
        following = iter(keys)
        return function(items, **{**kwargs, "key": lambda _: next(following)})
    record("call", "staged", backend.name, f"{function.__name__} of {backend.describe(items)}")
    return backend.builtin(function.__name__, (items,), {**kwargs, "key": keys})


def refuse_impure(context: Context | None, function: Any, *, has_arguments: bool = True) -> None:
    """Refuses functions of clocks and random numbers: they would run once, while tracing.

    Raises:
        StagingError: AG232.
    """
    if context is None:
        return
    receiver, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    owners = [function, receiver if isinstance(receiver, type) else type(receiver)]
    modules = {str(getattr(o, "__module__", None) or "") for o in owners}
    impure = any(m.split(".")[0] in _IMPURE_PACKAGES or m.startswith("numpy.random") for m in modules)
    if impure or (name in _CLOCKS and modules & {"datetime", "posix", "nt", "os"}):
        fix = "Use tf.random, or pass the value in."
        if name in _CLOCKS or "time" in modules:
            fix = "Use tf.timestamp, or pass the value in."
        if name == "sleep":
            fix = "Do it outside of the staged function."
        spoken_name = _spoken(function, receiver)
        if name in _NO_DRAWS or (has_arguments and (isinstance(function, type) or name in _BY_ARGUMENTS)):
            raise StagingError(
                "AG232",
                f"{spoken_name} would run once, while tracing, and not at each call.",
                span=user_span(),
                fix=fix,
            )
        raise StagingError(
            "AG232",
            f"{spoken_name} gives another value at each call, but would run once, while tracing.",
            span=user_span(),
            fix=fix,
        )


def _spoken(function: Any, receiver: Any) -> str:
    """What a reader calls a function of a module or class: `random.random`."""
    name = getattr(function, "__name__", str(function))
    owner_ = (
        receiver if isinstance(receiver, (type, types.ModuleType)) else type(receiver) if receiver else None
    )
    where = owner_.__name__ if owner_ is not None else getattr(function, "__module__", "")
    return f"{where.lower() if where == 'Random' else where}.{name}" if where else name


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
    if package in _CALLBACK_PACKAGES and getattr(function, "__name__", "") in _TAKES_FUNCTIONS:
        args = tuple(_callback(a) for a in args)
        kwargs = {k: _callback(a) for k, a in kwargs.items()}
    backend = owner_within((args, kwargs))
    refuse_taken(context, *args)
    refuse_impure(context, function, has_arguments=bool(args or kwargs))
    if context is not None and package not in PURE_PACKAGES:
        inner = getattr(function, "__func__", function)
        if type(inner) is types.FunctionType and not is_library_file(inner.__code__.co_filename):
            context.entered.append(inner)  # what the user's function reads is guarded, converted or not
        record(
            "call", "as is", backend.name, f"{getattr(function, '__name__', function)} is not the user's code"
        )
        log_arguments(context, function, args, kwargs)
    if backend is PYTHON and context is not None and package in ("tensorflow", "keras"):
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
    return builtins.hasattr(value, "__ag_staged__") and owner(value) is PYTHON
