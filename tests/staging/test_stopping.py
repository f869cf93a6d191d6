"""What runs is ended: by an interrupt, by another thread, by a limit of time; what it wrote is whole afterwards."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.framework import ops

from ag_notebook import lantern
from ag_notebook.staging import StagedRuntimeError, function, stopping
from ag_notebook.staging.stopping import OutOfTimeError, Stop, cancellable, stoppable, surely, time_limit

ENDLESS = """
    import os, signal, sys, time
    import tensorflow as tf
    from ag_notebook.staging import function

    @function
    def endless(x):
        while x > 0:
            x = x + 1 - 1
        return x

    @function
    def double(x):
        return 2 * x

    endless.graph(tf.constant(1))
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write)
    try:
        print("running", flush=True)
        endless(tf.constant(1))
    except KeyboardInterrupt:
        print("KeyboardInterrupt", flush=True)
    print("restored", signal.set_wakeup_fd(-1) == write)
    print("told", signal.SIGINT in os.read(read, 10))
    print("goes on", double(tf.constant(4)).numpy(), flush=True)
"""


def test_an_endless_loop_ends_within_two_seconds(tmp_path) -> None:
    script = tmp_path / "endless.py"
    script.write_text(textwrap.dedent(ENDLESS))
    process = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "running\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "KeyboardInterrupt\n"
        assert time.monotonic() - sent < 2
        out = process.stdout.read()
        assert process.wait(timeout=20) == 0
    finally:
        process.kill()
        process.wait()
    assert out.splitlines() == ["restored True", "told True", "goes on 8"]


@pytest.fixture
def handled():
    """Interrupts reach a Python handler that does nothing, and a pipe of the user's."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    handler = signal.signal(signal.SIGINT, lambda *_: None)
    previous = signal.set_wakeup_fd(write)
    yield read, write
    signal.set_wakeup_fd(previous)
    signal.signal(signal.SIGINT, handler)
    os.close(read)
    os.close(write)


def test_the_descriptor_is_put_back_after_nested_runs(handled) -> None:
    with cancellable(lambda: None):
        ours = signal.set_wakeup_fd(-1)
        signal.set_wakeup_fd(ours)
        assert ours != handled[1]
        with pytest.raises(KeyError), cancellable(lambda: None):
            raise KeyError
        assert signal.set_wakeup_fd(ours) == ours
    assert signal.set_wakeup_fd(handled[1]) == handled[1]


def test_the_innermost_run_is_cancelled_and_the_user_is_told(handled) -> None:
    cancelled, outer = threading.Event(), threading.Event()
    with cancellable(outer.set):
        with cancellable(cancelled.set) as run:
            signal.raise_signal(signal.SIGINT)
            assert cancelled.wait(2)
            assert run.cancelled
            assert not outer.is_set()
    assert os.read(handled[0], 1) == bytes([signal.SIGINT])


def test_an_interrupt_before_a_run_cancels_it(handled) -> None:
    """As where Python drops the exception of an interrupt, because it arrived in a finalizer."""
    cancelled = threading.Event()
    with stopping.interruptible():
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.2)
        with cancellable(cancelled.set):
            assert cancelled.wait(2)


def test_an_interrupt_of_a_call_before_cancels_nothing(handled) -> None:
    with stopping.interruptible():
        signal.raise_signal(signal.SIGINT)
    cancelled = threading.Event()
    with cancellable(cancelled.set):
        assert not cancelled.wait(0.3)


class Finalized:
    """An interrupt comes while Python drops it: no exception leaves a finalizer."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def of_a_library(text: str):
    """`call` of a module's text, as if it were of an installed package."""
    names = {"signal": signal, "time": time}
    exec(compile(textwrap.dedent(text), np.__file__, "exec"), names)
    return names["call"]


DROPPED = """
    class Finalized:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    def call():
        Finalized()
"""
SWALLOWED = """
    def call():
        try:
            signal.raise_signal(signal.SIGINT)
            time.sleep(1)
        except:
            pass
"""
TURNED = """
    def call():
        try:
            try:
                signal.raise_signal(signal.SIGINT)
                time.sleep(1)
            except:
                raise TypeError("no such type")
        except TypeError as error:
            raise ValueError("no such value") from error
"""


