"""What the pass of `passes/augmented.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.augmented import LowerAugmentedAssignments

Check = Callable[..., None]


def test_operands_that_may_be_containers(check: Check) -> None:
    check(
        LowerAugmentedAssignments,
        """
        def f(x, xs):
            xs += x
            xs *= x
            xs |= {x}
        """,
        """
        def f(x, xs):
            xs = ag.iadd(xs, x)
            xs = ag.imul(xs, x)
            xs = ag.ior(xs, {x})
        """,
    )


def test_numbers_stay(check: Check) -> None:
    check(
        LowerAugmentedAssignments,
        """
        def f(x, xs):
            x += 1
            x -= 0.1 * xs
            x += xs / 2
            x //= xs
            x.n += xs
        """,
        """
        def f(x, xs):
            x += 1
            x -= 0.1 * xs
            x += xs / 2
            x //= xs
            x.n += xs
        """,
    )


def test_it_says_why(facts) -> None:
    said = "xs may be a list, dict or set, which the statement changes in place for all that hold it."
    assert facts(LowerAugmentedAssignments, "def f(xs, n):\n    xs += n\n    n += 1") == [(2, 4, said)]
