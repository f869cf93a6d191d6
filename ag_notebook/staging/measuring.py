"""Says when the operations of graphs are timed: in the one run that somebody wants the times of.

Nothing is run for it: who wants the times of a call says so before, and back ends that can measure do so while the call's graphs run.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

_wanted = False


def is_wanted() -> bool:
    """Whether operations are to be timed now."""
    return _wanted


def want(wanted: bool) -> None:
    """Begins or ends it."""
    global _wanted
    _wanted = wanted


@contextlib.contextmanager
def measuring(wanted: bool = True) -> Iterator[None]:
    """Around a call whose operations are to be timed, if that is `wanted`."""
    before = _wanted
    want(wanted or before)
    try:
        yield
    finally:
        want(before)
