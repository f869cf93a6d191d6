"""Lowers item reads: the object or the index may be staged.

xs[i], xs[1:]     ->      ag.getitem(xs, i), ag.getitem(xs, slice(1, None, None))
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.item_writes import index_value
from ag_notebook.staging.passes.pass_ import ExpressionPass


class LowerItemReads(ExpressionPass):
    name = "item reads"
    summary = "Makes item reads calls of the runtime."
    lowers = (gast.Subscript,)

    def visit_Subscript(self, node: gast.Subscript) -> Any:
        self.visit_parts(node)
        if not isinstance(node.ctx, gast.Load):
            return node
        return self.ag("getitem", node.value, index_value(node.slice, self.names.slice))
