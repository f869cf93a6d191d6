"""Dispatches calls of builtins: Python's own on plain values, a back end's where something in them is staged."""

from __future__ import annotations

import inspect
import itertools
import types
from typing import Any

from ag_notebook.staging.backends.carriers import (
    GeneratorExpression,
    LazySequence,
    Maybe,
    staged_items,
)
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import description, owner, owner_of_any, owner_within
from ag_notebook.staging.runtime.attribute_dicts import refuse_uncertain_keys
from ag_notebook.staging.runtime.callees import is_builtin_class, plain_attribute
from ag_notebook.staging.runtime.calls import TAKES_FUNCTIONS, callback, converted_call, invoke
from ag_notebook.staging.runtime.comparing import extreme, orders_itself
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import refuse_if_known_outside
from ag_notebook.staging.runtime.equivalents import (
    ranks,
)
from ag_notebook.staging.runtime.events import record
from ag_notebook.staging.runtime.generators import as_expression, enumerated, twin_of
from ag_notebook.staging.runtime.integers import integer
from ag_notebook.staging.runtime.iterators import lists_under, refuse_staged_lists, refuse_taken, take_part
from ag_notebook.staging.runtime.outputs import show
from ag_notebook.staging.runtime.special import answer, ending, iterated, method_of, spoken
from ag_notebook.staging.wording import kind_of

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
        if name == "getattr" and len(args) > 2 and _may_be_none_without(*args[:2]):
            maybe, rest = args[0], args[1:]
            return maybe.ag_backend.if_exp(
                maybe.ag_flag, lambda: converted_call(function, maybe.ag_value, *rest), lambda: rest[1]
            )
        if owner(args[0]) is PYTHON and (name == "hasattr" or len(args) > 2):
            with ending(AttributeError, what=f"`{name}`", is_of_loop=False):
                return function(*args)
    if name in ("setattr", "delattr"):
        from ag_notebook.staging.runtime import attributes

        return getattr(attributes, name)(*args)
    takes_all = iterates and name in (*_CONSUMERS, "set", "frozenset")
    if takes_all and args:
        args = (as_expression(args[0]), *args[1:])
    if name == "enumerate" and context is not None and args and twin_of(args[0], leaves=True) is not None:
        return enumerated(*args, **kwargs)
    if context is not None and args and type(args[0]) is GeneratorExpression and not args[0].begun:
        from ag_notebook.staging.runtime.generator_expressions import (
            accumulated,
            collected,
            folded,
            is_accumulated,
        )

        generated = args[0]
        if name in ("any", "all"):
            result = folded(generated, is_any=name == "any")
            generated.take_part()
            return result
        summed = name == "sum" or (name in ("max", "min") and len(args) == 1 and "key" not in kwargs)
        if summed and is_accumulated(generated):
            return accumulated(name, generated, *args[1:], **kwargs)
        if name == "dict" or takes_all:
            items = collected(*generated.parts)
            generated.use_up()
            return builtin_call(function, (items, *args[1:]), kwargs)
    if name == "enumerate" and context is not None and args and owner(args[0]) is PYTHON:
        start = args[1] if len(args) == 2 else kwargs.get("start", 0)
        if owner(start) is not PYTHON:
            first = integer(start)
            return ((at + first, item) for at, item in builtin_call(enumerate, args[:1], {}))
    if name == "filter" and context is not None and len(args) == 2 and owner_of_any(args[1:]) is PYTHON:
        return _filtered(*args)
    if name in ("str", "repr", "ascii", "format") and args:
        from ag_notebook.staging.runtime.expressions import owner_of_text

        speaker = owner_of_text(args)
        if speaker is not PYTHON:
            made = speaker.builtin(name, args, kwargs)
            if type(made) is not str:
                record("text", "staged", speaker.name, f"{name} of {description(speaker, args)}")
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
            if takes_all and args[0] is not given[0] and twin_of(args[0], leaves=False) is not None:
                return builtin_call(function, args, kwargs)
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
    if function is type and len(args) == 1:
        return owner(args[0]).class_of(args[0])
    if isinstance(function, type) and name not in _STAGED_CLASSES:
        backend = owner_of_any(args) if name in _OF_ITEMS else PYTHON
        return function(*args, **kwargs) if backend is PYTHON else backend.builtin(name, args, kwargs)
    backend = owner_of_any(args) if name in _SEQUENCE_MAKERS else owner_within((args, kwargs))
    if backend is not PYTHON:
        record("call", "staged", backend.name, f"{name} of {description(backend, args)}")
        made = backend.builtin(name, args, kwargs)
        if type(made) is LazySequence:
            made.made_of = tuple(part for a in args for part in plain_attribute(a, "made_of", ()))
        return made
    if name in TAKES_FUNCTIONS:
        args = tuple(callback(a) for a in args)
        kwargs = {k: callback(a) for k, a in kwargs.items()}
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


def _may_be_none_without(value: Any, name: Any) -> bool:
    """Whether a value may be None, which has no attribute of that name."""
    return type(value) is Maybe and value.ag_absent is None and not hasattr(None, name)


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


def _gives_items(value: Any) -> bool:
    """Whether Python's own iteration gives the items of a value, and they may be staged."""
    if type(value) in _PASSING or type(value) is types.GeneratorType:
        return True
    return owner(value) is PYTHON and not is_builtin_class(type(value)) and bool(method_of(value, "__iter__"))


def _filtered(function: Any, iterable: Any) -> Any:
    """`filter` of Python items: as a generator expression, whose condition may be staged."""
    from ag_notebook.staging.runtime.generator_expressions import gen_exp

    keeps = bool if function is None else function
    return gen_exp(iterable, lambda item: item, lambda item: converted_call(keeps, item), lazily=True)
