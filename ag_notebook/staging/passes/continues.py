"""Lowers `continue`: the rest of the body moves into the other branch.

    for v in xs:                 for v in xs:
        if v < 0:                    if v < 0:
            continue     ->              pass
        s += v                       else:
                                         s += v

Where it cannot be moved (`with`, `try`, branches that continue only sometimes) a flag guards it.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.jumps import Block, LoopJumpPass, jumps
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place


class LowerContinues(LoopJumpPass):
    name = "continues"
    summary = "Makes what follows a continue conditional."
    lowers = (gast.Continue,)
    makes = (gast.UnaryOp, gast.If)
    kind, word = gast.Continue, "continue"

    def jump(self, node: gast.AST, is_last: bool) -> Block:
        return [] if is_last else [place(nodes.assign(self.new_flag(), nodes.constant(True)), node)]

    def visit_loop(self, node: gast.AST) -> Any:
        node.body = self.visit_block(node.body)
        if node.orelse:
            node.orelse = self.visit_block(node.orelse)
        if self.suspending or not jumps(node.body, (gast.Continue,), False):
            return node
        outer = self.take_flag()
        leave = node.body[-1:] if is_loop_exit(node.body[-1]) else []
        body = node.body[:-1] if leave else node.body
        self.because(node, "`continue` ends an iteration: what it skips becomes conditional.")
        body = self.lower(body, True)
        flag = self.take_flag()
        if flag is not None:
            body.insert(0, place(nodes.assign(flag, nodes.constant(False)), node))
        node.body = [*body, *leave]
        self.flag = outer
        return node

    visit_For = visit_While = visit_loop


def is_loop_exit(statement: gast.AST) -> bool:
    """Whether this is the `if flag: break` that ends the body of a `for`."""
    return (
        isinstance(statement, gast.If)
        and isinstance(statement.test, gast.Name)
        and len(statement.body) == 1
        and isinstance(statement.body[0], gast.Break)
    )
