"""What the pass of `passes/control_flow.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.breaks import LowerBreaks
from ag_notebook.staging.passes.comprehensions import LowerComprehensions
from ag_notebook.staging.passes.control_flow import LowerControlFlow
from ag_notebook.staging.passes.directives import MoveDirectives

Check = Callable[..., None]


def test_if_statement(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            if x > 0:
                y = x
                t = y
            else:
                y = -x
            return y
        """,
        """
        def f(x, xs):
            y = ag.Undefined('y')
            def if_true(y):
                y = x
                t = y
                return (y,)
            def if_false(y):
                y = -x
                return (y,)
            y, = ag.if_stmt(x > 0, if_true, if_false, (y,), ('y',))
            return y
        """,
    )


def test_while_loop(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            n = x
            steps = 0
            while n > 1:
                n = n // 2
                steps += 1
            return steps
        """,
        """
        def f(x, xs):
            n = x
            steps = 0
            def loop_test(n, steps):
                return n > 1
            def loop_body(n, steps):
                n = n // 2
                steps += 1
                return n, steps
            n, steps = ag.while_stmt(loop_test, loop_body, (n, steps), ('n', 'steps'))
            return steps
        """,
    )


def test_for_loop_keeps_its_target(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            total = 0
            for i in xs:
                total += i
            return i, total
        """,
        """
        def f(x, xs):
            i = ag.Undefined('i')
            total = 0
            def loop_body(item, i, total):
                i = item
                total += i
                return i, total
            i, total = ag.for_stmt(xs, loop_body, None, (i, total), ('i', 'total'))
            return ag.read(i, 'i'), total
        """,
    )


def test_tuple_targets(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            for a, b in xs:
                x += a * b
            return x
        """,
        """
        def f(x, xs):
            def loop_body(item, x):
                a, b = item
                x += a * b
                return (x,)
            x, = ag.for_stmt(xs, loop_body, None, (x,), ('x',))
            return x
        """,
    )


def test_exit_test_and_options(check: Check) -> None:
    check(
        MoveDirectives,
        LowerBreaks,
        LowerControlFlow,
        """
        def f(x, xs):
            for v in xs:
                set_loop_options(maximum_iterations=3)
                if v:
                    break
        """,
        """
        def f(x, xs):
            did_break = False
            def loop_test(did_break):
                return not did_break
            def loop_body(v, did_break):
                did_break = False
                def if_true(did_break):
                    did_break = True
                    return (did_break,)
                def if_false(did_break):
                    return (did_break,)
                did_break, = ag.if_stmt(v, if_true, if_false, (did_break,), ('did_break',))
                return (did_break,)
            did_break, = ag.for_stmt(xs, loop_body, loop_test, (did_break,), ('did_break',), maximum_iterations=3, temporaries=('did_break',))
        """,
    )


def test_captured_state_is_written_where_it_lives(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            n = 0
            def get():
                return n
            while n < 3:
                n += 1
            return get()
        """,
        """
        def f(x, xs):
            n = 0
            def get():
                return n
            def loop_test(n_1):
                nonlocal n
                n = n_1
                return n < 3
            def loop_body(n_2):
                nonlocal n
                n = n_2
                n += 1
                return (n,)
            n, = ag.while_stmt(loop_test, loop_body, (n,), ('n',))
            return get()
        """,
    )


def test_globals_are_written_where_they_live(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            global n
            if x:
                n = 1
        """,
        """
        def f(x, xs):
            global n
            def if_true(n_1):
                global n
                n = n_1
                n = 1
                return (n,)
            def if_false(n_2):
                global n
                n = n_2
                return (n,)
            n, = ag.if_stmt(ag.truth(x), if_true, if_false, (n,), ('n',))
        """,
    )


def test_handlers_see_what_the_body_wrote(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            y = 0
            try:
                if x:
                    y = g(x)
            except ValueError:
                pass
            return y
        """,
        """
        def f(x, xs):
            y = 0
            def try_block(y):
                try:
                    def if_true(y_1):
                        nonlocal y
                        y = y_1
                        y = g(x)
                        return (y,)
                    def if_false(y_2):
                        nonlocal y
                        y = y_2
                        return (y,)
                    y, = ag.if_stmt(x, if_true, if_false, (y,), ('y',))
                except ValueError:
                    pass
                return (y,)
            y, = ag.try_stmt(try_block, (y,), ('y',))
            return y
        """,
    )


