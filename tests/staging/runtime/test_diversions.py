"""A `with` that diverts output does so for what Python does while tracing, and is left in order."""

from __future__ import annotations

import contextlib
import io
import sys
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


def by_hand(x):
    kept, old = io.StringIO(), sys.stdout
    sys.stdout = kept
    print("hid")
    sys.stdout = old
    return x, kept.getvalue()


def by_setattr(x):
    old = sys.stdout
    setattr(sys, "stdout", io.StringIO())
    sys.stdout.write("hid")
    sys.stdout = old
    return x


def in_a_branch(x):
    old = sys.stderr
    sys.stderr = io.StringIO()
    if x > 0:
        print("hid", file=sys.stderr)
    sys.stderr = old
    return x


def warned(x):
    old = sys.stderr
    sys.stderr = io.StringIO()
    warnings.warn("hid")
    sys.stderr = old
    return x


def shown_by_the_users(x):
    old, seen = warnings.showwarning, []
    warnings.showwarning = lambda *given, **_: seen.append(given)
    warnings.warn("hid")
    warnings.showwarning = old
    return x, len(seen)


class Kept:
    def __enter__(self):
        self.old, sys.stdout = sys.stdout, io.StringIO()
        return sys.stdout

    def __exit__(self, *error):
        sys.stdout = self.old


def by_a_manager(x):
    with Kept() as kept:
        print("hid")
    return x, kept.getvalue()


@pytest.mark.parametrize(
    "run",
    [by_hand, by_setattr, in_a_branch, warned, shown_by_the_users, by_a_manager],
    ids=lambda f: f.__name__,
)
def test_a_stream_that_is_put_in_place_by_hand(run, capsys) -> None:
    before = sys.stdout, sys.stderr, warnings.showwarning
    with pytest.raises(StagingError, match="AG232.*is what it was before by then"):
        function(run)(tf.constant(3))
    assert (sys.stdout, sys.stderr, warnings.showwarning) == before
    assert capsys.readouterr() == ("", "")


def test_what_is_printed_after_the_stream_is_back_or_to_another(capsys) -> None:
    @function
    def run(x):
        old = sys.stdout
        sys.stdout = io.StringIO()
        x += 1
        print("between", file=sys.stderr)
        sys.stdout = old
        print("after", x)
        return x

    run(tf.constant(3))
    run(tf.constant(3))
    assert capsys.readouterr() == ("after 4\nafter 4\n", "between\nbetween\n")
