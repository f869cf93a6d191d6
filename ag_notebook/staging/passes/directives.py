"""Moves `set_loop_options(…)` from the start of a loop's body to where the loop's call finds it.

    for i in tf.range(n):                                 for i in tf.range(n):
        autograph.set_loop_options(swap_memory=True) ->       ag.set_loop_options(swap_memory=True)
        s += i                                                s += i

The runtime's function of that name does nothing; control flow turns it into options of `ag.for_stmt`.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import StatementPass
from ag_notebook.staging.tree.visitor import place

_NAME = "set_loop_options"
_OPTIONS = ("maximum_iterations", "parallel_iterations", "shape_invariants", "swap_memory")


class MoveDirectives(StatementPass):
    name = "directives"
    summary = "Gives set_loop_options to the loop whose body begins with it."
    lowers = (gast.For, gast.While)

    def visit_loop(self, node: gast.AST) -> Any:
        first = node.body[0]
        if isinstance(first, gast.Expr) and isinstance(first.value, gast.Call):
            called = first.value.func
            name = called.attr if isinstance(called, gast.Attribute) else getattr(called, "id", "")
            if name == _NAME:
                if first.value.args or any(k.arg is None for k in first.value.keywords):
                    raise self.refuse(
                        "AG115", first, f"`{_NAME}` takes keyword arguments only.", "Name each option."
                    )
                for keyword in first.value.keywords:
                    if keyword.arg not in _OPTIONS:
                        raise self.refuse(
                            "AG115",
                            first,
                            f"`{_NAME}` has no option `{keyword.arg}`.",
                            f"There are {', '.join(_OPTIONS)}.",
                        )
                self.because(
                    first, "It stands first in the body of this loop, so its options are this loop's."
                )
                first.value.func = place(self.ag_name(_NAME), called)
        node.body = self.visit_block(node.body)
        if node.orelse:
            node.orelse = self.visit_block(node.orelse)
        return node

    visit_For = visit_While = visit_loop
