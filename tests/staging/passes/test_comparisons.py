"""What the pass of `passes/comparisons.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.comparisons import LowerComparisons

Check = Callable[..., None]


def test_single_ones(check: Check) -> None:
    check(
        LowerComparisons,
        """
        def f(x, xs):
            return x == 1, x != 1, x is None, x is not None, x in xs, x not in xs, x < 1
        """,
        """
        def f(x, xs):
            return ag.eq(x, 1), ag.ne(x, 1), ag.is_(x, None), ag.is_not(x, None), ag.in_(x, xs), ag.not_in(x, xs), x < 1
        """,
    )


def test_chains_evaluate_the_middle_once(check: Check) -> None:
    check(
        LowerComparisons,
        """
        def f(x, xs):
            return 0 < g(x) <= 5, 0 < x < 5 != k, 0 < g(x) < h(x) < 9
        """,
        """
        def f(x, xs):
            return 0 < (middle := g(x)) and middle <= 5, 0 < x and x < 5 and ag.ne(5, k), 0 < (middle_1 := g(x)) and ag.lt(middle_1, (middle_2 := h(x))) and middle_2 < 9
        """,
    )


def test_chains_in_generators_use_parameters(check: Check) -> None:
    check(
        LowerComparisons,
        """
        def f(x, xs):
            return list(0 < g(v) < 3 for v in xs)
        """,
        """
        def f(x, xs):
            return list((lambda first, middle: ag.lt(first, middle) and middle < 3)(0, g(v)) for v in xs)
        """,
    )


def test_it_says_why(facts) -> None:
    said = "A chain is an `and` whose middle operands are evaluated once."
    assert facts(LowerComparisons, "def f(x):\n    return 0 < g(x) < x and x == 1") == [(2, 11, said)]
