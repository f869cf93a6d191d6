"""Knows the lists and deques that iterators of Python's read, whose contents may become staged on the way.

for i, v in enumerate(items):     # the iterator looks at `items` anew for each item
    if v > 0:                     # staged: from now on `items` is a list of the graph
        items.append(v - 1)
"""

from __future__ import annotations

from typing import Any

from ag_notebook.staging.backends.carriers import GROWING, staged_items
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span

_OVER_OTHERS = frozenset(
    (
        *(enumerate, filter, map, reversed, zip),
        *(type(iterate(kind())) for kind in GROWING for iterate in (iter, reversed)),
    )
)


def lists_under(iterable: Any) -> list[list[Any]]:
    """The lists and deques that are read while a value is iterated: itself, or those that a builtin iterator is over."""
    if type(iterable) in GROWING:
        return [iterable]
    if type(iterable) in _OVER_OTHERS:
        return [held for part in iterable.__reduce__()[1] for held in lists_under(part)]
    return []


def became_staged(lists: list[list[Any]]) -> bool:
    """Whether the contents of one of these lists are staged: Python's iterators do not see them."""
    return any(staged_items(held) is not None for held in lists)


def refuse_staged_lists(lists: list[list[Any]]) -> None:
    """Refuses to take items of a list whose contents became staged after the iterator was made.

    Raises:
        StagingError: AG213.
    """
    if became_staged(lists):
        raise StagingError(
            "AG213",
            "a list is changed under a staged test while a loop runs over it.",
            span=user_span(),
            fix="Loop over a copy: for item in list(items).",
        )
