"""Lets an interrupt end a graph that is running: the kernel's stop button works.

A graph runs on the caller's thread, inside C code that no Python signal handler can leave. So while it runs a
watcher thread reads the signal wake-up descriptor and cancels the graph's cancellation manager at once. XLA
programs cannot be cancelled.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator

from ag_notebook.staging.backends.tensorflow.private import CancellationManager, CancellationManagerContext


class Watcher:
    """One daemon thread for all calls: cancels the manager of the running call when SIGINT arrives."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, True)
        os.set_blocking(self._write, False)
        self._cancel: Callable[[], None] | None = None
        self.interrupted = False
        self._previous = -1
        threading.Thread(target=self._watch, name="ag-notebook-interrupts", daemon=True).start()

    def _watch(self) -> None:
        while True:
            received = os.read(self._read, 64)
            if self._previous >= 0:
                with contextlib.suppress(OSError):
                    os.write(self._previous, received)
            cancel = self._cancel
            if cancel is not None and signal.SIGINT in received:
                self.interrupted = True
                cancel()

    @contextlib.contextmanager
    def guarding(self, cancel: Callable[[], None]) -> Iterator[None]:
        """Cancels by `cancel` when SIGINT arrives inside the block (main thread only)."""
        outer = self._cancel
        self._cancel, self.interrupted = cancel, False
        previous = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        if outer is None:
            self._previous = previous
        try:
            yield
        finally:
            signal.set_wakeup_fd(previous)
            self._cancel = outer


_watcher: Watcher | None = None
_process = 0


def _the_watcher() -> Watcher:
    """The process's watcher (a forked child gets one of its own)."""
    global _watcher, _process
    if _watcher is None or _process != os.getpid():
        _watcher, _process = Watcher(), os.getpid()
    return _watcher


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Around the run of a graph.

    Raises:
        KeyboardInterrupt: an interrupt arrived while the graph ran.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    manager = CancellationManager()
    watcher = _the_watcher()
    with watcher.guarding(manager.start_cancel), CancellationManagerContext(manager):
        try:
            yield
        except Exception:  # of whatever class: it came because the graph was cancelled, or goes on as it is
            if watcher.interrupted:
                raise KeyboardInterrupt from None
            raise
