"""Marks truth values that are operands of arithmetic: staged, they become numbers, as in Python.

n += v > 0        ->      n += ag.as_number(v > 0)
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree.visitor import place

_BITWISE = (gast.BitAnd, gast.BitOr, gast.BitXor)  # these make bools of bools


class MarkNumbers(ExpressionPass):
    name = "numbers"
    summary = "Marks comparisons, not, and, or that are operands of arithmetic."
    lowers = (gast.Compare, gast.BoolOp, gast.UnaryOp)

    def operand(self, node: gast.AST) -> gast.AST:
        if _is_truth(node):
            return place(self.ag("as_number", node), node)
        return node

    def visit_BinOp(self, node: gast.BinOp) -> Any:
        self.visit_parts(node)
        if not isinstance(node.op, _BITWISE):
            node.left, node.right = self.operand(node.left), self.operand(node.right)
        return node

    def visit_UnaryOp(self, node: gast.UnaryOp) -> Any:
        node.operand = self.visit(node.operand)
        if not isinstance(node.op, (gast.Not, gast.Invert)):  # `~` of an array of bools makes bools
            node.operand = self.operand(node.operand)
        return node

    def visit_AugAssign(self, node: gast.AugAssign) -> Any:
        node.value = self.visit(node.value)
        if not isinstance(node.op, _BITWISE):
            node.value = self.operand(node.value)
        return node


def _is_truth(node: gast.AST) -> bool:
    return isinstance(node, (gast.Compare, gast.BoolOp)) or (
        isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not)
    )
