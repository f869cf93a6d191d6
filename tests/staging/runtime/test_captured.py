"""Whether the variables that functions capture still hold what they held."""

from __future__ import annotations

from ag_notebook.staging.runtime.captured import unchanged


def test_variables_of_functions_and_of_those_that_they_capture() -> None:
    low, other = 0, 0

    def large(v: int) -> bool:
        return v > low

    def each(v: int) -> bool:
        return large(v)

    is_same = unchanged((each, None, len))
    other = 1
    assert is_same()
    low = 5
    assert not is_same()
    low = 0
    assert is_same()
    del low
    assert not is_same()
    assert other
