"""Optimizers: one step by hand, and that each of them finds a minimum."""

import numpy as np
import pytest

from ag_notebook.staging.backends import lantern
from ag_notebook.staging.errors import StagingError

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


def by_hand(optimizer, array, gradients):
    """What NumPy makes of an array, step by step."""
    state = [np.zeros_like(array) for _ in range(2)]
    for count, g in enumerate(gradients, 1):
        rate = array.dtype.type(optimizer.learning_rate)
        match optimizer:
            case lantern.SGD():
                array = array - rate * g
            case lantern.Momentum():
                state[0] = state[0] * optimizer.momentum + g
                array = array - rate * state[0]
            case lantern.Adagrad():
                state[0] = state[0] + g * g
                array = array - rate * g / (np.sqrt(state[0]) + optimizer.epsilon)
            case lantern.Adam():
                state[0] = optimizer.decay * state[0] + (1 - optimizer.decay) * g
                state[1] = optimizer.square_decay * state[1] + (1 - optimizer.square_decay) * g * g
                mean, square = (
                    state[0] / (1 - optimizer.decay**count),
                    state[1] / (1 - optimizer.square_decay**count),
                )
                array = array - rate * mean / (np.sqrt(square) + optimizer.epsilon)
    return array


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(("kind", "options"), RATES)
def test_steps_are_numpys(kind, options, dtype):
    random = np.random.default_rng(3)
    first, steps = (
        random.normal(size=(5, 7)).astype(dtype).T,
        random.normal(size=(4, 7, 5)).astype(dtype),
    )
    w, bias = lantern.Parameter(first), lantern.Parameter(np.zeros(5, dtype))
    optimizer = kind(**options)

    def loss(g):
        return (w * g).sum() + 0 * bias.sum()

    def both(g):
        return (w * g).sum() + (bias * g[0]).sum()

    for place, g in enumerate(steps):
        optimizer.step(both if place == 2 else loss, g)
    tolerance = 1e-5 if dtype == "f4" else 1e-12
    np.testing.assert_allclose(w.value, by_hand(optimizer, first, steps), rtol=tolerance, atol=tolerance)
    none = np.zeros(5, dtype)
    wanted = by_hand(optimizer, none, [none, none, steps[2, 0], none])
    np.testing.assert_allclose(bias.value, wanted, rtol=tolerance, atol=tolerance)


def test_parameters_that_join_later_count_their_own_steps():
    a, b = lantern.Parameter(np.zeros(2)), lantern.Parameter(np.zeros(2))
    optimizer = lantern.Adam(0.5)
    for _ in range(3):
        optimizer.step(lambda: a.sum())
    optimizer.step(lambda: a.sum() + 3 * b.sum())
    np.testing.assert_allclose(b.value, -0.5, rtol=1e-6)
    np.testing.assert_allclose(a.value, -2.0, rtol=1e-6)


def test_steps_after_a_failure_begin_with_zeros():
    w = lantern.Parameter(np.zeros(3))
    optimizer = lantern.SGD(1.0)

    def loss(i):
        return w[i] * 2 + w[0]

    with pytest.raises(IndexError):
        optimizer.step(loss, np.int64(3))
    optimizer.step(loss, np.int64(1))
    assert w.value.tolist() == [-1, -2, 0]


def test_parameters_of_two_dtypes():
    a, b = lantern.Parameter(np.zeros(2, "f4")), lantern.Parameter(np.zeros((2, 2)))
    optimizer = lantern.Adam(0.5)

    def loss(x):
        return (a.sum() + (b * x).sum()) * 2.0

    for _ in range(3):
        optimizer.step(loss, np.array([1.0, -1.0]))
    np.testing.assert_allclose(a.value, -1.5, rtol=1e-5)
    np.testing.assert_allclose(b.value, [[-1.5, 1.5]] * 2, rtol=1e-6)


