"""What the pass of `passes/walruses.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.walruses import LowerWalruses

Check = Callable[..., None]


def test_loop_test(check: Check) -> None:
    check(
        LowerWalruses,
        """
        def f(x, xs):
            while (x := x // 2) > 0:
                k = 1
        """,
        """
        def f(x, xs):
            while True:
                if not (x := x // 2) > 0:
                    break
                k = 1
        """,
    )


def test_loop_test_with_else(check: Check) -> None:
    check(
        LowerWalruses,
        """
        def f(x, xs):
            while (x := x // 2) > 0:
                break
            else:
                x = 1
        """,
        """
        def f(x, xs):
            is_over = False
            while True:
                if not (x := x // 2) > 0:
                    is_over = True
                    break
                break
            if is_over:
                x = 1
        """,
    )


def test_operands_that_may_be_skipped(check: Check) -> None:
    check(
        LowerWalruses,
        """
        def f(x, xs):
            ok = x and (y := x + 1)
            z = (u := 1) if (v := x) else 2
        """,
        """
        def f(x, xs):
            u: None
            y: None
            def set_y():
                nonlocal y
                y = x + 1
                return y
            ok = x and set_y()
            def set_u():
                nonlocal u
                u = 1
                return u
            z = set_u() if (v := x) else 2
        """,
    )


def test_it_says_why(facts) -> None:
    source = """
def f(n, a):
    nonlocal total
    while (n := n // 2) > 0:
        ok = a and (y := n)
    while step():
        pass
    return ok
"""
    into = "so it moves to the start of the loop's body."
    assert facts(LowerWalruses, source, free=("total",)) == [
        (4, 20, "It may be skipped, so it moves into `set_y`, which binds y of the function around it."),
        (3, 10, f"This test binds n each time, {into}"),
        (5, 10, f"This test calls what may write variables of this function each time, {into}"),
    ]
