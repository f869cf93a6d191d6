"""Statements: Python's meaning on plain values, the back end's on its own, and what is recorded of each."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.carriers import Undefined
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime import statements
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import StagedRaise
from ag_notebook.staging.runtime.forks import Refusal
from ag_notebook.staging.runtime.handlers import guarded_try, refuse_if_caught
from ag_notebook.staging.runtime.statements import (
    assert_stmt,
    for_stmt,
    if_stmt,
    python_iterable,
    python_test,
    raise_stmt,
    read,
    while_stmt,
)


@pytest.fixture
def context():
    with tracing(Context(None, Options())) as made:
        yield made


def summary(context):
    return [(e.construct, e.decision, e.count, e.taken) for e in context.events]


def test_if_takes_one_side(context) -> None:
    assert if_stmt(1, lambda x: (x + 1,), lambda x: (x - 1,), (5,), ("x",)) == (6,)
    assert if_stmt([], lambda x: (x + 1,), lambda x: (x - 1,), (5,), ("x",)) == (4,)
    assert summary(context) == [("if", "python", 1, "body"), ("if", "python", 1, "else")]
    assert context.events[0].why == "the test is a Python int (1): body taken"


def test_while_is_unrolled(context) -> None:
    assert while_stmt(lambda n, s: n > 0, lambda n, s: (n - 1, s + n), (4, 0), ("n", "s")) == (0, 10)
    assert summary(context) == [("while", "unrolled", 4, "")]


def test_for_stops_where_its_extra_test_says(context) -> None:
    found = for_stmt([1, 2, 3, 4], lambda i, s: (s + i,), lambda s: s < 3, (0,), ("s",))
    assert found == (3,)
    assert summary(context) == [("for", "unrolled", 2, "")]


def test_for_advances_an_iterator_no_further_than_python_does() -> None:
    numbers = iter(range(10))
    assert for_stmt(numbers, lambda i, s: (s + i,), lambda s: s < 3, (0,), ("s",)) == (3,)
    assert next(numbers) == 3


def test_nothing_is_recorded_outside_of_a_trace() -> None:
    assert if_stmt(True, lambda: (1,), lambda: (2,), (), ()) == (1,)
    assert while_stmt(lambda n: n < 3, lambda n: (n + 1,), (0,), ("n",)) == (3,)


def test_reading_an_unbound_name() -> None:
    assert read(None, "x") is None
    unbound = Undefined("x")
    with pytest.raises(UnboundLocalError, match="'x'"):
        read(unbound, "x")
    assert unbound.was_read


def test_assert_and_its_message() -> None:
    assert_stmt(True, lambda: 1 / 0)
    with pytest.raises(AssertionError) as caught:
        assert_stmt(0)
    assert caught.value.args == ()
    with pytest.raises(AssertionError) as caught:
        assert_stmt(0, lambda: "why")
    assert caught.value.args == ("why",)


def test_raise_as_python_does() -> None:
    with pytest.raises(KeyError) as caught:
        raise_stmt(KeyError)
    assert not caught.value.__suppress_context__
    with pytest.raises(KeyError) as caught:
        raise_stmt(KeyError("k"), ValueError)
    assert isinstance(caught.value.__cause__, ValueError)
    with pytest.raises(KeyError) as caught:
        raise_stmt(KeyError("k"), None)
    assert caught.value.__suppress_context__
    with pytest.raises(TypeError, match="must derive from BaseException"):
        raise_stmt(3)


def test_raise_in_a_trace_happens_at_run_time_unless_it_is_caught(context) -> None:
    with pytest.raises(StagedRaise):
        raise_stmt(KeyError("k"))
    with pytest.raises(KeyError), guarded_try(lambda: (ValueError, (KeyError, OSError))):
        raise_stmt(KeyError("k"))
    assert context.handlers == []


def test_a_refusal_passes_the_users_handlers(context) -> None:
    error = StagingError("AG999", "message")
    with pytest.raises(Refusal) as caught, guarded_try(lambda: Exception):
        raise error
    assert caught.value.error is error


def test_what_may_raise_at_run_time_is_refused_in_a_try_that_catches_it(context) -> None:
    refuse_if_caught(KeyError())
    with guarded_try(lambda: (OSError,)):
        refuse_if_caught(KeyError())
    with pytest.raises(Refusal) as caught, guarded_try(lambda: LookupError):
        refuse_if_caught(KeyError())
    assert (caught.value.error.code, caught.value.error.span.file) == ("AG270", __file__)


def test_staged_values_are_refused_where_python_must_decide() -> None:
    assert python_test(3) == 3
    assert python_iterable("ab") == "ab"

    def decide(x):
        def below():
            for v in [1, 2]:
                if x > v:
                    _ = yield v

        found = 0
        for v in below():
            found += v
        return found

    def total(xs):
        def each():
            for x in xs:
                _ = yield x

        return sum(each())

    for f, argument, code in ((decide, tf.constant(1), "AG210"), (total, tf.constant([1, 2]), "AG211")):
        with pytest.raises(StagingError) as caught:
            function(f)(argument)
        assert (caught.value.code, caught.value.span.file) == (code, __file__)


def test_an_endless_python_loop_under_a_staged_break_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(statements, "UNENDING", 5)

    def numbers():
        i = 0
        while True:
            _ = yield i
            i += 1

    def first_above(x):
        for i in numbers():
            if i > x:
                break
        return i

    with pytest.raises(StagingError) as caught:
        function(first_above)(tf.constant(3))
    assert caught.value.code == "AG212"
    assert caught.value.span.line == first_above.__code__.co_firstlineno + 1


def test_a_list_that_changes_under_a_loop_over_it_is_refused() -> None:
    def grow(x):
        items = [1, 2]
        for _, i in enumerate(items):
            if x > 5:
                items.append(i)
        return items

    with pytest.raises(StagingError) as caught:
        function(grow)(tf.constant(1))
    assert (caught.value.code, caught.value.span.file) == ("AG213", __file__)
