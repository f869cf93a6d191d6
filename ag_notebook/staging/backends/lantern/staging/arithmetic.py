"""Operators on staged arrays, with NumPy's dtypes: Python's numbers are weak, and take the dtype of what they meet."""

from __future__ import annotations

from typing import Any

import numpy as np

from ag_notebook.staging.backends.carriers import resolved
from ag_notebook.staging.backends.lantern.ir.operations import EXACT
from ag_notebook.staging.backends.lantern.ir.types import (
    DTYPES,
    FLOATS,
    INTEGERS,
    ArrayType,
    dtype_name,
    type_of,
)
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference, Store, read_parameter
from ag_notebook.staging.runtime.arrays import can_change
from ag_notebook.staging.runtime.guards import MOST_ITEMS
from ag_notebook.staging.wording import kind_of

_DEFAULTS = ("bool", "i64", "f64")
_SYMBOLS = {"&": "and", "|": "or", "^": "!="}


def dtype_of(dtype: Any) -> str:
    """Lantern's name of what a user gives as dtype.

    Raises:
        StagingError: AG310.
    """
    if dtype in DTYPES:
        return str(dtype)
    found = dtype_name({bool: np.bool_, int: np.int64, float: np.float64}.get(dtype, dtype))
    if found is None:
        raise refusal("AG310", f"Lantern has no dtype {np.dtype(dtype)}.", f"It has {', '.join(DTYPES)}.")
    return found


def rank(dtype: str) -> int:
    """Bools before integers before floats."""
    return 0 if dtype == "bool" else 1 if dtype in INTEGERS else 2


def constant(value: Any, dtype: str | None = None) -> Array:
    """A number or array of the program's own.

    Raises:
        StagingError: AG310, Lantern has no such values.
    """
    weak = type(value) in (bool, int, float)
    if type(value) is int and dtype in (None, "i64") and not -(2**63) <= value < 2**63:
        raise refusal("AG310", "an int of Python's has more than 64 bits.", "Use floats.")
    try:
        held = np.asarray(value, None if dtype is None else DTYPES[dtype])
        if dtype is None and weak:
            held = np.asarray(value, DTYPES[_DEFAULTS[(bool, int, float).index(type(value))]])
        type_of(held)
    except TypeError as problem:
        raise refusal(
            "AG310",
            f"a value cannot be a part of a program: {problem}.",
            f"Use numbers and arrays of {', '.join(DTYPES)}.",
            MisfitError,
        ) from None
    return Array(session().emit("constant", value=held), weak=weak)


def as_array(value: Any) -> Array:
    """What an operand is as a staged array.

    Raises:
        StagingError: AG310.
    """
    value = resolved(value)
    if isinstance(value, Array):
        return value
    if isinstance(value, Parameter):
        return read_parameter(value)
    if isinstance(value, np.ndarray) and value.size > MOST_ITEMS and can_change(value):
        raise refusal(
            "AG310",
            f"an array of {value.size} items would be a part of the program, and too large to be compared before each call.",
            "Make it an argument, a lantern.Parameter, or read-only: x.flags.writeable = False.",
        )
    if isinstance(value, (bool, int, float, np.generic, np.ndarray)):
        return constant(value)
    if isinstance(value, (list, tuple)):
        from ag_notebook.staging.backends.lantern.staging.shapes import array

        return array(value)
    said = f"a reference to a {value.ag_kind.__name__}" if isinstance(value, Reference) else kind_of(value)
    raise refusal(
        "AG310",
        f"{said} is no number or array in Lantern.",
        "Use numbers and arrays of numbers.",
        MisfitError,
    )


def cast(value: Any, dtype: str, *, weak: bool = False) -> Array:
    """A value in another dtype."""
    if type(value) in (bool, int, float):
        made = constant(value, dtype)
        return Array(made.variable, weak=weak)
    value = as_array(value)
    if value.type.dtype == dtype:
        return value if value.weak == weak else Array(value.variable, weak=weak, store=value.store)
    return Array(session().emit("cast", value.variable, dtype=dtype), weak=weak, guess=value.guess)


