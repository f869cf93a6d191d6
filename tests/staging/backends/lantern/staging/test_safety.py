"""What ends a run is an error of Python's with the user's names and line, and the function stays usable."""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Optional

import numpy as np
import pytest
from lantern_staging import staged

import ag_notebook
from ag_notebook.staging.backends import lantern
from ag_notebook.staging.backends.lantern import Array
from ag_notebook.staging.errors import StagingError

OURS = Path(ag_notebook.__file__).parent


class Chain:
    value: float
    next: Optional[Chain]

    def __init__(self, value, next=None):
        self.value, self.next = value, next


@dataclass
class Link:
    value: float
    next: Optional[Link] = None


class Pair(NamedTuple):
    value: float
    next: Optional[Pair] = None


def squares(c):
    if c is None:
        return 0.0
    return c.value * c.value + squares(c.next)


def first_large(c):
    if c.value > 5:
        return c.value
    return first_large(c.next) * 2


def deep(n):
    if n <= 0:
        return 0.0
    return np.sin(deep(n - 1)) + 1.0


def vectors(n):
    if n <= 0:
        return np.zeros(1000)
    return vectors(n - 1) * 2.0 + np.ones(1000)


def chain(kind, length):
    found = None
    for _ in range(length):
        found = kind(1.0, found)
    return found


def raised(call, *arguments):
    """The exception of a call, and the last line of this file's in its traceback: where the code was, or the call."""
    with pytest.raises(Exception) as found:
        call(*arguments)
    frames = traceback.extract_tb(found.value.__traceback__)
    assert sum(OURS in Path(frame.filename).parents for frame in frames) <= 1
    return found.value, [frame.line for frame in frames if frame.filename == __file__][-1]


@pytest.mark.parametrize("kind", [Chain, Link, Pair])
def test_a_chain_of_100_000_records(kind):
    nodes = chain(kind, 100_000)
    made = staged(squares)
    assert made(nodes) == 100_000.0
    value, gradient = lantern.value_and_grad(made)(nodes)
    assert value == 100_000.0 and len(gradient) == 100_000
    assert gradient[id(nodes)] == {"value": 2.0} and gradient[id(nodes.next.next)] == {"value": 2.0}
    assert made(chain(kind, 3)) == 3.0 and len(made.traces()) == 1


def test_deeper_than_memory():
    made = staged(deep)
    slope = lantern.grad(lambda x, n: x * deep(n))
    for call, arguments in ((made, (10**12,)), (slope, (1.0, 10**12))):
        error, _ = raised(call, *arguments)
        assert type(error) is RecursionError and "MiB of stack" in str(error)
    assert "deep calls itself deeper" in str(raised(made, 10**12)[0])
    assert np.isclose(made(10), deep(10)) and np.isclose(slope(1.0, 10), deep(10))
    assert np.isclose(made(100_000), made(99_999))


def test_more_values_than_memory():
    made = staged(vectors)
    error, _ = raised(made, 10**12)
    assert type(error) is MemoryError and "vectors needs more than" in str(error)
    assert made(10)[0] == 1023.0


def test_a_record_that_holds_itself():
    made, slope = staged(squares), lantern.grad(squares)
    loop = Chain(1.0, Chain(2.0))
    loop.next.next = loop
    for call in (made, slope):
        error, _ = raised(call, loop)
        assert type(error) is ValueError and str(error).startswith(
            "c.next.next holds itself: it is c. Records have an end"
        )
        call(chain(Chain, 2))
    loop.next.next = None
    assert made(loop) == 5.0


HINT = ", that is float64, as the hint of Chain.value says: change one of the two"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Chain(1.0, Chain("a")), "c.next.value is of type str, not f64" + HINT),
        (Chain(1.0, Chain(None)), "c.next.value is of type NoneType, not f64" + HINT),
        (Chain(1.0, 3), "c.next has no field next: it is an int"),
        (Chain(np.zeros(2)), "c.value has shape (2,), not that of f64" + HINT),
        (
            Chain(1.0, Chain(1.0, Link(1.0, Chain(1j)))),
            "c.next.next.next.value is of type complex, not f64" + HINT,
        ),
    ],
)
def test_fields_of_other_types(wrong, message):
    made, slope = staged(squares), lantern.grad(squares)
    for call in (made, slope):
        error, line = raised(call, wrong)
        assert type(error) is TypeError and str(error) == message
        assert line == "call(*arguments)"  # where the object was given
    assert made(chain(Chain, 2)) == 2.0


