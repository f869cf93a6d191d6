"""What Lantern's operations mean, in NumPy: one function each, of the attributes and the arguments' values.

Values have the dtypes of their types, and so have results: `f32` stays `f32`, integers wrap around. NaN and infinity
propagate; the caller silences NumPy's warnings of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.failures import CheckFailedError
from ag_notebook.staging.backends.lantern.ir.operations import EXACT
from ag_notebook.staging.backends.lantern.ir.types import DTYPES

Attributes = Mapping[str, Any]
Meaning = Callable[..., Any]


def _function(function: Callable[..., Any]) -> Meaning:
    return lambda attributes, *values: function(*values)


def _whole(function: Callable[..., Any]) -> Meaning:
    """`//` and `%`: of integers, they raise as Python's do."""

    def divided(attributes: Attributes, x: Any, y: Any) -> Any:
        if y.dtype.kind == "i" and x.size and not np.all(y):
            raise ZeroDivisionError("integer division or modulo by zero")
        return function(x, y)

    return divided


def _power(attributes: Attributes, x: Any, y: Any) -> Any:
    if y.dtype.kind == "i" and np.any(y < 0):
        raise ValueError("an integer has no negative power; cast it to a float")
    return np.power(x, y)


def _exact(kind: str) -> Meaning:
    """As Python's: items that need more than 64 bits do not wrap around."""

    def exact(attributes: Attributes, x: Any, y: Any) -> Any:
        wrapped = MEANINGS[kind](attributes, x, y)
        if kind == "**":
            y = np.where(y > 64, 64 + y % 2, y)  # more than 64 bits as well, and not as many as memory has
        as_pythons = (np.asarray(value).astype(object) for value in (x, y))
        if not np.all(MEANINGS[kind](attributes, *as_pythons) == wrapped):
            raise OverflowError("an integer needs more than 64 bits")
        return wrapped

    return exact


def _reduced(function: Callable[..., Any]) -> Meaning:
    def reduced(attributes: Attributes, x: Any) -> Any:
        return function(x, axis=tuple(attributes["axes"]), keepdims=attributes.get("keepdims", False))

    return reduced


def _place_of(function: Callable[..., Any]) -> Meaning:
    """The index of an extreme item along the one axis, or among all items in order."""

    def found(attributes: Attributes, x: Any) -> Any:
        axes, keep = attributes["axes"], attributes.get("keepdims", False)
        index = function(x, axis=axes[0] if len(axes) == 1 else None)
        sizes = [1 if i in axes else size for i, size in enumerate(x.shape) if keep or i not in axes]
        return np.reshape(index, sizes)

    return found


def _slices(attributes: Attributes) -> tuple[slice, ...]:
    bounds = (attributes[name] for name in ("starts", "stops", "steps"))
    return tuple(_slice(*bound) for bound in zip(*bounds, strict=True))


def _slice(start: int, stop: int, step: int) -> slice:
    """The places of a `range`: to a slice of Python's, -1 is the last one."""
    if not range(start, stop, step):
        return slice(0, 0)
    return slice(start, None if stop < 0 else stop, step)


def _place(attributes: Attributes, x: Any) -> Any:
    result = np.zeros(attributes["shape"], x.dtype)
    result[_slices(attributes)] = x
    return result


def _set_row(attributes: Attributes, x: Any, index: Any, value: Any) -> Any:
    result = x.copy()
    result[index] = value
    return result


def _add_rows(attributes: Attributes, indices: Any, values: Any) -> Any:
    result = np.zeros((attributes["size"], *values.shape[indices.ndim :]), values.dtype)
    np.add.at(result, indices, values)
    return result


def _softmax(x: Any) -> Any:
    powers = np.exp(x - np.max(x, -1, keepdims=True, initial=-np.inf))
    return powers / np.sum(powers, -1, keepdims=True)


def _log_softmax(x: Any) -> Any:
    shifted = x - np.max(x, -1, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.sum(np.exp(shifted), -1, keepdims=True))


def _cross_entropy(logits: Any, label: Any) -> Any:
    classes = logits.shape[-1]
    if not np.all((label >= 0) & (label < classes)):
        raise IndexError(f"a label is out of range: there are {classes} classes, from 0")
    return -np.take_along_axis(_log_softmax(logits), label[..., np.newaxis], -1)[..., 0]


def _check(attributes: Attributes, test: Any) -> Any:
    if not test:
        raise CheckFailedError(attributes["failure"])
    return test


def _concatenate(attributes: Attributes, *parts: Any) -> Any:
    return np.concatenate(parts, attributes["axis"])


def _sum(x: Any, **how: Any) -> Any:
    return np.sum(x, dtype=x.dtype, **how)


_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "sigmoid": lambda x: np.exp(-np.logaddexp(np.zeros_like(x), -x)),
    "neg": np.negative,
    "relu": lambda x: np.maximum(x, np.zeros_like(x)),
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "<": np.less,
    "<=": np.less_equal,
    "==": np.equal,
    "!=": np.not_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
    "softmax": _softmax,
    "log-softmax": _log_softmax,
    "cross-entropy": _cross_entropy,
}
_NAMES: Sequence[str] = [
    "exp",
    "expm1",
    "log",
    "log1p",
    "sin",
    "cos",
    "tan",
    "tanh",
    "sqrt",
    "floor",
    "ceil",
    "abs",
    "sign",
    "maximum",
    "minimum",
    "where",
    "matmul",
]

MEANINGS: dict[str, Meaning] = {
    **{name: _function(getattr(np, name)) for name in _NAMES},
    **{name: _function(function) for name, function in _FUNCTIONS.items()},
    "//": _whole(np.floor_divide),
    "%": _whole(np.remainder),
    "**": _power,
    **{kind: _exact(kind[:-1]) for kind in EXACT},
    "cast": lambda attributes, x: x.astype(DTYPES[attributes["dtype"]]),
    "sum": _reduced(_sum),
    "amax": _reduced(np.amax),
    "amin": _reduced(np.amin),
    "all": _reduced(np.all),
    "any": _reduced(np.any),
    "argmax": _place_of(np.argmax),
    "argmin": _place_of(np.argmin),
    "reshape": lambda attributes, x: np.reshape(x, attributes["shape"]),
    "broadcast": lambda attributes, x: np.broadcast_to(x, attributes["shape"]),
    "transpose": lambda attributes, x: np.transpose(x, attributes["axes"]),
    "concatenate": _concatenate,
    "slice": lambda attributes, x: x[_slices(attributes)],
    "place": _place,
    "row": lambda attributes, x, index: x[index],
    "take": lambda attributes, x, indices: x[indices],
    "set-row": _set_row,
    "add-rows": _add_rows,
    "constant": lambda attributes: attributes["value"],
    "check": _check,
    "none?": lambda attributes, reference: np.bool_(reference is None),
}
"""By kind. `param`, `field`, `none`, `call`, `if` and `while` are `evaluate`'s."""
