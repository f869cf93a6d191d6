"""Says what is wrong with a word that the user gave: a part, a code, a back end; for the magic and the command line.

A known name is proposed only where it is near: a bad guess is worse than the list of all.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection

SECTIONS = ("code", "trace", "passes", "graph", "optimized", "notes", "result")
"""The parts of a report that `--show` chooses from; `--xla` adds one, which takes long to make."""

NEAR = 0.65
"""How alike a name must be to be proposed, of 1."""


def closest(name: str, known: Collection[str]) -> str | None:
    """The known name that was probably meant."""
    return next(iter(difflib.get_close_matches(name, known, 1, NEAR)), None)


def nearest(name: str, known: Collection[str]) -> str:
    """` Did you mean …?`, or nothing where no known name is near."""
    close = closest(name, known)
    return f" Did you mean `{close}`?" if close else ""


def sections_problem(text: str) -> str:
    """What is wrong with a list of sections; empty where nothing is."""
    known = ", ".join(SECTIONS)
    names = parts(text)
    for section in names:
        if section not in SECTIONS:
            return f"`{section}` is not one of {known}.{nearest(section, SECTIONS)}"
    return "" if names else f"no part is named. Choose of {known}."


def codes_problem(text: str) -> str:
    """What is wrong with a list of codes; empty where nothing is."""
    for code in parts(text):
        if not re.fullmatch(r"AG\d{3}", code, re.ASCII):
            return f"`{code}` is not the code of a note: AG and three digits."
    return ""


def backend_problem(name: str) -> str:
    """What is wrong with the name of a back end; empty where nothing is."""
    from ag_notebook.staging.backends import registry

    known = registry.names()
    if name in known:
        return ""
    return f"There is no back end `{name}`, only {', '.join(known)}.{nearest(name, known)}"


def parts(text: str) -> list[str]:
    """The words of a list with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]