def test_none_where_a_value_is_needed():
    made, slope = staged(first_large), lantern.grad(first_large)
    for call in (made, slope):
        for nothing in (Chain(1.0, Chain(2.0)), None):
            error, line = raised(call, nothing)
            assert type(error) is AttributeError
            assert str(error) == "'NoneType' object has no attribute 'value'"
            assert line == "if c.value > 5:"
    assert made(Chain(1.0, Chain(6.0))) == 12.0


INTERRUPTED = """
import os, signal, sys, threading, time
import ag_notebook as ag
from ag_notebook.staging.backends import lantern

def forever(n):
    while n >= 0:
        n = (n + 1) % 1000
    return n

def deep(n):
    if n <= 0:
        return forever(-n)
    return deep(n - 1) + 1

def endless(n):
    if n <= 0:
        return 0
    return endless(n - 1) + endless(n - 1) + n % 3

def slope(n):
    return lantern.grad(lambda x, n: x * forever(n))(1.0, n)

calls = {"forever": (ag.function(forever, backend="lantern"), 0, -1, -1), "deep": (ag.function(deep, backend="lantern"), 200_000, None, None),
         "endless": (ag.function(endless, backend="lantern"), 70, 3, 8), "slope": (slope, 0, -1, -1)}
call, argument, good, value = calls[sys.argv[1]]
if good is not None:
    assert call(good) == value, call(good)
sent = []

def interrupt():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

threading.Timer(0.7, interrupt).start()
try:
    call(argument)
except KeyboardInterrupt:
    print("stopped" if time.monotonic() - sent[0] < 1 else "late")
if good is not None:
    assert call(good) == value
print("usable")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals to oneself are POSIX's")
@pytest.mark.parametrize("name", ["forever", "deep", "endless", "slope"])
def test_interrupts(name, tmp_path):
    file = tmp_path / "interrupted.py"
    file.write_text(INTERRUPTED)
    found = subprocess.run([sys.executable, str(file), name], capture_output=True, text=True, timeout=60)
    assert found.stdout == "stopped\nusable\n", found.stderr


# named dimensions ---------------------------------------------------------------------------------------------


@dataclass
class Sized:
    w: Optional[Array["n", 2]] = None  # noqa: F821


@dataclass
class Matrices:
    word: Array["f64", "n"]  # noqa: F821
    mix: Array["f64", "n", "n"]  # noqa: F821
    left: Optional[Matrices] = None
    right: Optional[Matrices] = None


@dataclass
class Holder:
    scale: float
    inner: Optional[Leaf] = None
    next: Optional[Holder] = None


@dataclass
class Leaf:
    x: Array["f64", "n"]  # noqa: F821
    y: np.ndarray


def mixed(m):
    if m is None:
        return 0.0
    return (m.mix @ m.word).sum() + mixed(m.left) * mixed(m.right)


def test_sizes_with_names():
    def matrices(n, *inner):
        return Matrices(np.arange(1.0, n + 1), np.full((n, n), 0.5), *inner)

    made = staged(mixed)
    for n in (2, 5, 2):
        tree = matrices(n, matrices(n), matrices(n, matrices(n)))
        assert np.isclose(made(tree), mixed(tree))
        gradient = lantern.grad(made)(tree)
        assert np.allclose(gradient[id(tree)]["word"], 0.5 * n)
    assert len(made.traces()) == 2

    error, _ = raised(made, matrices(3, matrices(2)))
    assert type(error) is TypeError and "m.left.word has shape (2,)" in str(error)
    error, _ = raised(made, Matrices(np.ones(3), np.ones((3, 2))))
    assert type(error) is TypeError and "Matrices.mix has shape (3, 2), not (3, 3)" in str(error)
    assert np.isclose(made(matrices(2)), mixed(matrices(2)))


def test_sizes_are_found_in_all_objects():
    def total(h):
        if h is None:
            return 0.0
        own = h.scale if h.inner is None else h.scale * (h.inner.x * h.inner.y).sum()
        return own + total(h.next)

    leaf = Leaf(np.arange(3.0), np.ones(3))
    made = staged(total)
    for holder in (Holder(2.0, leaf), Holder(1.0, None, Holder(3.0, leaf)), Holder(2.0, leaf, Holder(1.0))):
        assert np.isclose(made(holder), total(holder))
    error, _ = raised(made, Holder(1.0))
    assert isinstance(error, StagingError) and error.code == "AG314" and "how large n is" in error.message
