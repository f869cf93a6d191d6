"""Which context managers may swallow exceptions, and how those of the user's are entered and left."""

from __future__ import annotations

import contextlib

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.handlers import refuse_if_caught
from ag_notebook.staging.runtime.managers import is_of_contextlib, manager, with_converted_generator


@pytest.fixture
def context():
    with tracing(Context(default_converter(), Options())) as made:
        yield made


class Swallowing:
    def __enter__(self):
        return "entered"

    def __exit__(self, kind, error, traceback):
        return kind is ValueError


class Passing:
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if exception:
            return None
        return False


@contextlib.contextmanager
def handling():
    try:
        yield 1
    except KeyError:
        pass


@contextlib.contextmanager
def finishing():
    try:
        yield 1
    finally:
        pass


def test_managers_that_may_swallow(context) -> None:
    assert manager(contextlib.suppress(KeyError, OSError)).classes == (KeyError, OSError)
    assert manager(Swallowing()).classes == (Exception,)
    assert manager(handling()).classes == (Exception,)
    for kept in (finishing(), contextlib.nullcontext(), tf.GradientTape()):
        assert manager(kept) is kept


def test_an_exit_of_the_users_is_as_a_finally(context) -> None:
    passing = Passing()
    with manager(passing) as entered:
        assert entered is passing
    with pytest.raises(KeyError), manager(passing):
        raise KeyError("k")


def test_generators_of_contextlib_are_converted(context) -> None:
    made = finishing()
    before = made.gen
    assert with_converted_generator(made).gen is not before
    with made as entered:
        assert entered == 1
    assert with_converted_generator(7) == 7
    assert is_of_contextlib(finishing) and not is_of_contextlib(manager)


def test_a_guarded_manager_is_entered_and_left(context) -> None:
    with manager(Swallowing()) as entered:
        assert entered == "entered"
        with pytest.raises(StagingError, match="inside a `with` that catches it"):
            refuse_if_caught(ValueError())
        raise ValueError("swallowed by the manager")
    assert context.handlers == []
    with pytest.raises(KeyError), manager(Swallowing()):
        raise KeyError("k")


def test_outside_of_a_trace_managers_stay() -> None:
    value = contextlib.suppress(KeyError)
    assert manager(value) is value
