r"""S-expressions: text as nested lists of words, and back.

    tree := word | (tree...)        ; a comment ends with its line

A word is anything without blanks, parentheses, `;` and `|`. Between bars, a word is a name whatever is in it: `|a (b)|`;
there, `\|` is a bar and `\\` a backslash. (This is Common Lisp's way.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

TOKEN = re.compile(
    r"(?P<blank>\s+|;[^\n]*)|(?P<paren>[()])|\|(?P<name>(?:[^|\\]|\\.)*)\||(?P<word>[^\s()|;]+)", re.DOTALL
)
PLAIN = re.compile(r"[^\s()|;\\:]+")
NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
MOST_LEVELS = 200
WIDTH = 100


class ReadError(ValueError):
    """A text that is no program. The message begins with the line and the column, counted from 1."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it begins; `quoted` ones are names."""

    text: str
    offset: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Parens:
    """What is between two parentheses."""

    items: tuple[Tree, ...]
    offset: int


Tree: TypeAlias = "Word | Parens"


def place(text: str, offset: int) -> str:
    """A place in a text, as messages say it."""
    return f"line {text.count(chr(10), 0, offset) + 1}, column {offset - text.rfind(chr(10), 0, offset)}"


def parsed(text: str) -> list[Tree]:
    """The trees that a text consists of.

    Raises:
        ReadError: parentheses or bars do not match, or are too deep.
    """
    open_: list[tuple[int, list[Tree]]] = [(0, [])]
    offset = 0
    while offset < len(text):
        token = TOKEN.match(text, offset)
        if token is None:
            raise ReadError(f"{place(text, offset)}: this bar has no end")
        if token["paren"] == "(":
            if len(open_) > MOST_LEVELS:
                raise ReadError(
                    f"{place(text, offset)}: more than {MOST_LEVELS} levels of parentheses; name parts by let*"
                )
            open_.append((offset, []))
        elif token["paren"]:
            if len(open_) == 1:
                raise ReadError(f"{place(text, offset)}: this parenthesis has no beginning")
            start, items = open_.pop()
            open_[-1][1].append(Parens(tuple(items), start))
        elif token["name"] is not None:
            open_[-1][1].append(
                Word(re.sub(r"\\(.)", r"\1", token["name"], flags=re.DOTALL), offset, quoted=True)
            )
        elif token["word"]:
            open_[-1][1].append(Word(token["word"], offset))
        offset = token.end()
    if len(open_) > 1:
        raise ReadError(f"{place(text, open_[-1][0])}: this parenthesis has no end")
    return open_[0][1]


def openings(text: str) -> list[int]:
    """Where parentheses open."""
    return [token.start() for token in TOKEN.finditer(text) if token["paren"] == "("]


def quoted(name: str) -> str:
    """A name as a word that reads as that name."""
    if PLAIN.fullmatch(name) and not NUMBER.match(name) and name not in ("true", "false"):
        return name
    return "|" + name.replace("\\", "\\\\").replace("|", "\\|") + "|"


def laid_out(tree: str | Sequence, indent: int = 0) -> str:  # type: ignore[type-arg]
    """A tree of words on one line if there is room, or else with items below each other."""
    if isinstance(tree, str):
        return tree
    flat = _flat(tree)
    if indent + len(flat) <= WIDTH and "\n" not in flat:
        return flat
    heads = _heads(tree)
    text, column = "(", indent + 1
    for item in tree[:heads]:
        text += laid_out(item, column) + " "
        column = indent + len(text) - text.rfind("\n") - 1 if "\n" in text else indent + len(text)
    inner = indent + (2 if heads else 1)
    lines: list[str] = []
    words = False  # Whether the last line holds words alone: then more of them may follow.
    for item in tree[heads:]:
        if words and isinstance(item, str) and inner + len(lines[-1]) + 1 + len(item) <= WIDTH:
            lines[-1] += f" {item}"
        else:
            lines.append(laid_out(item, inner))
        words = isinstance(item, str)
    rest = f"\n{' ' * inner}".join(lines)
    return f"{text.rstrip()}\n{' ' * inner}{rest})" if heads else f"({rest})"


def _flat(tree: str | Sequence) -> str:  # type: ignore[type-arg]
    return tree if isinstance(tree, str) else f"({' '.join(map(_flat, tree))})"


def _heads(tree: Sequence) -> int:  # type: ignore[type-arg]
    """How many items stay on the first line: the words in front, and what they name."""
    if tree and tree[0] == "array":
        return 2
    words = next((i for i, item in enumerate(tree) if not isinstance(item, str)), len(tree))
    return words + (tree[0] in ("def", "let*", "while") if tree else 0)
