"""What the user's handlers would catch."""

from __future__ import annotations

import contextlib
import sys

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import trace
from ag_notebook.staging.runtime.handlers import (
    Handlers,
    Refusal,
    guarded_try,
    guarded_try_star,
    is_caught_here,
    was_raised_here,
)


@pytest.fixture
def context():
    with tracing(Context(default_converter(), Options())) as made:
        yield made


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.11 brought groups")
def test_groups_come_to_except_star_only() -> None:
    group = ExceptionGroup("g", [ValueError(), ExceptionGroup("h", [KeyError()])])  # noqa: F821
    assert not Handlers((KeyError,), 0).catch(group)
    assert Handlers((KeyError,), 0, in_groups=True).catch(group)
    assert not Handlers((OSError,), 0, in_groups=True).catch(group)


def test_only_a_handler_of_the_same_scope_is_pythons(context) -> None:
    error = KeyError("k")
    assert not is_caught_here(context, error)
    with guarded_try(lambda: (LookupError,)):
        assert is_caught_here(context, error)
        assert was_raised_here(context, error)
        assert not was_raised_here(context, KeyError("k"))
        with pytest.raises(StagingError, match="AG270"):
            trace(context, lambda: is_caught_here(context, error))
    assert context.handlers == []


def test_except_star_is_remembered_as_such(context) -> None:
    with guarded_try_star(lambda: (ValueError, (KeyError, OSError))):
        (handlers,) = context.handlers
    assert handlers == Handlers((ValueError, KeyError, OSError), 0, in_groups=True)


def test_a_swallowed_refusal_ends_the_trace(context) -> None:
    def careless():
        try:
            with guarded_try(lambda: (BaseException,)):
                raise StagingError("AG231", "message")
        except BaseException:
            return "swallowed"

    with pytest.raises(Refusal) as caught:
        trace(context, careless)
    assert caught.value.error.code == "AG231"
