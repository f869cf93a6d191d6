"""A trace's context is seen by its own thread only, and ends with its block."""

from __future__ import annotations

import threading

import pytest

from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, current, tracing
from ag_notebook.staging.runtime.effects import Effects


def context() -> Context:
    return Context(None, Options(backend="python"))


def test_nothing_is_traced_outside() -> None:
    assert current() is None
    with tracing(context()) as made:
        assert current() is made
        with tracing(context()) as inner:
            assert current() is inner is not made
        assert current() is made
    assert current() is None


def test_an_exception_ends_the_trace() -> None:
    with pytest.raises(ZeroDivisionError), tracing(context()):
        1 / 0
    assert current() is None


def test_threads_do_not_see_each_others() -> None:
    seen: list = []
    with tracing(context()):
        thread = threading.Thread(target=lambda: seen.append(current()))
        thread.start()
        thread.join()
    assert seen == [None]


def test_the_outermost_function_is_no_branch() -> None:
    made = context()
    assert not made.in_branch
    made.scopes.append(Effects(lambda: None))
    assert not made.in_branch
    made.scopes.append(Effects(lambda: None))
    assert made.in_branch


def test_the_back_end_is_that_of_the_options() -> None:
    assert context().backend is PYTHON
