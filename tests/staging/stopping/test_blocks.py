"""What runs is ended by another thread or by a limit of time; what it wrote is whole afterwards."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook import lantern
from ag_notebook.staging import StagedRuntimeError, function
from ag_notebook.staging.stopping import (
    OutOfTimeError,
    Stop,
    blocks,
    interruptible,
    stoppable,
    surely,
    time_limit,
)
from ag_notebook.staging.stopping.exceptions import is_of_signal

ENDS = [time_limit, lambda seconds, call: stoppable(stopped_after(seconds), call)]


@pytest.mark.parametrize("end", ENDS)
def test_what_a_library_makes_of_the_end_is_an_end(end) -> None:
    def turned():
        try:
            while True:
                pass
        except BaseException:
            raise TypeError("no such type")  # noqa: B904

    with pytest.raises((OutOfTimeError, KeyboardInterrupt)):
        end(0.2, turned)


@pytest.mark.parametrize("end", ENDS)
def test_an_end_that_gets_lost_is_no_interrupt(end) -> None:
    """Python drops what arrives in a finalizer, and a library may make another error of it."""

    class Slow:
        def __del__(self) -> None:
            until = time.monotonic() + 0.6
            while time.monotonic() < until:
                pass

    def dropped() -> None:
        with interruptible():
            Slow()
            endless()

    def handled() -> None:
        try:
            endless()
        except BaseException:
            raise TypeError("no such type")  # noqa: B904

    handled.__code__ = handled.__code__.replace(co_filename=json.__file__)  # a library's

    def turned() -> None:
        with interruptible():
            handled()

    for call in (dropped, turned):
        with pytest.raises((OutOfTimeError, KeyboardInterrupt)) as caught:
            end(0.3, call)
        assert isinstance(caught.value, OutOfTimeError) == (end is time_limit)
        assert not is_of_signal(caught.value)


@pytest.mark.parametrize("end", ENDS)
def test_nothing_is_raised_behind_an_end(end, monkeypatch) -> None:
    """Also where the exception is raised again and again, wherever the call may be."""
    monkeypatch.setattr(blocks, "RAISE_SECONDS", 0.0)
    monkeypatch.setattr(blocks, "REPEAT_SECONDS", 0.0)

    def slow_to_end() -> None:
        try:
            endless()
        finally:
            for _ in range(50):
                len(())

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for _ in range(200):
            with pytest.raises((OutOfTimeError, KeyboardInterrupt)):
                end(0.001, slow_to_end)
            until = time.monotonic() + 0.002
            while time.monotonic() < until:
                pass
    finally:
        sys.setswitchinterval(before)
    monkeypatch.undo()
    until = time.monotonic() + 10
    while any(thread.name == "ag-notebook-stop" for thread in threading.enumerate()):
        assert time.monotonic() < until, "what ends a call goes on behind its end"
        time.sleep(0.01)


def endless() -> None:
    while True:
        pass


def stopped_after(seconds: float) -> Stop:
    stop = Stop()
    threading.Timer(seconds, stop.stop).start()
    return stop


class In:
    """Code that runs in a thread of its own, and how it ended."""

    def __init__(self, call, stop: Stop | None = None) -> None:
        self.value = self.error = None
        self.stop = stop or Stop()

        def run() -> None:
            try:
                self.value = stoppable(self.stop, call)
            except BaseException as error:  # noqa: BLE001  a KeyboardInterrupt, too
                self.error = error

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def ended(self) -> BaseException | None:
        """Waits for its end, two seconds at most."""
        self.thread.join(2)
        assert not self.thread.is_alive(), "it has not ended"
        return self.error


def forever(x):
    while x > 0:
        x = x + 1 - 1
    return x


def unrolled_forever(x):
    while True:
        x = x + 0 * x
    return x


ARGUMENTS = {"tensorflow": tf.constant, "lantern": int, "python": int}


@pytest.mark.parametrize("backend", ARGUMENTS)
@pytest.mark.parametrize("traced", [True, False])
def test_a_stop_ends_a_loop_in_another_thread(backend, traced):
    staged, of = function(forever, backend=backend), ARGUMENTS[backend]
    if traced:
        staged(of(0))
    running = In(lambda: staged(of(1)))
    time.sleep(0.5)
    running.stop.stop()
    assert isinstance(running.ended(), KeyboardInterrupt)
    assert int(staged(of(-3))) == -3


@pytest.mark.parametrize("backend", ARGUMENTS)
def test_a_stop_ends_a_loop_of_python_while_tracing(backend):
    staged = function(unrolled_forever, backend=backend)
    running = In(lambda: staged(ARGUMENTS[backend](1)))
    time.sleep(0.4)
    running.stop.stop()
    assert isinstance(running.ended(), KeyboardInterrupt)


def test_each_thread_is_stopped_by_its_own_stop():
    """TensorFlow's own note of what cancels a graph is one for all threads."""
    staged = function(forever)
    staged(tf.constant(0))
    # Of more loops than TensorFlow has threads, some wait for a thread and end only when they get one.
    running = [In(lambda: staged(tf.constant(1))) for _ in range(2)]
    time.sleep(0.3)
    for place, each in enumerate(running):
        each.stop.stop()
        assert isinstance(each.ended(), KeyboardInterrupt)
        assert all(other.thread.is_alive() for other in running[place + 1 :])


