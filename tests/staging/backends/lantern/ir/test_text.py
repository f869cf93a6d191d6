"""Words and parentheses are found where they are, and names are quoted where they must be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ag_notebook.staging.backends.lantern.ir.text import WIDTH, Parens, Word, laid_out, parsed, place, quoted


def test_trees():
    assert parsed("a (b ; c\n |d (|)") == [
        Word("a", 0),
        Parens((Word("b", 3), Word("d (", 10, quoted=True)), 2),
    ]
    assert parsed(" ; nothing") == []


@given(st.text())
def test_quoted_names_read_as_they_are(name):
    (word,) = parsed(quoted(name))
    assert word.text == name


@pytest.mark.parametrize("name", ["x", "none?", "f.g", "é", "a'b"])
def test_plain_names_stay_plain(name):
    assert quoted(name) == name


@pytest.mark.parametrize("name", ["", "3", "-2e5", "true", "a b", ":axis", "a|b", "a;b"])
def test_names_that_would_be_something_else(name):
    assert quoted(name).startswith("|")


def test_places():
    assert [place("ab\ncd", offset) for offset in (0, 1, 3)] == [
        "line 1, column 1",
        "line 1, column 2",
        "line 2, column 1",
    ]


words = st.recursive(st.text("abc", min_size=1, max_size=30), st.lists, max_leaves=60)


@given(words)
def test_layout_changes_blanks_only(tree):
    def shape(found):
        return found.text if isinstance(found, Word) else list(map(shape, found.items))

    assert list(map(shape, parsed(laid_out(tree)))) == [tree]


def test_words_fill_lines():
    lines = laid_out(["array", ["tensor", "f32", "60"], *["1.25"] * 60]).splitlines()
    assert len(lines) == 5
    assert all(len(line) <= WIDTH for line in lines)
