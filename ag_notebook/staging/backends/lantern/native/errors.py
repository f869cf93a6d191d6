"""How generated code ends a run that cannot go on: it jumps back to the entry with a code.

The code has the kind of failure in its lowest bits, and above them the number of the site: the operation that failed.
Kernels serve many operations; the number of the one that they are called for is in the context.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple

from ag_notebook.report import Span
from ag_notebook.staging.backends.lantern.failures import CheckFailedError


class Failure(enum.IntEnum):
    """What ended a run; `NONE` if nothing did."""

    NONE = 0
    DEPTH = 1
    MEMORY = 2
    INDEX = 3
    ZERO_DIVISION = 4
    FIELD_OF_NONE = 5
    NEGATIVE_POWER = 6
    INTERRUPTED = 7
    CHECK = 8
    OVERFLOW = 9


ERRORS: dict[Failure, tuple[type[Exception], str]] = {
    Failure.DEPTH: (RecursionError, "{name} calls itself deeper than {stack} MiB of stack have room for"),
    Failure.MEMORY: (
        MemoryError,
        "{name} needs more than {arena} MiB for intermediate values; use fewer iterations or calls, or smaller arrays",
    ),
    Failure.INDEX: (IndexError, "{name}: an index is out of range"),
    Failure.ZERO_DIVISION: (ZeroDivisionError, "{name}: an integer is divided by zero"),
    Failure.FIELD_OF_NONE: (AttributeError, "'NoneType' object has no attribute '{field}'"),
    Failure.OVERFLOW: (
        OverflowError,
        "{name}: an integer needs more than 64 bits; give floats, or np.int64(...), which wraps around",
    ),
    Failure.NEGATIVE_POWER: (ValueError, "{name}: an integer has no negative power; cast it to a float"),
}

SITE_BITS = 4
"""Bits of a code that tell the kind of failure."""


class Site(NamedTuple):
    """An operation that may fail: its place in the user's code, of a check its number, the field that is read."""

    span: Span | None
    failure: int | None = None
    field: str = ""


def error_of(failure: Failure, site: Site | None, **said: object) -> Exception:
    """What is raised; `said` is filled into the message. It has the place of the operation as its `span`."""
    if failure is Failure.CHECK:
        assert site is not None
        assert site.failure is not None
        return CheckFailedError(site.failure)
    kind, message = ERRORS[failure]
    error = kind(message.format(field="" if site is None else site.field, **said))
    if site is not None:
        vars(error)["span"] = site.span  # the user's line, where the traceback ends
    return error


def site_of(failure: Failure, number: int, noted: int, sites: Sequence[Site]) -> Site | None:
    """The site of a failure, by the number of its code or the one that was noted before a kernel was called; from 1 on."""
    if failure in (Failure.DEPTH, Failure.MEMORY):
        return None
    place = number or noted
    return sites[place - 1] if place else None
