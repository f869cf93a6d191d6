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
