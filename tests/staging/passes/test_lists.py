"""What the pass of `passes/lists.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.lists import LowerLists

Check = Callable[..., None]


def test_methods(check: Check) -> None:
    check(
        LowerLists,
        """
        def f(x, xs):
            x.append(1), x.y.extend(xs), x.insert(0, 1), x.pop(), x.pop(0)
        """,
        """
        def f(x, xs):
            ag.list_append(x, 1), ag.list_extend(x.y, xs), ag.list_insert(x, 0, 1), ag.list_pop(x), ag.list_pop(x, 0)
        """,
    )


def test_other_signatures_are_left_alone(check: Check) -> None:
    check(
        LowerLists,
        """
        def f(x, xs):
            x.pop('k', 2), x.append(*xs), x.append(item=1), super().append(x)
        """,
        """
        def f(x, xs):
            x.pop('k', 2), x.append(*xs), x.append(item=1), super().append(x)
        """,
    )


def test_list_in_a_list_is_picked(check: Check) -> None:
    check(
        LowerLists,
        """
        def f(x, xs):
            xs[x].append(1)
        """,
        """
        def f(x, xs):
            ag.list_append(ag.picked(xs, x), 1)
        """,
    )
