"""Lowers item reads: the object or the index may be staged.

xs[i], xs[1:]     ->      ag.getitem(xs, i), ag.getitem(xs, slice(1, None, None))
m[i][j]           ->      ag.getitem_in(m, (i, j))

The item of an item is one read: the row between the two gets no name, so nobody can change it under another one.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.item_writes import index_value
from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import walk


class LowerItemReads(ExpressionPass):
    name = "item reads"
    summary = "Makes item reads calls of the runtime."
    lowers = (gast.Subscript,)

    def visit_Subscript(self, node: gast.Subscript) -> Any:
        self.visit_parts(node)
        if not isinstance(node.ctx, gast.Load):
            return node
        index = index_value(node.slice, self.names.slice)
        if isinstance(node.value, gast.Call) and not any(isinstance(n, gast.Call) for n in walk(index)):
            if self.is_ag(node.value, ("getitem", "getitem_in")):
                self.because(node, "The item of an item is one read: nobody else can have the row between.")
            if self.is_ag(node.value, ("getitem",)):
                return self.ag("getitem_in", node.value.args[0], nodes.tuple_of([node.value.args[1], index]))
            if self.is_ag(node.value, ("getitem_in",)):
                node.value.args[1].elts.append(index)
                return node.value
        return self.ag("getitem", node.value, index)
