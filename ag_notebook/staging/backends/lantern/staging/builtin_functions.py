"""Python's builtins with something staged among their operands, and functions of NumPy, `math` and `operator`."""

from __future__ import annotations

import dataclasses
import functools
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
from ag_notebook.staging.backends.lantern.ir.types import INTEGERS
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging import elementwise, functions, records, shapes
from ag_notebook.staging.backends.lantern.staging.arithmetic import as_array, binary, cast, compare, operand
from ag_notebook.staging.backends.lantern.staging.conditionals import both, choose, truth
from ag_notebook.staging.backends.lantern.staging.items import unrolled
from ag_notebook.staging.backends.lantern.staging.loops import items_of, range_length
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner, owner_within
from ag_notebook.staging.runtime.callees import is_users_class
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.effects import refuse_split
from ag_notebook.staging.runtime.expressions import COMPARISONS
from ag_notebook.staging.runtime.special import made_by_dataclass
from ag_notebook.staging.runtime.statements import raise_stmt
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


def _bool(value: Any = False) -> Any:
    found = truth(value)
    return Array(found.variable, weak=True) if isinstance(found, Array) else found


def _len(value: Any) -> Any:
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

    given = [operand(each) for each in bounds]
    for each in given:
        if isinstance(each, Array) and each.type.dtype not in INTEGERS:
            raise TypeError(f"'{each.dtype}' object cannot be interpreted as an integer")
    start, stop, step = (0, *given, 1) if len(given) == 1 else (*given, 1)[:3]
    if isinstance(step, Array):
        raise refusal("AG310", "the step of a range is staged.", "Use a number of Python's.")
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")
    held = [_kept(e, "i64") if isinstance(e, Array) else e for e in (start, stop)]
    return StagedRange(held[0], held[1], step, BACKEND)


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
    return _lazy(length, lambda at: (at + start, item(at)))


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
            return functions.FUNCTIONS[name](items)
        held = unrolled(items)
        if not held and default is not _NOTHING:
            return default
        if not held:
            return max(()) if name == "max" else min(())  # Python's error
        return functools.reduce(combine, held)

    return fold


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


def _all(items: Any) -> Any:
    return functools.reduce(
        lambda a, b: both(a, lambda: _bool(b), is_and=True), map(_bool, unrolled(items)), True
    )


def _any(items: Any) -> Any:
    return functools.reduce(
        lambda a, b: both(a, lambda: _bool(b), is_and=False), map(_bool, unrolled(items)), False
    )


def _isinstance(value: Any, kinds: Any) -> Any:
    if isinstance(value, Maybe):
        if value.ag_absent is not None:
            value = value.ag_resolve()
        else:
            held = both(value.ag_flag, lambda: _isinstance(value.ag_value, kinds), is_and=True)
            return (
                both(held, lambda: _opposite(value.ag_flag), is_and=False)
                if isinstance(None, kinds)
                else held
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
        return records.exists(value) if found else _opposite(records.exists(value))
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
    "all": _all,
    "any": _any,
    "bool": _bool,
    "divmod": lambda a, b: (a // b, a % b),
    "enumerate": _enumerate,
    "float": _float,
    "getattr": _getattr,
    "hasattr": _hasattr,
    "int": _int,
    "isinstance": _isinstance,
    "iter": _iter,
    "len": _len,
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


def same(left: Any, right: Any) -> Any:
    """`left is right`."""
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        return _same_or_none(left, right) if isinstance(left, Maybe) else _same_or_none(right, left)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Choice):
            return _each(same, one, other, flipped=one is right)
    refuse_split(left, right)
    for one, other in ((left, right), (right, left)):
        if other is None:
            if isinstance(one, Reference):
                return _opposite(records.presence(one))
            return one is None
    if left is right:
        return True
    if not isinstance(left, (Array, Reference)) and not isinstance(right, (Array, Reference)):
        return False
    if isinstance(left, Reference) and isinstance(right, Reference):
        if left.ag_variable is right.ag_variable:
            return True
        raise records.incomparable(left.ag_kind)
    bools = [type(each) is bool or _is_bool(each) for each in (left, right)]
    if all(bools):  # of each there is one
        return compare("==", left, right)
    if any(bools) or not (_is_object(left) and _is_object(right)):
        return False
    raise refusal("AG310", "two staged values are compared by `is`.", "Compare by `==`.")


def _same_or_none(maybe: Maybe, other: Any) -> Any:
    """`maybe is other`, of what may be None or unbound."""
    if maybe.ag_absent is not None:
        return same(maybe.ag_resolve(), other)
    absent = _opposite(maybe.ag_flag)
    if other is None:
        return absent
    held = both(maybe.ag_flag, lambda: same(maybe.ag_value, other), is_and=True)
    if not isinstance(other, Maybe) or other.ag_absent is not None:
        return held
    neither = both(absent, lambda: _opposite(other.ag_flag), is_and=True)
    return both(held, lambda: neither, is_and=False)


def _is_bool(value: Any) -> bool:
    return isinstance(value, Array) and value.weak and value.type.dtype == "bool"


def _is_object(value: Any) -> bool:
    """Whether a value may be a number or array of Python's or NumPy's."""
    return isinstance(value, (Array, Parameter, int, float, np.ndarray, np.generic))


def _opposite(value: Any) -> Any:
    from ag_notebook.staging.backends.lantern.staging.arithmetic import negated

    return negated(value) if isinstance(value, Array) else not value


def compared(name: str, left: Any, right: Any) -> Any:
    """`==`, `!=`, `<`, `is`, `in` and their opposites."""
    if name in ("is", "is not"):
        found = same(left, right)
        return found if name == "is" else _opposite(found)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Choice):
            return _each(COMPARISONS[name], one, other, flipped=one is right)
    if name in ("in", "not in"):
        found = _contained(left, resolved(right))
        return found if name == "in" else _opposite(found)
    if name == "==":
        return _equal(left, right)
    if name == "!=":
        return _unequal(left, right)
    return _OPERATORS[name](resolved(left), resolved(right))


