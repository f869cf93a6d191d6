"""Compares loops over lists that their bodies change with Python's: an iterator looks at its list anew for each item."""

from __future__ import annotations

import itertools
import linecache
import zlib

import pytest


def test_a_worklist(check):
    def numbers(n):
        todo, seen = [n], 0
        for v in todo:
            seen += 1
            if v == 3:
                break
            if v > 1:
                todo.append(v - 1)
                todo.append(v - 2)
            if seen > 8:
                break
        else:
            return todo, -1
        return todo, seen

    def tuples(n):
        todo, deepest = [(n, 0)], 0
        for v, depth in todo:
            deepest = max(deepest, depth)
            if v > 0:
                todo.append((v // 2, depth + 1))
        return deepest, len(todo)

    def inside_of_a_loop(n):
        total = 0
        for k in range(n):
            todo = [k]
            for v in todo:
                total += v
                if v > 0:
                    todo.append(v - 1)
        return total

    check(numbers, (5,), (1,), (9,))
    check(tuples, (5,), (0,))
    check(inside_of_a_loop, (4,), (0,))


def test_items_removed_on_the_way(check):
    def popped(n):
        items, read = [n, 2, 7, 8], 0
        for v in items:
            read = read * 10 + v
            if v == 5:
                items.pop()
        return items, read

    def removed(n):
        items = [1, 2, n, 4]
        for v in items:
            if v % 2 == 1:
                items.remove(v)
        return items

    check(popped, (5,), (1,))
    check(removed, (5,), (2,))


def test_a_comprehension_that_feeds_itself(check):
    def run(n):
        todo = [n]
        made = [todo.append(v - 1) or v for v in todo if v > 0]
        return todo, made, sum(v for v in todo)

    check(run, (3,), (0,))


def test_items_written_under_enumerate_and_zip(check):
    def longest_rising(xs):
        ends = []
        for v in xs:
            for i, end in enumerate(ends):
                if end >= v:
                    ends[i] = v
                    break
            else:
                ends.append(v)
        return ends

    def scaled(xs):
        kept = [v for v in xs if v > 1]
        for i, v in enumerate(kept):
            kept[i] = v * 10
        for i, (a, b) in enumerate(zip(kept, xs)):
            kept[i] = a + b
        for i, (a, b) in enumerate(zip(kept, kept[1:])):
            kept[i] = b - a
        return kept

    def grown(xs):
        kept = [v for v in xs if v > 1]
        for i, v in enumerate(kept):
            if i < 3:
                kept.append(v + i)
        return kept

    check(longest_rising, ([10, 9, 2, 5, 3, 7, 101, 18],))
    check(scaled, ([1, 2, 3],), ([5, 4, 3],))
    check(grown, ([1, 2, 3],), ([1, 1, 1],))


def test_iterators_of_pythons_over_a_list_that_becomes_staged_are_refused(check):
    def under_enumerate(n):
        items, total = [n, 2], 0
        for i, v in enumerate(items):
            total += i * v
            if v > 4 and len(items) < 6:
                items.append(v - 2)
        return items, total

    def under_zip(n):
        items, total = [n, 2], 0
        for i, v in zip(range(9), items):
            total += i * v
            if v > 4:
                items.pop()
        return items, total

    def by_next(n):
        items = [1, 2, 3]
        iterator = iter(items)
        first = next(iterator)
        if n > 2:
            items.append(9)
        return first + sum(iterator)

    def one_by_one(n):
        items = [1, 2, 3]
        iterator = iter(items)
        if n > 2:
            items.append(9)
        return next(iterator)

    def by_map(n):
        items = [n, 2]

        def also(v):
            if v > 2:
                items.append(1)
            return v

        return list(map(also, items))

    check.refuses(under_enumerate, (5,), at="enumerate", code="AG213")
    check.refuses(under_zip, (5,), at="zip", code="AG213")
    check.refuses(by_next, (3,), at="sum", code="AG213")
    check.refuses(one_by_one, (3,), at="return next", code="AG213")
    check.refuses(by_map, (3,), at="list.map", code="AG213")


WAYS = (
    *("xs", "iter(xs)", "enumerate(xs)", "reversed(xs)", "zip(xs, ys)", "map(lambda v: v + 1, xs)"),
    *("(v + 1 for v in xs)", "(v for v in xs if v < 9)", "zip(xs, reversed(xs))", "enumerate(zip(xs, ys))"),
    *("iter(enumerate(xs))", "zip(iter(xs), ys)", "xs[:]", "xs[1:]", "list(xs)", "given()"),
    *("itertools.islice(xs, 1, None)", "filter(lambda v: v < 9, xs)", "itertools.chain(xs, ys)"),
    *("itertools.accumulate(xs)", "itertools.pairwise(xs)", "zip(itertools.islice(xs, 3), ys)"),
)
AT_ONCE = ("given", "itertools", "filter")
WRITES = (
    "xs[-1] = 50",
    "xs[-1] += 100",
    "if k > 0:\n            xs[-1] = 30 + k",
    "w = 2\n        while w > 0:\n            xs[-1] = w\n            w -= 1",
    "try:\n            if k > 0:\n                xs[-1] = 30 + k\n        finally:\n            k += 0",
    "for w in (1, 2):\n            xs[-w] = k",
)
CAPTURED = ("", "    def get():\n        return xs\n", "    def keep():\n        nonlocal k\n        k = k\n")
LOOP = """
def run(xs, ys, k):
    taken, total = [], 0
{captured}    def given():
        for v in xs:
            yield v
    for v in {way}:
        k += 1
        taken.append(v)
        {write}
    for v in taken:
        total = total * 3 + added(v)
    return total, xs
"""


def added(value):
    return sum(map(added, value)) if isinstance(value, (tuple, list)) else value


@pytest.mark.parametrize("way", WAYS)
def test_a_tensor_written_in_the_loop_over_it(check, way):
    """The loop sees it as a list's does, whatever it runs over, or it is refused."""
    for write, captured in zip(WRITES, itertools.cycle(CAPTURED), strict=False):
        run = made(
            LOOP.format(way=way, write=write, captured=captured), {"itertools": itertools, "added": added}
        )
        if check.staged and any(name in way for name in AT_ONCE):
            check.refuses(run, ([1, 2, 3], [4, 5, 6], 0), at="for v in", code="AG213")
        else:
            check(run, ([1, 2, 3], [4, 5, 6], 0))


def made(source, names):
    file = f"<loop-{zlib.crc32(source.encode())}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), names)
    return names["run"]
