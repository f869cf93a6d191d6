"""Interrupts (SIGINT): they end what the main thread runs, in a graph and in machine code too, and none gets lost."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # the functions of `signal` make enums first, which takes 4 µs each
import _thread
import contextlib
import ctypes
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

from ag_notebook.staging.stopping.exceptions import (
    EndedError,
    close_managers,
    is_cleaning,
    is_handled,
    is_handling_interrupt,
    is_of_interrupt,
    is_of_signal,
    of_signal,
)
from ag_notebook.staging.stopping.threads import (
    RAISE_SECONDS,
    REPEAT_SECONDS,
    Run,
    doing_surely,
    raise_in,
    running,
    surely,
)

_SIGINT = int(signal.SIGINT)
_WAITING_SECONDS = 1.0
"""How long an interrupt waits for the end of what puts things in order."""


class _Interrupts:
    """A thread that ends what the main thread runs when SIGINT comes."""

    def __init__(self) -> None:
        self.process = os.getpid()  # a thread does not survive a fork
        self._listening, self._written = socket.socketpair()
        self._listening.setblocking(False)
        self._written.setblocking(False)
        self._lock = threading.Lock()
        self._before = -1
        self._call: object = None
        """Stands for the outermost call that listens."""
        self._is_dropped = False
        """Whether Python has dropped the exception of an interrupt."""
        self._waits_since: float | None = None
        """Since when an interrupt waits for the end of what puts things in order."""
        self._is_again = False
        """Whether one that waited comes again."""
        self._raised: KeyboardInterrupt | None = None
        """The exception of the last interrupt of the call, and when it was raised."""
        self._raised_at = 0.0
        threading.Thread(target=self._watch, name="ag-notebook-interrupts", daemon=True).start()

    @property
    def is_listening(self) -> bool:
        """Whether the main thread is in a call that is to be cancelled."""
        return self._call is not None

    def _watch(self) -> None:
        while True:
            select.select([self._listening], [], [])
            with self._lock:
                call, is_interrupt = self._call, self._read()
            if is_interrupt and call is not None:
                self._end(call)

    def _read(self) -> bool:
        """Reads what has arrived; whether an interrupt is among it."""
        try:
            signals = self._listening.recv(64)
        except BlockingIOError:
            return False
        if self._before != -1:
            with contextlib.suppress(OSError):
                os.write(self._before, signals)  # who listened before us is told as well
        return signal.SIGINT in signals

    def _end(self, call: object) -> None:
        """Cancels what a call runs, and what it begins to run, until it is over; an exception that got lost is raised again."""
        thread, raised = threading.main_thread().ident or 0, time.monotonic()
        while self._call is call:
            if runs := running.get(thread):
                runs[-1].cancel()
            elif self._waits_since is not None:
                with self._lock:
                    if self._call is call:
                        self._is_again = True
                        _thread.interrupt_main()
            elif self._is_dropped or (
                time.monotonic() - raised >= RAISE_SECONDS
                and _signal.getsignal(_SIGINT) in (signal.default_int_handler, self._handle)
                and not is_handling_interrupt(thread)
            ):
                raised = time.monotonic()
                with self._lock:
                    self._is_dropped = False
                    if self._call is call and thread not in doing_surely:
                        raise_in(ctypes.c_ulong(thread), KeyboardInterrupt)
            time.sleep(REPEAT_SECONDS)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        """Raises the exception of an interrupt, as Python's own handler does, but not where it would leave things half done."""
        is_again, self._is_again = self._is_again, False
        now = time.monotonic()
        if self._call is None:
            if is_again:
                return  # the call has ended by it
        elif (
            self._raised is not None and now - self._raised_at < _WAITING_SECONDS and is_handled(self._raised)
        ):
            return  # the call is about to end
        elif is_cleaning(frame, _LISTENING):
            self._waits_since = now if self._waits_since is None else self._waits_since
            if now - self._waits_since < _WAITING_SECONDS:
                return
        self._waits_since, self._raised_at = None, now
        self._raised = of_signal()
        raise self._raised

    def _is_lost(self) -> bool:
        """Whether an interrupt has ended nothing: no exception came of it, or one that a library handled."""
        return self._is_dropped or self._waits_since is not None or is_of_interrupt(self._raised)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Around what is to be ended by an interrupt (main thread only)."""
        before: int | None = None
        hook_before = sys.unraisablehook

        def unraisable(dropped: Any) -> None:
            if not issubclass(dropped.exc_type, KeyboardInterrupt) or not _is_main():
                hook_before(dropped)
            elif not issubclass(dropped.exc_type, EndedError):  # who raised that one raises it again
                self._is_dropped = True

        def leave() -> None:
            if before is not None:
                signal.set_wakeup_fd(before)
            if sys.unraisablehook is unraisable:
                sys.unraisablehook = hook_before
            with self._lock:
                self._call = None
            if _signal.getsignal(_SIGINT) == self._handle:
                _signal.signal(_SIGINT, signal.default_int_handler)

        try:
            with self._lock:
                self._read()  # what is left of a call before
                self._call, self._is_dropped, self._is_again = object(), False, False
                self._waits_since = self._raised = None
            sys.unraisablehook = unraisable
            ours = self._written.fileno()
            before = signal.set_wakeup_fd(ours, warn_on_full_buffer=False)
            if before == ours:  # an interrupt came while it was put back
                before = self._before
            self._before = before
            if _signal.getsignal(_SIGINT) is signal.default_int_handler:
                _signal.signal(_SIGINT, self._handle)
            yield
        except BaseException as error:
            surely(partial(close_managers, error))
            is_end = isinstance(error, (Exception, KeyboardInterrupt)) and not is_of_signal(error)
            if (is_end and self._is_lost()) or (isinstance(error, Exception) and is_of_interrupt(error)):
                raise of_signal() from None
            raise
        finally:
            surely(leave)
            is_lost, self._raised = self._is_lost(), None
        if is_lost:
            raise of_signal()


_LISTENING = _Interrupts.listening.__wrapped__.__code__  # type: ignore[attr-defined]


_interrupts: _Interrupts | None = None


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


_NOTHING = contextlib.nullcontext()


def interruptible() -> contextlib.AbstractContextManager[None]:
    """Around a call that may come to run something: an interrupt ends it wherever it arrives.

    Raises:
        KeyboardInterrupt: the exception of an interrupt got lost, or a library made another error of it.
    """
    global _interrupts
    if not _is_main():
        return _NOTHING
    if _interrupts is None or _interrupts.process != os.getpid():
        _interrupts = _Interrupts()
    return _NOTHING if _interrupts.is_listening else _interrupts.listening()


@contextlib.contextmanager
def cancellable(cancel: Callable[[], None]) -> Iterator[Run]:
    """Around what runs outside of Python, and ends by an exception after `cancel`, which is called in any thread.

    Raises:
        KeyboardInterrupt: it ended by an exception, having been cancelled.
    """
    run, thread = Run(cancel), threading.get_ident()

    def leave() -> None:
        run.end()
        runs = running.get(thread, [])
        if run in runs:
            runs.remove(run)
        if not runs:
            running.pop(thread, None)

    with interruptible():
        running.setdefault(thread, []).append(run)
        try:
            yield run
        except Exception:  # of whatever class: it came because the run was cancelled, or goes on as it is
            if run.cancelled:
                raise KeyboardInterrupt from None
            raise
        finally:
            surely(leave)