def _contained(item: Any, items: Any) -> Any:
    """`item in items`."""
    if isinstance(item, Maybe) and item.ag_absent is None:
        held = both(item.ag_flag, lambda: _contained(item.ag_value, items), is_and=True)
        without = both(_opposite(item.ag_flag), lambda: _contained(None, items), is_and=True)
        return both(held, lambda: without, is_and=False)
    item = resolved(item)
    if isinstance(items, (dict, set, frozenset)):
        _check_hashable(item)
    if isinstance(items, range) and isinstance(item, Array):
        if not items:
            return False
        low, high = min(items[0], items[-1]), max(items[0], items[-1])
        within = both(compare("<=", low, item), lambda: compare("<=", item, high), is_and=True)
        return both(
            within,
            lambda: compare("==", binary("%", binary("-", item, items[0]), items.step), 0),
            is_and=True,
        )
    if isinstance(items, Reference):
        return truth(records.special(items, "__contains__", item))
    if isinstance(items, Array) and items.ndim:
        return _bool(functions.FUNCTIONS["any"](_equal_items(items, item)))
    if isinstance(items, str):
        if isinstance(item, Choice):
            return _each(COMPARISONS["in"], item, items, flipped=False)
        if isinstance(item, str):
            return item in items
        raise_stmt(
            TypeError(f"'in <string>' requires string as left operand, not {records.class_name(item)}")
        )
    if isinstance(items, (dict, set, frozenset)) and owner_within(item) is PYTHON:
        return item in items
    return _any([_is_or_equals(each, item) for each in unrolled(items)])


def _check_hashable(item: Any) -> None:
    """Raises what Python raises where something cannot be a key."""
    if isinstance(item, tuple):
        for each in item:
            _check_hashable(each)
    elif _is_array(item):
        raise TypeError("unhashable type: 'numpy.ndarray'")
    elif owner(item) is PYTHON:
        hash(item)


def _each(compares: Callable[[Any, Any], Any], choice: Choice, other: Any, *, flipped: bool) -> Any:
    """A comparison of the one that is chosen of several objects."""

    def compare_one(each: Any) -> Any:
        return compares(other, each) if flipped else compares(each, other)

    return choice.ag_each(compare_one)


def _is_array(value: Any) -> bool:
    return isinstance(value, Array) and bool(value.type.shape)


def _equal_or_none(maybe: Maybe, other: Any) -> Any:
    """`maybe == other`, of what may be None."""
    held = both(maybe.ag_flag, lambda: _equal(maybe.ag_value, other), is_and=True)
    if other is None:
        return _opposite(maybe.ag_flag)
    if not isinstance(other, Maybe) or other.ag_absent is not None:
        return held
    neither = both(_opposite(maybe.ag_flag), lambda: _opposite(other.ag_flag), is_and=True)
    return both(held, lambda: neither, is_and=False)