def test_a_stop_ends_all_that_it_is_for_and_what_begins_later():
    stop = Stop()
    staged = function(forever)
    first, second = (In(lambda: staged(tf.constant(1)), stop) for _ in range(2))
    time.sleep(0.3)
    assert not stop.stopped
    stop.stop()
    stop.stop()
    assert stop.stopped
    assert isinstance(first.ended(), KeyboardInterrupt)
    assert isinstance(second.ended(), KeyboardInterrupt)
    later = In(lambda: 1, stop)
    assert isinstance(later.ended(), KeyboardInterrupt)
    assert later.value is None


def test_a_stop_of_the_main_thread():
    stop = Stop()
    threading.Timer(0.3, stop.stop).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        stoppable(stop, lambda: function(forever)(tf.constant(1)))
    assert time.monotonic() - begun < 2.3
    for _ in range(1000):  # nothing comes later
        pass
    time.sleep(0.05)


def test_a_stop_that_comes_too_late_ends_nothing():
    for _ in range(200):
        stop = Stop()
        assert stoppable(stop, lambda: 1) == 1
        stop.stop()
    time.sleep(0.05)


def test_a_stop_at_any_moment_ends_a_block_once():
    """Wherever it comes, the block ends by it or is over; nothing arrives behind it."""

    def busy() -> None:
        for _ in range(20_000):
            pass

    for place in range(60):
        stop = Stop()
        timer = threading.Timer(place * 0.0002, stop.stop)
        timer.start()
        try:
            stoppable(stop, busy)
        except KeyboardInterrupt:
            assert stop.stopped
        timer.join()
        for _ in range(100):
            pass


class Counter:
    def __init__(self) -> None:
        self.n, self.rows = 0, [0.0]

    def count(self, x):
        while x > 0:
            self.n += 1
            self.rows[0] = self.rows[0] + 2.0
            x = x - 1
        return x


@pytest.mark.parametrize("unrolled", [True, False])
def test_what_is_stopped_has_stored_nothing_and_runs_again(unrolled):
    counter = Counter()
    staged = function(counter.count)
    staged(tf.constant(3))
    before = int(counter.n), float(counter.rows[0])
    assert before == (3, 6.0)
    staged = function(counter.count) if unrolled else staged  # the one is stopped while tracing, too
    running = In(lambda: staged(2_000_000_000 if unrolled else tf.constant(2_000_000_000)))
    time.sleep(0.5)
    running.stop.stop()
    assert isinstance(running.ended(), KeyboardInterrupt)
    assert (int(counter.n), float(counter.rows[0])) == before
    staged(tf.constant(2))
    assert (int(counter.n), float(counter.rows[0])) == (5, 10.0)


