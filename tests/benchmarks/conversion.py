"""Times cold conversion, and converted code on plain Python values, against `tf.autograph.to_graph`."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tensorflow as tf
from generated_functions import clip, fresh_function, source_of

SIZES = (2, 10, 25, 50, 100, 170)
BARRED = (10, 50, 170)
BAR, MEAN_BAR, PLAIN_BAR = 8.0, 10.0, 1.0
GROWTH_BAR = 0.75
"""Lines converted per second at 170 lines over those at 50: 1 where conversion is linear."""
SEEDS = (7, 8, 9)


@dataclass(frozen=True)
class Row:
    """One comparison: seconds of the peer and of ours; `bar` is the smallest gain that is good enough."""

    name: str
    peer: list[float]
    ours: list[float]
    bar: float | None = None

    @property
    def gain(self) -> float:
        return statistics.median(self.peer) / statistics.median(self.ours)

    @property
    def missed(self) -> bool:
        return self.bar is not None and self.gain < self.bar


def peer_converts(function: Callable[..., Any]) -> Callable[..., Any]:
    return tf.autograph.to_graph(function)


def ours_converts(function: Callable[..., Any]) -> Callable[..., Any]:
    from ag_notebook.staging import Converter

    return Converter().convert(function)


def timed_conversion(convert: Callable[..., Any], source: str, path: Path) -> float:
    function = fresh_function(source, path)
    start = time.perf_counter()
    converted = convert(function)
    seconds = time.perf_counter() - start
    for x in (-3, 0, 4):
        want, got = function(x, [1, -2, 5]), converted(x, [1, -2, 5])
        if got != want:
            raise AssertionError(f"{path.name}: {convert.__name__}: {x} gives {got}, not {want}\n{source}")
    return seconds


def conversion_rows(rounds: int, quick: bool) -> list[Row]:
    """Alternates cold conversions of equal text, each of a new file."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        serial = 0

        def seconds(convert: Callable[..., Any], source: str) -> float:
            nonlocal serial
            serial += 1
            return timed_conversion(convert, source, Path(folder) / f"generated_{serial}.py")

        for convert in (peer_converts, ours_converts):
            seconds(convert, source_of(10))
        for size in SIZES[:3] if quick else SIZES:
            peer: list[float] = []
            ours: list[float] = []
            for round_ in range(rounds):
                source = source_of(size, SEEDS[round_ % len(SEEDS)])
                order = [(peer, peer_converts), (ours, ours_converts)]
                for times, convert in order if round_ % 2 else order[::-1]:
                    times.append(seconds(convert, source))
            rows.append(Row(f"cold conversion, {size} lines", peer, ours, BAR if size in BARRED else None))
    return rows


def geometric_mean(rows: list[Row]) -> float:
    return statistics.geometric_mean([row.gain for row in rows])


def growth(rows: list[Row]) -> float:
    """Lines converted per second at the largest size over those at a middle one."""
    seconds = [statistics.median(row.ours) for row in rows]
    middle = min(SIZES.index(50), len(rows) - 2)
    return (SIZES[len(rows) - 1] / seconds[-1]) / (SIZES[middle] / seconds[middle])


# converted code on plain values ------------------------------------------------------------------


def count_primes(limit):
    count = 0
    for n in range(2, limit):
        for d in range(2, n):
            if d * d > n:
                count += 1
                break
            if n % d == 0:
                break
    return count


def longest_collatz(limit):
    best = 0
    for start in range(1, limit):
        n, steps = start, 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        if steps > best:
            best = steps
    return best


def bubble_sort(count):
    items = []
    seed = 7
    for _ in range(count):
        seed = seed * 31 % 101
        items.append(seed)
    for i in range(count):
        for j in range(count - 1 - i):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
    return items


def many_calls(count):
    total = 0
    for i in range(count):
        total += clip(i * 7 % 50, 5, 40)
        if total > 1000 and not i % 3 == 0:
            total -= clip(i, 0, 9)
    return total


PLAIN = [(count_primes, 200), (longest_collatz, 40), (bubble_sort, 40), (many_calls, 400)]


def plain_rows(rounds: int, quick: bool) -> list[Row]:
    rows = []
    for function, size in PLAIN:
        argument = 10 if quick else size
        converted = {"peer": peer_converts(function), "ours": ours_converts(function)}
        want = function(argument)
        times: dict[str, list[float]] = {"peer": [], "ours": []}
        for name, run in converted.items():
            got = run(argument)
            if got != want:
                raise AssertionError(f"{function.__name__} converted by {name} gives {got}, not {want}")
        for round_ in range(rounds):
            for name in ("peer", "ours") if round_ % 2 else ("ours", "peer"):
                start = time.perf_counter()
                converted[name](argument)
                times[name].append(time.perf_counter() - start)
        rows.append(
            Row(f"plain values, {function.__name__}({argument})", times["peer"], times["ours"], PLAIN_BAR)
        )
    return rows
