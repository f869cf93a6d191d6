"""Lowers f-strings and `%` on text literals: a staged value has its text only at run time.

f'x={price:.2f}!'       ->      ag.text('x=', (price, '', '.2f'), '!')
'%d items' % n          ->      ag.percent_text('%d items', n)
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place

_CONVERSIONS = {-1: "", ord("r"): "r", ord("s"): "s", ord("a"): "a"}


class LowerTexts(ExpressionPass):
    name = "texts"
    summary = "Makes f-strings calls of the runtime."
    lowers = (gast.JoinedStr, gast.BinOp)

    def visit_BinOp(self, node: gast.BinOp) -> Any:
        self.visit_parts(node)
        if (
            isinstance(node.op, gast.Mod)
            and isinstance(node.left, gast.Constant)
            and type(node.left.value) is str
        ):
            return self.ag("percent_text", node.left, node.right)
        return node

    def visit_JoinedStr(self, node: gast.JoinedStr) -> Any:
        if not any(isinstance(part, gast.FormattedValue) for part in node.values):
            return nodes.constant("".join(part.value for part in node.values))
        return self.ag("text", *(self.part(part) for part in node.values))

    def part(self, node: gast.AST) -> gast.AST:
        if not isinstance(node, gast.FormattedValue):
            return node
        value = self.visit(node.value)
        spec = nodes.constant("")
        if node.format_spec is not None:
            spec = self.spec(node.format_spec)
        return place(nodes.tuple_of([value, nodes.constant(_CONVERSIONS[node.conversion]), spec]), node)

    def spec(self, node: gast.JoinedStr) -> gast.AST:
        """A spec: a text, or a tuple of parts where it has fields of its own."""
        if not any(isinstance(part, gast.FormattedValue) for part in node.values):
            return place(nodes.constant("".join(part.value for part in node.values)), node)
        return place(nodes.tuple_of([self.part(part) for part in node.values]), node)
