"""What is known of each thread, for those who end what it runs."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

REPEAT_SECONDS = 0.05
"""After which a run is cancelled again: it may not have begun when it was cancelled before."""
RAISE_SECONDS = 0.8
"""After which an exception is raised in a thread again, since it may have got lost."""


class Run:
    """What runs outside of Python in one thread.

    Attributes:
        cancelled: whether it was told to end.
        over: whether it has ended.
    """

    __slots__ = ("_cancel", "_lock", "cancelled", "over")

    def __init__(self, cancel: Callable[[], None]) -> None:
        self._cancel, self._lock = cancel, threading.Lock()
        self.cancelled = self.over = False

    def cancel(self) -> None:
        """Tells it to end, unless it has."""
        with self._lock:
            if not self.over:
                self.cancelled = True
                self._cancel()

    def end(self) -> None:
        """It has ended: from now on it is not told any more."""
        with self._lock:
            self.over = True


running: dict[int, list[Run]] = {}
"""What runs in each thread, innermost last."""

doing_surely: dict[int, int] = {}
"""The threads that do what must not stay half done, with the depth of it: meanwhile `_Block` raises nothing in them."""


def surely(step: Callable[[], object]) -> None:
    """Does what must not stay half done, and can be done twice: again where an interrupt comes meanwhile.

    Raises:
        KeyboardInterrupt: one came; all is done.
    """
    thread = threading.get_ident()
    interrupt: KeyboardInterrupt | None = None
    depth = doing_surely.get(thread, 0)
    while True:
        try:
            doing_surely[thread] = depth + 1
            step()
            break
        except KeyboardInterrupt as error:
            interrupt = error
        finally:
            doing_surely[thread] = depth
            if not depth:
                del doing_surely[thread]
    if interrupt is not None:
        raise interrupt


def raise_in(thread: ctypes.c_ulong, error: type[BaseException]) -> None:
    """Raises an exception in a thread as soon as that runs code of Python's; nowhere if the number is that of no thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(error))
