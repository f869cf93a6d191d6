"""A `with` that diverts output does so for what Python does while tracing, and is left in order."""

from __future__ import annotations

import contextlib
import io
import warnings

import pytest
import tensorflow as tf

from ag_notebook.staging import do_not_convert, function
from ag_notebook.staging.errors import StagingError


@do_not_convert
def loud() -> int:
    warnings.warn("old")
    return 2


def test_what_python_does_while_tracing_is_diverted() -> None:
    @function
    def run(x):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return x * loud()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert run(tf.constant(3)).numpy() == 6


def test_what_comes_after_the_block_is_not_diverted(capsys) -> None:
    @function
    def run(x):
        with contextlib.redirect_stdout(io.StringIO()):
            x += 1
        print("x", x)
        return x

    run(tf.constant(3))
    assert capsys.readouterr().out == "x 4\n"


def test_another_stream_is_not_diverted(capsys) -> None:
    def run(x):
        with contextlib.redirect_stderr(io.StringIO()):
            print("x", x)
            warnings.warn("old")
        return x

    with pytest.raises(StagingError, match="AG232") as caught:
        function(run)(tf.constant(3))
    assert caught.value.span.line == run.__code__.co_firstlineno + 3
