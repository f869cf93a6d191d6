"""Compares what two runs printed, line by line.

Python prints a tensor as `tf.Tensor(2.5, shape=(), dtype=float32)`, what is staged prints its value, as `print` does with a
number. So tensors count as their values; and numbers as numbers, which may differ by rounding.
"""

from __future__ import annotations

import itertools
import re

TOLERANCE = 1e-5

_TENSOR = re.compile(r"tf\.Tensor\((.*?),\s+shape=\([\d, ]*\), dtype=\w+\)", re.DOTALL)
_NUMBER = re.compile(r"(-?\d+\.?\d*(?:e[+-]?\d+)?)")
_BYTES = re.compile(r"\bb'([^']*)'")


def printed_difference(want: str, got: str) -> str:
    """The first line that differs, in a sentence; nothing where none does."""
    if _TENSOR.search(want + got):
        want, got = _values(want), _values(got)
    for number, (a, b) in enumerate(itertools.zip_longest(_lines(want), _lines(got)), 1):
        if a is None or b is None or not _same(a, b):
            texts = ["nothing" if each is None else repr(each[:80]) for each in (a, b)]
            return f"Line {number} of what is printed is {texts[0]} in Python and {texts[1]} staged."
    return ""


def _values(text: str) -> str:
    """The text with the values of tensors, arrays on one line and without commas, and texts without quotes."""

    def value(match: re.Match[str]) -> str:
        return " ".join(_BYTES.sub(r"\1", match[1]).split())

    lines = _TENSOR.sub(value, text).split("\n")
    return "\n".join(re.sub(r"(?<=[\d.]),(?= )", "", line) for line in lines)


def _same(a: str, b: str) -> bool:
    """Whether two lines are the same but for the rounding of numbers."""
    if a == b:
        return True
    parts_a, parts_b = _NUMBER.split(a), _NUMBER.split(b)
    return len(parts_a) == len(parts_b) and all(
        _near(x, y) if index % 2 else x == y for index, (x, y) in enumerate(zip(parts_a, parts_b))
    )


def _near(a: str, b: str) -> bool:
    if not (_is_float(a) and _is_float(b)):
        return a == b  # whole numbers are not rounded, and `0` is no `0.0`
    x, y = float(a), float(b)
    return abs(x - y) <= TOLERANCE * max(1.0, abs(x))


def _is_float(number: str) -> bool:
    return "." in number or "e" in number


def _lines(text: str) -> list[str]:
    """The lines of a text; that the last one ends makes another one, so it counts whether it does."""
    return text.split("\n") if text else []