@pytest.mark.parametrize("backend", ["tensorflow", "lantern"])
@pytest.mark.parametrize("text", [DROPPED, SWALLOWED, TURNED])
def test_an_interrupt_that_gets_lost_ends_the_call(text, backend, capsys) -> None:
    lose = of_a_library(text)

    @function(backend=backend)
    def staged(x):
        lose()
        while True:  # unrolled
            x = x + 1
        return x

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        staged(ARGUMENTS[backend](1))
    assert time.monotonic() - begun < 2
    assert "Exception ignored" not in capsys.readouterr().err
    assert int(function(forever, backend=backend)(ARGUMENTS[backend](-1))) == -1


def test_an_interrupt_that_gets_lost_at_the_very_end() -> None:
    with pytest.raises(KeyboardInterrupt), stopping.interruptible():
        Finalized()


def test_what_the_user_makes_of_an_interrupt_is_kept() -> None:
    """Their handler is not interrupted a second time, and an error of theirs stays what it is."""
    done = []
    with pytest.raises(ValueError, match="mine"), stopping.interruptible():
        try:
            signal.raise_signal(signal.SIGINT)
            time.sleep(1)
        except KeyboardInterrupt:
            begun = time.monotonic()
            while time.monotonic() - begun < 1.5:
                pass
            done.append(1)
            raise ValueError("mine")  # noqa: B904
    assert done == [1]


def test_an_interrupt_that_a_library_swallows_ends_a_short_call() -> None:
    lose = of_a_library(SWALLOWED)
    with pytest.raises(KeyboardInterrupt), stopping.interruptible():
        lose()
    with pytest.raises(KeyboardInterrupt), stopping.interruptible():
        lose()
        raise ValueError("another")


def test_an_interrupt_that_the_user_handles_is_done_with() -> None:
    with stopping.interruptible():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            done = True
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


class Ordering:
    """A manager whose end is interrupted."""

    def __init__(self) -> None:
        self.done = False

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.3)
        self.done = True


def test_what_puts_things_in_order_is_not_interrupted(capsys) -> None:
    manager, begun = Ordering(), time.monotonic()
    with pytest.raises(KeyboardInterrupt), stopping.interruptible():
        with manager:
            pass
        while True:
            pass
    assert manager.done
    assert time.monotonic() - begun < 2
    manager = Ordering()
    with pytest.raises(KeyboardInterrupt), stopping.interruptible(), manager:
        pass
    assert manager.done
    for _ in range(100_000):  # nothing comes later
        time.monotonic()
    assert "Exception ignored" not in capsys.readouterr().err


def test_a_second_interrupt_leaves_what_the_first_makes_alone() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), stopping.interruptible():
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            signal.raise_signal(signal.SIGINT)
            done.append(1)
    assert done == [1]


@pytest.mark.parametrize("what", ["finally", "manager"])
def test_what_does_not_end_is_interrupted(what) -> None:
    class Endless:
        def __enter__(self) -> None:
            pass

        def __exit__(self, *_: object) -> None:
            signal.raise_signal(signal.SIGINT)
            while True:
                time.sleep(0.01)

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), stopping.interruptible():
        if what == "manager":
            with Endless():
                pass
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            while time.monotonic() - begun < 5:
                time.sleep(0.01)
                if time.monotonic() - begun > 1.5:
                    signal.raise_signal(signal.SIGINT)
    assert time.monotonic() - begun < 2.5


def test_a_handler_of_the_users_stays(handled) -> None:
    handler = signal.getsignal(signal.SIGINT)
    with stopping.interruptible():
        assert signal.getsignal(signal.SIGINT) is handler
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_manager_that_an_interrupt_keeps_from_ending_is_ended() -> None:
    ended = []

    @contextlib.contextmanager
    def ordering():
        try:
            yield
        finally:
            ended.append(1)

    class Raising:
        """Raises when a profiler sees that a function begins, as an exception of another thread's may come just then."""

        def __call__(self, frame, event, argument) -> None:
            if event == "call" and frame.f_code.co_name == "__exit__":
                sys.setprofile(None)
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as raised, stopping.interruptible(), ordering():
        sys.setprofile(Raising())
    assert ended == [1]
    assert raised.value.__traceback__ is not None  # what Python keeps the generator by


