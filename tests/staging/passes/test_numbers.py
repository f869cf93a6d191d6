"""What the pass of `passes/numbers.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.numbers import MarkNumbers

Check = Callable[..., None]


def test_truth_values_in_arithmetic(check: Check) -> None:
    check(
        MarkNumbers,
        """
        def f(x, xs):
            x += x > 0
            return (x == 1) + (not x) - -(x and 1), not x > 0
        """,
        """
        def f(x, xs):
            x += ag.as_number(x > 0)
            return ag.as_number(x == 1) + ag.as_number(not x) - -ag.as_number(x and 1), not x > 0
        """,
    )
