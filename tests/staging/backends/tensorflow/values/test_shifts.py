"""Shifts of ints are Python's, within the width of the dtype."""

from __future__ import annotations

import pytest

from ag_notebook.staging.backends.tensorflow.values.shifts import shift_left, shift_right


@pytest.mark.parametrize(("number", "count"), [(5, 0), (5, 3), (-5, 1), (-1, 40), (7, 31)])
def test_as_python(graph, number, count) -> None:
    assert graph(shift_right, number, count) == number >> count
    wrapped = (number << count) & 0xFFFFFFFF
    assert graph(shift_left, number, count) == (wrapped - 2**32 if wrapped >= 2**31 else wrapped)


def test_floats_are_refused(graph) -> None:
    with pytest.raises(TypeError, match="shift"):
        graph(shift_left, 1.5, 1)
