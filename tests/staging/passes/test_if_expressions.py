"""What the pass of `passes/if_expressions.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.if_expressions import LowerIfExpressions

Check = Callable[..., None]


def test_sides_are_lazy(check: Check) -> None:
    check(
        LowerIfExpressions,
        """
        def f(x, xs):
            return x if k else g(x) if h else y
        """,
        """
        def f(x, xs):
            return ag.if_exp(k, lambda: x, lambda: ag.if_exp(h, lambda: g(x), lambda: y))
        """,
    )


def test_it_says_why(facts) -> None:
    said = "Only the side that is chosen is evaluated, so both become functions."
    assert facts(LowerIfExpressions, "def f(a):\n    return 1 if a else 2") == [(2, 11, said)]
    stays = "A side suspends (`yield`, `await`), so it cannot move into a function: it stays Python."
    assert facts(LowerIfExpressions, "def f(a):\n    return 1 if a else (yield)") == [(2, 11, stays)]
