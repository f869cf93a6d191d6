"""Types say what they are, and NumPy's dtypes are theirs."""

from __future__ import annotations

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.ir.types import (
    DTYPES,
    F32,
    I64,
    ArrayType,
    RecordType,
    dtype_name,
    type_of,
)


def test_texts():
    assert str(F32) == "f32"
    assert str(ArrayType("f64", ("n", 3))) == "(tensor f64 n 3)"
    assert str(RecordType("Tree")) == "(ref Tree)"


@pytest.mark.parametrize("name", DTYPES)
def test_dtypes(name):
    assert dtype_name(DTYPES[name]) == name
    assert type_of(np.zeros((2, 0), DTYPES[name])) == ArrayType(name, (2, 0))
    assert ArrayType(name).is_float == name.startswith("f")


def test_scalars():
    assert type_of(np.int64(3)) == I64


def test_other_dtypes():
    assert dtype_name(np.uint8) is None
    with pytest.raises(TypeError, match="Lantern has no dtype uint8; it has f32, f64, i32, i64, bool"):
        type_of(np.zeros(2, np.uint8))
