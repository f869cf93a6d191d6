"""Compares `except*` with Python's.  Its texts are registered: Python 3.10 cannot parse them."""

import itertools
import sys
import textwrap

import pytest
from oracle import fails

from ag_notebook.staging import source

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.11 brought except*")
_numbers = itertools.count()


def define(text):
    """The function `f` of a text that is registered as a file's."""
    name = f"/registered/groups_{next(_numbers)}.py"
    text = textwrap.dedent(text)
    source.register(name, text)
    names = {"__name__": "groups"}
    exec(compile(text, name, "exec"), names)
    return names["f"]


def test_group_that_python_raises_is_split(check):
    f = define("""
        def f(x):
            y = 0
            try:
                raise ExceptionGroup("g", [ValueError("a"), KeyError("k")])
            except* KeyError as group:
                y += len(group.exceptions)
            except* ValueError:
                y += 10 if x > 0 else 20
            else:
                y = 100
            finally:
                y += x
            return y
        """)
    check(f, (3,), (-3,))


def test_exception_without_a_group_and_loops(check):
    f = define("""
        def f(x):
            total = 0
            for i in range(4):
                try:
                    if i == 2:
                        raise ValueError(i)
                    if x > i:
                        continue
                    total += i
                except* ValueError as group:
                    total += 100 * len(group.exceptions)
            return total
        """)
    check(f, (1,), (9,), (-3,))


def test_handled_in_a_branch(check):
    f = define("""
        def f(x):
            y = 0
            if x > 0:
                try:
                    raise ExceptionGroup("g", [ValueError("a"), ExceptionGroup("h", [KeyError("k")])])
                except* KeyError as group:
                    y = x + len(group.exceptions)
                except* ValueError:
                    y += 5
            return y
        """)
    check(f, (3,), (-3,))


def test_what_is_left_of_a_group_happens_at_run_time(check):
    f = define("""
        def f(x):
            y = 0
            if x > 0:
                try:
                    raise ExceptionGroup("g", [ValueError("a"), KeyError("k")])
                except* KeyError:
                    y = x
            return y
        """)
    check(f, (-3,), fails(3, says="g"))


@pytest.mark.parametrize("caught", ["ValueError", "Exception", "BaseException", "(KeyError, ValueError)"])
@pytest.mark.parametrize("raised", ["ValueError('a')", "ExceptionGroup('g', [TypeError(), ValueError('a')])"])
def test_staged_raise_is_caught_or_refused_where_it_cannot_be(check, caught, raised):
    f = define(f"""
        def f(x):
            y = 0
            try:
                if x > 0:
                    raise {raised}
                y = 1
            except* {caught}:
                y = 2
            return y
        """)
    # An exception of a group that no handler takes goes on.
    passes_on = "TypeError" in raised and caught in ("ValueError", "(KeyError, ValueError)")
    check(f, (-3,), fails(3, says="g") if passes_on else (3,))
    in_loop = define(f"""
        def f(xs):
            y = 0
            try:
                for x in xs:
                    if x > 0:
                        raise {raised}
                    y += 1
            except* {caught}:
                y = 2
            return y
        """)
    if check.staged:
        check.refuses(in_loop, ([3],), ([-3],), at="raise", code="AG270")
    else:
        check(in_loop, ([-3],))


def test_staged_raise_of_another_class_passes(check):
    f = define("""
        def f(x):
            try:
                if x > 0:
                    raise KeyError("a")
                y = 1
            except* ValueError:
                y = 2
            return y
        """)
    check(f, (-3,), fails(3))


def test_a_group_passes_a_plain_handler_of_its_members(check):
    f = define("""
        def f(x):
            try:
                if x > 0:
                    raise ExceptionGroup("g", [ValueError("a")])
                y = 1
            except ValueError:
                y = 2
            return y
        """)
    check(f, (-3,), fails(3, says="g"))
