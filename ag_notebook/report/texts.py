"""Splits a program into lines as Python's tokenizer does, for whoever counts them."""

from __future__ import annotations

import io


def split_lines(text: str, *, keepends: bool = False) -> list[str]:
    r"""The lines of a program: they end at `\n`, `\r\n` and `\r`, not at form feeds and the like; no last empty one.

    `str.splitlines` ends them at nine other characters, too, which stand in texts and comments.
    """
    lines = io.StringIO(text, newline="").readlines()
    return lines if keepends else [line.rstrip("\r\n") for line in lines]
