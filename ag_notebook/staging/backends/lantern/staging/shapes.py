"""Shapes of staged arrays: reshaping, joining, filling, and arrays made of lists."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.carriers import resolved
from ag_notebook.staging.backends.lantern.ir.types import DTYPES
from ag_notebook.staging.backends.lantern.staging.arithmetic import (
    as_array,
    cast,
    constant,
    dtype_of,
    operand,
    rank,
    spread,
    together,
)
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.backends.lantern.staging.values import Array

Function = Callable[..., Any]


def strong(value: Any) -> Array:
    """An operand of a function of NumPy's, which gives NumPy's numbers for Python's."""
    value = as_array(value)
    return Array(value.variable, store=value.store) if value.weak else value


def axes_of(value: Array, axis: Any) -> tuple[int, ...]:
    """Which axes are meant, in order; all of them by None."""
    if isinstance(axis, Array):
        raise refusal("AG310", "an axis is staged.", "Use a number of Python's.")
    given = range(value.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    for each in given:
        if not -value.ndim <= each < value.ndim:
            raise ValueError(f"axis {each} is out of bounds for array of dimension {value.ndim}")
    return tuple(sorted(operator.index(each) % value.ndim for each in given))


def _shape(shape: Any) -> tuple[int, ...]:
    given = shape if isinstance(shape, (tuple, list)) else (shape,)
    if any(isinstance(size, Array) for size in given):
        raise refusal(
            "AG310",
            "a shape is staged, and Lantern's arrays have shapes that are known.",
            "Take it from x.shape, or from a variable outside.",
        )
    return tuple(operator.index(size) for size in given)


def reshape(x: Any, *shape: Any) -> Array:
    """The same items in another shape."""
    value = strong(x)
    sizes = _shape(shape[0] if len(shape) == 1 else shape)
    known = math.prod(size for size in sizes if size != -1)
    if -1 in sizes:
        if sizes.count(-1) > 1 or known == 0 or value.size % known:
            raise ValueError(f"cannot reshape array of size {value.size} into shape {sizes}")
        sizes = tuple(value.size // known if size == -1 else size for size in sizes)
    elif known != value.size:
        raise ValueError(f"cannot reshape array of size {value.size} into shape {sizes}")
    return Array(session().emit("reshape", value.variable, shape=sizes), store=value.store)


def flat(x: Any) -> Array:
    """The items in one dimension."""
    return reshape(x, -1)


def flat_copy(x: Any) -> Array:
    """The items in one dimension, copied."""
    return copied(flat(x))


def squeeze(x: Any, axis: Any = None) -> Array:
    """Without the axes of size 1."""
    value = strong(x)
    axes = (
        axes_of(value, axis) if axis is not None else [i for i, size in enumerate(value.shape) if size == 1]
    )
    return reshape(value, tuple(size for i, size in enumerate(value.shape) if i not in axes))


def expand_dims(x: Any, axis: Any) -> Array:
    """With more axes, of size 1."""
    value = strong(x)
    given = axis if isinstance(axis, (tuple, list)) else (axis,)
    rank = value.ndim + len(given)
    for each in given:
        if not -rank <= each < rank:
            raise ValueError(f"axis {each} is out of bounds for array of dimension {rank}")
    added, sizes = {each % rank for each in given}, iter(value.shape)
    return reshape(value, tuple(1 if at in added else next(sizes) for at in range(rank)))


def transpose(x: Any, *axes: Any) -> Array:
    """The axes in another order, the opposite one where none is given."""
    value = strong(x)
    given = axes[0] if len(axes) == 1 else axes
    order = tuple(reversed(range(value.ndim))) if not axes or given is None else tuple(given)
    order = tuple(at % value.ndim for at in order)
    if value.ndim < 2:
        return value
    return Array(session().emit("transpose", value.variable, axes=order), store=value.store)


def array(items: Any, dtype: Any = None) -> Array:
    """An array of what a list or tuple holds, or a copy of one."""
    items = resolved(items)
    if isinstance(items, (list, tuple)):
        held = [array(item) if isinstance(item, (list, tuple)) else operand(item) for item in items]
        if not held:
            return constant(np.zeros(0, DTYPES["f64" if dtype is None else dtype_of(dtype)]))
        made = stack(held)
    else:
        made = copied(as_array(items))
    return made if dtype is None else cast(made, dtype_of(dtype))


def copied(x: Any) -> Array:
    """An array that no other name knows."""
    value = as_array(x)
    return Array(value.variable, weak=False)


def astype(x: Any, dtype: Any) -> Array:
    """The items in another dtype."""
    value = as_array(x)
    name = dtype_of(dtype)
    return copied(value) if value.type.dtype == name else cast(value, name)


def stack(arrays: Any, axis: int = 0) -> Array:
    """Arrays of one shape along a new axis."""
    parts, _, _ = together(*map(strong, arrays))
    if len({part.type.shape for part in parts}) != 1:
        raise ValueError("all input arrays must have the same shape")
    if not -parts[0].ndim - 1 <= axis <= parts[0].ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {parts[0].ndim + 1}")
    at = axis % (parts[0].ndim + 1)
    return concatenate([expand_dims(part, at) for part in parts], at)


def concatenate(arrays: Any, axis: Any = 0) -> Array:
    """Arrays one after the other along an axis, or all their items."""
    parts, _, _ = together(*(flat(each) if axis is None else strong(each) for each in arrays))
    at = 0 if axis is None else axis
    if not parts or not all(part.ndim for part in parts):
        raise ValueError(
            "zero-dimensional arrays cannot be concatenated"
            if parts
            else "need at least one array to concatenate"
        )
    if not -parts[0].ndim <= at < parts[0].ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {parts[0].ndim}")
    return Array(session().emit("concatenate", *(part.variable for part in parts), axis=at % parts[0].ndim))


def broadcast_to(x: Any, shape: Any) -> Array:
    """The array in the shape that it broadcasts to."""
    return spread(strong(x), _shape(shape))


def full(shape: Any, fill_value: Any, dtype: Any = None) -> Array:
    """An array of one value."""
    value = as_array(fill_value) if dtype is None else cast(fill_value, dtype_of(dtype))
    value = strong(value)
    sizes = _shape(shape)
    return Array(session().emit("broadcast", value.variable, shape=sizes)) if sizes else value


def _filled(value: float) -> tuple[Function, Function]:
    def made(shape: Any, dtype: Any = float) -> Array:
        return full(shape, value, dtype)

    def like(x: Any, dtype: Any = None) -> Array:
        held = as_array(x)
        return full(held.shape, value, held.type.dtype if dtype is None else dtype)

    return made, like


def full_like(x: Any, fill_value: Any, dtype: Any = None) -> Array:
    """An array of one value, of the shape of another."""
    held = as_array(x)
    return full(held.shape, fill_value, held.type.dtype if dtype is None else dtype)


zeros, zeros_like = _filled(0.0)
ones, ones_like = _filled(1.0)


def arange(*bounds: Any, dtype: Any = None) -> Array:
    """The numbers of a range of Python's numbers."""
    if any(isinstance(each, Array) for each in bounds):
        raise refusal(
            "AG310",
            "np.arange of staged numbers has a size that is not known.",
            "Use numbers of Python's, or a loop.",
        )
    return constant(np.arange(*bounds, dtype=None if dtype is None else DTYPES[dtype_of(dtype)]))


def take(x: Any, indices: Any, axis: Any = None) -> Any:
    """The items at indices along an axis."""
    value = flat(x) if axis is None else strong(x)
    at = 0 if axis is None else axis % value.ndim
    return value[(*[slice(None)] * at, indices)]


def item(x: Any, *at: Any) -> Array:
    """The one item of an array, or that at an index, as a number of Python's."""
    value = strong(x)
    if at:
        value = value[at] if len(at) > 1 else flat(value)[at[0]]
    if value.size != 1:
        raise ValueError("can only convert an array of size 1 to a Python scalar")
    value = reshape(value, ())
    return cast(value, ("bool", "i64", "f64")[rank(value.type.dtype)], weak=True)


def tolist(x: Any) -> Any:
    """The items as numbers of Python's, in lists of lists."""
    value = strong(x)
    return [tolist(row) for row in value] if value.ndim else item(value)


def shape_of(x: Any) -> tuple[int, ...]:
    """The shape."""
    return as_array(x).shape
