"""What the pass of `passes/generators.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ag_notebook.staging.passes.generators import SplitGenerators

Check = Callable[..., None]


def test_a_generator_has_a_twin_that_gives_its_items(check: Check) -> None:
    check(
        SplitGenerators,
        '''
        def f(n, *, step=1):
            """Counts."""
            while n > 0:
                yield n
                n -= step
        ''',
        '''
        def f(n, *, step=1):
            """Counts."""
            def f_lazily(n, step):
                while n > 0:
                    yield n
                    n -= step
            def f_into(give, n, step):
                while n > 0:
                    if give(n):
                        return
                    n -= step
            return ag.generator(f_lazily, f_into, (n, step))
        ''',
    )


def test_yield_from_is_a_loop(check: Check) -> None:
    check(
        SplitGenerators,
        """
        def f(xs):
            yield from xs
            yield
        """,
        """
        def f(xs):
            def f_lazily(xs):
                yield from xs
                yield
            def f_into(give, xs):
                for item in xs:
                    if give(item):
                        return
                if give(None):
                    return
            return ag.generator(f_lazily, f_into, (xs,))
        """,
    )


def test_a_nested_function_keeps_what_it_yields(check: Check) -> None:
    check(
        SplitGenerators,
        """
        def f(xs):
            def pairs():
                yield 1
            g = lambda: (yield 2)
            return pairs, g
        """,
        """
        def f(xs):
            def pairs():
                def pairs_lazily():
                    yield 1
                def pairs_into(give):
                    if give(1):
                        return
                return ag.generator(pairs_lazily, pairs_into, ())
            g = lambda: (yield 2)
            return pairs, g
        """,
    )


@pytest.mark.parametrize(
    "body",
    [
        "x = yield 1",
        "print((yield 1))",
        "try:\n        yield 1\n    finally:\n        print(2)",
        "with f:\n        yield 1",
        "yield 1\n    return 2",
        "x = yield from f",
    ],
    ids=["sent", "in an expression", "in a try", "in a with", "returns", "from returns"],
)
def test_generators_that_do_more_than_give_stay_as_they_are(check: Check, body: str) -> None:
    source = f"\ndef f():\n    {body}\n"
    check(SplitGenerators, source, source)


def test_decorated_ones_stay_as_they_are(check: Check) -> None:
    source = """
        def f():
            @contextmanager
            def inner():
                yield 1
            return inner
        """
    check(SplitGenerators, source, source)
