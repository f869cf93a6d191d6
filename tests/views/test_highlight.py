"""Checks that highlighting keeps every character and every line."""

import html
import io
import re

import pytest
import sample
from pygments.lexers.python import PythonLexer

from ag_notebook.report.texts import split_lines
from ag_notebook.views.highlight import ClassFormatter, ansi_lines, html_lines

TEXTS = [
    sample.COLLATZ,
    sample.generated().text,
    "\n\n  x = 1\n\n",
    "s = '''a\n  b\n'''  # c\n",
    "def broken(:\n  ???\n",
    "x = 1\x0cy = 2\n",
    "",
    sample.hostile().functions[0].source,
]


@pytest.mark.parametrize("text", TEXTS)
def test_lines_and_characters_are_kept(text):
    lines = html_lines(text)
    assert len(lines) == len(split_lines(text))
    shown = [html.unescape(re.sub(r"<[^>]*>", "", line)) for line in lines]
    expected = [html.unescape(re.sub("<[^>]*>", "", html.escape(line))) for line in split_lines(text)]
    plain = str.maketrans({"\x0c": "␌", "\x1b": "␛", "\x00": "␀", "\u202e": r"\u202e", "\ud800": "?"})
    assert shown == [line.translate(plain) for line in expected]


@pytest.mark.parametrize("text", TEXTS)
def test_the_first_lines_alone_are_the_same_lines(text):
    for most in range(len(split_lines(text)) + 2):
        assert html_lines(text, most) == html_lines(text)[:most]


def test_keywords_are_bold_and_comments_italic_without_colours():
    (line,) = html_lines("while not x:  # why\n")
    assert line == ('<b class="ag-k">while</b> <b class="ag-k">not</b> x:  <i class="ag-c"># why</i>')
    assert "style" not in "".join(html_lines(sample.COLLATZ))


def test_a_text_over_several_lines_is_closed_on_each():
    for line in html_lines("s = '''a\nb\n'''\n"):
        assert line.count("<span") == line.count("</span>")


def test_it_is_a_pygments_formatter():
    out = io.StringIO()
    ClassFormatter().format(PythonLexer().get_tokens("return 1"), out)
    assert out.getvalue().startswith('<b class="ag-k">return</b> <span class="ag-n">1</span>')


def test_ansi_is_weight_and_slant():
    assert ansi_lines("return x # c\x1b\n") == ["\x1b[1mreturn\x1b[0m x \x1b[3m# c␛\x1b[0m"]
