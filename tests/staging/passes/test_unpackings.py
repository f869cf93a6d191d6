"""What the pass of `passes/unpackings.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.unpackings import LowerUnpackings

Check = Callable[..., None]


def test_targets(check: Check) -> None:
    check(
        LowerUnpackings,
        """
        def f(x, xs):
            a, *b = x
            (a, b), c = x
            a, b = b, a
            a = b, c = x
        """,
        """
        def f(x, xs):
            a, *b = ag.unpack(x, 2, 1)
            part, c = ag.unpack(x, 2, None)
            a, b = ag.unpack(part, 2, None)
            a, b = b, a
            a = x
            b, c = ag.unpack(x, 2, None)
        """,
    )


def test_it_says_why(facts) -> None:
    said = "How many parts the value has may be known to the graph only: the runtime takes it apart."
    assert facts(LowerUnpackings, "def f(x):\n    a, b = x\n    c, d = a, b") == [(2, 4, said)]
