"""Words for messages: `an int`, `a list`."""

from __future__ import annotations


def with_article(name: str) -> str:
    """A class's or thing's name with its indefinite article."""
    return f"{'an' if name[:1].lower() in tuple('aeiou') else 'a'} {name}"


def kind_of(value: object) -> str:
    """What a value is: the name of its class, with an article."""
    return with_article(type(value).__name__)
