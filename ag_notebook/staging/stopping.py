"""Ends what runs: by an interrupt, by another thread, or because its time is over.

    stop = Stop()
    with stoppable(stop):     # in the thread that runs staged code
        f(x)                  # ends by KeyboardInterrupt after stop.stop() in any other thread

Code of Python's is ended by an exception that is raised in its thread. While a graph or machine code runs, Python can
raise nothing there, so a back end says by `cancellable` how to end that, and whoever wants an end says so again until
it has come. An interrupt (SIGINT) is for the main thread, as ever. Python's own handler cannot run before the graph has
ended, but Python notes a signal at once (`signal.set_wakeup_fd`), and a thread that waits for it can cancel the run.

The exception of an interrupt can get lost: Python drops one that arrives in a finalizer, and TensorFlow has handlers
for all exceptions. Then it is raised again. In code that puts things in order it would leave them half done: there it waits.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # the functions of `signal` make enums first, which takes 4 µs each
import _thread
import contextlib
import ctypes
import inspect
import os
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from types import CodeType, FrameType
from typing import Any

from ag_notebook.staging.runtime.callees import is_library_file
from ag_notebook.staging.tracebacks import is_internal

REPEAT_SECONDS = 0.05
"""After which a run is cancelled again: it may not have begun when it was cancelled before."""
RAISE_SECONDS = 0.8
"""After which an exception is raised in a thread again, since it may have got lost."""

_SIGINT = int(signal.SIGINT)
_CLEANING = frozenset(("__enter__", "__exit__", "__aenter__", "__aexit__", "__del__"))
"""Functions that an interrupt leaves alone as long as it can wait: they, and what they call, put things in order."""
_WAITING_SECONDS = 1.0
"""How long it can."""

_lock = threading.Lock()


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


_running: dict[int, list[Run]] = {}
"""What runs in each thread, innermost last."""


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
            if runs := _running.get(thread):
                runs[-1].cancel()
            elif self._waits_since is not None:
                with self._lock:
                    if self._call is call:
                        self._is_again = True
                        _thread.interrupt_main()
            elif self._is_dropped or (
                time.monotonic() - raised >= RAISE_SECONDS
                and _signal.getsignal(_SIGINT) in (signal.default_int_handler, self._handle)
                and not _is_handling_interrupt(thread)
            ):
                raised = time.monotonic()
                with self._lock:
                    self._is_dropped = False
                    if self._call is call and thread not in _sure:
                        _raise_in(thread, KeyboardInterrupt)
            time.sleep(REPEAT_SECONDS)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        """Raises the exception of an interrupt, as Python's own handler does, but not where it would leave things half done."""
        is_again, self._is_again = self._is_again, False
        now = time.monotonic()
        if self._call is None:
            if is_again:
                return  # the call has ended by it
        elif (
            self._raised is not None
            and now - self._raised_at < _WAITING_SECONDS
            and _is_handled(self._raised)
        ):
            return  # the call is about to end
        elif _is_cleaning(frame, _LISTENING):
            self._waits_since = now if self._waits_since is None else self._waits_since
            if now - self._waits_since < _WAITING_SECONDS:
                return
        self._waits_since, self._raised_at = None, now
        self._raised = _of_signal()
        raise self._raised

    def _is_lost(self) -> bool:
        """Whether an interrupt has ended nothing: no exception came of it, or one that a library handled."""
        return self._is_dropped or self._waits_since is not None or _is_of_interrupt(self._raised)

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Around what is to be ended by an interrupt (main thread only)."""
        before: int | None = None
        hook_before = sys.unraisablehook

        def unraisable(dropped: Any) -> None:
            if issubclass(dropped.exc_type, KeyboardInterrupt) and _is_main():
                self._is_dropped = True
            else:
                hook_before(dropped)

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
            is_end = isinstance(error, (Exception, KeyboardInterrupt)) and not _is_of_signal(error)
            if (is_end and self._is_lost()) or (isinstance(error, Exception) and _is_of_interrupt(error)):
                raise _of_signal() from None
            raise
        finally:
            surely(leave)
            is_lost, self._raised = self._is_lost(), None
        if is_lost:
            raise _of_signal()


_LISTENING = _Interrupts.listening.__wrapped__.__code__  # type: ignore[attr-defined]


def _is_cleaning(frame: FrameType | None, outermost: CodeType) -> bool:
    """Whether a frame, or one that called it, puts things in order; looked for up to the code `outermost`."""
    while frame is not None and frame.f_code is not outermost:
        if frame.f_code.co_name in _CLEANING:
            return True
        frame = frame.f_back
    return False


_MANAGERS = tuple(
    getattr(contextlib._GeneratorContextManager, name).__code__ for name in ("__enter__", "__exit__")
)


def close_managers(error: BaseException | None) -> None:
    """Ends the context managers of whose generators an exception was raised just before they were entered or left.

    They would end when the exception is forgotten: in a notebook, with the next error.
    """
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        for frame, _ in traceback.walk_tb(error.__traceback__):
            manager = frame.f_locals.get("self") if frame.f_code in _MANAGERS else None
            generator = getattr(manager, "gen", None)
            if (
                inspect.isgenerator(generator)
                and inspect.getgeneratorstate(generator) == inspect.GEN_SUSPENDED
            ):
                with contextlib.suppress(Exception):
                    generator.close()
        error = error.__cause__ or error.__context__


def _of_signal() -> KeyboardInterrupt:
    """The exception of an interrupt, which is told from that of a limit or of another thread."""
    error = KeyboardInterrupt()
    error.ag_is_of_signal = True  # type: ignore[attr-defined]
    return error


def _is_of_signal(error: BaseException | None) -> bool:
    while error is not None and not getattr(error, "ag_is_of_signal", False):
        error = error.__context__
    return error is not None


def _is_handled(error: BaseException) -> bool:
    """Whether this thread is in a handler of an exception, or in a `finally` because of it."""
    handled = sys.exc_info()[1]
    while handled is not None and handled is not error:
        handled = handled.__context__
    return handled is error


def _is_handling_interrupt(thread: int) -> bool:
    """Whether a thread is in a handler of a `KeyboardInterrupt`, or in a `finally` because of one."""
    found = sys._current_exceptions().get(thread)
    error = found[1] if isinstance(found, tuple) else found  # a tuple until Python 3.11
    return isinstance(error, KeyboardInterrupt)


def _is_of_interrupt(error: BaseException | None) -> bool:
    """Whether an error was raised where a library, and not the user, handled a `KeyboardInterrupt`."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            handler = error.__traceback__
            file = "" if handler is None else handler.tb_frame.f_code.co_filename
            return is_library_file(file) or is_internal(file)
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


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
        runs = _running.get(thread, [])
        if run in runs:
            runs.remove(run)
        if not runs:
            _running.pop(thread, None)

    with interruptible():
        _running.setdefault(thread, []).append(run)
        try:
            yield run
        except Exception:  # of whatever class: it came because the run was cancelled, or goes on as it is
            if run.cancelled:
                raise KeyboardInterrupt from None
            raise
        finally:
            surely(leave)


