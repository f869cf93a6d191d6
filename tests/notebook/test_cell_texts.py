"""Cells with characters that end no line of Python's: their functions are found, and lines are counted as Python does."""

import pytest

from ag_notebook.notebook import cell_texts
from ag_notebook.staging.source.finding import find

CHARACTERS = ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


@pytest.mark.parametrize("character", CHARACTERS, ids=ascii)
@pytest.mark.parametrize(
    "cell",
    [
        "%%autograph\ns = 'a@b'\ndef f(x):\n    if x > 0:\n        return x\n    return -x\nf(2)",
        "%%autograph\n# a@b\ndef f(x):\n    # c@d\n    if x > 0:\n        return len('e@f')\n    return -x\nf(2)",
    ],
)
def test_in_texts_and_comments(session, cell, character):
    cell = cell.replace("@", character)
    session.ok(cell)
    source = session.shell.user_ns["f"].report().functions[0].source
    assert source.rstrip("\n") == cell[cell.index("def f") : cell.rindex("\n")]


def test_a_form_feed_between_statements(session):
    session.ok("def helper(x):\n    a = 1\n\x0c\n    return x + a\n\x0c\ndef f(x):\n    return helper(x)")
    session.ok(
        "%%autograph\nimport tensorflow as tf\n\x0c\ndef g(x):\n\x0c    y = f(x)\n    return y\ng(tf.constant(1))"
    )
    names = session.shell.user_ns
    texts = [find(function).text for function in (names["helper"], names["f"], names["g"].original)]
    assert texts == [
        "def helper(x):\n    a = 1\n\x0c\n    return x + a\n",
        "def f(x):\n    return helper(x)\n",
        "def g(x):\n\x0c    y = f(x)\n    return y\n",
    ]


def test_the_line_of_an_error(session):
    ran = session.run("%%autograph\ns = 'a\u2028b'\ndef f(x):\n    # \x0c\n    raise ValueError('bad')\nf(1)")
    assert "line 5" in ran.printed or "line: 5" in ran.printed or "----> 5" in ran.printed


def test_what_was_installed_goes(session):
    assert "cache" in vars(session.shell.compile)
    cell_texts.uninstall(session.shell)
    assert "cache" not in vars(session.shell.compile)
