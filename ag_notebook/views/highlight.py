"""Highlights Python so that it can be read on any ground: by weight and slant first, by colour where there is a theme.

No single text colour has enough contrast on both white and black, and a saved notebook may lose its style
sheet. So keywords are `<b>` and comments `<i>`; other kinds of token carry a class that a style sheet may colour.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TextIO

from pygments.formatter import Formatter  # type: ignore[import-untyped]
from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType  # type: ignore[import-untyped]

from ag_notebook.report.texts import split_lines
from ag_notebook.views.literal import escape, literal

Tokens = Iterable[tuple[_TokenType, str]]

_TAGS = (
    (Comment, "i", "ag-c"),
    (Keyword.Constant, "b", "ag-n"),
    (Keyword, "b", "ag-k"),
    (Operator.Word, "b", "ag-k"),
    (String, "span", "ag-s"),
    (Number, "span", "ag-n"),
    (Name.Function, "span", "ag-f"),
    (Name.Class, "span", "ag-f"),
    (Name.Decorator, "span", "ag-f"),
    (Name.Builtin.Pseudo, "span", ""),
    (Name.Builtin, "span", "ag-b"),
)
_ANSI = {"b": "\x1b[1m", "i": "\x1b[3m"}


class ClassFormatter(Formatter):  # type: ignore[misc]
    """A Pygments formatter: `<b>`, `<i>` and classes, no colours of its own; each line is well formed alone."""

    name = "ag_notebook"

    def format(self, tokensource: Tokens, outfile: TextIO) -> None:
        """Writes the tokens as HTML."""
        outfile.write("\n".join(_html_lines(tokensource)))


@functools.lru_cache(maxsize=64)
def html_lines(text: str, most: int | None = None) -> list[str]:
    """The lines of `text`, at most the first `most`, highlighted; a view asks for a program more than once."""
    lines = split_lines(text)[:most]
    return (_html_lines(_tokens(text), most) + [""] * len(lines))[: len(lines)]


def ansi_lines(text: str) -> list[str]:
    """Each line of `text` with bold keywords and slanted comments, for a terminal."""
    lines = [""]
    for tag, _, piece in _pieces(_tokens(text)):
        if piece == "\n":
            lines.append("")
        else:
            code = _ANSI.get(tag)
            lines[-1] += f"{code}{literal(piece)}\x1b[0m" if code else literal(piece)
    wanted = len(split_lines(text))
    return (lines + [""] * wanted)[:wanted]


def _tokens(text: str) -> Tokens:
    tokens: Tokens = PythonLexer(stripnl=False, ensurenl=False).get_tokens("\n".join(split_lines(text)))
    return tokens


def _html_lines(tokens: Tokens, most: int | None = None) -> list[str]:
    lines = [""]
    for tag, name, piece in _pieces(tokens):
        if piece == "\n":
            if len(lines) == most:
                break  # the lexer has not read further than this
            lines.append("")
        elif name:
            lines[-1] += f'<{tag} class="{name}">{escape(piece)}</{tag}>'
        else:
            lines[-1] += escape(piece)
    return lines


def _pieces(tokens: Tokens) -> Iterator[tuple[str, str, str]]:
    """Tag, class and text of each token, split at line breaks."""
    for kind, value in tokens:
        tag, name = next(((tag, name) for group, tag, name in _TAGS if kind in group), ("", ""))
        for index, piece in enumerate(value.split("\n")):
            if index:
                yield "", "", "\n"
            if piece:
                yield tag, name, piece
