"""Makes any text safe to show: control characters visible, widths measured in cells.

Source text, notes and values are a stranger's. A terminal must not obey escape sequences in them, XML has no
way to hold most control characters, and half of a surrogate pair cannot be written to a file at all.
"""

from __future__ import annotations

import functools
import html
import re
import unicodedata

_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_PICTURES |= dict.fromkeys((*range(0x80, 0xA0), 0xFFFE, 0xFFFF), 0xFFFD)
_PICTURES |= dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD)  # these turn text around
_BREAKS = {key: value for key, value in _PICTURES.items() if key not in (0x09, 0x0A)}


def literal(text: str) -> str:
    """`text` on one line with control characters as pictures (`␛`) and tabs as spaces."""
    return _whole(text.replace("\t", "    ").translate(_PICTURES))


def literal_block(text: str) -> str:
    """`text` with its line breaks, all else as `literal` does."""
    return _whole(text.replace("\r\n", "\n").expandtabs(8).translate(_BREAKS))


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


def _whole(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text
