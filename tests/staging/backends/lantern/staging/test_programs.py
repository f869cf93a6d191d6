"""Functions as they are written by those who learn: recursion, records, loops and arrays in many shapes of code."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import NamedTuple, Optional

import numpy as np
import pytest
from finite_differences import differentiates
from lantern_staging import agrees

from ag_notebook.staging.backends import lantern
from ag_notebook.staging.backends.lantern import Array

RANDOM = np.random.default_rng(5)


@dataclass
class Node:
    """A tree with three children."""

    weight: float
    low: Optional[Node] = None
    middle: Optional[Node] = None
    high: Optional[Node] = None


@dataclass(frozen=True)
class Dense:
    """A tree with matrices."""

    matrix: Array["f64", 2, 2]
    left: Dense | None = None
    right: Dense | None = None


class Link(NamedTuple):
    value: float
    next: Optional[Link] = None


class Expression:
    """Two classes of records that hold each other."""

    first: Term
    rest: Optional[Expression]

    def __init__(self, first, rest=None):
        self.first, self.rest = first, rest


class Term:
    factor: float
    inner: Optional[Expression]

    def __init__(self, factor, inner=None):
        self.factor, self.inner = factor, inner


@dataclass
class Layer:
    weights: Array["f64", 2, 2]
    bias: Array["f64", 2]


@dataclass
class Point:
    x: float
    y: float


def links(*values):
    found = None
    for value in reversed(values):
        found = Link(value, found)
    return found


NODE = Node(0.5, Node(1.5), Node(-0.7, None, Node(0.3), None), Node(2.0, None, None, Node(0.9)))
LINKS = links(0.5, -1.5, 2.0, 0.25)


# records ------------------------------------------------------------------------------------------------------


def test_three_children():
    def polynomial(node, x):
        if node is None:
            return 1.0
        low, middle, high = polynomial(node.low, x), polynomial(node.middle, x), polynomial(node.high, x)
        return node.weight * low + x * middle * high

    differentiates(polynomial, NODE, 1.2)


def test_children_through_a_helper():
    def children(node):
        return node.low, node.middle, node.high

    def total(node, depth=1.0):
        found = node.weight**2 * depth
        for child in children(node):
            if child is not None:
                found += total(child, depth=depth * 0.5)
        return found

    differentiates(total, NODE)
    differentiates(total, NODE, 2.0)


def test_none_in_the_middle():
    def path(node, x):
        if node.middle is None:
            return node.weight if node.low is None else path(node.low, x * 2) + 1.0
        return x * path(node.middle, x - node.weight)

    differentiates(path, NODE, 0.4)
    differentiates(path, NODE.middle, 0.4)


def test_matrices_as_leaves():
    def product(tree):
        if tree is None:
            return np.eye(2)
        return product(tree.left) @ tree.matrix @ product(tree.right)

    def trace(tree):
        found = product(tree)
        return found[0, 0] + found[1, 1]

    leaves = [Dense(RANDOM.normal(size=(2, 2))) for _ in range(3)]
    differentiates(
        trace, Dense(RANDOM.normal(size=(2, 2)), leaves[0], Dense(np.eye(2), leaves[1], leaves[2]))
    )


def test_shared_nodes_add_their_gradients():
    shared = Node(0.7, Node(1.1))
    graph = Node(2.0, shared, Node(0.4, shared, None, shared), shared)

    def total(node, x):
        if node is None:
            return x
        return node.weight * (total(node.low, x) + total(node.middle, x) * total(node.high, x))

    _, (gradient, _) = differentiates(total, graph, 1.3)
    assert len(gradient) == 4


def test_a_list_folded_from_both_ends():
    def from_left(link, so_far):
        return so_far if link is None else from_left(link.next, so_far * 0.5 + link.value)

    def from_right(link, last):
        return last if link is None else np.sin(from_right(link.next, last)) + link.value

    def both(link, x):
        return from_left(link, x) * from_right(link, x)

    differentiates(both, LINKS, 0.3)
    differentiates(both, None, 0.3)


def test_a_list_walked_by_a_loop():
    def horner(link, x):
        found, power = 0.0, 1.0
        while link is not None:
            found += link.value * power
            power *= x
            link = link.next
        return found

    differentiates(horner, LINKS, 1.7)


def test_two_lists_at_once():
    def dot(a, b):
        if a is None or b is None:
            return 0.0
        return a.value * b.value + dot(a.next, b.next)

    differentiates(dot, LINKS, links(3.0, 2.0))
    differentiates(dot, LINKS, LINKS)


def test_two_classes_in_mutual_recursion():
    def value(expression, x):
        if expression is None:
            return x
        return term(expression.first, x) + value(expression.rest, x * 0.5)

    def term(part, x):
        return part.factor * (value(part.inner, x + 1.0) if part.inner is not None else x)

    inner = Expression(Term(0.5), Expression(Term(-2.0)))
    differentiates(value, Expression(Term(1.5, inner), Expression(Term(0.3))), 0.9)


def test_a_list_of_records():
    def energy(points, scale):
        total = 0.0
        for i, p in enumerate(points):
            for q in points[i + 1 :]:
                total += scale / math.sqrt((p.x - q.x) ** 2 + (p.y - q.y) ** 2)
        return total

    differentiates(energy, [Point(0.0, 1.0), Point(2.0, 0.5), Point(-1.0, -0.5)], 1.5)


def test_records_as_layers():
    def network(layers, x):
        for layer in layers:
            x = lantern.sigmoid(layer.weights @ x + layer.bias)
        return x.sum()

    layers = [Layer(RANDOM.normal(size=(2, 2)), RANDOM.normal(size=2)) for _ in range(3)]
    differentiates(network, layers, np.array([0.5, -0.5]))


def test_methods_call_themselves():
    class Account:
        balance: float
        rate: float
        parent: Optional[Account]

        def __init__(self, balance, rate, parent=None):
            self.balance, self.rate, self.parent = balance, rate, parent

        def worth(self, years):
            if self.parent is None:
                return self.balance * (1.0 + self.rate) ** years
            return self.balance + self.rate * self.parent.worth(years)

    def run(account, years):
        return account.worth(years)

    differentiates(run, Account(3.0, 0.1, Account(2.0, 0.2, Account(1.0, 0.3))), 2)


def test_search_in_a_tree():
    def insert_depth(node, wanted):
        if node is None:
            return 0
        if wanted < node.weight:
            return 1 + insert_depth(node.low, wanted)
        if wanted > node.weight:
            return 1 + insert_depth(node.high, wanted)
        return 1

    agrees(insert_depth, (NODE, 0.4), (NODE, 0.5), (NODE, 7.0))


def test_largest_and_its_depth():
    def largest(node, depth):
        if node is None:
            return -math.inf, 0
        best, at = node.weight, depth
        for child in (node.low, node.middle, node.high):
            value, where = largest(child, depth + 1)
            if value > best:
                best, at = value, where
        return best, at

    agrees(largest, (NODE, 0), (NODE.low, 3), (None, 1))


# numbers ------------------------------------------------------------------------------------------------------


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def binomial(n, k):
    if k == 0 or k == n:
        return 1
    return binomial(n - 1, k - 1) + binomial(n - 1, k)


def hofstadter_q(n):
    if n <= 2:
        return 1
    return hofstadter_q(n - hofstadter_q(n - 1)) + hofstadter_q(n - hofstadter_q(n - 2))


def female(n):
    return 1 if n == 0 else n - male(female(n - 1))


def male(n):
    return 0 if n == 0 else n - female(male(n - 1))


def mccarthy(n):
    return n - 10 if n > 100 else mccarthy(mccarthy(n + 11))


def tak(x, y, z):
    if y >= x:
        return z
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))


def partitions(n, largest):
    if n == 0:
        return 1
    count = 0
    for part in range(1, min(n, largest) + 1):
        count += partitions(n - part, part)
    return count


def hanoi(n, source=0, target=2, spare=1):
    if n == 0:
        return 0
    return hanoi(n - 1, source, spare, target) + 1 + hanoi(n - 1, target=target, source=spare, spare=source)


def collatz(n):
    return 0 if n == 1 else 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)


def digits(n, base=10):
    return n if n < base else n % base + digits(n // base, base=base)


def is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True


def primes_below(n):
    return sum(1 for k in range(n) if is_prime(k))


def integer_root(n):
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


@pytest.mark.parametrize(
    ("function", "cases"),
    [
        (gcd, [(48, 18), (7, 0), (0, 0)]),
        (binomial, [(7, 3), (4, 0), (0, 0)]),
        (hofstadter_q, [(12,), (1,)]),
        (female, [(9,), (0,)]),
        (male, [(9,), (0,)]),
        (mccarthy, [(87,), (101,)]),
        (tak, [(6, 4, 2), (1, 2, 3)]),
        (partitions, [(7, 7), (0, 0)]),
        (hanoi, [(5,), (0,)]),
        (collatz, [(27,), (1,)]),
        (digits, [(90210,), (255, 2)]),
        (is_prime, [(1,), (91,), (97,)]),
        (primes_below, [(30,), (0,)]),
        (integer_root, [(0,), (99,), (100,)]),
    ],
)
def test_integers(function, cases):
    agrees(function, *cases)
    agrees(function, *[tuple(map(np.int32, case)) for case in cases])


def test_power_by_squaring():
    def power(x, n):
        if n == 0:
            return 1.0
        half = power(x, n // 2)
        return half * half if n % 2 == 0 else half * half * x

    def power_of_matrix(a, n):
        found = np.eye(2)
        while n > 0:
            if n % 2 == 1:
                found = found @ a
            a = a @ a
            n //= 2
        return found.sum()

    for n in (0, 1, 6, 13):
        differentiates(power, 1.1, n)
        differentiates(power_of_matrix, np.array([[0.9, 0.2], [-0.3, 1.1]]), n)


def test_newtons_method():
    def root(a):
        x = a
        while abs(x * x - a) > 1e-12:
            x = 0.5 * (x + a / x)
        return x

    def root_by_recursion(a, x=1.0, steps=0):
        following = x - (x**3 - a) / (3 * x**2)
        return following if steps >= 8 else root_by_recursion(a, following, steps + 1)

    _, (gradient,) = differentiates(root, 2.0)
    assert np.isclose(gradient, 0.5 / np.sqrt(2))
    differentiates(root_by_recursion, 3.0)


def test_newtons_method_of_a_function():
    def solve(f, slope, x):
        for _ in range(20):
            step = f(x) / slope(x)
            x = x - step
            if abs(step) < 1e-13:
                break
        return x

    def run(a):
        return solve(lambda x: math.exp(x) - a, lambda x: math.exp(x), 1.0)

    _, (gradient,) = differentiates(run, 3.0)
    assert np.isclose(gradient, 1 / 3.0)


def test_an_integral_by_halving():
    def area(f, a, b, depth):
        middle = (a + b) / 2
        if depth == 0:
            return (b - a) * f(middle)
        return area(f, a, middle, depth - 1) + area(f, middle, b, depth - 1)

    def run(x, k, depth):
        return area(lambda t: np.sin(k * t), 0.0, x, depth)

    differentiates(run, 1.2, 0.7, 4)


def test_series_until_they_are_small():
    def exponential(x):
        term, total, k = 1.0, 1.0, 1
        while True:
            term = term * x / k
            if abs(term) < 1e-14:
                return total
            total += term
            k += 1

    _, (gradient,) = differentiates(exponential, 1.5)
    assert np.isclose(gradient, np.exp(1.5))


def test_keywords_and_helpers():
    def clip(x, *, low=-1.0, high=1.0):
        return min(max(x, low), high)

    def run(x, y, n=3, **rates):
        for _ in range(n):
            x = clip(x * rates["up"], high=y) + rates.get("shift", 0.0)
        return x

    differentiates(run, 0.4, 5.0, up=1.5)
    differentiates(run, 3.0, 2.5, n=2, up=1.5, shift=0.25)


def test_closures_over_parameters():
    w = lantern.Parameter(RANDOM.normal(size=(2, 2)), "w")

    def layer(x, times):
        def step(x, left):
            if left == 0:
                return x
            return step(np.tanh(w @ x), left - 1)

        return step(x, times).sum()

    differentiates(layer, np.array([0.3, -0.2]), 3)
