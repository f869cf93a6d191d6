"""Says what is wrong with a word that the user gave: a part, a code, a back end; for the magic and the command line."""

from __future__ import annotations

import re
from collections.abc import Collection

SECTIONS = ("code", "trace", "passes", "graph", "optimized", "llvm", "assembly", "times", "notes", "result")
"""The parts of a report that `--show` chooses from; `--xla` adds one, which takes long to make."""
RUNGS = ("optimized", "xla", "llvm", "assembly", "times")
"""Those of them that are made only where they are asked for: what is below the graph."""

SHORT = {"tf": "tensorflow"}
"""Other names of back ends."""


def nearest(name: str, known: Collection[str]) -> str:
    """` Did you mean …?`, or nothing where no known name is near."""
    from ag_notebook.staging.wording import did_you_mean

    question = did_you_mean(name, known)
    return question and f" {question}"


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


def probes_problem(text: str) -> str:
    """What is wrong with a list of probes, whatever variables there are; empty where nothing is."""
    names = parts(text)
    for name in names:
        if not re.fullmatch(r"[^\W\d]\w*(@[0-9]+)?", name):
            return f"`{name}` is no probe: write NAME or NAME@LINE, such as `n` or `n@6`."
    return "" if names else "no variable is named: write NAME or NAME@LINE."


def backend_problem(text: str) -> str:
    """What is wrong with the name of a back end, or with a list of them; empty where nothing is."""
    from ag_notebook.staging.backends import registry

    known, names = registry.names(), backends_of(text) or [text.strip()]
    for name in names:
        if name not in known:
            return f"There is no back end `{name}`, only {', '.join(known)}.{nearest(name, known)}"
        if names.count(name) > 1:
            return f"The back end `{name}` is named twice."
    return ""


def backends_of(text: str) -> list[str]:
    """The back ends of a list with commas, by their full names."""
    return [SHORT.get(name, name) for name in parts(text)]


def parts(text: str) -> list[str]:
    """The words of a list with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]
