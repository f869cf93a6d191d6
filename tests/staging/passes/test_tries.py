"""What the pass of `passes/tries.py` makes of small functions: text in, text out."""

from __future__ import annotations

import sys
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
            leaving = ag.leaving()
            try:
                y = 2
            finally:
                with leaving:
                    y = 3
        """,
    )


def test_groups_and_managers(check: Check) -> None:
    star = "*" if sys.version_info >= (3, 11) else ""
    guard = "guarded_try_star" if star else "guarded_try"
    check(
        GuardTries,
        f"""
        def f(x):
            try:
                y = g(x)
            except{star} KeyError:
                y = 0
            with a, b as c:
                y = 1
        """,
        f"""
        def f(x):
            try:
                with ag.{guard}(lambda: (KeyError,)):
                    y = g(x)
            except{star} KeyError:
                y = 0
            with ag.manager(a), ag.manager(b) as c:
                y = 1
        """,
    )


def test_it_says_why(facts) -> None:
    source = """
def f(x):
    try:
        with x:
            g(x)
    except ValueError:
        pass
    finally:
        h(x)
"""
    assert facts(GuardTries, source) == [
        (3, 13, "A manager may swallow exceptions as a handler does."),
        (
            2,
            4,
            "The graph cannot run its handlers, so what it may raise of their classes is refused in the body.",
        ),
        (
            8,
            8,
            "The graph may raise in the `try`, and then it cannot run `finally`: no effects there.",
        ),
    ]
