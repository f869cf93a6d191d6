"""Functions of `math` on staged numbers give what Python's give."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ag_notebook.staging.backends.tensorflow.operations import mathematics
from ag_notebook.staging.backends.tensorflow.operations.library import plain

CALLS = [
    ("sqrt", 2.25), ("cbrt", -27.0), ("exp", 1.0), ("exp2", 3.0), ("log", 8.0), ("log", 8.0, 2.0), ("log2", 8), ("log10", 1000),
    ("log1p", 0.5), ("expm1", 0.5), ("sin", 1.0), ("atan2", 1.0, -2.0), ("asinh", 0.5), ("acosh", 1.5), ("atanh", 0.5), ("fabs", -2),
    ("erf", 0.5), ("erfc", 0.5), ("lgamma", 3.5), ("degrees", 1.0), ("radians", 90), ("hypot", 3.0, 4.0), ("copysign", 3.0, -2.0),
    ("fmod", -7.5, 2.0), ("pow", 2, 0.5), ("ldexp", 0.5, 3), ("isnan", math.nan), ("isinf", -math.inf), ("isfinite", 1.0),
    ("floor", -2.5), ("ceil", -2.5), ("trunc", -2.5), ("floor", 3), ("factorial", 0), ("factorial", 6), ("gcd", 12, -18), ("gcd", 0, 0),
    ("lcm", 4, 6), ("lcm", 0, 3), ("comb", 6, 2), ("comb", 2, 3), ("perm", 6, 2), ("perm", 2, 3), ("perm", 4), ("isqrt", 24), ("isqrt", 25),
    ("modf", -2.25), ("isclose", 0.3, 0.3000002), ("isclose", 1.0, 1.1), ("prod", [2, 3, 4]), ("fsum", [0.5, 0.25]),
    ("dist", [0.0, 0.0], [3.0, 4.0]),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_as_python(graph, call) -> None:
    name, *args = call
    if not hasattr(math, name):
        pytest.skip("not in this Python")
    made = graph(lambda *held: plain(mathematics.call(name, list(held), {})), *args)
    assert np.allclose(made, getattr(math, name)(*args), equal_nan=True)


@pytest.mark.parametrize(
    ("name", "value"), [("sqrt", -1.0), ("log2", 0.0), ("factorial", -1), ("isqrt", -1), ("acosh", 0.5)]
)
def test_domains(graph, name, value) -> None:
    with pytest.raises(ValueError) as caught:
        getattr(math, name)(value)
    with pytest.raises(ValueError, match=caught.value.args[0].replace("(", r"\(").replace(")", r"\)")):
        graph(lambda x: plain(mathematics.call(name, [x], {})), value)


def test_others_have_no_equivalent() -> None:
    assert mathematics.call("nextafter", [1.0, 2.0], {}) is NotImplemented
