"""Tells whether two lines of code say the same, whatever their quotes, numbers, spaces and comments look like.

The printer writes code in one spelling, and what the user spelt otherwise has not changed for that:

    print("a", 1e-6)  # small      ->      print('a', 1e-06)
"""

from __future__ import annotations

import ast
import functools
import io
import tokenize

_LAYOUT = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


def same_code(one: str, other: str) -> bool:
    """Whether two lines, or parts of statements, are the same code."""
    one, other = one.strip(), other.strip()
    return one == other or _meaning(one) == _meaning(other)


@functools.lru_cache(maxsize=1024)
def _meaning(text: str) -> object:
    """What a line says: its tree where it is a statement, or the start of one, else its tokens."""
    for whole in (text, f"{text}\n pass"):
        try:
            return ast.dump(ast.parse(whole))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return _tokens(text)


def _tokens(text: str) -> tuple[object, ...]:
    found: list[object] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.STRING, tokenize.NUMBER):
                found.append(repr(ast.literal_eval(token.string)))
            elif token.type not in _LAYOUT:
                found.append(token.string)
    except tokenize.TokenError:  # the line ends inside brackets
        pass
    except (SyntaxError, ValueError):
        return (text,)
    return tuple(found)
