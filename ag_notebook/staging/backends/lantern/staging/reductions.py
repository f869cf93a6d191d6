"""NumPy's functions over axes of staged arrays: sums, products, extremes, orders."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.types import FLOATS
from ag_notebook.staging.backends.lantern.staging.arithmetic import (
    as_array,
    binary,
    cast,
    compare,
    constant,
    dtype_of,
    unary,
)
from ag_notebook.staging.backends.lantern.staging.elementwise import (
    emit,
    floating,
    isnan,
    square,
    truths,
    where,
)
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.shapes import (
    axes_of,
    concatenate,
    expand_dims,
    flat,
    full,
    reshape,
    strong,
    transpose,
)
from ag_notebook.staging.backends.lantern.staging.values import Array

Function = Callable[..., Any]


def reduction(kind: str, *, counts: bool = False) -> Function:
    def function(x: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
        value = strong(x)
        if dtype is not None:
            value = cast(value, dtype_of(dtype))
        elif counts and value.type.dtype not in FLOATS:
            value = cast(value, "i64")  # as NumPy adds up ints and bools
        axes = axes_of(value, axis)
        if kind in ("amax", "amin"):
            if any(value.type.shape[at] == 0 for at in axes):
                raise ValueError("zero-size array to reduction operation which has no identity")
            if value.type.dtype == "bool":
                return emit("any" if kind == "amax" else "all", value, axes=axes, keepdims=keepdims)
        if kind in ("any", "all") and value.type.dtype != "bool":
            value = compare("!=", value, 0)
        return emit(kind, value, axes=axes, keepdims=keepdims)

    function.__name__ = kind
    return function


def place(kind: str) -> Function:
    """`np.argmax` and its like."""

    def function(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
        value = strong(x)
        if value.size == 0:
            raise ValueError(f"attempt to get {kind} of an empty sequence")
        if value.type.dtype == "bool":
            value = cast(value, "i32")
        return emit(kind, value, axes=axes_of(value, axis), keepdims=keepdims)

    return function


add_up = reduction("sum", counts=True)


def _floats(x: Any) -> Array:
    value = strong(x)
    return value if value.type.dtype in FLOATS else cast(value, "f64")


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The mean over axes."""
    value = _floats(x)
    count = math.prod(int(value.type.shape[at]) for at in axes_of(value, axis))
    return binary("/", add_up(value, axis, keepdims=keepdims), float(count))  # type: ignore[no-any-return]


def variance(x: Any, axis: Any = None, ddof: float = 0, keepdims: bool = False) -> Array:
    """The squares of the differences from the mean, added up and divided by their number less `ddof`."""
    value = strong(x)
    squares = square(binary("-", value, mean(value, axis, keepdims=True)))
    if not ddof:
        return mean(squares, axis, keepdims)
    count = math.prod(int(value.type.shape[at]) for at in axes_of(value, axis)) - ddof
    return binary("/", add_up(squares, axis, keepdims=keepdims), float(max(count, 0)))  # type: ignore[no-any-return]


def deviation(x: Any, axis: Any = None, ddof: float = 0, keepdims: bool = False) -> Array:
    """The square root of the variance."""
    return emit("sqrt", variance(x, axis, ddof, keepdims))


