"""Lowers `raise`: in a staged branch it happens when the branch is taken.

    raise ValueError(x) from e      ->      ag.raise_stmt(ValueError(x), e)

A bare `raise` stays: it has a meaning only in a handler.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import StatementPass


class LowerRaises(StatementPass):
    name = "raises"
    summary = "Makes raise a call of the runtime."
    lowers = (gast.Raise,)

    def visit_Raise(self, node: gast.Raise) -> Any:
        if node.exc is None:
            self.because(node, "It raises again what a handler caught: that is Python's own, so it stays.")
            return node
        return gast.Expr(self.ag("raise_stmt", node.exc, *([] if node.cause is None else [node.cause])))
