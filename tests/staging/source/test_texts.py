"""Texts of files and cells, and where their functions begin."""

from __future__ import annotations

import linecache
import textwrap

import pytest

from ag_notebook.staging.source.finding import find
from ag_notebook.staging.source.texts import parsed, register, text_of

TEXT = textwrap.dedent(
    """
    @deco
    def f(): pass

    class K:
        class L:
            def m(self):
                if True:
                    def inner(): pass
    try:
        pass
    except E:
        def g(): pass
    """
)


def test_registered_text_is_known_to_linecache_too() -> None:
    register("<cell texts>", "x = 1\ny = 2\n")
    assert text_of("<cell texts>") == "x = 1\ny = 2\n"
    assert linecache.getline("<cell texts>", 2) == "y = 2\n"


def test_a_cell_that_ipython_put_into_linecache_is_known() -> None:
    linecache.cache["<ipython-cell>"] = (5, None, ["z = 3\n"], "<ipython-cell>")
    assert text_of("<ipython-cell>") == "z = 3\n"


def test_nobody_knows_the_text_of_exec() -> None:
    assert text_of("<nowhere>") is None


def test_definitions_are_found_by_first_line_and_name() -> None:
    found = parsed("file", TEXT).definitions
    assert set(found) == {(2, "f"), (7, "m"), (9, "inner"), (13, "g")}
    assert found[7, "m"][0].classes == ("K", "L")
    assert found[13, "g"][0].classes == ()


def test_a_text_is_parsed_once() -> None:
    assert parsed("file", TEXT) is parsed("file", TEXT)
    assert parsed("file", TEXT) is not parsed("other", TEXT)


@pytest.mark.parametrize("character", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_characters_that_end_no_line_in_files_and_registered_texts(tmp_path, character):
    text = f"s = 'a{character}b'  # {character}\n\x0c\ndef f(x):\n    t = 'c{character}d'  # e{character}f\n\x0c\n    return x, t\n"
    (tmp_path / "m.py").write_text(text, encoding="utf-8")
    for name in (str(tmp_path / "m.py"), "<registered>"):
        if name == "<registered>":
            register(name, text)
        namespace = {}
        exec(compile(text, name, "exec"), namespace)
        found = find(namespace["f"])
        assert found.text == text[text.index("def f") :]
        assert (found.span.line, found.span.end_line) == (3, 6)
