"""`Array[np.float32, 300]`: the hint of a field that is an array."""

from __future__ import annotations

from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.types import DTYPES, ArrayType, dtype_name


class ArrayHint:
    """What `Array[…]` gives: the type of an array."""

    __slots__ = ("type",)

    def __init__(self, kind: ArrayType) -> None:
        self.type = kind

    def __call__(self) -> None:
        """Hints are callable, or `typing` does not take them for types."""
        raise TypeError("a hint makes no arrays")

    def __repr__(self) -> str:
        return f"Array[{', '.join(map(str, (self.type.dtype, *self.type.shape)))}]"


class Array:
    """The hint of a field that is an array of a dtype and a shape: `Array[np.float32, 3, 4]`, `Array["f64", 300]`.

    A size may have a name, `Array["f64", "n", 300]`: it is the same in all records of a call, and found in them.
    """

    def __class_getitem__(cls, parts: Any) -> ArrayHint:
        dtype, *shape = parts if isinstance(parts, tuple) else (parts,)
        name = dtype if dtype in DTYPES else dtype_name(np.dtype(dtype))
        if name is None:
            raise TypeError(f"Lantern has no dtype {dtype}; it has {', '.join(DTYPES)}")
        if not all(
            isinstance(size, int) or (isinstance(size, str) and size.isidentifier()) for size in shape
        ):
            raise TypeError('sizes are ints, or names such as "n"')
        return ArrayHint(ArrayType(name, tuple(shape)))
