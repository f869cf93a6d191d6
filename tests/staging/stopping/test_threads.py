"""What is known of a thread: what it runs, and what it must not leave half done."""

from __future__ import annotations

import ctypes
import threading

import pytest

from ag_notebook.staging.stopping import surely
from ag_notebook.staging.stopping.exceptions import is_of_signal, of_signal
from ag_notebook.staging.stopping.threads import Run, raise_in


def test_a_step_that_is_interrupted_is_done_whole():
    done = []

    def step():
        done.append(1)
        if len(done) < 3:
            raise KeyboardInterrupt
        done.append("whole")

    with pytest.raises(KeyboardInterrupt):
        surely(step)
    assert done == [1, 1, 1, "whole"]


def test_a_run_that_is_over_is_not_cancelled() -> None:
    cancelled = []
    run = Run(lambda: cancelled.append(1))
    run.cancel()
    run.end()
    run.cancel()
    assert cancelled == [1] and run.cancelled and run.over


def test_an_exception_is_raised_in_another_thread() -> None:
    raised, begun = [], threading.Event()

    def loop() -> None:
        try:
            begun.set()
            while True:
                pass
        except LookupError as error:
            raised.append(error)

    thread = threading.Thread(target=loop, daemon=True)
    thread.start()
    assert begun.wait(10)
    raise_in(ctypes.c_ulong(0), LookupError)  # no thread's
    raise_in(ctypes.c_ulong(thread.ident or 0), LookupError)
    thread.join(10)
    assert [type(error) for error in raised] == [LookupError]


def test_a_step_that_a_signal_interrupts_is_told_from_one_that_a_clock_ends() -> None:
    interrupts = [of_signal()]

    def step() -> None:
        if interrupts:
            raise interrupts.pop()

    with pytest.raises(KeyboardInterrupt) as caught:
        surely(step)
    assert is_of_signal(caught.value)