def test_deleted_names_are_unbound(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            y = 1
            if x:
                del y
            return y
        """,
        """
        def f(x, xs):
            y = ag.Undefined('y')
            y = 1
            def if_true(y):
                y = ag.Undefined('y')
                return (y,)
            def if_false(y):
                return (y,)
            y, = ag.if_stmt(x, if_true, if_false, (y,), ('y',))
            return ag.read(y, 'y')
        """,
    )


def test_generators_stay_python(check: Check) -> None:
    check(
        LowerControlFlow,
        """
        def f(x, xs):
            for v in xs:
                if v:
                    yield v
        """,
        """
        def f(x, xs):
            for v in ag.python_iterable(xs):
                if ag.python_test(v):
                    yield v
        """,
    )


def test_functions_of_comprehensions_do_not_capture(check: Check) -> None:
    check(
        LowerComprehensions,
        LowerControlFlow,
        """
        def f(x, xs):
            for v in xs:
                x += sum([v + w for w in xs])
            return x
        """,
        """
        def f(x, xs):
            def loop_body(v, x):
                def list_comp(iterable):
                    items = []
                    def loop_body_1(w):
                        items.append(v + w)
                        return ()
                    ag.for_stmt(iterable, loop_body_1, None, (), ())
                    return items
                x += sum(list_comp(xs))
                return (x,)
            x, = ag.for_stmt(xs, loop_body, None, (x,), ('x',))
            return x
        """,
    )


def test_it_says_why_the_state_of_a_loop_is_what_it_is(facts) -> None:
    source = """
def f(n):
    steps = 0
    while n > 1:
        half = n // 2
        n = half
        steps += 1
    return steps
"""
    assert facts(LowerControlFlow, source) == [
        (
            3,
            4,
            (
                "The state is n, steps: both are modified in the loop; n is read again in the next iteration; "
                "steps is live after it."
            ),
        ),
        (
            3,
            4,
            (
                "half is modified in the loop, but is not live after the loop, and each iteration binds it before "
                "reading it: no state."
            ),
        ),
    ]


def test_it_says_why_the_state_of_an_if_is_what_it_is(facts) -> None:
    source = """
def f(x):
    if x > 0:
        y = x
        z = 1
    return y
"""
    assert facts(LowerControlFlow, source) == [
        (2, 4, "The state is y: it is modified in a branch and live after it."),
        (2, 4, "z is modified in a branch, but is not live after the `if`: no state."),
        (2, 4, "y may be unbound before the `if`, so it starts as `ag.Undefined('y')`."),
        (5, 4, "y may be unbound here, so reading it checks."),
    ]


def test_it_says_who_else_needs_a_state(facts) -> None:
    source = """
def f(xs):
    global seen
    total = 0
    def add():
        return total
    for x in xs:
        total = x
        seen = x
    try:
        last = g(total)
        if last:
            last = 1
            last = g(last)
    except ValueError:
        h(last)
    return add
"""
    said = facts(LowerControlFlow, source)
    loop = [text for line, _, text in said if line == 6]
    assert loop == [
        "The state is seen, total: both are modified in the loop; seen is declared `global`; total is live after it.",
        (
            "x is modified in the loop, but is not live after the loop, and each iteration binds it before reading "
            "it: no state."
        ),
        "seen, total: others see the variable itself, so the functions write it where it lives.",
    ]
    inner = [text for line, _, text in said if line == 11]
    assert inner == [
        "The state is last: it is modified in a branch and needed where an exception may lead.",
        "last: others see the variable itself, so the functions write it where it lives.",
    ]


def test_it_says_what_ends_a_for_with_breaks(facts) -> None:
    source = """
def f(xs):
    for x in xs:
        if x:
            break
"""
    said = facts(LowerBreaks, LowerControlFlow, source)
    assert (2, 4, "`did_break` ends the loop: a `for` has no test, so it becomes an extra one.") in said


def test_it_says_that_generators_stay_python(facts) -> None:
    said = facts(LowerControlFlow, "def f(x):\n    if x:\n        yield x")
    assert said == [
        (
            1,
            0,
            (
                "It suspends (`yield`, `await`): its own statements cannot move into functions, so they stay Python "
                "and refuse staged values."
            ),
        )
    ]
