"""What the pass of `passes/raises.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.raises import LowerRaises

Check = Callable[..., None]


def test_cause_and_bare_raise(check: Check) -> None:
    check(
        LowerRaises,
        """
        def f(x, xs):
            raise ValueError(x) from xs
            raise
        """,
        """
        def f(x, xs):
            ag.raise_stmt(ValueError(x), xs)
            raise
        """,
    )


def test_it_says_what_stays(facts) -> None:
    said = "It raises again what a handler caught: that is Python's own, so it stays."
    source = "def f(x):\n    try:\n        g(x)\n    except ValueError:\n        raise"
    assert facts(LowerRaises, source) == [(5, 8, said)]
