"""Calls in one thread that another thread ends, or a clock."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from ag_notebook.staging.stopping.exceptions import EndedError, close_managers, is_of_signal
from ag_notebook.staging.stopping.threads import (
    RAISE_SECONDS,
    REPEAT_SECONDS,
    doing_surely,
    raise_in,
    running,
    surely,
)

Value = TypeVar("Value")

_lock = threading.Lock()


class _Block:
    """A call in the thread that makes this, which can be ended from another."""

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.aim = ctypes.c_ulong(0)
        """The thread while the call runs in it, else 0: where `_end` raises.

        That is read and the exception is sent in one step, which the thread cannot come between (`ctypes.pythonapi` keeps the lock
        of the interpreter). So at most one exception is on its way once this is 0.
        """
        self.over = threading.Event()
        self.ended = False
        """Whether it was told to end."""

    def end(self) -> None:
        """Ends it, in a thread of its own: says so until it has come to its end."""
        with _lock:
            if self.ended:
                return
            self.ended = True
        threading.Thread(target=self._end, name="ag-notebook-stop", daemon=True).start()

    def end_after(self, seconds: float) -> None:
        """Ends it after some time."""

        def wait() -> None:
            if not self.over.wait(seconds):
                self.end()

        threading.Thread(target=wait, name="ag-notebook-time-limit", daemon=True).start()

    def _end(self) -> None:
        raised = -RAISE_SECONDS
        while not self.over.is_set():
            with _lock:  # it is not over, and what runs is what the call has begun
                if self.over.is_set():
                    return
                if runs := running.get(self.thread):
                    runs[-1].cancel()
                elif time.monotonic() - raised >= RAISE_SECONDS and self.thread not in doing_surely:
                    raised = time.monotonic()
                    raise_in(self.aim, EndedError)
            self.over.wait(REPEAT_SECONDS)

    def leave(self) -> None:
        """It is over: nothing that its thread runs is cancelled any more."""
        with _lock:
            self.over.set()

    def run(self, call: Callable[[], Value], seconds: float | None = None) -> Value:
        """The value of the call.

        Between what raises an exception and the statement that handles it CPython looks for no other one: that `aim` is 0 behind the
        call is sure, which it would not be in the `__exit__` of a manager.

        Args:
            call: without arguments.
            seconds: after which it is ended.

        Raises:
            KeyboardInterrupt: it was ended.
        """
        __tracebackhide__ = True
        try:
            try:
                doing_surely.pop(self.thread, None)
                self.aim.value = self.thread
                if seconds is not None:
                    self.end_after(seconds)
                value = call()
            finally:
                self.aim.value = 0
                self.leave()  # what is on its way arrives here at the latest
        except (
            BaseException
        ) as error:  # of whatever class: it came because the call was ended, or goes on as it is
            surely(self.leave)
            if self.ended:
                surely(partial(close_managers, error))
                if isinstance(error, Exception):
                    raise KeyboardInterrupt from None
            raise
        if self.ended:  # it was at its end by then
            raise KeyboardInterrupt
        return value


class Stop:
    """Ends what `stoppable(stop, call)` calls, in all threads, now and later.

    Attributes:
        stopped: whether `stop` was called.
    """

    def __init__(self) -> None:
        self.stopped = False
        self._blocks: list[_Block] = []

    def stop(self) -> None:
        """Ends it; can be called in any thread, and more than once."""
        self.stopped = True
        for block in tuple(self._blocks):
            block.end()

    def _forget(self, block: _Block) -> None:
        block.leave()
        if block in self._blocks:
            self._blocks.remove(block)


def stoppable(stop: Stop, call: Callable[[], Value]) -> Value:
    """The value of a call that `stop` ends: in Python at its next step, in a graph or in machine code within a moment.

    A program of XLA's cannot be cancelled, nor can a function of a library that is written in C: they end when they are done.

    Raises:
        KeyboardInterrupt: it was ended, or was not to begin.
    """
    __tracebackhide__ = True
    block = _Block()
    try:
        stop._blocks.append(block)
        if stop.stopped:
            raise KeyboardInterrupt
        return block.run(call)
    finally:
        surely(lambda: stop._forget(block))


class OutOfTimeError(Exception):
    """The time of `time_limit` was over."""


def time_limit(seconds: float, call: Callable[[], Value]) -> Value:
    """The value of a call that is ended when it takes longer than `seconds`, as `stoppable` says.

    Raises:
        OutOfTimeError: it took longer.
    """
    __tracebackhide__ = True
    block = _Block()
    try:
        return block.run(call, seconds)
    except KeyboardInterrupt as error:
        if not block.ended or is_of_signal(error):
            raise
        raise OutOfTimeError from None
