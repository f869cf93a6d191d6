"""Ends what a thread runs: `staging.stopping` where it is there, else what TensorFlow and Python can do alone.

The one place that knows of `ag_notebook.staging.stopping`.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import importlib.util
import sys
import threading
import time
from typing import Any

OFTEN, AGAIN = 0.05, 0.8
"""Seconds after which a graph is cancelled once more, and Python gets the exception once more."""


class _Stop:
    """Asks for an end, from any thread."""

    def __init__(self) -> None:
        self._asked = threading.Event()

    @property
    def stopped(self) -> bool:
        return self._asked.is_set()

    def stop(self) -> None:
        self._asked.set()

    def wait(self) -> None:
        self._asked.wait()


class _Stoppable(contextlib.AbstractContextManager[None]):
    """Ends by KeyboardInterrupt after `stop.stop()`: a graph of TensorFlow's is cancelled, Python gets the exception."""

    def __init__(self, stop: _Stop) -> None:
        self._stop, self._lock, self._is_over = stop, threading.Lock(), False
        self._graphs = contextlib.ExitStack()

    def __enter__(self) -> None:
        self._thread = threading.current_thread()
        self._cancel = _cancelling(self._graphs)
        threading.Thread(target=self._end, name="stops a run", daemon=True).start()

    def _end(self) -> None:
        self._stop.wait()
        raised = -AGAIN
        while not self._is_over and self._thread.is_alive():
            self._cancel()
            if time.monotonic() - raised >= AGAIN:
                raised = time.monotonic()
                with self._lock:
                    if not self._is_over:
                        _raise_in(self._thread, KeyboardInterrupt)
            time.sleep(OFTEN)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._is_over = True
        with self._lock:
            _raise_in(self._thread, None)
        self._graphs.close()
        if (
            error is not None and self._stop.stopped
        ):  # of whatever class: it came because the run was cancelled
            raise KeyboardInterrupt from None


def _raise_in(thread: threading.Thread, error: type[BaseException] | None) -> None:
    """Raises an exception in a thread as soon as that runs code of Python's; None takes back one that has not come yet."""
    given = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), given)


def _cancelling(stack: contextlib.ExitStack) -> Any:
    if "tensorflow" not in sys.modules:
        return lambda: None
    from ag_notebook.staging.backends.tensorflow import private

    manager = private.CancellationManager()
    stack.enter_context(private.CancellationManagerContext(manager))
    return manager.start_cancel


if importlib.util.find_spec("ag_notebook.staging.stopping") is not None:
    _module: Any = importlib.import_module("ag_notebook.staging.stopping")
    Stop: Any = _module.Stop
    stoppable: Any = _module.stoppable
else:
    Stop, stoppable = _Stop, _Stoppable
