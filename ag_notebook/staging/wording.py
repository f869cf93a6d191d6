"""Words for messages: `an int`, `a list`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection

_PLAIN = {
    "SymbolicTensor": "Tensor",
    "EagerTensor": "Tensor",
    "ResourceVariable": "Variable",
    "WeakNumber": "staged number",
    "PendingNumber": "staged number",
    "Maybe": "value that is there on one path only",
    "Choice": "object chosen by a staged test",
    "StagedItems": "staged list",
    "StagedRange": "range",
    "LazySequence": "staged sequence",
    "SequenceIterator": "staged iterator",
    "GeneratorExpression": "generator",
    "Undefined": "unbound name",
    "NoValueType": "missing result",
}
NEAR = 0.65
"""How alike a known name must be to be proposed, of 1: a bad guess is worse than the list of all."""
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_CLASS = re.compile(rf"(?:\b[\w.]+\.)?\b({'|'.join(_PLAIN)})\b")


def with_article(name: str) -> str:
    """A class's or thing's name with its indefinite article."""
    return f"{'an' if name[:1].lower() in tuple('aeiou') else 'a'} {name}"


def counted(count: int, one: str, more: str) -> str:
    """`1 tensor`, `2 tensors`."""
    return f"{count} {one if count == 1 else more}"


def near(name: str, known: Collection[str], most: int = 1, likeness: float = NEAR) -> list[str]:
    """The known names that were probably meant by one that is not known, the nearest first; of very many names, more likeness is asked."""
    return difflib.get_close_matches(name, known, most, likeness)


def did_you_mean(name: str, known: Collection[str]) -> str:
    """`Did you mean …?`, or nothing where no known name is near."""
    return "".join(f"Did you mean `{each}`?" for each in near(name, known))


def apart(error: Exception, one: str, other: str) -> str:
    """Why two types have no common one, in a sentence that has described both: it does not do so again."""
    return str(error).replace(f"{one} and {other} have", "they have")


def kind_of(value: object) -> str:
    """What a value is: the name of its class, with an article."""
    name = type(value).__name__
    return with_article(_PLAIN.get(name, name))


def python_text(value: object) -> str:
    """A plain value of Python's as it could be typed: an int of more digits than Python writes in decimal in another base."""
    try:
        return repr(value)
    except ValueError:
        if isinstance(value, int):
            return hex(value)
        raise


def without_escapes(text: str) -> str:
    """A text without codes that color it in a terminal, which Keras puts into messages."""
    return _ESCAPES.sub("", text)


def plain_classes(text: str) -> str:
    """A text with words for the classes of a back end's and ours that it names."""
    return _CLASS.sub(lambda found: _PLAIN[found[1]], text)
