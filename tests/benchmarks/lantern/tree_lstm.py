"""The TreeLSTM of the paper (Moldovan et al. 2019, §9; binary trees, a loss at each node), for Lantern.

Hidden 150, embeddings 300 (not trained), 5 classes, Adagrad, one tree at a time. `Weights` has the same arrays for all engines.
"""

from __future__ import annotations

from typing import Optional

import numpy as np

from ag_notebook.staging.backends import lantern
from ag_notebook.staging.backends.lantern.numpy import cross_entropy, sigmoid

HIDDEN, EMBEDDING, CLASSES, WORDS = 150, 300, 5, 5267
LEAF_GATES = ("i", "o", "u")
NODE_GATES = ("i", "f0", "f1", "o", "u")


class Tree:
    """A sentence: a leaf has a word, another node two parts; each has a label."""

    label: np.int32
    word: np.int32
    left: Optional[Tree]  # noqa: UP045  as the hint of a student is read
    right: Optional[Tree]  # noqa: UP045

    def __init__(
        self, label: int, word: int = -1, left: Tree | None = None, right: Tree | None = None
    ) -> None:
        self.label, self.word, self.left, self.right = np.int32(label), np.int32(word), left, right


def random_trees(count: int, seed: int = 1) -> list[Tree]:
    """Random binary trees of 10 to 50 leaves."""
    random = np.random.default_rng(seed)
    trees = []
    for _ in range(count):
        parts = [
            Tree(random.integers(CLASSES), random.integers(WORDS)) for _ in range(random.integers(10, 51))
        ]
        while len(parts) > 1:
            at = random.integers(len(parts) - 1)
            parts[at : at + 2] = [Tree(random.integers(CLASSES), -1, parts[at], parts[at + 1])]
        trees.append(parts[0])
    return trees


def first_arrays(seed: int = 0) -> dict[str, np.ndarray]:
    """The arrays that training begins with, by name."""
    random = np.random.default_rng(seed)

    def made(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) * 0.1).astype(np.float32)

    arrays = {"words": made(WORDS, EMBEDDING)}
    arrays |= {f"leaf_{g}": made(HIDDEN, EMBEDDING) for g in LEAF_GATES}
    arrays |= {f"leaf_bias_{g}": made(HIDDEN) for g in LEAF_GATES}
    arrays |= {f"left_{g}": made(HIDDEN, HIDDEN) for g in NODE_GATES}
    arrays |= {f"right_{g}": made(HIDDEN, HIDDEN) for g in NODE_GATES}
    arrays |= {f"bias_{g}": made(HIDDEN) for g in ("i", "f", "o", "u")}
    return arrays | {"output": made(CLASSES, HIDDEN), "output_bias": made(CLASSES)}


def lantern_loss(arrays: dict[str, np.ndarray]):
    """The loss of a tree as a plain Python function of Lantern's parameters, and the parameters by name."""
    words = arrays["words"].copy()
    words.flags.writeable = False  # embeddings are not trained
    weights = {n: lantern.Parameter(a, n) for n, a in arrays.items() if n != "words"}
    leaf_i, leaf_o, leaf_u = (weights[f"leaf_{g}"] for g in LEAF_GATES)
    leaf_bias_i, leaf_bias_o, leaf_bias_u = (weights[f"leaf_bias_{g}"] for g in LEAF_GATES)
    left_i, left_f0, left_f1, left_o, left_u = (weights[f"left_{g}"] for g in NODE_GATES)
    right_i, right_f0, right_f1, right_o, right_u = (weights[f"right_{g}"] for g in NODE_GATES)
    bias_i, bias_f, bias_o, bias_u = (weights[f"bias_{g}"] for g in ("i", "f", "o", "u"))
    output, output_bias = weights["output"], weights["output_bias"]

    def node(tree):
        if tree.left is None:
            x = words[tree.word]
            i = sigmoid(leaf_i @ x + leaf_bias_i)
            o = sigmoid(leaf_o @ x + leaf_bias_o)
            u = np.tanh(leaf_u @ x + leaf_bias_u)
            c = i * u
            h = o * np.tanh(c)
            return cross_entropy(output @ h + output_bias, tree.label), h, c
        left_loss, left_h, left_c = node(tree.left)
        right_loss, right_h, right_c = node(tree.right)
        i = sigmoid(left_i @ left_h + right_i @ right_h + bias_i)
        f0 = sigmoid(left_f0 @ left_h + right_f0 @ right_h + bias_f)
        f1 = sigmoid(left_f1 @ left_h + right_f1 @ right_h + bias_f)
        o = sigmoid(left_o @ left_h + right_o @ right_h + bias_o)
        u = np.tanh(left_u @ left_h + right_u @ right_h + bias_u)
        c = i * u + f0 * left_c + f1 * right_c
        h = o * np.tanh(c)
        return left_loss + right_loss + cross_entropy(output @ h + output_bias, tree.label), h, c

    def loss(tree):
        return node(tree)[0]

    return loss, weights
