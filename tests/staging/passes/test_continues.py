"""What the pass of `passes/continues.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.breaks import LowerBreaks
from ag_notebook.staging.passes.continues import LowerContinues

Check = Callable[..., None]


def test_rest_moves_into_the_other_branch(check: Check) -> None:
    check(
        LowerContinues,
        """
        def f(x, xs):
            for v in xs:
                if v < 0:
                    continue
                x += v
        """,
        """
        def f(x, xs):
            for v in xs:
                if v < 0:
                    pass
                else:
                    x += v
        """,
    )


def test_flag_where_it_cannot_move(check: Check) -> None:
    check(
        LowerContinues,
        """
        def f(x, xs):
            for v in xs:
                try:
                    if v:
                        continue
                finally:
                    x += 1
                x += v
        """,
        """
        def f(x, xs):
            for v in xs:
                did_continue = False
                try:
                    if v:
                        did_continue = True
                finally:
                    x += 1
                if not did_continue:
                    x += v
        """,
    )


def test_exit_test_stays_last(check: Check) -> None:
    check(
        LowerBreaks,
        LowerContinues,
        """
        def f(x, xs):
            for v in xs:
                if v:
                    continue
                if x:
                    break
                x = v
        """,
        """
        def f(x, xs):
            did_break = False
            for v in xs:
                did_break = False
                if v:
                    pass
                elif x:
                    did_break = True
                else:
                    x = v
                if did_break:
                    break
        """,
    )


def test_it_says_why(facts) -> None:
    source = """
def f(xs):
    for x in xs:
        if x:
            g(x)
        else:
            continue
        h(x)
"""
    assert facts(LowerContinues, source) == [
        (2, 4, "`continue` ends an iteration: what it skips becomes conditional."),
        (3, 8, "Every path through the `else` jumps, so what follows the `if` moves into its body."),
    ]
