"""Lowers conditional expressions; only the chosen side is evaluated.

a if t else b     ->      ag.if_exp(t, lambda: a, lambda: b)
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree.visitor import place


class LowerIfExpressions(ExpressionPass):
    name = "if expressions"
    summary = "Makes conditional expressions calls of the runtime."
    lowers = (gast.IfExp,)

    def visit_IfExp(self, node: gast.IfExp) -> Any:
        self.visit_parts(node)
        if self.stays(node.body, node.orelse):
            self.because(
                node,
                "A side suspends (`yield`, `await`), so it cannot move into a function: it stays Python.",
            )
            node.test = place(self.ag("python_test", node.test), node.test)
            return node
        self.because(node, "Only the side that is chosen is evaluated, so both become functions.")
        return self.ag("if_exp", node.test, self.thunk(node.body), self.thunk(node.orelse))