@pytest.mark.parametrize("way", ["__call__", "graph"])
def test_tensorflow_is_as_before_where_an_interrupt_comes_while_it_leaves_a_graph(way) -> None:
    def leave_open(x):
        ops._default_graph_stack.stack.append(tf.Graph())
        context.context().context_switches.push(False, None, None)
        signal.raise_signal(signal.SIGINT)

    @function
    def staged(x):
        leave_open(x)
        return x + 1

    with pytest.raises(KeyboardInterrupt):
        getattr(staged, way)(tf.constant(1))
    assert tf.executing_eagerly()
    assert not ops._default_graph_stack.stack
    assert len(context.context().context_switches.stack) == 1
    assert int(function(forever)(tf.constant(-1))) == -1
    with tf.GradientTape() as tape:
        tape.watch(x := tf.constant(3.0))
        y = x * x
    assert float(tape.gradient(y, x)) == 6.0


def test_what_others_drop_is_told_as_before(monkeypatch) -> None:
    told = []
    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: told.append(dropped.exc_type))
    hook = sys.unraisablehook

    class Failing:
        def __del__(self) -> None:
            raise ZeroDivisionError

    with stopping.interruptible():
        Failing()
    assert told == [ZeroDivisionError]
    assert sys.unraisablehook is hook


@pytest.mark.parametrize("end", [time_limit, lambda seconds: stoppable(stopped_after(seconds))])
def test_what_a_library_makes_of_the_end_is_an_end(end) -> None:
    def turned():
        try:
            while True:
                pass
        except BaseException:
            raise TypeError("no such type")  # noqa: B904

    with pytest.raises((OutOfTimeError, KeyboardInterrupt)), end(0.2):
        turned()


def stopped_after(seconds: float) -> Stop:
    stop = Stop()
    threading.Timer(seconds, stop.stop).start()
    return stop


def test_a_run_is_cancelled_until_it_ends(handled) -> None:
    count = []
    with cancellable(lambda: count.append(1)):
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.5)
    before = len(count)
    assert before > 2
    time.sleep(0.2)
    assert len(count) == before


def test_other_signals_cancel_nothing(handled) -> None:
    cancelled = threading.Event()
    before = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        with cancellable(cancelled.set):
            signal.raise_signal(signal.SIGUSR1)
            assert os.read(handled[0], 1) == bytes([signal.SIGUSR1])  # handed on by the watcher
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert not cancelled.is_set()


def test_an_error_of_a_run_that_was_not_cancelled_stays_what_it_is() -> None:
    with pytest.raises(ValueError, match="mine"), cancellable(lambda: None):
        raise ValueError("mine")


def test_other_threads_leave_the_signals_alone(handled) -> None:
    seen: list = []

    def run():
        with cancellable(lambda: None):
            seen.append(signal.SIGINT)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [signal.SIGINT]
    assert signal.set_wakeup_fd(handled[1]) == handled[1]


class In:
    """Code that runs in a thread of its own, and how it ended."""

    def __init__(self, call, stop: Stop | None = None) -> None:
        self.value = self.error = None
        self.stop = stop or Stop()

        def run() -> None:
            try:
                with stoppable(self.stop):
                    self.value = call()
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
    with pytest.raises(KeyboardInterrupt), stoppable(stop):
        function(forever)(tf.constant(1))
    assert time.monotonic() - begun < 2.3
    for _ in range(1000):  # nothing comes later
        pass
    time.sleep(0.05)


def test_a_stop_that_comes_too_late_ends_nothing():
    for _ in range(200):
        stop = Stop()
        with stoppable(stop):
            pass
        stop.stop()
    time.sleep(0.05)


def test_a_stop_at_any_moment_ends_a_block_once():
    """Wherever it comes, the block ends by it or is over; nothing arrives behind it."""
    for place in range(60):
        stop = Stop()
        timer = threading.Timer(place * 0.0002, stop.stop)
        timer.start()
        try:
            with stoppable(stop):
                for _ in range(20_000):
                    pass
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
    with pytest.raises(KeyboardInterrupt), time_limit(60):
        raise KeyboardInterrupt


@pytest.mark.parametrize("waits", [False, True])
def test_an_interrupt_when_the_time_is_over_is_an_interrupt(waits):
    @function(time_limit=0.1)
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
    with time_limit(60):
        with pytest.raises(OutOfTimeError), time_limit(0.2):
            while True:
                pass
        assert np.add(1, 1) == 2


TRACED = """
import sys, threading, time
from ag_notebook.staging.stopping import OutOfTimeError, Stop, stoppable, time_limit

def stopped():
    stop = Stop()
    try:
        with stoppable(stop):
            threading.Timer(0.2, stop.stop).start()
            while True:
                pass
    except KeyboardInterrupt:
        return True

def late():
    try:
        with time_limit(0.2):
            while True:
                pass
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
