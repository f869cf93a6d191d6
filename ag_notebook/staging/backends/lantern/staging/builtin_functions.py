"""Python's builtins with something staged among their operands, and functions of NumPy, `math` and `operator`."""

from __future__ import annotations

import dataclasses
import functools
import math
import operator
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.carriers import (
    Choice,
    GeneratorExpression,
    LazySequence,
    Maybe,
    StagedRange,
    resolved,
)
from ag_notebook.staging.backends.lantern.ir.types import FLOATS, INTEGERS
from ag_notebook.staging.backends.lantern.staging import elementwise, functions, records, shapes
from ag_notebook.staging.backends.lantern.staging.arithmetic import (
    as_array,
    binary,
    cast,
    compare,
    operand,
    opposite,
)
from ag_notebook.staging.backends.lantern.staging.conditionals import both, choose, truth
from ag_notebook.staging.backends.lantern.staging.items import unrolled
from ag_notebook.staging.backends.lantern.staging.loops import items_of, range_length
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference
from ag_notebook.staging.runtime.callees import is_users_class
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.wording import kind_of


def builtin(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`name(*args, **kwargs)`."""
    found = BUILTINS.get(name)
    if found is None:
        raise refusal(
            "AG310", f"Lantern has no {name}() of staged values.", f"It has {', '.join(sorted(BUILTINS))}."
        )
    return found(*(_resolved(name, a) for a in args), **kwargs)


def _resolved(name: str, value: Any) -> Any:
    return value if name in ("isinstance", "bool", "hasattr") else resolved(value)


def _number(value: Any) -> Array:
    held = as_array(value)
    if held.type.shape and held.size == 1:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            float(np.ones((1,) * held.ndim))  # an error, but with an older NumPy
    if held.size != 1:
        raise TypeError("only length-1 arrays can be converted to Python scalars")
    return shapes.reshape(held, ()) if held.type.shape else held


def _int(value: Any = 0, base: Any = None) -> Any:
    return elementwise.whole(_number(value))


def _float(value: Any = 0.0) -> Any:
    return _kept(_number(value), "f64")


def _kept(value: Array, dtype: str) -> Array:
    made = cast(value, dtype)
    return made if made.weak else Array(made.variable, weak=True)


def _integer(value: Any) -> Any:
    """`operator.index(value)`."""
    held = operand(value)
    if not isinstance(held, Array):
        return operator.index(held)
    if held.type.shape or held.type.dtype not in (*INTEGERS, "bool"):
        name = "float" if not held.type.shape and held.type.dtype in FLOATS else kind_of(held)
        raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    return _kept(held, "i64")


def bool_of(value: Any = False) -> Any:
    found = truth(value)
    return Array(found.variable, weak=True) if isinstance(found, Array) else found


def length(value: Any) -> Any:
    if isinstance(value, Reference):
        held = records.items_of_tuple(value, "object of type 'NoneType' has no len()")
        return records.special(value, "__len__") if held is None else len(held)
    if isinstance(value, LazySequence):
        raise TypeError("an iterator has no len()")
    if isinstance(value, StagedRange):
        return range_length(value)
    return len(value if isinstance(value, (list, tuple, range)) else as_array(value))


def _range(*bounds: Any) -> StagedRange:
    from ag_notebook.staging.backends.lantern.staging.backend import BACKEND

    given = [_integer(each) for each in bounds]
    start, stop, step = (0, *given, 1) if len(given) == 1 else (*given, 1)[:3]
    if isinstance(step, Array):
        raise refusal("AG310", "the step of a range is staged.", "Use a number of Python's.")
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")
    return StagedRange(start, stop, step, BACKEND)


def _lazy(length: Any, item: Callable[[Any], Any]) -> LazySequence:
    from ag_notebook.staging.backends.lantern.staging.backend import BACKEND

    return LazySequence(length, item, BACKEND)


def _source(iterable: Any) -> tuple[Any, Callable[[Any], Any]]:
    iterable = resolved(iterable)
    if isinstance(iterable, (str, dict, set, GeneratorExpression)):
        iterable = list(iterable)
    return items_of(iterable)


def _enumerate(iterable: Any, start: Any = 0) -> LazySequence:
    length, item = _source(iterable)
    first = _integer(start)
    return _lazy(length, lambda at: (at + first, item(at)))


def _zip(*iterables: Any, strict: bool = False) -> LazySequence:
    sources = [_source(each) for each in iterables]
    lengths = [length for length, _ in sources]
    if strict and not (all(type(n) is int for n in lengths) and len(set(lengths)) == 1):
        raise refusal("AG310", "zip(strict=True) of staged lengths.", "Leave strict out.")
    return _lazy(functools.reduce(_smaller, lengths), lambda at: tuple(item(at) for _, item in sources))


def _smaller(a: Any, b: Any) -> Any:
    if type(a) is int and type(b) is int:
        return min(a, b)
    return elementwise.select(compare("<", b, a), b, a)


def _reversed(iterable: Any) -> LazySequence:
    length, item = _source(iterable)
    return _lazy(length, lambda at: item(length - 1 - at))


def _map(function: Any, *iterables: Any) -> LazySequence:
    zipped = _zip(*iterables)
    return _lazy(zipped.length, lambda at: converted_call(function, *zipped.item(at)))


def _iter(iterable: Any) -> LazySequence:
    return _lazy(*_source(iterable))


_NOTHING = object()


def _folded(name: str, combine: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def fold(*values: Any, default: Any = _NOTHING, key: Any = None) -> Any:
        if key is not None:
            raise refusal("AG310", f"Lantern has no {name}() with a key.", "Compare in a loop.")
        if len(values) > 1:
            return functools.reduce(combine, values)
        items = values[0]
        if isinstance(items, Array) and items.ndim == 1 and len(items):
            return _of_numbers(name, items)
        held = unrolled(items)
        if not held and default is not _NOTHING:
            return default
        if not held:
            return max(()) if name == "max" else min(())  # Python's error
        return functools.reduce(combine, held)

    return fold


def _of_numbers(name: str, numbers: Array) -> Any:
    """The best of a vector. Python compares each with the best one so far: it passes NaN over, but for a first one."""
    best = functions.FUNCTIONS[name]
    if numbers.type.dtype not in FLOATS:
        return best(numbers)
    worst = -math.inf if name == "max" else math.inf
    first = numbers[0]
    others = best(elementwise.select(compare("!=", numbers, numbers), worst, numbers))
    return elementwise.select(compare("!=", first, first), first, others)


def _larger_of(a: Any, b: Any) -> Any:
    return _chosen(compare(">", b, a), b, a)


def _smaller_of(a: Any, b: Any) -> Any:
    return _chosen(compare("<", b, a), b, a)


def _chosen(test: Any, a: Any, b: Any) -> Any:
    """One of two numbers, each as it is: where their types differ, as the branches of an `if` may."""
    held = [operand(each) for each in (a, b)]
    if all(isinstance(e, Array) for e in held) and len({(e.type, e.weak) for e in held}) == 1:
        return elementwise.select(test, *held)
    return choose(test, lambda: a, lambda: b)


def _sum(iterable: Any, start: Any = 0) -> Any:
    if isinstance(iterable, Array) and iterable.ndim == 1 and len(iterable) and iterable.type.dtype != "bool":
        variable = session().emit("sum", iterable.variable, axes=(0,), keepdims=False)
        return binary("+", Array(variable), start)
    if isinstance(iterable, StagedRange):
        count = range_length(iterable)
        return count * iterable.start + iterable.step * (count * (count - 1) // 2) + start
    return functools.reduce(lambda a, b: a + b, unrolled(iterable), start)


def _pow(base: Any, exponent: Any, modulus: Any = None) -> Any:
    if modulus is not None:
        raise refusal("AG310", "Lantern has no pow() with a modulus.", "Write (a**b) % c, or a loop.")
    return base**exponent


def all_of(items: Any) -> Any:
    return functools.reduce(
        lambda a, b: both(a, lambda: bool_of(b), is_and=True), map(bool_of, unrolled(items)), True
    )


def any_of(items: Any) -> Any:
    return functools.reduce(
        lambda a, b: both(a, lambda: bool_of(b), is_and=False), map(bool_of, unrolled(items)), False
    )


def _isinstance(value: Any, kinds: Any) -> Any:
    if isinstance(value, Maybe):
        if value.ag_absent is not None:
            value = value.ag_resolve()
        else:
            held = both(value.ag_flag, lambda: _isinstance(value.ag_value, kinds), is_and=True)
            return (
                both(held, lambda: opposite(value.ag_flag), is_and=False) if isinstance(None, kinds) else held
            )
    if isinstance(value, (Array, Reference)):
        return records.is_instance(value, kinds)
    return isinstance(value, kinds)


def class_of(value: Any) -> type:
    """`type(value)` of something staged.

    Raises:
        StagingError: AG310, it may be one of two.
    """
    if isinstance(value, Array):
        return records.python_class(value)
    if isinstance(value, Reference) and records.is_present(value):
        return records.python_class(value)
    if isinstance(value, (Reference, Maybe, Choice)):
        raise refusal(
            "AG310",
            "the class of a value is asked for that may be None, or one of several.",
            "Ask isinstance.",
        )
    return range if isinstance(value, StagedRange) else type(value)


def _tuple(items: Any = ()) -> tuple[Any, ...]:
    return tuple(unrolled(items))


def _hasattr(value: Any, name: str) -> Any:
    if isinstance(value, Maybe) and value.ag_absent is None:
        if hasattr(None, name):
            return choose(value.ag_flag, lambda: _hasattr(value.ag_value, name), lambda: True)
        return both(value.ag_flag, lambda: _hasattr(value.ag_value, name), is_and=True)
    value = resolved(value)
    if isinstance(value, Reference):
        found = records.has_attribute(value, name)
        if found is hasattr(None, name) or records.is_present(value):
            return found
        return records.exists(value) if found else opposite(records.exists(value))
    return hasattr(records.python_class(value) if isinstance(value, Array) else value, name)


def _getattr(value: Any, name: str, *default: Any) -> Any:
    if default and isinstance(value, Reference) and not hasattr(None, name):
        if not records.has_attribute(value, name):
            return default[0]
        if not records.is_present(value):
            return choose(records.exists(value), lambda: getattr(value, name), lambda: default[0])
    if isinstance(value, Array) and not hasattr(records.python_class(value), name):
        return default[0] if default else value.__getattr__(name)
    return getattr(value, name, *default)


BUILTINS: dict[str, Callable[..., Any]] = {
    "abs": lambda x: abs(x),
    "all": all_of,
    "any": any_of,
    "bool": bool_of,
    "divmod": lambda a, b: (a // b, a % b),
    "enumerate": _enumerate,
    "float": _float,
    "getattr": _getattr,
    "hasattr": _hasattr,
    "index": _integer,
    "int": _int,
    "isinstance": _isinstance,
    "iter": _iter,
    "len": length,
    "list": unrolled,
    "map": _map,
    "max": _folded("max", _larger_of),
    "min": _folded("min", _smaller_of),
    "pow": _pow,
    "range": _range,
    "reversed": _reversed,
    "round": elementwise.rounded,
    "sum": _sum,
    "tuple": _tuple,
    "unrolled": unrolled,
    "zip": _zip,
}
"""By name."""


def library_call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A function of a library's, with operands that are staged."""
    module = str(getattr(function, "__module__", None) or "")
    name = getattr(function, "__name__", "")
    receiver = getattr(function, "__self__", None)
    if isinstance(receiver, (list, tuple, dict)) or module.startswith("ag_notebook"):
        return function(*args, **kwargs)
    if function is dataclasses.replace:
        return _replaced(*args, **kwargs)
    if function is functools.partial or (isinstance(function, type) and is_users_class(function)):
        return function(*args, **kwargs)  # which holds its arguments as they are
    if isinstance(function, np.ufunc) or module.split(".", maxsplit=1)[0] == "numpy":
        if isinstance(function, type):
            return _numpy_class(function, args)
        said = f"{module.replace('numpy', 'np', 1) or 'np'}.{name}" if name else f"np.{kind_of(function)[2:]}"
        return functions.called(said, functions.FUNCTIONS, name, tuple(map(resolved, args)), kwargs)
    if isinstance(receiver, types.ModuleType) and receiver.__name__ == "math":
        return functions.called(f"math.{name}", functions.MATH, name, tuple(map(resolved, args)), kwargs)
    if module in ("_operator", "operator"):
        return function(*args, **kwargs)
    owner = module or (type(receiver).__name__ if receiver is not None else "")
    said = f"{owner}.{name}" if owner else name or kind_of(function)
    raise refusal(
        "AG310",
        f"{said} is called with staged values, and Lantern's programs cannot call it.",
        "Write it in Python here, or call it outside of the staged function.",
    )


def _replaced(value: Any, /, **changes: Any) -> Any:
    """`dataclasses.replace(value, **changes)`."""
    kind = value.ag_kind if isinstance(value, Reference) else type(value)
    kept = [f.name for f in dataclasses.fields(kind) if f.init and f.name not in changes]
    return converted_call(kind, **{name: getattr(value, name) for name in kept}, **changes)


def _numpy_class(kind: type, args: tuple[Any, ...]) -> Any:
    """`np.float32(x)`."""
    if issubclass(kind, np.generic):
        given = as_array(args[0])
        if issubclass(kind, np.integer) and not given.ndim:
            given = elementwise.whole(given)  # which raises as Python's int() does
        return Array(shapes.astype(given, kind).variable)
    raise refusal("AG310", f"Lantern has no np.{kind.__name__}.", "Use np.array.")
