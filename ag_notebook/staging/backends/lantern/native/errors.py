"""How generated code ends a run that cannot go on: it stores a code and jumps back to the entry."""

from __future__ import annotations

import enum


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


ERRORS: dict[Failure, tuple[type[Exception], str]] = {
    Failure.DEPTH: (RecursionError, "{name} calls itself deeper than {stack} MiB of stack have room for"),
    Failure.MEMORY: (
        MemoryError,
        "{name} needs more than {arena} MiB for intermediate values; give `compiled` a larger `arena`",
    ),
    Failure.INDEX: (IndexError, "{name}: an index is out of range"),
    Failure.ZERO_DIVISION: (ZeroDivisionError, "{name}: an integer is divided by zero"),
    Failure.FIELD_OF_NONE: (AttributeError, "{name}: a field of None is read"),
    Failure.NEGATIVE_POWER: (ValueError, "{name}: an integer has no negative power; cast it to a float"),
}
