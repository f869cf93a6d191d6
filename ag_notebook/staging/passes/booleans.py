"""Lowers `and`, `or` and `not`; the right side stays lazy.

a and f(b)        ->      ag.and_(a, lambda: f(b))
not a             ->      ag.not_(a)
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree.visitor import place


class LowerBooleans(ExpressionPass):
    name = "booleans"
    summary = "Makes and, or and not calls of the runtime."
    lowers = (gast.BoolOp, gast.UnaryOp)

    def visit_BoolOp(self, node: gast.BoolOp) -> Any:
        self.visit_parts(node)
        if self.stays(*node.values[1:]):
            tested = [place(self.ag("python_test", value), value) for value in node.values[:-1]]
            node.values = [*tested, node.values[-1]]
            return node
        form = "and_" if isinstance(node.op, gast.And) else "or_"
        *others, result = node.values
        for value in reversed(others):
            result = place(self.ag(form, value, self.thunk(result)), node)
        return result

    def visit_UnaryOp(self, node: gast.UnaryOp) -> Any:
        node.operand = self.visit(node.operand)
        return self.ag("not_", node.operand) if isinstance(node.op, gast.Not) else node
