"""What is wrong with what was typed, in one sentence that stands beside the field."""

from __future__ import annotations

LONGEST = 60
"""Characters of what was typed that a sentence repeats."""
NOT_PARSED = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What Python's parser raises where a text is no expression: the last two where it is nested too deep."""


def quoted(text: str) -> str:
    """What was typed, on one line, or how it begins."""
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


class InputError(ValueError):
    """A field's text has no value: the message is a sentence for the reader."""
