"""Ctrl-C stops machine code.

While machine code runs, Python's own handler of SIGINT cannot: it waits for the interpreter. But Python notes a signal at
once by writing a byte to a socket (`signal.set_wakeup_fd`), and a thread that waits for it can tell the code to stop.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator

REPEAT_SECONDS = 0.05


class _Watcher:
    """A thread that calls `stop` of what is running when SIGINT comes."""

    def __init__(self) -> None:
        self.process = os.getpid()  # a thread does not survive a fork
        self.listening, self.written = socket.socketpair()
        self.written.setblocking(False)
        self.stop: Callable[[], None] | None = None
        self.before = -1
        threading.Thread(target=self._watch, name="interrupts of machine code", daemon=True).start()

    def _watch(self) -> None:
        while True:
            signals = self.listening.recv(64)
            if self.before != -1:
                with contextlib.suppress(OSError):
                    os.write(self.before, signals)  # who listened before us is told as well
            stop = self.stop
            if signal.SIGINT in signals and stop is not None:
                while self.stop is stop:
                    stop()
                    threading.Event().wait(REPEAT_SECONDS)  # a run that had not begun will have by then


_watcher: _Watcher | None = None


@contextlib.contextmanager
def interruptible(stop: Callable[[], None]) -> Iterator[None]:
    """Calls `stop` in another thread if SIGINT comes meanwhile. Only the main thread is interrupted, as in Python."""
    global _watcher
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if _watcher is None or _watcher.process != os.getpid():
        _watcher = _Watcher()
    _watcher.stop = stop
    _watcher.before = signal.set_wakeup_fd(_watcher.written.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(_watcher.before)
        _watcher.stop = None
