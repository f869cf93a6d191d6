"""Reads numbers and chooses what a slider for one spans."""

from __future__ import annotations

import math
from typing import Any

from ag_notebook.notebook.explorer.problems import InputError, quoted
from ag_notebook.staging.wording import python_text

MOST_EXACT = 2**53
"""Above it a front end, whose numbers are all floats, cannot tell two ints apart: there is no slider."""
STEPS = 200
"""Steps of a slider of floats."""


def parsed(text: str, kind: type) -> Any:
    """The number that a text says.

    Raises:
        InputError: it says none of this kind.
    """
    text = text.strip()
    if not text:
        raise InputError(f"Write {_example(kind)}.")
    try:
        return int(text, 0) if kind is int else kind(text)
    except ValueError:
        raise InputError(f"`{quoted(text)}` is no {kind.__name__}: write {_example(kind)}.") from None


def _example(kind: type) -> str:
    return "a whole number, such as 27" if kind is int else "a number, such as 0.5 or 1e-3"


def spelled(value: Any) -> str:
    """The text of a number, which reads back as that number."""
    return python_text(value)


def has_slider(value: Any) -> bool:
    """Whether a slider can stand at a number."""
    return bool(abs(value) <= MOST_EXACT)


def span_of(value: Any) -> tuple[Any, Any]:
    """The ends of a slider for a number: round numbers, about twice as far from zero as the number is."""
    if value == 0:
        return (0, 10) if isinstance(value, int) else (-1.0, 1.0)
    far = _rounded_up(2 * abs(value))
    low, high = (0, far) if value > 0 else (-far, far)
    return (int(low), int(high)) if isinstance(value, int) else (float(low), float(high))


def step_of(low: float, high: float) -> float:
    """The step of a slider of floats."""
    return (high - low) / STEPS


def at_step(value: float, low: float, high: float) -> float:
    """What a slider of floats means where it stands: a step of it, without the digits that binary fractions add."""
    digits = 1 - math.floor(math.log10(step_of(low, high)))
    return round(value, digits)


def _rounded_up(value: float) -> float:
    """The next of 1, 2, 5, 10, 20, …"""
    power = 10.0 ** math.floor(math.log10(value))
    found = next(each for each in (1, 2, 5, 10, 20) if each * power >= value * (1 - 1e-12))
    return found * power
