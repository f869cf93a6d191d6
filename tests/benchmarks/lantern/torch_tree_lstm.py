"""The same TreeLSTM in PyTorch: a direct port, and one with fused gates, a batched loss and a fused optimizer."""

from __future__ import annotations

import numpy as np
import torch
from tree_lstm import LEAF_GATES, NODE_GATES, Tree


class Direct(torch.nn.Module):
    """Line by line as the program of Lantern is written."""

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        super().__init__()
        self.words = torch.from_numpy(arrays["words"].copy())
        for name, array in arrays.items():
            if name != "words":
                setattr(self, name, torch.nn.Parameter(torch.from_numpy(array.copy())))

    def forward(self, tree: Tree) -> torch.Tensor:
        """The loss of a tree."""
        return self.node(tree)[0]

    def node(self, tree: Tree) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        if tree.left is None:
            x = self.words[int(tree.word)]
            i = torch.sigmoid(self.leaf_i @ x + self.leaf_bias_i)
            o = torch.sigmoid(self.leaf_o @ x + self.leaf_bias_o)
            u = torch.tanh(self.leaf_u @ x + self.leaf_bias_u)
            c = i * u
            h = o * torch.tanh(c)
            return self.cost(h, tree), h, c
        left_loss, left_h, left_c = self.node(tree.left)
        right_loss, right_h, right_c = self.node(tree.right)
        i = torch.sigmoid(self.left_i @ left_h + self.right_i @ right_h + self.bias_i)
        f0 = torch.sigmoid(self.left_f0 @ left_h + self.right_f0 @ right_h + self.bias_f)
        f1 = torch.sigmoid(self.left_f1 @ left_h + self.right_f1 @ right_h + self.bias_f)
        o = torch.sigmoid(self.left_o @ left_h + self.right_o @ right_h + self.bias_o)
        u = torch.tanh(self.left_u @ left_h + self.right_u @ right_h + self.bias_u)
        c = i * u + f0 * left_c + f1 * right_c
        h = o * torch.tanh(c)
        return left_loss + right_loss + self.cost(h, tree), h, c

    def cost(self, h: torch.Tensor, tree: Tree) -> torch.Tensor:
        logits = self.output @ h + self.output_bias
        return torch.nn.functional.cross_entropy(logits, torch.tensor(int(tree.label)))

    def optimizer(self, rate: float) -> torch.optim.Optimizer:
        return torch.optim.Adagrad(self.parameters(), lr=rate, eps=1e-10)


class Fused(torch.nn.Module):
    """All gates of a node in one product, the losses of all nodes in one, and a fused optimizer."""

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        super().__init__()
        self.words = torch.from_numpy(arrays["words"].copy())
        parameter = lambda parts: torch.nn.Parameter(torch.from_numpy(np.concatenate(parts)))  # noqa: E731
        self.leaf = parameter([arrays[f"leaf_{g}"] for g in LEAF_GATES])
        self.leaf_bias = parameter([arrays[f"leaf_bias_{g}"] for g in LEAF_GATES])
        sides = [np.hstack([arrays[f"left_{g}"], arrays[f"right_{g}"]]) for g in NODE_GATES]
        self.gates = parameter(sides)
        self.bias_i, self.bias_f, self.bias_o, self.bias_u = (
            parameter([arrays[f"bias_{g}"]]) for g in ("i", "f", "o", "u")
        )
        self.output, self.output_bias = parameter([arrays["output"]]), parameter([arrays["output_bias"]])

    def forward(self, tree: Tree) -> torch.Tensor:
        """The loss of a tree."""
        hidden: list[torch.Tensor] = []
        labels: list[int] = []
        bias = torch.cat([self.bias_i, self.bias_f, self.bias_f, self.bias_o, self.bias_u])
        self.node(tree, bias, hidden, labels)
        logits = torch.nn.functional.linear(torch.stack(hidden), self.output, self.output_bias)
        return torch.nn.functional.cross_entropy(logits, torch.tensor(labels), reduction="sum")

    def node(self, tree: Tree, bias: torch.Tensor, hidden: list, labels: list) -> tuple:
        if tree.left is None:
            gates = torch.addmv(self.leaf_bias, self.leaf, self.words[int(tree.word)])
            i, o, u = gates.chunk(3)
            c = torch.sigmoid(i) * torch.tanh(u)
        else:
            left_h, left_c = self.node(tree.left, bias, hidden, labels)
            right_h, right_c = self.node(tree.right, bias, hidden, labels)
            gates = torch.addmv(bias, self.gates, torch.cat([left_h, right_h]))
            i, f0, f1, o, u = gates.chunk(5)
            c = torch.sigmoid(i) * torch.tanh(u) + torch.sigmoid(f0) * left_c + torch.sigmoid(f1) * right_c
        h = torch.sigmoid(o) * torch.tanh(c)
        hidden.append(h)
        labels.append(int(tree.label))
        return h, c

    def optimizer(self, rate: float) -> torch.optim.Optimizer:
        return torch.optim.Adagrad(self.parameters(), lr=rate, eps=1e-10, fused=True)
