"""Lowers `break` to a flag that ends the loop.

    while x > 0:                 did_break = False
        if f(x):                 while not did_break and x > 0:
            break        ->          did_break = False
        x = g(x)                     if f(x):
                                         did_break = True
                                     else:
                                         x = g(x)

A functional loop has one exit, so every other exit becomes part of its test. A `for` has no test in
Python: it keeps one `if did_break: break` at the end of its body, which control flow makes its extra test.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.jumps import Block, LoopJumpPass, jumps
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place


class LowerBreaks(LoopJumpPass):
    name = "breaks"
    summary = "Makes each break part of its loop's test."
    lowers = (gast.For, gast.While)
    makes = (gast.BoolOp, gast.UnaryOp, gast.If)
    kind, word = gast.Break, "break"

    def jump(self, node: gast.AST, is_last: bool) -> Block:
        return [place(nodes.assign(self.new_flag(), nodes.constant(True)), node)]

    def visit_loop(self, node: gast.AST) -> Any:
        node.body = self.visit_block(node.body)
        orelse = self.visit_block(node.orelse) if node.orelse else []
        if self.suspending:
            node.orelse = orelse
            return node
        node.orelse = []
        if not jumps(node.body, (gast.Break,), False):
            return [node, *orelse]
        outer, self.flag = self.flag, None
        flag = self.new_flag()
        body = self.lower(node.body, True)
        first = isinstance(body[0], gast.Expr) and self.is_ag(body[0].value, ("set_loop_options",))
        body.insert(int(first), place(nodes.assign(flag, nodes.constant(False)), node))
        node.body = body
        self.flag = outer
        if self.explains:
            test = "a `for` has no test: it is asked at the end of each iteration"
            test = test if isinstance(node, gast.For) else "it is part of the loop's test"
            self.because(node, f"A functional loop ends by its test alone, so `break` sets `{flag}`; {test}.")
            if orelse:
                self.because(orelse[0], f"The loop's `else` runs where no `break` was met: `not {flag}`.")
        if isinstance(node, gast.For):
            node.body.append(place(nodes.if_(nodes.load(flag), [gast.Break()]), node))
        elif isinstance(node.test, gast.Constant) and node.test.value:
            node.test = place(nodes.negated(nodes.load(flag)), node.test)
        else:
            node.test = place(
                gast.BoolOp(gast.And(), [nodes.negated(nodes.load(flag)), node.test]), node.test
            )
        start = place(nodes.assign(flag, nodes.constant(False)), node)
        if orelse:
            orelse = [place(nodes.if_(nodes.negated(nodes.load(flag)), orelse), orelse[0])]
        return [start, node, *orelse]

    visit_For = visit_While = visit_loop
