"""Spells arguments as they could be typed: `collatz(n=tf.constant(27))` is another call than `collatz(n=27)`."""

from __future__ import annotations

from typing import Any

from ag_notebook.staging.checking.values import LONGEST, Freezer, show


def spelled(value: Any, checks: Any, around: tuple[int, ...] = ()) -> str:
    """An argument as Python text where it is short, else what it is: `<float32[100, 3]>`.

    `around` are the ids of the containers that hold it.
    """
    if id(value) in around:
        return "…"
    around = *around, id(value)
    text: str | None = checks.spelled(value)
    if text is None and type(value) in (list, tuple):
        comma = "," if type(value) is tuple and len(value) == 1 else ""
        inner = ", ".join(spelled(item, checks, around) for item in value)
        text = f"[{inner}]" if type(value) is list else f"({inner}{comma})"
    elif text is None and type(value) is dict:
        inner = ", ".join(f"{key!r}: {spelled(item, checks, around)}" for key, item in value.items())
        text = f"{{{inner}}}"
    if text is None or len(text) > LONGEST:
        return checks.described(value) or show(Freezer(checks)(value))
    return text
