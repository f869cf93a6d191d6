"""Optimizers: one step by hand, and that each of them finds a minimum."""

import numpy as np
import pytest

from ag_notebook.staging.backends import lantern

RATES = [
    (lantern.SGD, {"learning_rate": 0.1}),
    (lantern.Momentum, {"learning_rate": 0.02}),
    (lantern.Adagrad, {"learning_rate": 0.8}),
    (lantern.Adam, {"learning_rate": 0.2}),
]


def problem():
    w = lantern.Parameter(np.array([5.0, -3.0]), "w")

    def loss(target):
        return ((w - target) ** 2).sum()

    return w, loss


@pytest.mark.parametrize(("kind", "options"), RATES)
def test_each_finds_the_minimum(kind, options):
    w, loss = problem()
    array, optimizer, target = w.value, kind(**options), np.array([1.0, 2.0])
    losses = [float(optimizer.step(loss, target)) for _ in range(200)]
    assert losses[0] == 41.0 and losses[-1] < 1e-2
    assert w.value is array and np.allclose(array, target, atol=0.1)


@pytest.mark.parametrize(
    ("optimizer", "first", "second"),
    [
        (lantern.SGD(0.1), 4.2, 3.56),
        (lantern.Momentum(0.1, 0.5), 4.2, 3.16),
        (lantern.Adagrad(0.5), 4.5, 4.5 - 0.5 * 7 / np.sqrt(64 + 49)),
        (lantern.Adam(0.5), 4.5, 4.0022),
    ],
)
def test_two_steps(optimizer, first, second):
    w = lantern.Parameter(5.0)

    def loss(target):
        return (w - target) ** 2

    optimizer.step(loss, 1.0)
    assert np.isclose(w.value, first)
    optimizer.step(loss, 1.0)
    assert np.isclose(w.value, second, atol=2e-3)


def test_one_trace_for_all_steps():
    w, loss = problem()
    optimizer = lantern.SGD(0.1)
    for _ in range(3):
        optimizer.step(loss, np.ones(2))
    assert len(optimizer._entries[loss].traces) == 1
