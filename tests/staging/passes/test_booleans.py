"""What the pass of `passes/booleans.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.booleans import LowerBooleans

Check = Callable[..., None]


def test_right_sides_are_lazy(check: Check) -> None:
    check(
        LowerBooleans,
        """
        def f(x, xs):
            return x and g(x) and k, x or k, not x
        """,
        """
        def f(x, xs):
            return ag.and_(x, lambda: ag.and_(g(x), lambda: k)), ag.or_(x, lambda: k), ag.not_(x)
        """,
    )


def test_operands_of_a_test_need_no_common_kind(check: Check) -> None:
    check(
        LowerBooleans,
        """
        def f(x, xs):
            return not (x and g(x)), 1 if x or k else 2
        """,
        """
        def f(x, xs):
            return ag.not_(ag.and_test(x, lambda: g(x))), 1 if ag.or_test(x, lambda: k) else 2
        """,
    )


def test_await_cannot_move(check: Check) -> None:
    check(
        LowerBooleans,
        """
        async def f(x):
            return x and await g(x)
        """,
        """
        async def f(x):
            return ag.python_test(x) and await g(x)
        """,
    )


def test_it_says_what_is_a_test_and_what_stays(facts) -> None:
    test = "It is a test: only its truth value counts, so its operands need not be of one kind."
    assert facts(LowerBooleans, "def f(a, b):\n    return 1 if a and b else (a or b)") == [(2, 16, test)]
    stays = "An operand suspends (`yield`, `await`), so it cannot move into a function: it stays Python."
    assert facts(LowerBooleans, "def f(a):\n    return a and (yield)") == [(2, 11, stays)]
