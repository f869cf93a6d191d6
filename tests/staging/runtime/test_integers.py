"""Where Python asks for an integer."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.runtime.integers import integer, is_integer


def test_outside_of_a_trace_it_is_pythons() -> None:
    assert [integer(3), integer(True), integer(np.int64(2))] == [3, 1, 2]
    assert [is_integer(v) for v in (1, False, np.int8(1), 1.0, "1", None)] == [True] * 3 + [False] * 3
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        integer(1.0)


@pytest.mark.parametrize("backend", ["tensorflow", "lantern"])
def test_the_type_of_what_is_staged_decides(backend: str) -> None:
    def kinds(i, b, f):
        return integer(i) + integer(b), (is_integer(i), is_integer(b), is_integer(f))

    of = {"tensorflow": tf.constant, "lantern": lambda value: value}[backend]
    total, found = function(kinds, backend=backend)(of(3), of(True), of(2.0))
    assert int(total) == 4
    assert tuple(map(bool, found)) == (True, True, False)


@pytest.mark.parametrize("backend", ["tensorflow", "lantern"])
def test_arrays_are_none(backend: str) -> None:
    with pytest.raises(TypeError, match="integer"):
        function(lambda x: integer(x), backend=backend)(np.array([1, 2]))
