"""Lowers `assert`: its test may be staged, and its message is evaluated only if it fails.

assert x > 0, f(x)      ->      ag.assert_stmt(x > 0, lambda: f(x))
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place


class LowerAsserts(ExpressionPass):
    name = "asserts"
    summary = "Makes assert a call of the runtime."
    lowers = (gast.Assert,)

    def visit(self, node: gast.AST) -> Any:
        return node if isinstance(node, gast.expr) else super().visit(node)

    def visit_class_lambda(self, node: gast.Lambda) -> None:
        pass

    def visit_Assert(self, node: gast.Assert) -> Any:
        if self.stays(node):
            node.test = place(self.ag("python_test", node.test), node.test)
            return node
        message = [] if node.msg is None else [nodes.lambda_(node.msg)]
        return gast.Expr(self.ag("assert_stmt", node.test, *message))
