"""Refuses words that are none of an option's choices: a view that nobody asked for would answer them otherwise."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NoReturn

from ag_notebook.views.folding import NESTED
from ag_notebook.views.grouping import GROUPINGS
from ag_notebook.views.lines import PARTS

SECTIONS = (
    "code",
    "trace",
    "passes",
    "graph",
    "optimized",
    "xla",
    "llvm",
    "assembly",
    "times",
    "notes",
    "result",
)
"""What can be chosen of a report: the parts of functions, and what is of the whole."""
assert {*PARTS} < {*SECTIONS}


class UnknownChoiceError(ValueError):
    """A value that an option does not have.

    Attributes:
        code: `AG406`.
        message: what is wrong, one sentence.
        fix: the way out.
    """

    def __init__(self, message: str, choices: Sequence[str]) -> None:
        super().__init__(message)
        self.code, self.message, self.span = "AG406", message, None
        self.fix = f"Choose of {', '.join(map(repr, choices))}."

    def __str__(self) -> str:
        return f"{self.code}: {self.message} {self.fix}"


def check_group(group: object) -> None:
    """Refuses what is no way to put operations together; None leaves it to the view.

    Raises:
        UnknownChoiceError: AG406.
    """
    if group is not None and group not in GROUPINGS:
        _refuse("group", group, GROUPINGS)


def check_nested(nested: object) -> None:
    """Refuses what is no place for nested graphs.

    Raises:
        UnknownChoiceError: AG406.
    """
    if nested not in NESTED:
        _refuse("nested", nested, NESTED)


def chosen(show: Collection[str] | None, default: Collection[str]) -> Collection[str]:
    """The parts that `show` names, which may be one text with commas; `default` where it is None.

    Raises:
        UnknownChoiceError: AG406, there is no part of that name.
    """
    if show is None:
        return default
    names = [name.strip() for name in show.split(",")] if isinstance(show, str) else show
    for name in names:
        if name not in SECTIONS:
            _refuse("show", name, SECTIONS)
    return names


def _refuse(option: str, value: object, choices: Sequence[str]) -> NoReturn:
    raise UnknownChoiceError(f"`{option}` is {value!r}, and there is no such choice.", choices)
