"""Finds the lines of the user's that were running when an operation was made."""

from __future__ import annotations

import functools
import os
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import tensorflow as tf

from ag_notebook.report import Span
from ag_notebook.staging.backends.tensorflow import private

_LIBRARIES = tuple(
    os.path.realpath(p) + os.sep for k in ("stdlib", "purelib", "platlib") if (p := sysconfig.get_path(k))
)
_PACKAGE = str(Path(__file__).resolve().parents[3]) + os.sep
_BUILDERS = ("func_graph_from_py_func", "_create_concrete_function")
"""Where TensorFlow begins to build the graph of a function, and where the inputs of one are made."""
_BUILDING = (f"{os.sep}func_graph.py", f"{os.sep}tracing_compilation.py")


class Places:
    """The user's lines of the operations of a graph and of those in it.

    Each frame of a stack of TensorFlow's costs 2 µs to read, and a stack has 20 to 60. Below the call that builds the
    graph all stacks are the same, so where one was found there, the next is read from there on, and without the frames
    that TensorFlow calls its own (in a folder `tensorflow/python`).
    """

    def __init__(self) -> None:
        self._builder: int | None = None
        """Where the call that builds the graph stands in a stack."""
        self._below: list[Any] = []
        """The frames below it that are not TensorFlow's own."""

    def of(self, op: tf.Operation) -> list[Span]:
        """The lines of the function that is traced, innermost first.

        Lines outside of that are where somebody asked for the graph: a call, or a drawing of a model that has no line itself.
        """
        given = private.place_of(op)
        first = [] if given is None else [Span(given.file, given.line, 0, given.line, 0)]
        stack: Any = op.traceback or ()
        frames = self._frames_inside(stack)
        found = [*first, *_lines(frames)]
        return found if frames and found else self._read(stack, first)

    def _frames_inside(self, stack: Any) -> list[Any]:
        """The frames in the call that builds the graph, innermost first; none where it is not the one that is known."""
        if self._builder is None or len(stack) <= self._builder or not _builds(stack[self._builder]):
            return []
        frames, count = stack.get_user_frames(), len(self._below)
        if len(frames) <= count or (count and not _same(frames[count - 1], self._below[-1])):
            return []
        return [frames[place] for place in range(len(frames) - 1, count - 1, -1)]

    def _read(self, stack: Any, found: list[Span]) -> list[Span]:
        is_inside = False
        for position in range(len(stack) - 1, -1, -1):
            frame = stack[position]
            if _builds(frame):
                is_inside = True
                if found:
                    self._builder, self._below = position, _frames_below(stack, position)
                    return found
            else:
                found = [*found, *_lines([frame])]
        return [] if is_inside else found


def _frames_below(stack: Any, position: int) -> list[Any]:
    """The frames below a position that are not TensorFlow's own."""
    found: list[Any] = []
    frames = stack.get_user_frames()
    for below in range(position):
        if len(found) < len(frames) and _same(stack[below], frames[len(found)]):
            found.append(frames[len(found)])
    return found


def _same(frame: Any, other: Any) -> bool:
    return (frame.filename, frame.lineno, frame.name) == (other.filename, other.lineno, other.name)


def _builds(frame: Any) -> bool:
    return frame.name in _BUILDERS and frame.filename.endswith(_BUILDING)


def _lines(frames: Iterable[Any]) -> Iterator[Span]:
    """The lines of those frames that are the user's."""
    for frame in frames:
        if is_user_file(frame.filename):
            yield Span(frame.filename, frame.lineno, 0, frame.lineno, 0)


@functools.cache
def is_user_file(name: str) -> bool:
    """Whether a frame of this file is the user's own code."""
    if name.startswith("<") and name.endswith(">"):
        return not name.startswith("<frozen")
    real = os.path.realpath(name)
    return not (real.startswith((*_LIBRARIES, _PACKAGE)) or f"{os.sep}site-packages{os.sep}" in real)
