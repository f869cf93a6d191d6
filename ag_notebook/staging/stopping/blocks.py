"""Code of one thread that another thread ends, or a clock."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from functools import partial

from ag_notebook.staging.stopping.exceptions import close_managers, is_of_signal
from ag_notebook.staging.stopping.threads import (
    RAISE_SECONDS,
    REPEAT_SECONDS,
    doing_surely,
    raise_in,
    running,
    surely,
)

_lock = threading.Lock()


class _Block:
    """Code of one thread that can be ended from another."""

    def __init__(self) -> None:
        self.thread = threading.get_ident()
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
            if runs := running.get(self.thread):
                runs[-1].cancel()
            elif time.monotonic() - raised >= RAISE_SECONDS:
                raised = time.monotonic()
                with _lock:
                    if not self.over.is_set() and self.thread not in doing_surely:
                        raise_in(self.thread, KeyboardInterrupt)
            self.over.wait(REPEAT_SECONDS)

    def leave(self) -> None:
        """It is over: nothing is raised in its thread any more."""
        with _lock:
            self.over.set()
            if self.ended:
                _take_back()


class _TakenBackError(BaseException):
    """Is raised in place of what has not come yet."""


def _take_back() -> None:
    """Takes back what is to be raised in this thread and has not come yet, if there is anything.

    Python can do that (by no exception in its place), but goes on to look for it at each step then, and hangs in the next function
    that a debugger traces (CPython 3.11). So another exception takes its place, and comes here.
    """
    with contextlib.suppress(_TakenBackError):
        while True:  # until it comes: Python drops one that arrives in a finalizer
            raise_in(threading.get_ident(), _TakenBackError)


@contextlib.contextmanager
def _block() -> Iterator[_Block]:
    block = _Block()
    doing_surely.pop(block.thread, None)
    try:
        yield block
    except (
        BaseException
    ) as error:  # of whatever class: it came because the block was ended, or goes on as it is
        if block.ended:
            surely(partial(close_managers, error))
            if isinstance(error, Exception):
                raise KeyboardInterrupt from None
        raise
    finally:
        surely(block.leave)
    if block.ended:  # it was at its end by then
        raise KeyboardInterrupt


class Stop:
    """Ends what is in `stoppable(stop)`, in all threads, now and later.

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
        if block in self._blocks:
            self._blocks.remove(block)


@contextlib.contextmanager
def stoppable(stop: Stop) -> Iterator[None]:
    """Around code that `stop` ends: in Python at its next step, in a graph or in machine code within a moment.

    A program of XLA's cannot be cancelled, nor can a function of a library that is written in C: they end when they are done.

    Raises:
        KeyboardInterrupt: it was ended, or was not to begin.
    """
    with _block() as block:
        stop._blocks.append(block)
        try:
            if stop.stopped:
                raise KeyboardInterrupt
            yield
        finally:
            surely(lambda: stop._forget(block))


class OutOfTimeError(Exception):
    """The time of `time_limit` was over."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Around code that is ended when it takes longer than `seconds`, as `stoppable` is.

    Raises:
        OutOfTimeError: it took longer.
    """
    block: _Block | None = None
    try:
        with _block() as block:
            block.end_after(seconds)
            yield
    except KeyboardInterrupt as error:
        if block is None or not block.ended or is_of_signal(error):
            raise
        raise OutOfTimeError from None
