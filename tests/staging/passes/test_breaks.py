"""What the pass of `passes/breaks.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.breaks import LowerBreaks

Check = Callable[..., None]


def test_while_loop(check: Check) -> None:
    check(
        LowerBreaks,
        """
        def f(x, xs):
            while x > 0:
                if g(x):
                    break
                x = g(x)
        """,
        """
        def f(x, xs):
            did_break = False
            while not did_break and x > 0:
                did_break = False
                if g(x):
                    did_break = True
                else:
                    x = g(x)
        """,
    )


def test_endless_loop(check: Check) -> None:
    check(
        LowerBreaks,
        """
        def f(x, xs):
            while True:
                x += 1
                if x:
                    break
        """,
        """
        def f(x, xs):
            did_break = False
            while not did_break:
                did_break = False
                x += 1
                if x:
                    did_break = True
        """,
    )


def test_for_loop_with_else(check: Check) -> None:
    check(
        LowerBreaks,
        """
        def f(x, xs):
            for v in xs:
                with v:
                    if v:
                        break
                x += v
            else:
                x = 0
        """,
        """
        def f(x, xs):
            did_break = False
            for v in xs:
                did_break = False
                with v:
                    if v:
                        did_break = True
                if not did_break:
                    x += v
                if did_break:
                    break
            if not did_break:
                x = 0
        """,
    )


def test_else_without_break(check: Check) -> None:
    check(
        LowerBreaks,
        """
        def f(x, xs):
            for v in xs:
                x += v
            else:
                x = 0
        """,
        """
        def f(x, xs):
            for v in xs:
                x += v
            x = 0
        """,
    )


def test_it_says_why(facts) -> None:
    source = """
def f(n, xs):
    while n:
        with n:
            break
        n -= 1
    else:
        n = 5
    for x in xs:
        if x:
            break
"""
    assert facts(LowerBreaks, source) == [
        (
            5,
            8,
            "What stands before it jumps on some paths only, so `did_break` says whether this still runs.",
        ),
        (
            2,
            4,
            "A functional loop ends by its test alone, so `break` sets `did_break`; it is part of the loop's test.",
        ),
        (7, 8, "The loop's `else` runs where no `break` was met: `not did_break`."),
        (
            8,
            4,
            (
                "A functional loop ends by its test alone, so `break` sets `did_break_1`; a `for` has no test: it is "
                "asked at the end of each iteration."
            ),
        ),
    ]
