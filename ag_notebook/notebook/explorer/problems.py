"""What is wrong with what was typed, in one sentence that stands beside the field."""

from __future__ import annotations


class InputError(ValueError):
    """A field's text has no value: the message is a sentence for the reader."""
