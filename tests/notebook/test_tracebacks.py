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
