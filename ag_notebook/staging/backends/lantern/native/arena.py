"""The memory of activation records: a piece of address space that becomes memory where it is touched."""

from __future__ import annotations

import contextlib
import mmap
import threading
from collections.abc import Iterator

import numpy as np

ARENA_BYTES = 8 << 30
KEPT_BYTES = 256 << 20
"""How much of an arena stays memory between runs."""
_SMALLEST = 1 << 20
_lock = threading.Lock()
_idle: list[Arena] = []


class Arena:
    """Reserved address space. What is asked for may be more than the system gives: then it is the half, and so on.

    Attributes:
        start: the first address.
        size: in bytes.
    """

    def __init__(self, asked: int) -> None:
        self.asked = self.size = asked
        while True:
            try:
                self._map = _mapped(self.size)
                break
            except (OSError, ValueError, OverflowError):
                if self.size <= _SMALLEST:
                    raise MemoryError("there is no memory for the values of a run") from None
                self.size //= 2
        self._bytes = np.frombuffer(self._map, np.uint8)
        self.start = int(self._bytes.__array_interface__["data"][0])

    @property
    def end(self) -> int:
        return self.start + self.size

    def release(self, used: int) -> None:
        """Gives memory back to the system after a run that took very much of it."""
        if used > KEPT_BYTES and hasattr(mmap, "MADV_DONTNEED"):
            length = min(self.size, -(-used // mmap.PAGESIZE) * mmap.PAGESIZE) - KEPT_BYTES
            self._map.madvise(mmap.MADV_DONTNEED, KEPT_BYTES, length)


def _mapped(size: int) -> mmap.mmap:
    if not hasattr(mmap, "MAP_PRIVATE"):  # Windows
        return mmap.mmap(-1, size)
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    return mmap.mmap(-1, size, flags=flags)


@contextlib.contextmanager
def arena(size: int) -> Iterator[Arena]:
    """An arena for one run; runs at the same time in other threads have others."""
    with _lock:
        found = next((each for each in _idle if each.asked == size), None)
        if found is not None:
            _idle.remove(found)
    found = found or Arena(size)
    try:
        yield found
    finally:
        with _lock:
            _idle.append(found)
            del _idle[:-4]
