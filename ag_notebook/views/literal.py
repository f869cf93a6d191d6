"""Makes any text safe to show: control characters visible, widths measured in cells.

Source text, notes and values are a stranger's. A terminal must not obey escape sequences in them, what takes no room or
turns text around must not hide from the reader, XML has no way to hold most control characters, and half of a surrogate pair
cannot be written to a file at all.
"""

from __future__ import annotations

import functools
import html
import re
import unicodedata

_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_PICTURES |= dict.fromkeys((*range(0x80, 0xA0), 0xFFFE, 0xFFFF), 0xFFFD)
_INVISIBLE = ("Cf", "Zl", "Zp")
"""Categories of characters that take no room, turn text around, or break lines: they are shown as Python escapes them."""
_ASCII = {
    "·": "-", "→": "->", "…": "...", "−": "-", "“": '"', "”": '"', "←": "<-", "µ": "u", "›": ">", "×": "x",
    "–": "-", "█": "#",
}  # fmt: skip


class _Shown(dict[int, int | str]):
    """What characters are shown as; those that are not known yet are looked at once."""

    def __missing__(self, code: int) -> int | str:
        character = chr(code)
        invisible = unicodedata.category(character) in _INVISIBLE
        self[code] = shown = character.encode("unicode_escape").decode("ascii") if invisible else code
        return shown


_ON_ONE_LINE = _Shown(_PICTURES)
_IN_A_BLOCK = _Shown({key: value for key, value in _PICTURES.items() if key not in (0x09, 0x0A)})


def literal(text: str) -> str:
    """`text` on one line, control characters as pictures (`␛`), invisible ones as escapes, tabs as spaces."""
    return _whole(text.replace("\t", "    ").translate(_ON_ONE_LINE))


def literal_block(text: str) -> str:
    """`text` with its line breaks, all else as `literal` does."""
    return _whole(text.replace("\r\n", "\n").expandtabs(8).translate(_IN_A_BLOCK))


def escape(text: str) -> str:
    """`text` for HTML and XML, in content or in a quoted attribute; keeps line breaks."""
    return html.escape(literal_block(text), quote=True)


def prose(text: str) -> str:
    """A sentence as HTML: what stands between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


@functools.lru_cache(maxsize=4096)
def cells(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


@functools.lru_cache(maxsize=4096)
def shorten(text: str, width: int, ellipsis: str = "…") -> str:
    """`text` on one line of at most `width` cells."""
    text = " ".join(literal(text).split())
    if cells(text) <= width:
        return text
    kept, used = [], cells(ellipsis)
    for character in text:
        used += cells(character)
        if used > width:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ellipsis


def wrapped(text: str, width: int) -> list[str]:
    """`text` in pieces of at most `width` cells; pieces after the first are indented further."""
    if cells(text) <= width:
        return [text]
    indent = " " * min(len(text) - len(text.lstrip()) + 4, width // 2)
    pieces, rest = [], text
    while cells(rest) > width:
        cut, used = 0, 0
        while used + cells(rest[cut]) <= width:
            used += cells(rest[cut])
            cut += 1
        space = rest.rfind(" ", len(indent) + 1, cut)
        cut = space + 1 if space > width // 2 else cut
        pieces.append(rest[:cut].rstrip())
        rest = indent + rest[cut:]
    return [*pieces, rest]


def plural(count: int, word: str) -> str:
    """`1 op`, `2 ops`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def op_words(ops: int, graphs: int = 1, word: str = "op") -> str:
    """`9 ops`, or `34 ops in 5 graphs` where those of graphs inside are counted, too."""
    return f"{plural(ops, word)} in {plural(graphs, 'graph')}" if graphs > 1 else plural(ops, word)


def in_ascii(text: str) -> str:
    """`text` for a terminal that has no Unicode."""
    for sign, plain in _ASCII.items():
        text = text.replace(sign, plain)
    return text.encode("ascii", "backslashreplace").decode("ascii")


def _whole(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text
