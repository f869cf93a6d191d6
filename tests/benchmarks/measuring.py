"""Times several implementations of one workload side by side, so that a drifting machine hits all alike.

Every round runs each implementation once, in an order that rotates from round to round; ratios are taken
within a round and their median is reported, with the quartiles as spread.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tensorflow as tf

HAND, EAGER, PEER, OURS = "hand-written", "eager", "tf.function", "ours"
ENGINES = (HAND, EAGER, PEER, OURS)
TOLERANCE = 2e-3


@dataclass(frozen=True)
class Workload:
    """One program in several implementations, all bound to their data.

    Attributes:
        name: what the table calls it.
        implementations: by engine; each returns a structure of tensors.
        baseline: what ours is compared with.
        bar: the largest ratio of ours to the baseline that is good enough, where one is asked for.
    """

    name: str
    implementations: dict[str, Callable[[], Any]]
    baseline: str = PEER
    bar: float | None = None


@dataclass
class Measurement:
    """Seconds per call, by engine, one per round (None where the engine sat the round out)."""

    workload: Workload
    seconds: dict[str, list[float | None]] = field(default_factory=dict)
    first_call: dict[str, float] = field(default_factory=dict)

    def median(self, engine: str) -> float | None:
        times = [t for t in self.seconds.get(engine, []) if t is not None]
        return statistics.median(times) if times else None

    def ratio(self, engine: str, to: str) -> tuple[float, float, float] | None:
        """Lower quartile, median and upper quartile of the ratios within rounds."""
        rounds = zip(self.seconds.get(engine, []), self.seconds.get(to, []), strict=False)
        ratios = sorted(a / b for a, b in rounds if a is not None and b is not None)
        if not ratios:
            return None
        return tuple(float(q) for q in np.quantile(ratios, (0.25, 0.5, 0.75)))  # type: ignore[return-value]

    @property
    def missed(self) -> bool:
        ratio = self.ratio(OURS, self.workload.baseline)
        return self.workload.bar is not None and ratio is not None and ratio[1] > self.workload.bar


def graph(function: Callable[..., Any]) -> Callable[..., Any]:
    """A hand-written graph function: nothing converts it."""
    return tf.function(function, autograph=False)


def ours(function: Callable[..., Any]) -> Callable[..., Any]:
    from ag_notebook import staging

    return staging.function(function)


def elapsed(call: Callable[[], Any], repeats: int = 1) -> float:
    """Seconds per call, with the collector out of the way."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        for _ in range(repeats):
            result = call()
        for leaf in tf.nest.flatten(result):
            if isinstance(leaf, tf.Tensor):
                leaf.numpy()
        return (time.perf_counter() - start) / repeats
    finally:
        gc.enable()


def arrays(result: Any) -> list[Any]:
    return [np.asarray(leaf) for leaf in tf.nest.flatten(result)]


def disagreement(results: dict[str, Any]) -> str:
    """Says which implementations give other values than the first; empty where none does."""
    (first, want), *others = ((engine, arrays(result)) for engine, result in results.items())
    for engine, got in others:
        if len(got) != len(want):
            return f"{engine} gives {len(got)} values, {first} {len(want)}"
        for a, b in zip(got, want, strict=True):
            if a.shape != b.shape or not np.allclose(a, b, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True):
                return f"{engine} gives {a!r}, {first} {b!r}"
    return ""


def measure(workload: Workload, engines: Iterable[str], rounds: int, sample: float) -> Measurement:
    """Runs the workload's implementations in turn.

    Args:
        workload: what to run.
        engines: those that take part.
        rounds: samples per engine; slow ones (over a second a call) sit most rounds out.
        sample: seconds that a sample should last at least.
    """
    chosen = {name: call for name, call in workload.implementations.items() if name in set(engines)}
    measurement = Measurement(workload)
    results = {}
    for name, call in chosen.items():
        start = time.perf_counter()
        results[name] = call()
        measurement.first_call[name] = time.perf_counter() - start
    wrong = disagreement(results)
    if wrong:
        raise AssertionError(f"{workload.name}: {wrong}")
    once = {name: elapsed(call) for name, call in chosen.items()}
    repeats = {name: max(1, round(sample / seconds)) for name, seconds in once.items()}
    names = list(chosen)
    for round_ in range(rounds):
        turn = round_ % len(names)
        for name in names[turn:] + names[:turn]:
            sits_out = once[name] > 1 and round_ % 5 != 0
            seconds = None if sits_out else elapsed(chosen[name], repeats[name])
            measurement.seconds.setdefault(name, []).append(seconds)
    return measurement
