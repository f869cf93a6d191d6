"""Functions on Lantern, alone and beside TensorFlow, whose views are kept as files."""

from __future__ import annotations

from typing import Optional

import tensorflow as tf


class Tree:
    """A record of Lantern's."""

    value: float
    left: Optional[Tree]  # noqa: UP045  hints are read as users write them
    right: Optional[Tree]  # noqa: UP045

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


def tree_prod(base, tree):
    if tree is None:
        return base
    return tree_prod(base, tree.left) * tree_prod(base, tree.right) * tree.value


def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def steps_of(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def female(n):
    return 1 if n == 0 else n - male(female(n - 1))


def male(n):
    return 0 if n == 0 else n - female(male(n - 1))


ALONE = {
    "tree_prod": (tree_prod, (1.5, Tree(3.0, Tree(2.0), Tree(5.0)))),
    "female": (female, (5,)),
}
BESIDE = {"fact": (fact, (5,)), "steps_of": (steps_of, (tf.constant(7),))}
"""On TensorFlow and Lantern."""
