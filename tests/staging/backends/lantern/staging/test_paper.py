"""What the paper says of Lantern (Moldovan et al. 2019, §8): recursion, loops and branches, with their gradients."""

from typing import Optional

import numpy as np
import pytest
from finite_differences import differentiates
from lantern_staging import agrees, staged

from ag_notebook.staging.backends import lantern


class Tree:
    """The paper's tree: a plain class with annotations."""

    value: float
    left: Optional["Tree"]
    right: Optional["Tree"]

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


TREE = Tree(1.5, Tree(0.75, None, Tree(-1.25)), Tree(0.5, Tree(2.0), Tree(1.1, Tree(-0.9), None)))


class Words:
    """A binary tree whose leaves are vectors."""

    word: np.ndarray
    left: Optional["Words"]
    right: Optional["Words"]

    def __init__(self, word, left=None, right=None):
        self.word, self.left, self.right = word, left, right


RANDOM = np.random.default_rng(8)
SENTENCE = Words(
    RANDOM.normal(size=3),
    Words(RANDOM.normal(size=3), Words(RANDOM.normal(size=3)), Words(RANDOM.normal(size=3))),
    Words(RANDOM.normal(size=3)),
)


def tree_prod(base, tree):
    if tree is None:
        return base
    return tree_prod(base, tree.left) * tree_prod(base, tree.right) * tree.value


def fib(n):
    if n <= 1:
        return n
    return fib(n - 1) + fib(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def even_powers(x, n):
    return 1.0 if n == 0 else x * odd_powers(x, n - 1)


def odd_powers(x, n):
    return 0.5 if n == 0 else even_powers(x * x, n - 1) + x


def test_tree_prod():
    differentiates(tree_prod, 1.3, TREE)
    differentiates(tree_prod, 1.3, None)
    agrees(tree_prod, (np.float32(2), TREE))


@pytest.mark.parametrize("n", [0, 1, 2, 15])
def test_fibonacci(n):
    agrees(fib, (n,), (np.int32(n),))


def test_fibonacci_of_floats():
    def fib_of(n, first, second):
        if n == 0:
            return first
        if n == 1:
            return second
        return fib_of(n - 1, first, second) + fib_of(n - 2, first, second) * first

    differentiates(fib_of, 7, 0.3, 1.1)


def test_ackermann():
    agrees(ackermann, (2, 3), (0, 5), (3, 3))


def test_mutual_recursion():
    for n in range(5):
        differentiates(even_powers, 1.1, n)
        differentiates(odd_powers, 0.9, n)


def test_tree_rnn():
    w, u, b = RANDOM.normal(size=(3, 3)), RANDOM.normal(size=(3, 3)), RANDOM.normal(size=3)

    def encode(tree, w, u, b):
        if tree is None:
            return np.zeros(3)
        return np.tanh(w @ encode(tree.left, w, u, b) + u @ encode(tree.right, w, u, b) + b * tree.word)

    def loss(tree, w, u, b, label):
        return lantern.cross_entropy(encode(tree, w, u, b), label)

    differentiates(loss, SENTENCE, w, u, b, 1)


def test_while_with_carried_tensors():
    def run(x, w, n):
        k, total = 0, np.zeros(2)
        while k < n:
            x = np.tanh(w @ x)
            total = total + x * k
            k += 1
        return (total * x).sum()

    for n in (0, 1, 6):
        differentiates(run, np.array([0.3, -0.4]), np.array([[0.5, -0.3], [0.8, 0.9]]), n)


def test_while_whose_trip_count_depends_on_data():
    def run(x, limit):
        steps = 0
        while (x * x).sum() < limit:
            x = x * 1.5 + np.sin(x)
            steps += 1
        return x[0] * x[1] + steps

    differentiates(run, np.array([0.11, 0.2]), 40.0)
    differentiates(run, np.array([10.0, 0.2]), 40.0)


def test_nested_loops():
    def run(x, n):
        total = 0.0
        for i in range(n):
            k = i
            while k > 0:
                total = total * 0.5 + x**k / (i + 1)
                k -= 2
        return total

    for n in (0, 1, 5):
        differentiates(run, 1.2, n)


def test_break_and_continue():
    def run(xs, limit):
        total = 0.0
        for x in xs:
            if x < 0:
                continue
            total += x * x
            if total > limit:
                total *= limit
                break
        return total

    xs = np.array([0.5, -1.0, 1.5, 2.0, 3.0])
    for limit in (0.1, 2.2, 100.0):
        differentiates(run, xs, limit)


def test_branches_and_records_in_loops():
    def run(tree, x, n):
        total = 0.0
        for k in range(n):
            if tree.left is not None:
                tree = tree.left
                total += tree.value * x
            elif tree.right is not None:
                tree = tree.right
                total -= tree.value * tree.value
            else:
                total *= x + k
        return total

    for n in (0, 1, 2, 4):
        differentiates(run, TREE, 0.7, n)


def test_a_loop_that_calls_a_definition():
    def run(base, trees):
        total = 0.0
        for tree in trees:
            total += np.log(1.0 + tree_prod(base, tree) ** 2)
        return total

    differentiates(run, 1.2, [TREE, TREE.left, Tree(0.3)])


def test_one_trace_serves_all_trees():
    made = staged(tree_prod)
    for tree in (TREE, None, TREE.left, Tree(3.0)):
        assert np.isclose(made(1.3, tree), tree_prod(1.3, tree))
    assert len(made.traces()) == 2, "None is Python's, and decides while tracing"
