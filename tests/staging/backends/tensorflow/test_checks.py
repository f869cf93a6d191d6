"""What Python would raise is raised when the graph runs, with the values of then, and before anything later."""

from __future__ import annotations

import sys

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.tensorflow.checks import check, fail, original
from ag_notebook.staging.runtime.handlers import guarded_try


class Custom(Exception):
    def __init__(self, value, *, hint=""):
        super().__init__(value)
        self.hint = hint


def test_a_check_that_holds_does_nothing(graph) -> None:
    def build(x):
        check(x > 0, lambda: ValueError("not positive"))
        return x

    assert graph(build, 1) == 1
    with pytest.raises(ValueError, match="^not positive$"):
        graph(build, -1)


def test_staged_arguments_are_those_of_the_run(graph) -> None:
    def build(x, y, text):
        check(x > 0, lambda: Custom("fixed"))
        check(y > 0, lambda: KeyError(x, y, text, 7))
        return x

    with pytest.raises(KeyError) as caught:
        graph(build, 3, -1.5, "naïve")
    assert caught.value.args == (3, -1.5, "naïve", 7)
    assert [type(a) for a in caught.value.args] == [int, float, str, int]
    with pytest.raises(Custom, match="fixed"):
        graph(build, -3, 1.0, "")


def test_the_first_of_several_failures_is_raised(graph) -> None:
    def build(x):
        check(x > 0, lambda: ValueError("first"))
        check(x > 1, lambda: ValueError("second"))
        return 100 // x

    with pytest.raises(ValueError, match="first"):
        graph(build, 0)
    with pytest.raises(ValueError, match="second"):
        graph(build, 1)


def test_each_run_raises_its_own_exception_with_its_attributes() -> None:
    @function
    def spoil(x):
        if x > 0:
            raise Custom("why", hint="because")
        return x

    caught = []
    for _ in range(2):
        with pytest.raises(Custom) as error:
            spoil(tf.constant(1))
        caught.append(error.value)
    assert [e.hint for e in caught] == ["because"] * 2
    assert caught[0] is not caught[1]


def test_the_traceback_ends_at_the_users_line(graph) -> None:
    lines: list = []

    def build(x):
        lines.append(sys._getframe().f_lineno + 1)
        fail(ValueError("always"))
        return x

    with pytest.raises(ValueError, match="always"):
        graph(build, 1)
    (failure,) = graph.context.failures
    error = failure.at_run_time([])
    assert (error.__traceback__.tb_lineno, error.__traceback__.tb_frame.f_code.co_name) == (lines[0], "build")


def test_making_the_exception_changes_nothing(graph) -> None:
    items = [1]

    def exception():
        from ag_notebook.staging.runtime.lists import list_append

        list_append(items, 2)
        return ValueError("no")

    def build(x):
        check(x > 0, exception)
        return x

    graph(build, 1)
    assert items == [1]


def test_an_error_that_is_not_ours() -> None:
    assert original(ValueError("something else"), []) is None
    assert original(ValueError("ag_notebook failure 3: KeyError: "), []) is None


def test_a_handler_around_it_cannot_catch_at_run_time(graph) -> None:
    def build(x):
        with guarded_try(lambda: ValueError):
            check(x > 0, lambda: ValueError("no"))
        return x

    with pytest.raises(StagingError) as caught:
        graph(build, 1)
    assert caught.value.code == "AG270"
