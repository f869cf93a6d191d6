"""Says what a program of the fuzzer is: a text, and how to call it."""

from __future__ import annotations

import dataclasses
from typing import Any

PARAMETERS = ("n", "x", "flag", "xs", "ys", "rows")
"""Of a program; the last one is not there in each."""
STAGED_KINDS = {"n": "int", "x": "float", "flag": "bool", "xs": "ints", "ys": "floats", "rows": "rows"}


@dataclasses.dataclass(frozen=True)
class Program:
    """A function `program`, and how to call it.

    Attributes:
        source: a module that defines `program`.
        cases: the argument tuples.
        static: indices of arguments that stay plain Python values when the function is staged.
        unknown: stage it once, with tensors of unknown length.
    """

    source: str
    cases: tuple[tuple[Any, ...], ...]
    static: tuple[int, ...] = ()
    unknown: bool = False