class MayFail(lantern.SGD):
    """Is not done in the same call of machine code as the gradients, since it has an operation that can fail."""

    RULE = """
    (def step ((w T) (g T) (rate T))
      (let* ((one (cast (// (cast rate :dtype i64) (cast rate :dtype i64)) :dtype T)))
        (values (- w (* one (* rate g))) (T 0.0))))
    """


def test_a_rule_that_may_fail():
    w, loss = problem()
    optimizer = MayFail(1.0)
    optimizer.step(loss, np.array([4.0, -3.0]))
    assert w.value.tolist() == [3, -3]
    optimizer.learning_rate = 0.5  # whose integer is zero
    with pytest.raises(ZeroDivisionError):
        optimizer.step(loss, np.array([4.0, -3.0]))
    assert w.value.tolist() == [3, -3]
    optimizer.learning_rate = 1
    optimizer.step(loss, np.array([4.0, -3.0]))
    assert w.value.tolist() == [5, -3]


def test_a_step_that_was_interrupted_leaves_no_gradient(monkeypatch):
    w = lantern.Parameter(np.zeros(3))
    optimizer = MayFail(1.0)

    def loss():
        return w.sum()

    def interrupted():
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(optimizer, "_update", interrupted)
        optimizer.step(loss)
    optimizer.step(loss)
    assert w.value.tolist() == [-1, -1, -1]


def test_values_that_are_replaced():
    w = lantern.Parameter(np.zeros(2))
    optimizer = lantern.Momentum(1.0, 0.5)

    def loss():
        return w.sum()

    optimizer.step(loss)
    w.value = [10, 20]
    optimizer.step(loss)
    assert w.value.tolist() == [8.5, 18.5]
    w.value = [1, 2, 3]
    optimizer.step(loss)
    assert w.value.tolist() == [0, 1, 2]


def test_a_step_that_changes_nothing_is_refused():
    w, loss = problem()
    ints = lantern.Parameter(np.array([1, 2]), "ints")
    optimizer = lantern.SGD(0.1)
    with pytest.raises(StagingError, match=r"AG319.*square reads no parameter"):
        optimizer.step(square, 2.0)
    with pytest.raises(StagingError, match=r"AG319.*ints is of dtype int64.*astype"):
        optimizer.step(lambda: (ints * 1.0).sum())
    assert optimizer.step(loss, np.zeros(2)) == 34.0 and np.allclose(w.value, [4.0, -2.4])


def test_parameters_of_ints_may_be_read_beside_others():
    w, at = lantern.Parameter(np.array([5.0, -3.0])), lantern.Parameter(np.array([1]))
    lantern.SGD(1.0).step(lambda: w[at[0]] * 2)
    assert w.value.tolist() == [5.0, -5.0] and at.value.tolist() == [1]


def square(x):
    return x * x


@pytest.mark.parametrize(
    ("make", "kind", "said"),
    [
        (lambda: lantern.Adam("0.1"), TypeError, "learning_rate is a number, not a str"),
        (lambda: lantern.SGD(None), TypeError, "learning_rate"),
        (lambda: lantern.SGD(-1.0), ValueError, "learning_rate is at least 0 and finite, not -1.0"),
        (lambda: lantern.Adagrad(float("nan")), ValueError, "learning_rate"),
        (lambda: lantern.Adagrad(0.1, -1e-3), ValueError, "epsilon"),
        (lambda: lantern.Momentum(0.1, -0.5), ValueError, "momentum"),
        (lambda: lantern.Adam(0.1, decay=1.0), ValueError, "decay is at least 0 and less than 1"),
    ],
)
def test_numbers_that_are_none(make, kind, said):
    with pytest.raises(kind, match=said):
        make()


def test_a_learning_rate_is_set_between_steps():
    w, loss = problem()
    optimizer = lantern.SGD(np.float32(0.5))
    optimizer.learning_rate = 0.25
    optimizer.step(loss, np.zeros(2))
    assert w.value.tolist() == [2.5, -1.5]
    with pytest.raises(ValueError, match="learning_rate"):
        optimizer.learning_rate = -0.1