def count_nonzero(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """How many items are not 0."""
    found = add_up(truths(x), axis, keepdims=keepdims)
    return found if found.type.shape else Array(found.variable, weak=True)


def extent(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The highest item less the lowest (`np.ptp`)."""
    highest, lowest = (reduction(kind)(x, axis, keepdims=keepdims) for kind in ("amax", "amin"))
    return binary("-", highest, lowest)  # type: ignore[no-any-return]


def prod(x: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
    """The product over axes: halves are multiplied, which also gives the gradient where items are 0."""
    value = _counted(strong(x) if dtype is None else cast(strong(x), dtype_of(dtype)))
    axes = axes_of(value, axis)
    kept = tuple(
        1 if at in axes else int(n) for at, n in enumerate(value.shape) if keepdims or at not in axes
    )
    rest = [at for at in range(value.ndim) if at not in axes]
    count = math.prod(int(value.shape[at]) for at in axes)
    shape = tuple(int(value.shape[at]) for at in rest)
    rows = reshape(transpose(value, (*axes, *rest)), (count, *shape))
    if not count:
        return full(kept, 1, value.type.dtype)
    while len(rows) > 1:
        half = len(rows) // 2
        products = emit("*", rows[:half], rows[half : 2 * half])
        rows = concatenate([products, rows[2 * half :]]) if len(rows) % 2 else products
    return reshape(rows, kept)


def _counted(value: Array) -> Array:
    """In the dtype in which NumPy adds up and multiplies."""
    return value if value.type.dtype in FLOATS else cast(value, "i64")


def running(symbol: str, begin: float) -> Function:
    """`np.cumsum`, `np.cumprod`: each item with those before it, in as many steps as their number has bits."""

    def function(x: Any, axis: Any = None, dtype: Any = None) -> Array:
        value = flat(x) if axis is None else strong(x)
        value = _counted(value) if dtype is None else cast(value, dtype_of(dtype))
        at = axes_of(value, 0 if axis is None else axis)[0]
        order = (at, *(each for each in range(value.ndim) if each != at))
        rows = transpose(value, order)
        count = int(rows.shape[0])
        away = 1
        while away < count:
            before = full((away, *rows.shape[1:]), begin, value.type.dtype)
            rows = emit(symbol, rows, concatenate([before, rows[:-away]]))
            away *= 2
        return transpose(rows, tuple(order.index(each) for each in range(value.ndim)))

    return function


def diff(x: Any, n: int = 1, axis: int = -1) -> Array:
    """Each item less the one before it."""
    value = strong(x)
    at = axes_of(value, axis)[0]
    ahead, behind = ((*[slice(None)] * at, part) for part in (slice(1, None), slice(None, -1)))
    for _ in range(n):
        value = binary("-", value[ahead], value[behind])
    return value


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Array:  # noqa: A002 - NumPy's name
    """The length of vectors (`ord` None or 2, 1, infinity), or of all items."""
    value = _floats(x)
    if ord not in (None, 1, 2, np.inf) or (ord is not None and axis is None and value.ndim > 1):
        raise refusal("AG310", f"Lantern has no np.linalg.norm with ord={ord!r} here.", "Write it as a sum.")
    if ord == 1:
        return add_up(unary("abs", value), axis, keepdims=keepdims)  # type: ignore[no-any-return]
    if ord == np.inf:
        return reduction("amax")(unary("abs", value), axis, keepdims=keepdims)  # type: ignore[no-any-return]
    return emit("sqrt", add_up(square(value), axis, keepdims=keepdims))


# orders ------------------------------------------------------------------------------------------------

MOST_SORTED = 1024
"""Items in a row that are sorted: each is compared with each."""


def argsort(x: Any, axis: Any = -1, kind: Any = None, *, stable: Any = None) -> Array:
    """The indices that sort an axis: an item's place is the number of those that come before it."""
    value = flat(x) if axis is None else strong(x)
    at = axes_of(value, -1 if axis is None else axis)[0]
    order = (*(each for each in range(value.ndim) if each != at), at)
    rows = transpose(value, order)
    count = int(rows.shape[-1])
    if count > MOST_SORTED:
        raise refusal(
            "AG310",
            f"an axis of {count} items is sorted, and Lantern sorts up to {MOST_SORTED}.",
            "Sort before the call.",
        )
    found = _sorting(rows)
    return transpose(found, tuple(order.index(each) for each in range(value.ndim)))


def _sorting(rows: Array) -> Array:
    count, shape = int(rows.shape[-1]), rows.shape
    if rows.type.dtype == "bool":
        rows = cast(rows, "i32")
    one, other = expand_dims(rows, -1), expand_dims(rows, -2)
    lower = compare("<", other, one)
    equal = compare("==", other, one)
    if rows.type.dtype in FLOATS:  # what is no number comes last
        lower = emit("or", lower, emit("and", isnan(one), emit("not", isnan(other))))
        equal = emit("or", equal, emit("and", isnan(one), isnan(other)))
    earlier = constant(np.tri(count, k=-1, dtype=np.bool_))
    before = emit("or", lower, emit("and", equal, earlier))
    places = flat(add_up(before, -1))
    lines = constant(np.repeat(np.arange(math.prod(map(int, shape[:-1]))) * count, count))
    numbers = constant(np.tile(np.arange(count), math.prod(map(int, shape[:-1]))))
    made = emit("add-rows", binary("+", places, lines), numbers, size=math.prod(map(int, shape)))
    return reshape(made, shape)


def sort(x: Any, axis: Any = -1, kind: Any = None, *, stable: Any = None) -> Array:
    """The items of an axis in order."""
    value = flat(x) if axis is None else strong(x)
    at = -1 if axis is None else axis
    return take_along_axis(value, argsort(value, at), at)


def take_along_axis(x: Any, indices: Any, axis: Any = -1) -> Array:
    """Of each row along an axis, the items at the indices of the row."""
    value, found = (flat(x) if axis is None else strong(x)), as_array(indices)
    at = axes_of(value, 0 if axis is None else axis)[0]
    others = [
        reshape(constant(np.arange(size)), tuple(-1 if each == i else 1 for each in range(value.ndim)))
        for i, size in enumerate(value.shape)
    ]
    return value[tuple(found if i == at else other for i, other in enumerate(others))]  # type: ignore[no-any-return]


def median(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """The middle item, or the mean of the two in the middle."""
    if keepdims or isinstance(axis, tuple):
        raise refusal(
            "AG310", "Lantern has np.median of one axis, or of all items.", "Sort, and take the middle."
        )
    value = _floats(x)
    value, at = (flat(value), 0) if axis is None else (value, axes_of(value, axis)[0])
    count = int(value.shape[at])
    if not count:
        return mean(value, at)  # which is no number
    rows = sort(value, at)
    middle = (*[slice(None)] * at, slice((count - 1) // 2, count // 2 + 1))
    last = rows[(*[slice(None)] * at, -1)]
    return where(isnan(last), last, mean(rows[middle], at))  # what is no number is the last one


def softmax(x: Any) -> Array:
    """`exp(x) / sum(exp(x))` along the last axis."""
    return emit("softmax", floating(x))


def log_softmax(x: Any) -> Array:
    """The logarithm of `softmax(x)`."""
    return emit("log-softmax", floating(x))


def cross_entropy(logits: Any, label: Any) -> Array:
    """Minus the logarithm of the softmax of `logits` (along the last axis) at `label`, an integer or an array of them."""
    return emit("cross-entropy", floating(logits), as_array(label))
