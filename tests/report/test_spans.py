"""Checks which spans lie inside which."""

import pytest

from ag_notebook.report import Span

OUTER = Span("a.py", 2, 4, 5, 10)


@pytest.mark.parametrize(
    ("inner", "inside"),
    [
        (OUTER, True),
        (Span("a.py", 3, 0, 4, 99), True),
        (Span("a.py", 2, 3, 4, 0), False),
        (Span("a.py", 3, 0, 5, 11), False),
        (Span("b.py", 3, 0, 4, 0), False),
    ],
)
def test_contains(inner, inside):
    assert OUTER.contains(inner) is inside


def test_spans_sort_by_place():
    spans = [Span("a.py", 3, 0, 3, 1), Span("a.py", 2, 9, 9, 0), Span("a.py", 2, 4, 5, 10)]
    assert [(span.line, span.column) for span in sorted(spans)] == [(2, 4), (2, 9), (3, 0)]
