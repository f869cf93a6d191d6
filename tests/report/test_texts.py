"""Lines are those of Python's tokenizer."""

import ast

import pytest

from ag_notebook.report.texts import split_lines

NO_ENDS = ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


@pytest.mark.parametrize("character", NO_ENDS)
def test_only_line_ends_of_python_end_a_line(character):
    text = f"s = 'a{character}b'  # c{character}d\nt = 1\n"
    assert split_lines(text) == [f"s = 'a{character}b'  # c{character}d", "t = 1"]
    assert "".join(split_lines(text, keepends=True)) == text
    assert ast.parse(text).body[1].lineno == 2


def test_all_line_ends_of_python_do():
    assert split_lines("a\n\nb\r\nc\rd") == ["a", "", "b", "c", "d"]
    assert split_lines("a\r\nb\rc\n", keepends=True) == ["a\r\n", "b\r", "c\n"]
    assert split_lines("") == []