def common(*operands: Any) -> tuple[str, bool]:
    """The dtype in which operands meet, as NumPy has it, and whether all of them are Python's numbers."""
    weak, strong = -1, None
    for value in operands:
        if type(value) in (bool, int, float):
            weak = max(weak, (bool, int, float).index(type(value)))
        elif isinstance(value, Array) and value.weak:
            weak = max(weak, rank(value.type.dtype))
        else:
            dtype = np.dtype(DTYPES[as_array(value).type.dtype] if isinstance(value, Array) else value.dtype)
            strong = dtype if strong is None else np.result_type(strong, dtype)
    if strong is None:
        return _DEFAULTS[weak], True
    name = dtype_of(strong)
    return (name if weak <= rank(name) else _DEFAULTS[weak]), False


def operand(value: Any) -> Any:
    """An operand: Python's numbers as they are, all else as an array."""
    value = resolved(value)
    return value if type(value) in (bool, int, float) else as_array(value)


def together(*operands: Any) -> tuple[list[Array], str, bool]:
    """Operands in the dtype in which they meet."""
    held = [operand(value) for value in operands]
    dtype, weak = common(*held)
    return [cast(value, dtype, weak=weak) for value in held], dtype, weak


def binary(symbol: str, left: Any, right: Any) -> Any:
    """`left + right` and its like."""
    if symbol == "@":
        from ag_notebook.staging.backends.lantern.staging.functions import matmul

        return matmul(left, right)
    if symbol in ("<<", ">>"):
        return _shifted(symbol, left, right)
    left, right = operand(left), operand(right)
    dtype, weak = common(left, right)
    if symbol in _SYMBOLS:
        if dtype != "bool":
            raise refusal(
                "AG310",
                f"Lantern has no `{symbol}` of integers.",
                "Use arithmetic: n % 2 for n & 1.",
                MisfitError,
            )
        return _made(_SYMBOLS[symbol], left, right, dtype, weak)
    if dtype == "bool" and weak:
        dtype = "i64"  # Python's bools count as ints
    if dtype == "bool" and symbol != "/":
        instead = {"+": "or", "*": "and"}.get(symbol)
        if instead is None:
            raise refusal(
                "AG310", f"Lantern has no `{symbol}` of bools.", "Cast them to integers.", MisfitError
            )
        return _made(instead, left, right, dtype, weak)
    if weak and symbol in ("/", "//", "%") and type(right) in (bool, int, float) and not right:
        raise ZeroDivisionError("division by zero")
    if symbol in ("/", "//", "%") and isinstance(right, Array):
        from ag_notebook.staging.backends.lantern.staging.domains import check_divisor

        check_divisor(symbol, right, dtype, weak)
    if symbol == "/" and dtype not in FLOATS:
        dtype = "f64"
    if symbol == "**" and _is_squared_as_bools(left, right):
        raise refusal(
            "AG310",
            "Lantern has no 8-bit integers, which NumPy makes of squares of bools.",
            "Cast them to integers, or take them as they are.",
        )
    if symbol == "**" and dtype in INTEGERS and type(right) is int and right < 0:
        if not weak:
            raise ValueError("Integers to negative integer powers are not allowed.")
        dtype = "f64"
    made = _made(symbol, left, right, dtype, weak)
    if symbol == "**" and weak and dtype == "f64":
        from ag_notebook.staging.backends.lantern.staging.domains import check_power

        check_power(left, right, made)
    return made


def _is_squared_as_bools(left: Any, right: Any) -> bool:
    """Whether an array of bools is squared, or may be: by a number of Python's it is 8-bit only if that is 2."""
    if not isinstance(left, Array) or left.type.dtype != "bool" or not left.type.shape:
        return False
    return right == 2 if type(right) is int else isinstance(right, Array) and right.weak


def fitting(symbol: str, left: Any, right: Any) -> Array:
    """Arithmetic of ints of Python's where the result is known to need no more than 64 bits."""
    return _made(symbol, operand(left), operand(right), "i64", weak=True, fits=True)


def _made(kind: str, left: Any, right: Any, dtype: str, weak: bool, *, fits: bool = False) -> Array:
    a, b = cast(left, dtype, weak=weak), cast(right, dtype, weak=weak)
    fits = fits or (kind == "//" and type(right) is int and right != -1)
    if weak and dtype == "i64" and f"{kind}!" in EXACT and not fits:
        kind = f"{kind}!"  # Python's ints do not wrap around
    return Array(session().emit(kind, a.variable, b.variable), weak=weak, guess=a.guess or b.guess)


