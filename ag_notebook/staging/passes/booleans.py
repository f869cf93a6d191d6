"""Lowers `and`, `or` and `not`; the right side stays lazy.

    x = a and f(b)    ->      x = ag.and_(a, lambda: f(b))
    not a             ->      ag.not_(a)

Where only the truth value counts (a test), operands of different kinds are no matter: `ag.and_test`, `ag.or_test`.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass, Unit
from ag_notebook.staging.tree.visitor import place

_TESTED = ("if_stmt", "assert_stmt", "not_", "truth")
"""Forms whose first argument is a test."""
_STAYS = "An operand suspends (`yield`, `await`), so it cannot move into a function: it stays Python."


class LowerBooleans(ExpressionPass):
    name = "booleans"
    summary = "Makes and, or and not calls of the runtime."
    lowers = (gast.BoolOp, gast.UnaryOp)

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit)
        self.tests: set[int] = set()
        """Identities of the expressions whose truth value alone counts."""

    def note_test(self, node: gast.AST) -> None:
        """Says that a node is a test, and so are the operands of a boolean operator that it is."""
        self.tests.add(id(node))
        if isinstance(node, gast.BoolOp):
            for value in node.values:
                self.note_test(value)

    def visit_Call(self, node: gast.Call) -> Any:
        if node.args and self.is_ag(node, _TESTED):
            self.note_test(node.args[0])
        self.visit_parts(node)
        return node

    def visit_FunctionDef(self, node: gast.FunctionDef) -> Any:
        if node.name in self.names.made and node.name.startswith("loop_test"):
            for statement in node.body:
                if isinstance(statement, gast.Return):
                    self.note_test(statement.value)
        return super().visit_FunctionDef(node)

    def visit_IfExp(self, node: gast.IfExp) -> Any:
        self.note_test(node.test)
        self.visit_parts(node)
        return node

    def visit_BoolOp(self, node: gast.BoolOp) -> Any:
        is_test = id(node) in self.tests
        self.visit_parts(node)
        if self.stays(*node.values[1:]):
            self.because(node, _STAYS)
            tested = [place(self.ag("python_test", value), value) for value in node.values[:-1]]
            node.values = [*tested, node.values[-1]]
            return node
        if is_test:
            self.because(
                node, "It is a test: only its truth value counts, so its operands need not be of one kind."
            )
        form = ("and" if isinstance(node.op, gast.And) else "or") + ("_test" if is_test else "_")
        *others, result = node.values
        for value in reversed(others):
            result = place(self.ag(form, value, self.thunk(result)), node)
        return result

    def visit_UnaryOp(self, node: gast.UnaryOp) -> Any:
        if isinstance(node.op, gast.Not):
            self.note_test(node.operand)
        node.operand = self.visit(node.operand)
        return self.ag("not_", node.operand) if isinstance(node.op, gast.Not) else node
