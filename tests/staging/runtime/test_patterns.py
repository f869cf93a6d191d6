"""Python takes its own values apart; a back end takes apart what it owns."""

from __future__ import annotations

from ag_notebook.staging.runtime.patterns import match_parts


def pair(value):
    match value:
        case [a, b]:
            return a, b
    return None


def test_values_of_python() -> None:
    assert match_parts(pair, [1, 2], length=2) == (1, 2)
    assert match_parts(pair, (1, 2, 3), length=2) is None
    assert match_parts(pair, "ab", length=2) is None
