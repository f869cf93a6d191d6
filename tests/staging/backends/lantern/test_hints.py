"""`Array[…]`, the hint of an array field."""

import typing

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern import Array
from ag_notebook.staging.backends.lantern.ir.types import ArrayType


def test_hints():
    assert Array[np.float32, 3, 4].type == ArrayType("f32", (3, 4))
    assert Array["i64", 2].type == ArrayType("i64", (2,)) and Array[float].type == ArrayType("f64")
    assert repr(Array["f32", 3]) == "Array[f32, 3]" and Array["f32", "n", 3].type.shape == ("n", 3)

    class Holder:
        x: Array["f32", 3]  # noqa: F821

    assert typing.get_type_hints(Holder)["x"].type == ArrayType("f32", (3,))


@pytest.mark.parametrize("parts", [("f32", "n m"), ("f32", 2.5), (complex, 2)])
def test_what_is_no_hint(parts):
    with pytest.raises(TypeError):
        _ = Array[parts]
    with pytest.raises(TypeError, match="makes no arrays"):
        Array["f32", 2]()
