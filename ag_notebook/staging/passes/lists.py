"""Lowers the list methods that a staged list must see.

    out.append(v)     ->      ag.list_append(out, v)
    out.pop()         ->      ag.list_pop(out)

What is not a list gets its own method called.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.item_writes import index_value
from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree.visitor import place

_METHODS = {"append": (1, 1), "extend": (1, 1), "insert": (2, 2), "pop": (0, 1)}


class LowerLists(ExpressionPass):
    name = "lists"
    summary = "Makes append, extend, insert and pop calls of the runtime."
    lowers = (gast.Attribute,)

    def visit_Call(self, node: gast.Call) -> Any:
        self.visit_parts(node)
        function = node.func
        if not isinstance(function, gast.Attribute) or function.attr not in _METHODS or node.keywords:
            return node
        least, most = _METHODS[function.attr]
        if not least <= len(node.args) <= most or any(isinstance(a, gast.Starred) for a in node.args):
            return node
        owner = function.value
        if isinstance(owner, gast.Call) and isinstance(owner.func, gast.Name) and owner.func.id == "super":
            return node
        if isinstance(owner, gast.Subscript):
            index = index_value(owner.slice, self.names.slice)
            owner = place(self.ag("picked", owner.value, index), owner)
        return self.ag(f"list_{function.attr}", owner, *node.args)
