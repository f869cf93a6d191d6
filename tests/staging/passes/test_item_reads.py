"""What the pass of `passes/item_reads.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.item_reads import LowerItemReads

Check = Callable[..., None]


def test_indices_and_slices(check: Check) -> None:
    check(
        LowerItemReads,
        """
        def f(x, xs):
            return x[0], x[1:], x[..., ::2]
        """,
        """
        def f(x, xs):
            return ag.getitem(x, 0), ag.getitem(x, slice(1, None, None)), ag.getitem(x, (..., slice(None, None, 2)))
        """,
    )


def test_item_of_an_item_is_one_read(check: Check) -> None:
    check(
        LowerItemReads,
        """
        def f(x, xs):
            return xs[x][0][1:], xs[x][g(x)]
        """,
        """
        def f(x, xs):
            return ag.getitem(ag.getitem_in(xs, (x, 0)), slice(1, None, None)), ag.getitem(ag.getitem(xs, x), g(x))
        """,
    )


def test_it_says_why(facts) -> None:
    said = "The item of an item is one read: nobody else can have the row between."
    assert facts(LowerItemReads, "def f(m):\n    return m[1][2] + m[0]") == [(2, 11, said)]
