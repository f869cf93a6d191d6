"""What is asked for of hidden state becomes a guard of the trace, once for each question."""

import contextvars
import functools
import os

import pytest

from ag_notebook.staging import StagingError
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.effects import Effects
from ag_notebook.staging.runtime.hidden_state import decimal_settings, look_after

VARIABLE = contextvars.ContextVar("VARIABLE", default=1)


@pytest.fixture
def context():
    made = Context(default_converter(), Options())
    made.scopes.append(Effects(lambda: None))
    return made


def test_a_question_is_asked_again(context, monkeypatch):
    monkeypatch.setenv("AG_TEST", "1")
    look_after(context, os.getenv, ("AG_TEST",), {})
    look_after(context, VARIABLE.get, (), {})
    look_after(context, len, ([],), {})
    assert [guard.label for guard in context.asked] == ["os.getenv()", "ContextVar.get()"]
    assert [guard.value for guard in context.asked] == ["1", 1]
    monkeypatch.setenv("AG_TEST", "2")
    assert [guard.holds() for guard in context.asked] == [False, True]


def test_a_cache_holds_until_it_is_cleared(context):
    @functools.lru_cache
    def double(n):
        return 2 * n

    double(1)
    look_after(context, double, (1,), {})
    double(2)
    assert context.asked[0].holds()
    double.cache_clear()
    assert not context.asked[0].holds()


def test_nothing_is_looked_after_outside_of_a_trace():
    look_after(None, VARIABLE.set, (1,), {})
    assert decimal_settings()[0] == 28


def test_a_change_is_refused(context):
    with pytest.raises(StagingError, match="AG231.*ContextVar.set changes what no variable holds"):
        look_after(context, VARIABLE.set, (1,), {})
