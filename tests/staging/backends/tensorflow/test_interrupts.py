"""An interrupt ends a running graph at once, and leaves the process's signal handling as it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from ag_notebook.staging.backends.tensorflow.interrupts import Watcher, interruptible

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
    watcher = Watcher()
    with watcher.guarding(lambda: None):
        ours = signal.set_wakeup_fd(-1)
        signal.set_wakeup_fd(ours)
        assert ours != handled[1]
        with pytest.raises(KeyError), watcher.guarding(lambda: None):
            raise KeyError
        assert signal.set_wakeup_fd(ours) == ours
    assert signal.set_wakeup_fd(handled[1]) == handled[1]


def test_the_innermost_run_is_cancelled_and_the_user_is_told(handled) -> None:
    watcher, cancelled = Watcher(), threading.Event()
    outer = threading.Event()
    with watcher.guarding(outer.set), watcher.guarding(cancelled.set):
        signal.raise_signal(signal.SIGINT)
        assert cancelled.wait(2)
        assert watcher.interrupted
    assert not outer.is_set()
    assert os.read(handled[0], 1) == bytes([signal.SIGINT])


def test_other_signals_cancel_nothing(handled) -> None:
    watcher, cancelled = Watcher(), threading.Event()
    before = signal.signal(signal.SIGUSR1, lambda *_: None)
    try:
        with watcher.guarding(cancelled.set):
            signal.raise_signal(signal.SIGUSR1)
            assert os.read(handled[0], 1) == bytes([signal.SIGUSR1])  # handed on by the watcher
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert not cancelled.is_set()


def test_an_error_without_an_interrupt_stays_what_it_is() -> None:
    with pytest.raises(ValueError, match="mine"), interruptible():
        raise ValueError("mine")


def test_other_threads_leave_the_signals_alone(handled) -> None:
    seen: list = []

    def run():
        with interruptible():
            seen.append("ran")

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == ["ran"]
    assert signal.set_wakeup_fd(handled[1]) == handled[1]
