"""What the pass of `passes/asserts.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.asserts import LowerAsserts

Check = Callable[..., None]


def test_message_is_lazy(check: Check) -> None:
    check(
        LowerAsserts,
        """
        def f(x, xs):
            assert x > 0, g(x)
            assert x
        """,
        """
        def f(x, xs):
            ag.assert_stmt(x > 0, lambda: g(x))
            ag.assert_stmt(x)
        """,
    )
