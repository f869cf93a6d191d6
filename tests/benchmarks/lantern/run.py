"""Trees per second of training a TreeLSTM, beside PyTorch; `fib` and a scalar loop beside numba: `make bench-lantern`.

The engines take turns in one process, one thread each, with the same trees and the same first weights.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import statistics
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from tree_lstm import Tree, first_arrays, lantern_loss, random_trees

from ag_notebook import staging
from ag_notebook.staging.backends import lantern

RATE = 0.05
BARS = {"PyTorch, direct port": 12.0, "PyTorch, fused": 7.0}
Step = Callable[[Tree], float]


def lantern_step(arrays: dict[str, np.ndarray]) -> Step:
    loss, _ = lantern_loss(arrays)
    optimizer = lantern.Adagrad(RATE)
    return lambda tree: float(optimizer.step(loss, tree))


def torch_step(model: object) -> Step:
    optimizer = model.optimizer(RATE)

    def step(tree: Tree) -> float:
        optimizer.zero_grad()
        loss = model(tree)
        loss.backward()
        optimizer.step()
        return float(loss.detach())

    return step


def tree_rates(trees: list[Tree], rounds: int) -> dict[str, float]:
    """Prints the rates and what the first epoch's losses differ by; gives the ratios of the rates."""
    import torch
    from torch_tree_lstm import Direct, Fused

    torch.set_num_threads(1)
    arrays = first_arrays()
    steps = {
        "Lantern": lantern_step(arrays),
        "PyTorch, direct port": torch_step(Direct(arrays)),
        "PyTorch, fused": torch_step(Fused(arrays)),
    }
    begin = time.perf_counter()
    lantern_step(first_arrays())(trees[0])
    print(f"first step of Lantern (staging and compiling): {time.perf_counter() - begin:.2f} s")
    seconds: dict[str, list[float]] = {name: [] for name in steps}
    losses: dict[str, list[float]] = {}
    for number in range(rounds):
        for name, step in steps.items():
            begin = time.process_time()
            found = [step(tree) for tree in trees]
            seconds[name].append(time.process_time() - begin)
            if number == 0:
                losses[name] = found
    rates = {name: len(trees) / statistics.median(took) for name, took in seconds.items()}
    for name, rate in rates.items():
        apart = max(
            abs(a - b) / max(1.0, abs(b)) for a, b in zip(losses["Lantern"], losses[name], strict=True)
        )
        print(
            f"{name:22} {rate:8.0f} trees/s   Lantern is {rates['Lantern'] / rate:5.2f} × as fast   losses apart by {apart:.1e}"
        )
    return {name: rates["Lantern"] / rates[name] for name in BARS}


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def collatz(most):
    longest = np.int64(0)
    for start in range(1, most):
        n, steps = np.int64(start), np.int64(0)
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        longest = max(longest, steps)
    return longest


def checked_collatz(most):
    """The same of Python's ints: Lantern's raise where they need more than 64 bits, numba's wrap around."""
    longest = 0
    for start in range(1, most):
        n, steps = start, 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        longest = max(longest, steps)
    return longest


def escapes(size):
    """Steps of the Mandelbrot set's iteration, over a grid of points."""
    total = 0
    for row in range(size):
        for column in range(size):
            a, b = np.float64(row) / size * 3.0 - 2.0, np.float64(column) / size * 2.0 - 1.0
            x, y, steps = a, b, 0
            while x * x + y * y < 4.0 and steps < 200:
                x, y = x * x - y * y + a, 2.0 * x * y + b
                steps += 1
            total += steps
    return total


def scalar_ratios(rounds: int) -> None:
    """Prints the times of two scalar functions over those of numba."""
    import numba

    for function, argument in ((fib, 30), (collatz, 100_000), (checked_collatz, 100_000), (escapes, 200)):
        names: dict[str, object] = {"np": np}
        peer = numba.njit(types.FunctionType(function.__code__, names, function.__name__))
        names[function.__name__] = peer  # numba asks for itself by the name
        ours = staging.function(function, backend="lantern")
        argument = np.int64(argument)
        assert peer(argument) == ours(argument)
        took: dict[str, list[float]] = {"numba": [], "ours": []}
        for _ in range(rounds):
            for name, call in (("numba", peer), ("ours", ours)):
                begin = time.process_time()
                call(argument)
                took[name].append(time.process_time() - begin)
        ratio = statistics.median(took["ours"]) / statistics.median(took["numba"])
        print(f"{function.__name__}({argument}): Lantern takes {ratio:.2f} × the time of numba")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trees", type=int, default=100, help="trees of an epoch")
    parser.add_argument("--rounds", type=int, default=5, help="epochs of each engine")
    options = parser.parse_args()
    ratios = tree_rates(random_trees(options.trees), options.rounds)
    scalar_ratios(options.rounds)
    missed = [f"{name} {ratio:.2f} < {BARS[name]}" for name, ratio in ratios.items() if ratio < BARS[name]]
    print("missed: " + ", ".join(missed) if missed else "no bar missed")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
