"""Errors of ours at the user's line; everybody else's errors as they were."""

import linecache
import os

import pytest

from ag_notebook.notebook.tracebacks import short_lines
from ag_notebook.report import Span
from ag_notebook.staging.errors import AgNotebookError, ConversionError, StagedRuntimeError

RAISER = """\
from ag_notebook.report import Span
from ag_notebook.staging.errors import ConversionError
import sys
def fail():
    here = sys._getframe(1)
    span = Span(here.f_code.co_filename, here.f_lineno, 4, here.f_lineno, 10)
    raise ConversionError("AG199", "this cannot be staged", span=span, fix="Write it otherwise.")
"""


def test_code_place_excerpt_caret_and_fix(session):
    session.ok(RAISER)
    ran = session.run("a = 1\nb = 2\nif a:\n    fail()")
    assert isinstance(ran.error, ConversionError)
    lines = ran.printed.splitlines()
    assert lines[:6] == [
        "ConversionError: this cannot be staged   AG199",
        "  Cell In[3], line 4",
        "        2 b = 2",
        "        3 if a:",
        "  -->   4     fail()",
        "              ^^^^^^",
    ]
    assert "  Fix: Write it otherwise." in lines


def test_the_cells_that_called_are_named(session):
    session.ok(RAISER)
    session.ok("def outer():\n    fail()")
    ran = session.run("a = 1\nouter()")
    assert "  Cell In[3], line 2" in ran.printed
    assert "  called from Cell In[4], line 2: outer()" in ran.printed


def test_full_tracebacks_show_every_frame(session):
    session.ok(RAISER)
    session.ok("%autograph --tb full")
    ran = session.run("if True:\n    fail()")
    assert "Cell In[2], line 7, in fail" in ran.printed
    assert "AG_NOTEBOOK_FULL_TRACEBACK" in os.environ
    session.ok("%autograph --tb short")
    assert "AG_NOTEBOOK_FULL_TRACEBACK" not in os.environ
    assert "Cell In[2], line 7, in fail" not in session.run("if True:\n    fail()").printed


HIDER = "def fail():\n    1 / 0\ndef hider():\n    __tracebackhide__ = True\n    fail()"


def test_full_tracebacks_are_those_of_every_error(session):
    session.ok(HIDER)
    assert "in hider" not in session.run("hider()").printed
    session.ok("%autograph --tb full")
    assert "line 5, in hider" in session.run("hider()").printed
    session.ok("%autograph --tb short")


def test_the_last_error_is_shown_in_full_at_once(session):
    session.ok("def user():\n    return undefined_name")
    session.ok("def hider():\n    __tracebackhide__ = True\n    return user()")
    first = session.run("hider()")
    assert "in hider" not in first.printed
    session.ok("1 + 1")
    shown = session.ok("%autograph --tb full").printed
    assert "line 3, in hider" in shown
    assert "NameError: name 'undefined_name' is not defined" in shown
    assert "Run that cell again" not in shown  # nothing was dropped
    assert session.ok("%autograph --tb short").printed == ""


def test_frames_that_were_dropped_are_promised_for_the_next_time(session):
    session.run("%%autograph\ndef f(x):\n    return undefined_name\n\nf(1)")
    assert "Run that cell again to see also the frames" in session.ok("%autograph --tb full").printed
    again = session.run("f(1)").printed
    assert "in StagedFunction.__call__" in again
    session.ok("%autograph --tb short")
    assert "in StagedFunction.__call__" not in session.run("f(1)").printed


def test_full_tracebacks_without_an_error_show_nothing(session):
    session.run("%%autograph --wrong\n1")  # not worth a traceback
    assert session.ok("%autograph --tb full").printed == ""
    session.ok("%autograph --tb short")


def test_calls_that_repeat_are_counted(session):
    session.ok(RAISER)
    session.ok("def down(n):\n    if n == 0:\n        fail()\n    down(n - 1)")
    lines = session.run("down(9)").printed.splitlines()
    called = [line for line in lines if "called from" in line]
    assert called[1:] == [
        "  called from Cell In[3], line 4: down(n - 1)   … 8 more times",
        "  called from Cell In[4], line 1: down(9)",
    ]


def test_other_errors_are_not_touched(session):
    ran = session.run("1 / 0")
    assert "Traceback (most recent call last)" in ran.printed


def test_a_handler_of_somebody_else_stays_in_force(bare):
    seen = []
    bare.shell.set_custom_exc(
        (KeyError,), lambda self, kind, error, trace, tb_offset=None: seen.append(error)
    )
    bare.ok("%load_ext ag_notebook")
    bare.run("{}['x']")
    assert len(seen) == 1
    assert "this cannot be staged" in bare.run(RAISER + "fail()").printed
    bare.ok("%unload_ext ag_notebook")
    bare.run("{}['x']")
    assert len(seen) == 2


def test_the_cause_is_named(bare):
    error = StagedRuntimeError("AG201", "'y' was never bound")
    error.__cause__ = UnboundLocalError("y")
    lines = short_lines(bare.shell, error, None)
    assert lines == ["StagedRuntimeError (UnboundLocalError): 'y' was never bound   AG201"]


def test_carets_count_characters(bare):
    linecache.cache["<unicode>"] = (0, None, ["ä = 'ö'; zürich()\n"], "<unicode>")
    line = linecache.getline("<unicode>", 1)
    start = len("ä = 'ö'; ".encode())
    span = Span("<unicode>", 1, start, 1, start + len("zürich()".encode()))
    shown = short_lines(bare.shell, AgNotebookError("AG1", "no", span=span), None)
    del linecache.cache["<unicode>"]
    source, caret = shown[2], shown[3]
    assert source.endswith(line.rstrip())
    assert caret.index("^") == source.index("zürich()")
    assert caret.count("^") == len("zürich()")


@pytest.mark.parametrize("colors", ["linux", "nocolor"])
def test_colors_follow_the_shell(bare, colors):
    bare.shell.colors = colors
    lines = short_lines(bare.shell, AgNotebookError("AG1", "no", fix="Do."), None)
    assert any("\x1b[" in line for line in lines) is (colors != "nocolor")