def _shifted(symbol: str, left: Any, right: Any) -> Any:
    if type(right) is not int or right < 0 or operand(left).type.dtype not in INTEGERS:
        raise refusal(
            "AG310",
            f"Lantern has `{symbol}` of integers by a number of Python's only.",
            "Use powers: n * 2**k, n // 2**k.",
            MisfitError,
        )
    return binary("*" if symbol == "<<" else "//", left, 2**right)


def compare(symbol: str, left: Any, right: Any) -> Array:
    """`left < right` and its like, item by item."""
    (a, b), _, weak = together(left, right)
    return Array(session().emit(symbol, a.variable, b.variable), weak=weak)


def unary(name: str, value: Any) -> Any:
    """`-x`, `+x`, `abs(x)` and `~x`."""
    value = as_array(value)
    if value.type.dtype == "bool":
        if not value.weak:
            if name == "invert":
                return negated(value)
            raise refusal(
                "AG310", f"Lantern has no `{name}` of bools.", "Cast them to integers.", MisfitError
            )
        value = cast(value, "i64", weak=True)
    if name == "pos":
        return value if value.store is None else Array(value.variable)
    if name == "invert":
        if value.type.dtype not in INTEGERS:
            raise TypeError("bad operand type for unary ~: a float")
        return binary("-", -1, value)
    if value.weak and value.type.dtype == "i64":  # Python's ints do not wrap around
        opposite = binary("-", 0, value)
        return opposite if name == "neg" else _made("maximum", value, opposite, "i64", True)
    return Array(session().emit(name, value.variable), weak=value.weak, guess=value.guess)


def negated(value: Array) -> Array:
    """The opposite of a bool; what is known of the one is known of the other. That of an opposite is the bool itself."""
    now, variable = session(), value.variable
    if id(variable) in now.negations:
        return Array(now.negations[id(variable)][0], weak=value.weak)
    _, made = now.opposites.get(id(variable), (variable, None))
    if made is None or not now.frame.sees(made):
        made = now.emit("not", variable)
        now.negations[id(made)] = now.opposites[id(variable)] = (variable, made)
    return Array(made, weak=value.weak)


def opposite(value: Any) -> Any:
    """`not value`, of a bool that may be staged."""
    return negated(value) if isinstance(value, Array) else not value


def written(target: Array, value: Any) -> Array:
    """`target[...] = value`: the value that the array has after it is written in place.

    Raises:
        StagingError: AG317, code outside would see the change.
    """
    assert target.store is not None
    _ = target.variable  # that it was not written under another name
    if target.store.foreign:
        raise refusal(
            "AG317",
            "an array is written in place that code outside of this function has too.",
            "Copy it first: x = x.copy().",
        )
    value = as_array(value)
    dtype, shape = target.type.dtype, target.type.shape
    if not value.weak and not np.can_cast(DTYPES[value.type.dtype], DTYPES[dtype], "same_kind"):
        raise refusal(
            "AG318",
            f"{value.dtype} cannot be written into an array of {target.dtype}.",
            "Cast it: x.astype(...).",
            MisfitError,
        )
    if value.weak and rank(value.type.dtype) > rank(dtype):
        raise refusal(
            "AG318",
            f"{value.dtype} cannot be written into an array of {target.dtype}.",
            "Cast it: x.astype(...).",
            MisfitError,
        )
    made = spread(cast(value, dtype), shape).variable
    store, begun = target.store, target.store.version if target.begun is None else target.begun
    store.write()
    after = Array(made, store=store)
    after.of, after.begun = target.of, begun
    return after


def spread(value: Array, shape: tuple[Any, ...]) -> Array:
    """A value in the shape that it broadcasts to."""
    if value.type.shape == tuple(shape):
        return value
    return Array(session().emit("broadcast", value.variable, shape=tuple(shape)))


def is_scalar(value: Any) -> bool:
    """Whether a value is a staged number."""
    return isinstance(value, Array) and not value.type.shape


def index(value: Array) -> Any:
    """A staged index."""
    if value.type.dtype not in INTEGERS:
        raise refusal("AG318", f"an index is an integer, not {value.type}.", "Cast it: int(i).", MisfitError)
    return value.variable


def array_type(value: Any) -> ArrayType:
    """The type of an operand."""
    return as_array(value).type


def fresh(variable: Any) -> Array:
    """An array that no other name knows."""
    return Array(variable, store=Store())
