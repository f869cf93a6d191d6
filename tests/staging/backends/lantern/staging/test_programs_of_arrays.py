"""Functions of arrays as they are written by those who learn: networks, sorting, tables, systems that change with time."""

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from finite_differences import differentiates
from lantern_staging import agrees

from ag_notebook.staging.backends import lantern

RANDOM = np.random.default_rng(5)


@dataclass
class Point:
    x: float
    y: float


def test_attention_over_rows():
    def attention(query, keys, values):
        weights = np.zeros(4)
        for i in range(len(keys)):
            weights[i] = np.exp(query @ keys[i])
        weights = weights / weights.sum()
        found = np.zeros(2)
        for weight, value in zip(weights, values):
            found = found + weight * value
        return (found * found).sum()

    differentiates(attention, RANDOM.normal(size=3), RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(4, 2)))


def test_a_recurrent_network_over_time():
    def rnn(xs, w, u, start):
        state = start
        for x in xs:
            state = np.tanh(w @ state + u @ x)
        return state @ state

    differentiates(
        rnn,
        RANDOM.normal(size=(5, 2)),
        RANDOM.normal(size=(3, 3)),
        RANDOM.normal(size=(3, 2)),
        np.zeros(3),
    )


def test_a_gated_cell_with_a_tuple_of_states():
    def cell(x, state, w):
        h, c = state
        gate = lantern.sigmoid(w["gate"] * x + h)
        c = gate * c + (1.0 - gate) * np.tanh(w["in"] * x)
        return gate * np.tanh(c), c

    def run(xs, w):
        state = (0.0, 0.0)
        for x in xs:
            state = cell(x, state, w)
        return state[0] + state[1]

    differentiates(run, RANDOM.normal(size=4), {"gate": 0.4, "in": -0.8})


def test_swaps():
    def bubble(x):
        x = x.copy()
        for i in range(len(x)):
            for j in range(len(x) - 1 - i):
                if x[j] > x[j + 1]:
                    x[j], x[j + 1] = x[j + 1], x[j]
        return x

    def weighted(x, w):
        return (bubble(x) * w).sum()

    agrees(bubble, (np.array([3.0, 1.0, 2.0]),), (np.array([5, 4, 4, 1], np.int32),))
    differentiates(weighted, np.array([0.5, -1.0, 2.0, 0.1]), np.array([1.0, 2.0, 3.0, 4.0]))


def test_insertion_sort_with_two_loops():
    def insertion(x):
        x = x.copy()
        for i in range(1, len(x)):
            value, j = x[i], i
            while j > 0 and x[j - 1] > value:
                x[j] = x[j - 1]
                j -= 1
            x[j] = value
        return x

    agrees(insertion, (np.array([3.0, 1.0, 2.0, -4.0]),), (np.arange(5)[::-1].copy(),))


def test_dynamic_programming_in_an_array():
    def ways(coins, amount):
        table = np.zeros(21, np.int64)
        table[0] = 1
        for coin in coins:
            for total in range(coin, amount + 1):
                table[total] += table[total - coin]
        return table[amount]

    agrees(ways, (np.array([1, 2, 5]), 11), (np.array([3]), 4))


def test_edit_distance_of_numbers():
    def distance(a, b, i, j):
        if i == 0:
            return j * 1.0
        if j == 0:
            return i * 1.0
        change = distance(a, b, i - 1, j - 1) + (a[i - 1] - b[j - 1]) ** 2
        return min(change, distance(a, b, i - 1, j) + 1.0, distance(a, b, i, j - 1) + 1.0)

    differentiates(distance, np.array([0.1, 1.0, 0.4]), np.array([0.3, 0.9]), 3, 2)


def test_a_scan_over_a_matrix():
    def smooth(grid, times):
        for _ in range(times):
            inner = (grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:]) / 4.0
            grid = grid.copy()
            grid[1:-1, 1:-1] = inner
        return (grid * grid).sum()

    differentiates(smooth, RANDOM.normal(size=(4, 4)), 3)


def test_gauss_elimination():
    def determinant(a):
        a = a.copy()
        found = 1.0
        for k in range(3):
            found *= a[k, k]
            for i in range(k + 1, 3):
                a[i] = a[i] - a[k] * (a[i, k] / a[k, k])
        return found

    differentiates(determinant, np.array([[2.0, 1.0, 0.5], [0.3, 1.5, -1.0], [1.0, 0.2, 3.0]]))


def test_divide_and_conquer_on_an_array():
    def total(x, low, high):
        if high - low == 1:
            return x[low] ** 2
        middle = (low + high) // 2
        return total(x, low, middle) + total(x, middle, high) * 0.5

    differentiates(total, RANDOM.normal(size=5), 0, 5)


def test_gradient_descent_inside():
    def fit(xs, ys, rate):
        w, b = 0.0, 0.0
        for _ in range(10):
            error = w * xs + b - ys
            w = w - rate * (error * xs).mean()
            b -= rate * error.mean()
        return w * w + b

    differentiates(fit, np.array([0.0, 1.0, 2.0]), np.array([0.5, 1.4, 2.7]), 0.1)


def test_named_tuples_as_state():
    class State(NamedTuple):
        position: float
        speed: float

    def step(state, dt):
        return state._replace(
            position=state.position + dt * state.speed, speed=state.speed - dt * state.position
        )

    def run(state, dt, n):
        for _ in range(n):
            state = step(state, dt)
        return state.position**2 + state.speed

    differentiates(run, State(1.0, 0.5), 0.1, 7)


def test_data_classes_made_inside():
    def run(x, n):
        point = Point(x, 0.0)
        for _ in range(n):
            point = Point(point.x * 0.9 - point.y, point.y + point.x)
        return point.x + point.y

    differentiates(run, 1.5, 4)


def test_data_classes_changed_by_replace():
    def run(p, n):
        for _ in range(n):
            p = dataclasses.replace(p, x=p.x * p.y)
        return p.x

    differentiates(run, Point(0.5, 1.5), 4)
