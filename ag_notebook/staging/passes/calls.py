"""Lowers calls: the callee is converted when it is called; what is starred may be staged.

    y = f(x, *xs)     ->      y = ag.converted_call(f, x, *ag.starred(xs))
    [x, *xs], (*xs,)  ->      [x, *ag.starred_in_list(xs)], (*ag.starred(xs),)

Functions that look at the frame which calls them stay direct calls, as do those that passes made.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree.visitor import place

_FRAME_FUNCTIONS = frozenset(
    ("super", "globals", "locals", "vars", "dir", "eval", "exec", "breakpoint", "__import__")
)


class LowerCalls(ExpressionPass):
    name = "calls"
    summary = "Makes each call convert its callee."
    lowers = (gast.Call, gast.Starred)

    def visit_Call(self, node: gast.Call) -> Any:
        self.visit_parts(node)
        function = node.func
        if self.is_ag(node):
            return node
        node.args = [self.starred(argument) for argument in node.args]
        if isinstance(function, gast.Lambda):
            return node
        if isinstance(function, gast.Name) and function.id in _FRAME_FUNCTIONS:
            self.because(
                node, f"`{function.id}` looks at the frame that calls it, so it is called from here."
            )
        if isinstance(function, gast.Name) and function.id in self.names.writers:
            self.because(
                node, f"`{function.id}` binds a variable of this function, so the call is a write as well."
            )
            return self.ag("writing_call", function, *node.args)
        if isinstance(function, gast.Name) and (
            function.id in _FRAME_FUNCTIONS or function.id in self.names.made
        ):
            return node
        return gast.Call(self.ag_name("converted_call"), [function, *node.args], node.keywords)

    def visit_List(self, node: gast.List) -> Any:
        return self.display(node, "starred_in_list")

    def visit_Tuple(self, node: gast.Tuple | gast.Set) -> Any:
        return self.display(node, "starred")

    visit_Set = visit_Tuple

    def display(self, node: gast.List | gast.Tuple | gast.Set, function: str) -> Any:
        self.visit_parts(node)
        if isinstance(node, gast.Set) or isinstance(node.ctx, gast.Load):
            node.elts = [self.starred(element, function) for element in node.elts]
        return node

    def starred(self, part: gast.AST, function: str = "starred") -> gast.AST:
        """`*xs` as `*ag.starred(xs)`: a tensor is taken apart."""
        if isinstance(part, gast.Starred) and not isinstance(part.value, (gast.Tuple, gast.List)):
            part.value = place(self.ag(function, part.value), part.value)
        return part
