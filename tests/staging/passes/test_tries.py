"""What the pass of `passes/tries.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.tries import GuardTries

Check = Callable[..., None]


def test_classes_of_all_handlers(check: Check) -> None:
    check(
        GuardTries,
        """
        def f(x, xs):
            try:
                y = g(x)
            except (KeyError, x.E):
                y = 0
            except:
                y = 1
            try:
                y = 2
            finally:
                y = 3
        """,
        """
        def f(x, xs):
            try:
                with ag.guarded_try(lambda: (KeyError, x.E, BaseException)):
                    y = g(x)
            except (KeyError, x.E):
                y = 0
            except:
                y = 1
            try:
                y = 2
            finally:
                y = 3
        """,
    )
