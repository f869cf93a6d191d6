"""Tells whether a program's numbers stay exact in int32 and float32, and whether it ends.

Only then are Python's results also what eager TensorFlow computes, so the original may be the oracle.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import io
import linecache
import sys
from collections.abc import Iterator
from types import CodeType
from typing import Any

STEPS = 4000
LARGEST_INT = 2**12
LARGEST_FLOAT = 2**10
SMALLEST_FRACTION = 2**-10
LONGEST = 40


class BeyondLimits(BaseException):
    """No `except` of the program's may catch it."""


def check(value: Any, depth: int = 0) -> None:
    """Raises where a number could be rounded or overflow."""
    if isinstance(value, (bool, str)) or value is None or depth > 3:
        return
    if isinstance(value, int):
        if abs(value) > LARGEST_INT:
            raise BeyondLimits
    elif isinstance(value, float):
        if not abs(value) < LARGEST_FLOAT or value % SMALLEST_FRACTION != 0:
            raise BeyondLimits
    elif isinstance(value, (list, tuple)):
        if len(value) > LONGEST:
            raise BeyondLimits
        for item in value:
            check(item, depth + 1)
    elif isinstance(value, dict):
        check(list(value.values()), depth + 1)
    elif type(value).__name__ in {"Box", "Kid"}:
        check(list(vars(value).values()), depth + 1)


@contextlib.contextmanager
def within_limits(file: str) -> Iterator[None]:
    """Watches the code of a file, line by line.

    Raises:
        BeyondLimits: it takes too many steps, or a value grows too large or too fine.
    """
    steps = 0

    def watch(frame: Any, event: str, argument: Any) -> Any:
        nonlocal steps
        if frame.f_code.co_filename != file:
            return None
        steps += 1
        if steps > STEPS:
            raise BeyondLimits
        for value in list(frame.f_locals.values()):
            check(value)
        if event == "return":
            check(argument)
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        yield
    finally:
        sys.settrace(before)


def load(source: str, file: str) -> dict[str, Any]:
    """The module's names; its text can be found."""
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "fuzzed"}
    exec(compiled(source, file), names)
    return names


@functools.lru_cache(maxsize=4)
def compiled(source: str, file: str) -> CodeType:
    """One code object for one text: what is loaded again is not converted again."""
    return compile(source, file, "exec")


def runs_within_limits(source: str, cases: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...]:
    """The argument tuples with which the program keeps within the limits, called one after the other."""
    while (wrong := first_beyond(source, cases)) is not None:
        cases = cases[:wrong] + cases[wrong + 1 :]
    return cases


def first_beyond(source: str, cases: tuple[tuple[Any, ...], ...]) -> int | None:
    file = "<limits>"
    program = load(source, file)["program"]
    for i, case in enumerate(cases):
        try:
            with contextlib.redirect_stdout(io.StringIO()), within_limits(file):
                program(*copy.deepcopy(case))
        except BeyondLimits:
            return i
        except Exception:
            pass
    return None
