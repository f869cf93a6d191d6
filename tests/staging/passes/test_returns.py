"""What the pass of `passes/returns.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.returns import LowerReturns

Check = Callable[..., None]


def test_rest_moves_into_the_other_branch(check: Check) -> None:
    check(
        LowerReturns,
        """
        def f(x, xs):
            if x > 0:
                return x
            y = -x
            return y
        """,
        """
        def f(x, xs):
            result = ag.NoValue()
            if x > 0:
                result = x
            else:
                y = -x
                result = y
            return result
        """,
    )


def test_one_at_the_end_is_left_alone(check: Check) -> None:
    check(
        LowerReturns,
        """
        def f(x, xs):
            y = -x
            return y
        """,
        """
        def f(x, xs):
            y = -x
            return y
        """,
    )


def test_in_a_loop_it_becomes_a_break(check: Check) -> None:
    check(
        LowerReturns,
        """
        def f(x, xs):
            for v in xs:
                for w in v:
                    if w:
                        return w
                x += 1
            return x
        """,
        """
        def f(x, xs):
            did_return = False
            result = ag.NoValue()
            for v in xs:
                for w in v:
                    if w:
                        result = w
                        did_return = True
                        break
                if did_return:
                    break
                x += 1
            if not did_return:
                result = x
            return result
        """,
    )


def test_a_loop_that_only_a_return_ends(check: Check) -> None:
    check(
        LowerReturns,
        """
        def f(x, xs):
            while True:
                x = x / 2
                if x < 1:
                    return x
            return -1
        """,
        """
        def f(x, xs):
            result = ag.NoValue()
            while True:
                x = x / 2
                if x < 1:
                    result = x
                    break
            return result
        """,
    )
    check(
        LowerReturns,
        """
        def f(x, xs):
            if x > 0:
                while True:
                    for v in xs:
                        if v > x:
                            return v
                    x = x - 1
            return -1
        """,
        """
        def f(x, xs):
            did_return = False
            result = ag.NoValue()
            if x > 0:
                while True:
                    for v in xs:
                        if v > x:
                            result = v
                            did_return = True
                            break
                    if did_return:
                        break
                    x = x - 1
            else:
                result = -1
            return result
        """,
    )
    check(
        LowerReturns,
        """
        def f(x, xs):
            while True:
                if x > 1:
                    return x
                if x > 0:
                    break
                x = x + 1
        """,
        """
        def f(x, xs):
            did_return = False
            result = ag.NoValue()
            while True:
                if x > 1:
                    result = x
                    did_return = True
                    break
                if x > 0:
                    break
                x = x + 1
            if not did_return:
                result = None
            return result
        """,
    )


def test_in_with_and_try_a_flag_guards(check: Check) -> None:
    check(
        LowerReturns,
        """
        def f(x, xs):
            with x:
                return 1
            try:
                return 1 / x
            except ZeroDivisionError:
                pass
            else:
                x = 2
        """,
        """
        def f(x, xs):
            did_return = False
            result = ag.NoValue()
            with x:
                result = 1
                did_return = True
            if not did_return:
                try:
                    result = 1 / x
                    did_return = True
                except ZeroDivisionError:
                    pass
                else:
                    if not did_return:
                        x = 2
                if not did_return:
                    result = None
            return result
        """,
    )


def test_falling_off_the_end_is_none(check: Check) -> None:
    check(
        LowerReturns,
        """
        def f(x, xs):
            if x:
                return 1
        """,
        """
        def f(x, xs):
            result = ag.NoValue()
            if x:
                result = 1
            else:
                result = None
            return result
        """,
    )


def test_generators_are_left_alone(check: Check) -> None:
    check(
        LowerReturns,
        """
        def f(x, xs):
            if x:
                return 1
            yield x
        """,
        """
        def f(x, xs):
            if x:
                return 1
            yield x
        """,
    )


def test_dead_code_still_makes_a_variable(check: Check) -> None:
    check(
        LowerReturns,
        """
        def f(x, xs):
            if x:
                return y
                y = 1
            return x
        """,
        """
        def f(x, xs):
            y: None
            did_return = False
            result = ag.NoValue()
            if x:
                result = y
                did_return = True
            if not did_return:
                result = x
            return result
        """,
    )


def test_it_says_why(facts) -> None:
    source = """
def f(xs):
    for x in xs:
        for y in x:
            if y:
                return y
    if xs:
        return 1
    return 0
    xs = 2
"""
    assert facts(LowerReturns, source) == [
        (5, 16, "It stands in a loop, so it leaves that by a `break` first."),
        (3, 8, "A `return` in the inner loop leaves this one too, where `did_return` says so."),
        (6, 4, "Every path through the body jumps, so what follows the `if` moves into its `else`."),
        (9, 4, "No path leads here: what stands behind a jump is left out."),
        (
            1,
            0,
            (
                "A function of the graph has one exit: each `return` sets `result`, returned at the end; `did_return` "
                "says where it has returned already."
            ),
        ),
    ]
