"""NumPy's functions that arrange the items of staged arrays anew: flips, rolls, repetitions, stacks, diagonals, triangles."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.types import DTYPES
from ag_notebook.staging.backends.lantern.staging.arithmetic import cast, constant, dtype_of
from ag_notebook.staging.backends.lantern.staging.elementwise import where
from ag_notebook.staging.backends.lantern.staging.reductions import add_up
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.shapes import (
    axes_of,
    concatenate,
    flat,
    full,
    reshape,
    strong,
    transpose,
)
from ag_notebook.staging.backends.lantern.staging.values import Array

Function = Callable[..., Any]


def swapaxes(x: Any, axis1: int, axis2: int) -> Array:
    """Two axes in each other's place."""
    value = strong(x)
    order = list(range(value.ndim))
    (one,), (other,) = axes_of(value, axis1), axes_of(value, axis2)
    order[one], order[other] = other, one
    return transpose(value, tuple(order))


def moveaxis(x: Any, source: int, destination: int) -> Array:
    """An axis in another place."""
    value = strong(x)
    (one,), (other,) = axes_of(value, source), axes_of(value, destination)
    order = [at for at in range(value.ndim) if at != one]
    order.insert(other, one)
    return transpose(value, tuple(order))


def flip(x: Any, axis: Any = None) -> Array:
    """Axes the other way round."""
    value = strong(x)
    axes = axes_of(value, axis)
    return value[tuple(slice(None, None, -1 if at in axes else None) for at in range(value.ndim))]  # type: ignore[no-any-return]


def roll(x: Any, shift: Any, axis: Any = None) -> Array:
    """The items moved on, and those that leave at the end put at the beginning."""
    value = strong(x)
    if isinstance(shift, (Array, tuple)) or isinstance(axis, tuple):
        raise refusal(
            "AG310", "Lantern has np.roll by one number of Python's.", "Use indices: x[(i - k) % n]."
        )
    if axis is None:
        return reshape(roll(flat(value), shift, 0), value.shape)
    (at,) = axes_of(value, axis)
    places = (np.arange(int(value.shape[at])) - operator.index(shift)) % max(int(value.shape[at]), 1)
    return value[(*[slice(None)] * at, places)]  # type: ignore[no-any-return]


def repeat(x: Any, repeats: Any, axis: Any = None) -> Array:
    """Each item several times."""
    value = flat(x) if axis is None else strong(x)
    (at,) = axes_of(value, 0 if axis is None else axis)
    if isinstance(repeats, Array):
        raise refusal(
            "AG310", "np.repeat by staged numbers has a size that is not known.", "Use numbers of Python's."
        )
    return value[(*[slice(None)] * at, np.repeat(np.arange(int(value.shape[at])), repeats))]  # type: ignore[no-any-return]


def tile(x: Any, reps: Any) -> Array:
    """The array several times along axes."""
    value = strong(x)
    counts = tuple(reps) if isinstance(reps, (tuple, list)) else (reps,)
    counts = (1,) * (value.ndim - len(counts)) + counts
    value = reshape(value, (1,) * (len(counts) - value.ndim) + tuple(value.shape))
    for at, count in enumerate(counts):
        value = concatenate([value] * count, at) if count else value[(*[slice(None)] * at, slice(0, 0))]
    return value


def pad(x: Any, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> Array:
    """The array with a value around it."""
    value = strong(x)
    if mode != "constant":
        raise refusal("AG310", f"Lantern has no np.pad with mode={mode!r}.", "Use np.concatenate.")
    widths = np.broadcast_to(np.asarray(pad_width), (value.ndim, 2))
    for at, (before, after) in enumerate(widths.tolist()):
        parts = [
            full(
                tuple(n if i == at else size for i, size in enumerate(value.shape)),
                constant_values,
                value.type.dtype,
            )
            for n in (before, after)
        ]
        value = concatenate([parts[0], value, parts[1]], at)
    return value


def split(x: Any, indices_or_sections: Any, axis: int = 0) -> list[Array]:
    """The array in parts along an axis."""
    value = strong(x)
    (at,) = axes_of(value, axis)
    size = int(value.shape[at])
    if isinstance(indices_or_sections, (int, np.integer)):
        if size % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        ends = list(range(0, size, size // indices_or_sections))[1:]
    else:
        ends = [operator.index(each) for each in indices_or_sections]
    return [
        value[(*[slice(None)] * at, slice(begin, end))]
        for begin, end in zip([0, *ends], [*ends, None], strict=True)
    ]


def at_least(rank: int) -> Function:
    """`np.atleast_1d`, `np.atleast_2d`: with axes of size 1 in front."""

    def function(x: Any) -> Array:
        value = strong(x)
        return reshape(value, (1,) * (rank - value.ndim) + tuple(value.shape))

    return function


def vstack(arrays: Any) -> Array:
    """Arrays one below the other."""
    return concatenate([at_least(2)(each) for each in arrays], 0)


def hstack(arrays: Any) -> Array:
    """Arrays one beside the other."""
    parts = [at_least(1)(each) for each in arrays]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def column_stack(arrays: Any) -> Array:
    """Vectors as columns, and matrices, one beside the other."""
    parts = [at_least(1)(each) for each in arrays]
    return concatenate([reshape(each, (-1, 1)) if each.ndim == 1 else each for each in parts], 1)


def append(x: Any, values: Any, axis: Any = None) -> Array:
    """An array and another one after it."""
    return concatenate([x, values], axis)


def diagonal(x: Any, offset: int = 0) -> Array:
    """The diagonal of a matrix."""
    value = strong(x)
    if value.ndim != 2:
        raise refusal(
            "AG310", "Lantern has diagonals of matrices only.", "Use x[..., i, i] with i = np.arange(n)."
        )
    rows, columns = (int(size) for size in value.shape)
    first = max(-offset, 0), max(offset, 0)
    places = np.arange(max(min(rows - first[0], columns - first[1]), 0))
    return value[places + first[0], places + first[1]]  # type: ignore[no-any-return]


def trace(x: Any, offset: int = 0) -> Array:
    """The sum of the diagonal."""
    return add_up(diagonal(x, offset))  # type: ignore[no-any-return]


def diag(x: Any, k: int = 0) -> Array:
    """The diagonal of a matrix, or a matrix of a diagonal."""
    value = strong(x)
    if value.ndim != 1:
        return diagonal(value, k)
    size = int(value.shape[0]) + abs(k)
    padded = pad(value, (abs(k), 0) if k > 0 else (0, abs(k)))  # the item of each column
    return where(constant(np.eye(size, k=k, dtype=np.bool_)), padded, cast(0, value.type.dtype))


def triangle(*, upper: bool) -> Function:
    """`np.triu`, `np.tril`: with zeros on the other side of a diagonal."""

    def function(x: Any, k: int = 0) -> Array:
        value = strong(x)
        rows, columns = (int(size) for size in value.shape[-2:])
        low = np.tri(rows, columns, k - 1 if upper else k, dtype=np.bool_)
        return where(constant(~low if upper else low), value, cast(0, value.type.dtype))

    return function


def eye(N: int, M: Any = None, k: int = 0, dtype: Any = float) -> Array:  # noqa: N803 - NumPy's names
    """A matrix with ones on a diagonal."""
    return constant(np.eye(N, M, k, dtype=DTYPES[dtype_of(dtype)]))