_sure: dict[int, int] = {}
"""The threads that do what must not stay half done, with the depth of it: meanwhile `_Block` raises nothing in them."""


def surely(step: Callable[[], object]) -> None:
    """Does what must not stay half done, and can be done twice: again where an interrupt comes meanwhile.

    Raises:
        KeyboardInterrupt: one came; all is done.
    """
    thread, interrupted = threading.get_ident(), False
    depth = _sure.get(thread, 0)
    while True:
        try:
            _sure[thread] = depth + 1
            step()
            break
        except KeyboardInterrupt:
            interrupted = True
        finally:
            _sure[thread] = depth
            if not depth:
                del _sure[thread]
    if interrupted:
        raise KeyboardInterrupt


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
            if runs := _running.get(self.thread):
                runs[-1].cancel()
            elif time.monotonic() - raised >= RAISE_SECONDS:
                raised = time.monotonic()
                with _lock:
                    if not self.over.is_set() and self.thread not in _sure:
                        _raise_in(self.thread, KeyboardInterrupt)
            self.over.wait(REPEAT_SECONDS)

    def leave(self) -> None:
        """It is over: nothing is raised in its thread any more."""
        with _lock:
            self.over.set()
            if self.ended:
                _take_back()


class _TakenBackError(BaseException):
    """Is raised in place of what has not come yet."""


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raises an exception in a thread as soon as that runs code of Python's."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _take_back() -> None:
    """Takes back what is to be raised in this thread and has not come yet, if there is anything.

    Python can do that (by no exception in its place), but goes on to look for it at each step then, and hangs in the next function
    that a debugger traces (CPython 3.11). So another exception takes its place, and comes here.
    """
    with contextlib.suppress(_TakenBackError):
        while True:  # until it comes: Python drops one that arrives in a finalizer
            _raise_in(threading.get_ident(), _TakenBackError)


@contextlib.contextmanager
def _block() -> Iterator[_Block]:
    block = _Block()
    _sure.pop(block.thread, None)
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
        if block is None or not block.ended or _is_of_signal(error):
            raise
        raise OutOfTimeError from None
