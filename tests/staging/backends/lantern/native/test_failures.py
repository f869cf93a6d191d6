"""Runs that cannot go on end in Python's errors, and the program stays usable."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled

PROGRAM = read("""
(record Chain (value f64) (next (ref Chain)))
(record Named (value f32) (weights (tensor f32 2)) (left (ref Named)) (right (ref Named)))
(param table (tensor f64 3 2))
(def total ((c (ref Chain))) (if (none? c) 0.0 (+ (* (field c value) (field c value)) (call total (field c next)))))
(def vectors ((c (ref Chain)) (x (tensor f64 8)))
  (if (none? c) x (* (call vectors (field c next) (* x 0.5)) (field c value))))
(def endless ((n i64)) (if (< n 0) 0 (+ (call endless (+ n 1)) (call endless (+ n 2)))))
(def forever ((n i64)) (let* ((m (while ((m n)) (>= m 0) (% (+ m 1) 1000)))) m))
(def doubling ((n i64)) (if (== n 0) 1 (+ (call doubling (- n 1)) (* (call doubling (- n 1)) 1))))
(def row ((i i64)) (sum (row table i) :axes (0)))
(def quotient ((x i64) (y i64)) (+ (// x y) (% x y)))
(def quotients ((x (tensor i32 20)) (y i32)) (% x y))
(def first ((c (ref Chain))) (field c value))
(def power ((x i64) (y i64)) (** x y))
(def label ((x (tensor f64 3)) (i i64)) (cross-entropy x i))
(def named ((n (ref Named))) (if (none? n) (f32 0.0) (+ (field n value) (+ (call named (field n left)) (call named (field n right))))))
""")
TABLE = {"table": np.arange(6.0).reshape(3, 2)}


@dataclass(eq=False)
class Chain:
    value: float
    next: Any = None


@dataclass(eq=False)
class Named:
    value: Any = 1.0
    weights: Any = None
    left: Any = None
    right: Any = None

    def __post_init__(self):
        self.weights = np.zeros(2, "f4") if self.weights is None else self.weights


def chain(length):
    found = None
    for _ in range(length):
        found = Chain(1.0, found)
    return found


def test_a_chain_of_100_000_nodes():
    nodes = chain(100_000)
    total = compiled(PROGRAM, "total")
    assert total.run([nodes]) == (100_000.0,)
    (value,), (gradient,), _ = total.gradients([nodes])
    assert value == 100_000
    assert len(gradient) == 100_000
    assert gradient[id(nodes)] == {"value": 2.0}
    assert total.run([chain(3)]) == (3.0,)


def test_a_deep_call_in_another_thread():
    found = []
    worker = threading.Thread(target=lambda: found.append(compiled(PROGRAM, "total").run([chain(20_000)])))
    worker.start()
    worker.join()
    assert found == [(20_000.0,)]


@pytest.mark.parametrize(
    ("name", "arguments", "error", "message"),
    [
        ("row", [3], IndexError, "row: an index is out of range"),
        ("row", [-4], IndexError, "range"),
        ("label", [np.zeros(3), -1], IndexError, "range"),
        ("quotient", [1, 0], ZeroDivisionError, "quotient: an integer is divided by zero"),
        ("quotients", [np.arange(20, dtype="i4"), 0], ZeroDivisionError, "zero"),
        ("first", [None], AttributeError, "first: a field of None is read"),
        ("power", [2, -1], ValueError, "power: an integer has no negative power"),
    ],
)
def test_errors_of_a_run(name, arguments, error, message):
    executable = compiled(PROGRAM, name)
    good = {
        "row": ([-3], 1.0),
        "label": ([np.zeros(3), 2], np.log(3)),
        "quotient": ([7, 2], 4),
        "quotients": ([np.arange(20, dtype="i4"), 1], np.zeros(20)),
        "first": ([Chain(2.5)], 2.5),
        "power": ([2, 3], 8),
    }[name]
    for _ in range(2):
        with pytest.raises(error, match=message):
            executable.run(arguments, TABLE)
        with pytest.raises(error, match=message):
            executable.gradients(arguments, TABLE)
        np.testing.assert_allclose(executable.run(good[0], TABLE)[0], good[1])


def test_deeper_than_any_stack():
    endless = compiled(PROGRAM, "endless", stack=8 << 20)
    with pytest.raises(RecursionError, match="endless calls itself deeper than 8 MiB of stack have room for"):
        endless.run([0])
    total = compiled(PROGRAM, "total", stack=2 << 20)
    with pytest.raises(RecursionError):
        total.gradients([chain(100_000)])
    assert total.gradients([chain(10)])[0] == (10.0,)


def test_more_than_the_arena_has_room_for():
    vectors = compiled(PROGRAM, "vectors", arena=1 << 20)
    with pytest.raises(MemoryError, match="vectors needs more than 1 MiB"):
        vectors.gradients([chain(10_000), np.ones(8)])
    (value,), (_, gradient), _ = vectors.gradients([chain(3), np.ones(8)])
    assert value.tolist() == [0.125] * 8
    assert gradient.tolist() == [0.125] * 8


def test_a_record_that_holds_itself():
    loop = Chain(1.0)
    loop.next = Chain(2.0, loop)
    total = compiled(PROGRAM, "total")
    with pytest.raises(ValueError, match=r"c\.next\.next holds itself"):
        total.run([loop])
    loop.next.next = None
    assert total.run([loop]) == (5.0,)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Named(left=Named(value="one")), r"n\.left\.value is of type str, not f32"),
        (Named(right=Named(weights=np.zeros(3, "f4"))), r"n\.right\.weights has shape \(3,\)"),
        (Named(right=Named(weights=np.zeros(2))), r"n\.right\.weights is of type float64"),
        (Named(left=3), r"n\.left has no field"),
        (Named(left=Named(right=Chain(1.0))), r"n\.left\.right has no field"),
    ],
)
def test_fields_of_other_types(wrong, message):
    named = compiled(PROGRAM, "named")
    with pytest.raises(TypeError, match=message):
        named.run([wrong])
    assert named.run([Named(left=Named(value=2))]) == (3.0,)


def test_arguments_of_other_types():
    row = compiled(PROGRAM, "row")
    with pytest.raises(TypeError, match="i is of type float, not i64"):
        row.run([1.0], TABLE)
    with pytest.raises(TypeError, match="table is of type float32"):
        row.run([1], {"table": np.zeros((3, 2), "f4")})
    with pytest.raises(TypeError, match="takes 1 arguments, not 2"):
        row.run([1, 2], TABLE)
    with pytest.raises(TypeError, match="the parameter table is not given"):
        row.run([1])


@pytest.mark.skipif(os.name == "nt", reason="signals to oneself are POSIX's")
@pytest.mark.parametrize(("name", "argument"), [("forever", 0), ("doubling", 60)])
def test_interrupts(name, argument):
    executable = compiled(PROGRAM, name)
    assert executable.run([0 if name == "doubling" else -1]) == (1 if name == "doubling" else -1,)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        executable.run([argument])
    assert time.monotonic() - start < 1.2
    assert executable.run([0 if name == "doubling" else -1]) == (1 if name == "doubling" else -1,)


DEEP_INTERRUPT = """
import os, signal, threading
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled
program = read('''(def deep ((n i64)) (if (== n 0) (let* ((m (while ((m 0)) (>= m 0) (% (+ m 1) 1000)))) m) (+ 1 (call deep (- n 1)))))''')
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    compiled(program, "deep").run([100_000])
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals to oneself are POSIX's")
def test_interrupts_of_deep_calls():
    found = subprocess.run([sys.executable, "-c", DEEP_INTERRUPT], capture_output=True, text=True, timeout=20)
    assert found.stdout == "interrupted\n", found.stderr


def test_two_threads_at_once():
    executable, found = compiled(PROGRAM, "total"), []
    nodes = [chain(length) for length in (10, 2000)]
    threads = [
        threading.Thread(target=lambda each=each: found.extend(executable.run([each]) for _ in range(50)))
        for each in nodes
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [(10.0,)] * 50 + [(2000.0,)] * 50
