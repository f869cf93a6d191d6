"""Catches what a run in a thread of its own prints and displays, while cells that run meanwhile keep theirs.

Three ways lead out: Python's streams, the process's (what C++ writes, such as `tf.print`), and the shell's displays. What is
staged is printed by threads of the back end's, so a run is given what comes from any thread that was not there before it;
of the process's streams nobody can say whose text it is, and all of it is the run's.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

KEPT = 20_000
"""Characters of a run's text that are kept: the last ones."""
_LOG = re.compile(r"^(\d{4}-\d\d-\d\d .*: [IWEF] |[IWEF]\d{4} |WARNING: All log messages)")
"""Lines that libraries written in C++ log: no run's own text."""

Output = dict[str, Any]
"""An output as notebooks have it."""


class Printed:
    """The outputs of a run, in order; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._outputs: list[Output] = []
        self._length = 0
        self._left_out = 0
        self.version = 0
        """Grows with each change."""

    def write(self, stream: str, text: str) -> None:
        """Adds text of `stdout` or `stderr`."""
        if not text:
            return
        with self._lock:
            self.version += 1
            last = self._outputs[-1] if self._outputs else {}
            if last.get("name") == stream:
                last["text"] += text
            else:
                self._outputs.append({"output_type": "stream", "name": stream, "text": text})
            self._length += len(text)
            if self._length > 2 * KEPT:
                self._shorten()

    def _shorten(self) -> None:
        """Drops the first texts; displays stay."""
        for output in list(self._outputs):
            over = self._length - KEPT
            if over <= 0:
                return
            if output["output_type"] == "stream":
                cut = min(over, len(output["text"]))
                output["text"] = output["text"][cut:]
                self._length, self._left_out = self._length - cut, self._left_out + cut
                if not output["text"]:
                    self._outputs.remove(output)

    def display(self, data: dict[str, Any], metadata: dict[str, Any]) -> None:
        """Adds something that is shown."""
        with self._lock:
            self.version += 1
            self._outputs.append({"output_type": "display_data", "data": data, "metadata": metadata})

    def outputs(self) -> tuple[Output, ...]:
        """All of it, as notebooks have it."""
        with self._lock:
            left = {
                "output_type": "stream",
                "name": "stderr",
                "text": f"… {self._left_out} characters before are left out\n",
            }
            return (*((left,) if self._left_out else ()), *(dict(each) for each in self._outputs))

    @property
    def text(self) -> str:
        """What was printed, of both streams."""
        return "".join(each["text"] for each in self.outputs() if each["output_type"] == "stream")


class _Routed:
    """A stream that hands on what a run's threads write, and leaves the rest to the stream in whose place it is."""

    def __init__(self, stream: Any, is_ours: Callable[[], bool], write: Callable[[str], None]) -> None:
        self._stream, self._is_ours, self._write = stream, is_ours, write

    def write(self, text: str) -> int:
        if not self._is_ours():
            return int(self._stream.write(text) or 0)
        self._write(text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        if not self._is_ours():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def caught(printed: Printed, shell: InteractiveShell | None) -> Iterator[None]:
    """Hands to `printed` what the calling thread, and those of the back ends, print and display inside of the block."""
    is_ours = _own_threads()
    with contextlib.ExitStack() as stack:
        for number, name in ((1, "stdout"), (2, "stderr")):
            stack.enter_context(_descriptor(number, lambda text, name=name: printed.write(name, text)))  # type: ignore[misc]
        for name in ("stdout", "stderr"):
            stack.enter_context(_stream(name, is_ours, printed))
        if shell is not None:
            stack.enter_context(_displays(shell, is_ours, printed))
        yield


def _own_threads() -> Callable[[], bool]:
    """Says whether the thread that asks is the run's: the calling one, or one that no Python program started before."""
    own = threading.get_ident()
    # Threads of C++ that have called Python before are known as dummies: they work for whoever runs a graph.
    others = {
        each.ident
        for each in threading.enumerate()
        if not isinstance(each, threading._DummyThread) and each.ident != own
    }
    active = True

    def is_ours() -> bool:
        return active and threading.get_ident() not in others

    return is_ours


@contextlib.contextmanager
def _stream(name: str, is_ours: Callable[[], bool], printed: Printed) -> Iterator[None]:
    before = getattr(sys, name)
    active = True
    routed = _Routed(before, lambda: active and is_ours(), lambda text: printed.write(name, text))
    setattr(sys, name, routed)
    try:
        yield
    finally:
        active = False
        if (
            getattr(sys, name) is routed
        ):  # a cell that runs meanwhile may have put another in its place, and back later
            setattr(sys, name, before)


@contextlib.contextmanager
def _displays(shell: InteractiveShell, is_ours: Callable[[], bool], printed: Printed) -> Iterator[None]:
    publisher = shell.display_pub
    publish = publisher.publish

    def routed(data: dict[str, Any], metadata: dict[str, Any] | None = None, **options: Any) -> None:
        if is_ours():
            printed.display(data, metadata or {})
        else:
            publish(data, metadata, **options)

    publisher.publish = routed  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        if vars(publisher).get("publish") is routed:
            del publisher.publish


@contextlib.contextmanager
def _descriptor(number: int, write: Callable[[str], None]) -> Iterator[None]:
    """Hands on what is written to a descriptor of the process, less what libraries log."""
    try:
        saved = os.dup(number)
    except OSError:  # there is none
        yield
        return
    read, written = os.pipe()
    reader = threading.Thread(
        target=_hand_on, args=(read, write), name="reads what a run prints", daemon=True
    )
    _flush()
    os.dup2(written, number)
    os.close(written)
    reader.start()
    try:
        yield
    finally:
        _flush()
        os.dup2(saved, number)  # the pipe's last end is closed by that: its reader comes to the end
        os.close(saved)
        reader.join(1.0)


def _hand_on(descriptor: int, write: Callable[[str], None]) -> None:
    with open(descriptor, encoding="utf-8", errors="replace", newline="") as lines:
        for line in lines:
            if not _LOG.match(line):
                write(line)


def _flush() -> None:
    for stream in (sys.__stdout__, sys.__stderr__):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()  # type: ignore[union-attr]  # AttributeError: there is none
