"""The types of Lantern's values: arrays of a fixed number of dimensions, and references to records.

    T := dtype | (tensor dtype d...) | (ref R)        dtype := f32 | f64 | i32 | i64 | bool        d := size | name

A scalar is an array without dimensions. A dimension that is not known is a name: equal names are equal sizes. A
reference may be None.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

DTYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "bool": np.bool_}
FLOATS = ("f32", "f64")
INTEGERS = ("i32", "i64")
NUMBERS = FLOATS + INTEGERS
MOST_DIMENSIONS = 4

Dimension: TypeAlias = "int | str"


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array; without dimensions, a scalar."""

    dtype: str
    shape: tuple[Dimension, ...] = ()

    def __str__(self) -> str:
        return f"(tensor {' '.join(map(str, (self.dtype, *self.shape)))})" if self.shape else self.dtype

    @property
    def is_float(self) -> bool:
        """Whether it can have a gradient."""
        return self.dtype in FLOATS


@dataclass(frozen=True, slots=True)
class RecordType:
    """A reference to a record of that name, or None."""

    name: str

    def __str__(self) -> str:
        return f"(ref {self.name})"


Type: TypeAlias = "ArrayType | RecordType"

BOOL = ArrayType("bool")
F32, F64, I32, I64 = (ArrayType(dtype) for dtype in ("f32", "f64", "i32", "i64"))


def dtype_name(dtype: np.dtype | type) -> str | None:
    """Lantern's name of a dtype of NumPy's, or None where it has none."""
    found = np.dtype(dtype)
    return next((name for name, kind in DTYPES.items() if found == kind), None)


def type_of(value: np.ndarray | np.generic) -> ArrayType:
    """The type of an array of NumPy's.

    Raises:
        TypeError: its dtype is none of Lantern's.
    """
    array = np.asarray(value)
    name = dtype_name(array.dtype)
    if name is None:
        raise TypeError(f"Lantern has no dtype {array.dtype}; it has {', '.join(DTYPES)}")
    return ArrayType(name, array.shape)
