"""An interrupt ends what the main thread runs, in Python, in a graph and in machine code; what it wrote is whole afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest
import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.framework import ops

from ag_notebook.staging import function, stopping
from ag_notebook.staging.stopping import cancellable

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


def test_a_handler_of_the_users_stays(handled) -> None:
    handler = signal.getsignal(signal.SIGINT)
    with stopping.interruptible():
        assert signal.getsignal(signal.SIGINT) is handler
    assert signal.getsignal(signal.SIGINT) is handler


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
    assert int(function(lambda x: x + 1)(tf.constant(1))) == 2
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