def test_a_stop_waits_for_what_must_be_whole():
    done = []

    def step():
        time.sleep(0.6)
        for _ in range(1000):
            pass
        done.append("whole")

    running = In(lambda: surely(step))
    time.sleep(0.2)
    running.stop.stop()
    assert isinstance(running.ended(), KeyboardInterrupt)
    assert done == ["whole"]


@pytest.mark.parametrize("backend", ARGUMENTS)
@pytest.mark.parametrize("endless", [forever, unrolled_forever])
def test_a_limit_of_time(backend, endless):
    staged = function(endless, backend=backend, time_limit=2)  # a busy machine takes long to compile
    begun = time.monotonic()
    with pytest.raises(StagedRuntimeError) as caught:
        staged(ARGUMENTS[backend](1))
    assert time.monotonic() - begun < 4
    error = caught.value
    assert error.code == "AG280"
    assert (error.span.file, error.span.line) == (__file__, endless.__code__.co_firstlineno)
    assert f"`{endless.__name__}`" in error.message
    assert "time_limit" in error.fix
    if endless is forever:
        assert int(staged(ARGUMENTS[backend](-3))) == -3


def test_a_limit_of_time_of_gradients():
    def doubled(x, n):
        while n > 0:
            n = n + 1 - 1
        return x * 2

    limited = function(doubled, backend="lantern", time_limit=2)
    with pytest.raises(StagedRuntimeError, match="AG280"):
        lantern.grad(limited)(1.0, 1)
    assert lantern.grad(limited)(1.0, 0) == 2.0


def test_a_limit_of_time_in_another_thread():
    staged = function(forever, time_limit=0.3)
    running = In(lambda: staged(tf.constant(1)))
    assert isinstance(running.ended(), StagedRuntimeError)


@pytest.mark.parametrize("limit", [None, 0, 60.0])
def test_a_call_in_time_is_let_be(limit):
    staged = function(forever, time_limit=limit)
    assert [int(staged(tf.constant(-n))) for n in range(20)] == [-n for n in range(20)]


def test_an_interrupt_of_the_users_is_no_limit_of_time():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        time_limit(60, interrupted)


class Ordering:
    """A manager whose end is interrupted."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.3)


@pytest.mark.parametrize("waits", [False, True])
def test_an_interrupt_when_the_time_is_over_is_an_interrupt(waits):
    @function(time_limit=1.0)
    def staged(x):
        with Ordering() if waits else contextlib.nullcontext():
            try:
                while True:
                    pass
            finally:
                if not waits:
                    signal.raise_signal(signal.SIGINT)
        return x

    with pytest.raises(KeyboardInterrupt):
        staged(tf.constant(1))


def test_the_inner_of_two_limits_of_time():
    def inner():
        with pytest.raises(OutOfTimeError):
            time_limit(0.2, endless)
        return int(np.add(1, 1))

    assert time_limit(60, inner) == 2
    with pytest.raises(OutOfTimeError):
        time_limit(0.3, lambda: time_limit(60, endless))


TRACED = """
import sys, threading, time
from ag_notebook.staging.stopping import OutOfTimeError, Stop, stoppable, time_limit

def endless():
    while True:
        pass

def stopped():
    stop = Stop()
    try:
        threading.Timer(0.2, stop.stop).start()
        stoppable(stop, endless)
    except KeyboardInterrupt:
        return True

def late():
    try:
        time_limit(0.2, endless)
    except OutOfTimeError:
        return True

def traced(function):
    seen = []
    sys.settrace(lambda frame, event, argument: seen.append(event))
    found = function(3)
    sys.settrace(None)
    return found, bool(seen)

assert stopped() and late()
print(traced(lambda n: n + 1))
"""


def test_debuggers_work_after_a_stop():
    done = subprocess.run(
        [sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=100, check=True
    )
    assert done.stdout.strip() == "(4, True)"