def _equal(left: Any, right: Any) -> Any:
    """`left == right`, item by item for tuples and lists."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Maybe) and one.ag_absent is None:
            return _equal_or_none(one, other)
        if isinstance(one, Choice):
            return _each(COMPARISONS["=="], one, other, flipped=one is right)
    left, right = resolved(left), resolved(right)
    if owner_within((left, right)) is PYTHON:  # what is in a list, or may be None
        return COMPARISONS["=="](left, right)
    if isinstance(left, Reference) or isinstance(right, Reference):
        return _equal_records(left, right)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, (np.ndarray, np.generic, Parameter)) or (isinstance(one, Array) and not one.weak):
            return _equal_items(as_array(one), other)
    if isinstance(left, StagedRange) or isinstance(right, StagedRange):
        return _equal_ranges(left, right)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        if isinstance(left, list) is not isinstance(right, list) or len(left) != len(right):
            return False
        return _all([_is_or_equals(a, b) for a, b in zip(left, right, strict=True)])
    if isinstance(left, dict) and isinstance(right, dict):
        if left.keys() != right.keys():
            return False
        return _all([_is_or_equals(item, right[key]) for key, item in left.items()])
    if _is_object(left) and _is_object(right):
        return compare("==", left, right)
    return _differs(left, right)


def _unequal(left: Any, right: Any) -> Any:
    """`left != right`: what the class of a record says, or else the opposite of `==`."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Reference) and isinstance(one.ag_kind.__ne__, types.FunctionType):
            found = records.special(one, "__ne__", other)
            if found is not NotImplemented:
                return found
    found = _equal(left, right)
    return functions.FUNCTIONS["logical_not"](found) if _is_array(found) else _opposite(found)


def _equal_items(array: Array, other: Any) -> Any:
    """`array == other`, where NumPy compares each item."""
    if isinstance(other, (list, tuple, range)):
        return compare("==", array, shapes.array(list(other)))
    if _is_object(other) or isinstance(other, StagedRange):
        return compare("==", array, other)
    differs = _differs(array, other)
    return shapes.full(array.shape, differs) if array.type.shape else differs


def _equal_records(left: Any, right: Any) -> Any:
    """`left == right`, one of which is a record."""
    for one, other in ((left, right), (right, left)):
        if not isinstance(one, Reference):
            continue
        if other is None:
            return same(one, None)
        if not isinstance(other, Reference) and one.ag_kind.__eq__ is object.__eq__:
            return False
        found = records.special(one, "__eq__", other)
        if found is not NotImplemented:
            return found
    if isinstance(left, Reference) and isinstance(right, Reference):
        raise records.incomparable(left.ag_kind)
    return False


_OF_OTHER_KINDS = (
    *(type(None), str, bytes, dict, set, frozenset, list, tuple, range, slice, StagedRange),
    *(int, float, np.ndarray, np.generic, Array),
)


def _differs(left: Any, right: Any) -> bool:
    """`left == right` of values that are never equal, as they are of different kinds: False.

    Raises:
        StagingError: AG310, the class of one may say otherwise.
    """
    for each in (left, right):
        says: Any = type(each).__eq__
        if not any(says is kind.__eq__ for kind in (object, *_OF_OTHER_KINDS)) and not made_by_dataclass(
            each, "__eq__"
        ):
            raise refusal(
                "AG310",
                f"{kind_of(each)} is compared with something staged, and its class decides how.",
                "Compare numbers or arrays.",
            )
    return False


def _is_or_equals(left: Any, right: Any) -> Any:
    """Whether containers take two items for the same: what is one object equals itself, NaN too."""
    return left is right or _equal(left, right)


def _equal_ranges(left: Any, right: Any) -> Any:
    """`==` of ranges: that of the numbers in them."""
    if not all(isinstance(each, (range, StagedRange)) for each in (left, right)):
        return False
    count, other = _len(left), _len(right)

    def first_and_step() -> Any:
        step = _any([left.step == right.step, compare("==", count, 1)])
        return both(compare("==", left.start, right.start), lambda: step, is_and=True)

    same_numbers = both(compare("==", count, 0), first_and_step, is_and=False)
    return both(compare("==", count, other), lambda: same_numbers, is_and=True)


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
