"""What the pass of `passes/directives.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.directives import MoveDirectives

Check = Callable[..., None]


def test_options_stay_first(check: Check) -> None:
    check(
        MoveDirectives,
        """
        def f(x, xs):
            for i in xs:
                autograph.experimental.set_loop_options(swap_memory=True)
                x += i
        """,
        """
        def f(x, xs):
            for i in xs:
                ag.set_loop_options(swap_memory=True)
                x += i
        """,
    )


def test_elsewhere_it_is_a_call(check: Check) -> None:
    check(
        MoveDirectives,
        """
        def f(x, xs):
            for i in xs:
                x += i
                set_loop_options(swap_memory=True)
        """,
        """
        def f(x, xs):
            for i in xs:
                x += i
                set_loop_options(swap_memory=True)
        """,
    )


def test_it_says_why(facts) -> None:
    source = """
def f(xs):
    for x in xs:
        set_loop_options(maximum_iterations=3)
        g(x)
"""
    said = [(3, 8, "It stands first in the body of this loop, so its options are this loop's.")]
    assert facts(MoveDirectives, source) == said
