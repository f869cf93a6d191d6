"""What the pass of `passes/calls.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.calls import LowerCalls
from ag_notebook.staging.passes.comprehensions import LowerComprehensions
from ag_notebook.staging.passes.walruses import LowerWalruses

Check = Callable[..., None]


def test_every_call_but_those_that_see_the_frame(check: Check) -> None:
    check(
        LowerCalls,
        """
        def f(x, xs):
            return g(x, *xs, k=1, **k), super().m(1), globals(), (lambda *a: g(1))(*xs)
        """,
        """
        def f(x, xs):
            return ag.converted_call(g, x, *ag.starred(xs), k=1, **k), ag.converted_call(super().m, 1), globals(), (lambda *a: ag.converted_call(g, 1))(*ag.starred(xs))
        """,
    )


def test_functions_that_passes_made_are_called_directly(check: Check) -> None:
    check(
        LowerComprehensions,
        LowerCalls,
        """
        def f(x, xs):
            return [g(v) for v in xs]
        """,
        """
        def f(x, xs):
            def list_comp(iterable):
                items = []
                for v in iterable:
                    ag.converted_call(items.append, ag.converted_call(g, v))
                return items
            return list_comp(xs)
        """,
    )


def test_what_is_starred_in_a_display(check: Check) -> None:
    check(
        LowerCalls,
        """
        def f(x, xs):
            a, *b = [x, *xs], (*xs, *[x]), {*xs}
        """,
        """
        def f(x, xs):
            a, *b = [x, *ag.starred_in_list(xs)], (*ag.starred(xs), *[x]), {*ag.starred(xs)}
        """,
    )


def test_it_says_what_is_called_from_here(facts) -> None:
    said = "`eval` looks at the frame that calls it, so it is called from here."
    assert facts(LowerCalls, "def f(m):\n    return g(eval('m', m))") == [(2, 13, said)]
    binds = "`set_y` binds a variable of this function, so the call is a write as well."
    assert facts(LowerWalruses, LowerCalls, "def f(a):\n    return a and (y := a)") == [(2, 18, binds)]
