"""What a user sees is done when the graph runs, and finds the user's place."""

from __future__ import annotations

import logging
import warnings

import pytest
import tensorflow as tf

from ag_notebook.staging import convert, function
from ag_notebook.staging.errors import StagingError

log = logging.getLogger("ag_notebook_tests_of_outputs")


def helper(x):
    log.warning("by helper", stacklevel=2)
    warnings.warn("by helper", stacklevel=2)
    return x


def call(x):
    if x > 2:
        x = helper(x)
    return x


@pytest.mark.parametrize("made", [function, convert])
def test_stacklevel_is_a_number_of_the_users_functions(made, caplog) -> None:
    x = tf.constant(3) if made is function else 3
    with pytest.warns(UserWarning, match="by helper") as warned:
        made(call)(x)
    (record,) = caplog.records
    line = call.__code__.co_firstlineno + 2
    assert (record.funcName, record.lineno, record.pathname) == ("call", line, __file__)
    assert [(w.filename, w.lineno) for w in warned] == [(__file__, line)]


def test_the_level_is_that_of_the_time_of_the_call(caplog) -> None:
    @function
    def note(x):
        log.info("x = %s", x)
        return x

    log.setLevel(logging.ERROR)
    note(tf.constant(1))
    log.setLevel(logging.INFO)
    note(tf.constant(2))
    assert [(r.args, type(r.args[0])) for r in caplog.records] == [((2,), int)]


def test_a_logger_is_refused_under_xla() -> None:
    def note(x):
        log.info("x = %s", x)
        return x

    with pytest.raises(StagingError, match=r"AG302 .*XLA cannot log"):
        function(note, jit_compile=True)(tf.constant(1))
