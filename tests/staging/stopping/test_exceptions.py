"""No interrupt gets lost, and none leaves half done what puts things in order."""

from __future__ import annotations

import contextlib
import signal
import sys
import textwrap
import time

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import function, stopping


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


ARGUMENTS = {"tensorflow": tf.constant, "lantern": int}


def halvings(x):
    count = 0
    while x > 1:
        x = x // 2
        count += 1
    return count


@pytest.mark.parametrize("backend", ARGUMENTS)
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
    assert int(function(halvings, backend=backend)(ARGUMENTS[backend](40))) == 5


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
