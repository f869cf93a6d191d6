"""Many threads get the right values, and functions that are dropped leave nothing behind."""

from __future__ import annotations

import gc
import itertools
import linecache
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import tensorflow as tf

from ag_notebook.staging import function, to_graph

THREADS, TIMES = 8, 1000
FRESH = """
def fresh_{n}(x, xs):
    total = {n}
    for v in xs:
        if v > x:
            total += v * {k}
        elif v == x:
            continue
        else:
            total -= 1
        while total > 1000:
            total -= 999
    return total
"""
_numbers = itertools.count()
_lock = threading.Lock()


def fresh():
    """A function that nobody has seen before."""
    with _lock:
        n = next(_numbers)
    text, file_name, names = FRESH.format(n=n, k=n % 7), f"<fresh {n}>", {}
    linecache.cache[file_name] = (len(text), None, text.splitlines(keepends=True), file_name)
    exec(compile(text, file_name, "exec"), names)
    return names[f"fresh_{n}"], file_name


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def chosen(x, how):
    if how == "sum":
        total = 0
        for v in x:
            total += v
        return total
    best = x[0]
    for v in x:
        if v > best:
            best = v
    return best


class Counter:
    def __init__(self):
        self.n = 0

    def add(self, x):
        if x > 0:
            self.n += x
        return self.n


def in_threads(work):
    with ThreadPoolExecutor(THREADS) as pool:
        for future in [pool.submit(work, index) for index in range(THREADS)]:
            future.result()


@pytest.mark.slow
@pytest.mark.timed
def test_the_same_functions_called_by_all_threads() -> None:
    """A thousand calls in each of eight threads: shared traces, new signatures, and state that all of them write."""
    steps, choose, counter = function(collatz), function(chosen), Counter()
    add = function(counter.add)
    lists = [tf.constant(list(range(k + 1)) + [3]) for k in range(6)]
    numbers = [tf.constant(n) for n in range(1, 40)]
    expected = [collatz(n) for n in range(1, 40)]
    one = tf.constant(1)

    def work(index):
        for k in range(TIMES):
            n = (k * 7 + index) % len(numbers)
            assert steps(numbers[n]).numpy() == expected[n]
            items = lists[(k + index) % len(lists)]
            how = "sum" if k // 3 % 2 else "max"
            assert choose(items, how).numpy() == chosen(items.numpy().tolist(), how)
            add(one)

    in_threads(work)
    assert counter.n.numpy() == THREADS * TIMES
    assert len(steps.traces()) == 1 and len(choose.traces()) == 2 * len(lists)


@pytest.mark.slow
@pytest.mark.timed
def test_different_functions_converted_and_called_by_all_threads() -> None:
    shared = [fresh()[0] for _ in range(20)]

    def work(index):
        for k in range(TIMES):
            mine = fresh()[0] if k % 10 == 0 else shared[(k + index) % len(shared)]
            assert to_graph(mine)(3, [1, 5, 3, k]) == mine(3, [1, 5, 3, k])
            if k % 100 == index:
                assert function(mine)(tf.constant(3), tf.constant([1, 5, 3, k])).numpy() == mine(
                    3, [1, 5, 3, k]
                )

    in_threads(work)


def resident() -> float:
    """Megabytes of this process that are in memory now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads Linux's /proc")
def test_converting_and_dropping_2000_functions_leaves_memory_flat() -> None:
    def convert_and_drop(times):
        for _ in range(times):
            made, file_name = fresh()
            assert to_graph(made)(3, [1, 5]) == made(3, [1, 5])
            del linecache.cache[file_name]

    convert_and_drop(400)
    before = resident()
    convert_and_drop(2000)
    assert resident() - before < 50


def test_a_dropped_function_is_gone_with_its_traces_and_what_they_guard() -> None:
    class Held:
        gain = 2

    held = Held()

    def run(x):
        return x * held.gain if x > 0 else x

    staged = function(run)
    assert staged(tf.constant(3)).numpy() == 6
    watched = [weakref.ref(run), weakref.ref(held), weakref.ref(staged)]
    del run, held, staged
    gc.collect()
    assert [w() for w in watched] == [None, None, None]
