"""Tracebacks of staged functions show the user's frames alone, and end at the user's line."""

from __future__ import annotations

import os
import sys
import traceback
import types

import pytest
import tensorflow as tf

from ag_notebook.report import Span
from ag_notebook.staging import ConversionError, StagingError, function
from ag_notebook.staging.runtime.events import span_of_traceback
from ag_notebook.staging.tracebacks import FULL, at_user_line, user_frames_only

OURS = os.sep + os.path.join("ag_notebook", "")


def frames(error: BaseException) -> list[tuple[str, str, str]]:
    """(file, function, line's text) of each frame."""
    return [(f.filename, f.name, f.line) for f in traceback.extract_tb(error.__traceback__)]


def check(error: BaseException, last: str, function_name: str) -> None:
    """Only the user's frames (before Python 3.11 with one of ours at the call) down to the user's line `last`."""
    found = frames(error)
    ours = [f for f in found if OURS in f[0]]
    assert len(ours) <= (sys.version_info < (3, 11)), ours
    assert not [f for f in found if "site-packages" in f[0] and f not in ours]
    assert found[-1][0] == __file__
    assert found[-1][1:] == (function_name, last)


def convertible(x):
    return helper(x)


def helper(x):
    names = locals()
    return names


def mismatched(x):
    return joined(x)


def joined(x):
    if x > 0:
        y = "text"
    else:
        y = 1
    return y


def bad_shapes(x):
    return tf.reshape(x, [2, 3])


def divides(x):
    y = 100 // x
    return y


def asserts(x):
    for i in range(x):
        assert i < 2, i
    return x


def looks_up(table, x):
    return table[x]


def test_a_conversion_error() -> None:
    with pytest.raises(ConversionError) as caught:
        function(convertible)(tf.constant(1))
    assert caught.value.code == "AG110"
    assert caught.value.span.line == helper.__code__.co_firstlineno + 1
    found = frames(caught.value)
    assert len([f for f in found if OURS in f[0]]) <= 1
    assert [f[2] for f in found[-2:]] == ["return helper(x)", "names = locals()"]


def test_a_staging_error_of_ours() -> None:
    with pytest.raises(StagingError) as caught:
        function(mismatched)(tf.constant(1))
    check(caught.value, "if x > 0:", "joined")
    assert [f[1] for f in frames(caught.value)][-2] == "mismatched"


def test_an_operation_that_tensorflow_refuses() -> None:
    with pytest.raises(ValueError, match="AG201") as caught:
        function(bad_shapes)(tf.constant([1, 2]))
    check(caught.value, "return tf.reshape(x, [2, 3])", "bad_shapes")
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_an_error_of_the_running_graph() -> None:
    staged = function(divides)
    assert staged(tf.constant(7)).numpy() == 14
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        staged(tf.constant(0))
    check(caught.value, "y = 100 // x", "divides")
    assert "site-packages" not in str(caught.value)


def test_an_exception_of_the_users_own_at_run_time() -> None:
    with pytest.raises(AssertionError) as caught:
        function(asserts)(tf.constant(5))
    assert caught.value.args == (2,)
    check(caught.value, "assert i < 2, i", "asserts")


def test_an_error_that_python_meets_while_tracing() -> None:
    with pytest.raises(KeyError) as caught:
        function(looks_up)({"a": tf.constant(1)}, "b")
    check(caught.value, "return table[x]", "looks_up")


def test_graph_and_report_hide_the_same_frames() -> None:
    staged = function(mismatched)
    for ask in (staged.graph, staged.report):
        with pytest.raises(StagingError) as caught:
            ask(tf.constant(1))
        found = frames(caught.value)
        assert len([f for f in found if OURS in f[0]]) <= 2
        assert found[-1][1] == "joined"


def test_all_frames_are_kept_where_they_are_asked_for(monkeypatch) -> None:
    monkeypatch.setenv(FULL, "1")
    with pytest.raises(StagingError) as caught:
        function(mismatched)(tf.constant(1))
    assert len([f for f in frames(caught.value) if OURS in f[0]]) > 5


def test_causes_are_cleaned_too() -> None:
    def fail():
        namespace = {"__name__": "tensorflow"}
        path = os.path.join(os.sep, "x", "site-packages", "tensorflow", "ops.py")
        exec(compile("def inner():\n    raise KeyError('k')", path, "exec"), namespace)
        try:
            namespace["inner"]()
        except KeyError as error:
            raise ValueError("outer") from error

    with pytest.raises(ValueError, match="outer") as caught:
        fail()
    assert len(frames(caught.value.__cause__)) == 2
    user_frames_only(caught.value)
    assert [f[1] for f in frames(caught.value.__cause__)] == ["fail"]


def test_an_exception_placed_at_a_line() -> None:
    cause = KeyError("k")
    error = ValueError("v")
    error.__cause__ = cause
    placed = at_user_line(error, Span(__file__, 3, 0, 3, 4), "my_function")
    assert placed is error
    assert placed.__cause__ is cause
    ((file, name, _),) = frames(placed)
    assert (file, name, placed.__traceback__.tb_lineno) == (__file__, "my_function", 3)


def fails_deep_inside(x, n):
    total = x
    for _ in range(n):
        if total > 3.0:
            total = total + returns_early(total)
    return total if total > 0 else x


def returns_early(x):
    if x > 100.0:
        return x
    return mismatched(x) if x > 0 else x


@pytest.mark.skipif(sys.version_info < (3, 11), reason="columns are known from 3.11 on")
@pytest.mark.parametrize("n", [2, tf.constant(2)])
def test_statements_that_call_nothing_are_no_frames(n) -> None:
    with pytest.raises(StagingError) as caught:
        function(fails_deep_inside)(tf.constant(1.0), n)
    check(caught.value, "if x > 0:", "joined")
    assert [f[2] for f in frames(caught.value)][-4:] == [
        "total = total + returns_early(total)",
        "return mismatched(x) if x > 0 else x",
        "return joined(x)",
        "if x > 0:",
    ]


def calls_in_tests(x):
    for _ in range(2):
        if mismatched(x) == 1:
            x = x + 1
    while mismatched(x):
        x = x + 1
    return x


def test_statements_whose_test_calls_are_frames() -> None:
    with pytest.raises(StagingError) as caught:
        function(calls_in_tests)(tf.constant(1))
    assert "if mismatched(x) == 1:" in [f[2] for f in frames(caught.value)]


def test_an_interrupt_where_no_line_is() -> None:
    """Instructions that only Python knows of have none."""
    lineless = calls_in_tests.__code__.replace(co_linetable=b"")
    interrupt = KeyboardInterrupt()
    with pytest.raises(NameError) as caught:
        types.FunctionType(lineless, {})(None)
    entry = caught.value.__traceback__.tb_next
    assert (
        not entry.tb_lineno or entry.tb_lineno < 0
    )  # none; 0 where a tracer follows, -1 in the first versions of 3.11
    interrupt.__traceback__ = entry
    user_frames_only(interrupt)
    assert interrupt.__traceback__.tb_lineno == lineless.co_firstlineno
    assert span_of_traceback(entry).line == lineless.co_firstlineno
