"""Lowers augmented assignments that may change a list, dict or set in place, which must be logged.

    items += more     ->      items = ag.iadd(items, more)
    n += 1            ->      n += 1

Where the operand is a number for certain, the statement stays.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree import nodes

_FORMS = {
    gast.Add: "iadd",
    gast.Sub: "isub",
    gast.Mult: "imul",
    gast.BitAnd: "iand",
    gast.BitOr: "ior",
    gast.BitXor: "ixor",
}
_OF_NUMBERS = (gast.Sub, gast.Mult, gast.Div, gast.FloorDiv, gast.Pow, gast.MatMult, gast.LShift, gast.RShift)


class LowerAugmentedAssignments(ExpressionPass):
    name = "augmented assignments"
    summary = "Makes augmented assignments that may change a container calls of the runtime."
    lowers = (gast.AugAssign,)

    def visit_AugAssign(self, node: gast.AugAssign) -> Any:
        self.visit_parts(node)
        form = _FORMS.get(type(node.op))
        if form is None or not isinstance(node.target, gast.Name) or self._is_number(node.op, node.value):
            return node
        name = node.target.id
        self.because(
            node,
            f"{name} may be a list, dict or set, which the statement changes in place for all that hold it.",
        )
        return nodes.assign(name, self.ag(form, nodes.load(name), node.value))

    def _is_number(self, op: gast.AST, value: gast.AST) -> bool:
        """Whether the operand cannot be that of a container: a number, or arithmetic that only numbers have.

        A product may be a list where a list is extended by it; a set is reduced by a set, which no arithmetic but
        `-` makes.
        """
        if isinstance(value, gast.Constant):
            return type(value.value) in (int, float, complex, bool)
        if isinstance(value, gast.UnaryOp):
            return True
        if isinstance(value, gast.BinOp) and isinstance(value.op, _OF_NUMBERS):
            if isinstance(value.op, gast.Mult):
                return not isinstance(op, (gast.Add, gast.Mult)) or self._has_number(value)
            return not isinstance(value.op, gast.Sub) or not isinstance(
                op, (gast.Sub, gast.BitAnd, gast.BitOr)
            )
        return self.is_ag(value, ("as_number", "not_"))

    @staticmethod
    def _has_number(value: gast.BinOp) -> bool:
        """Whether a factor is a float: then the product is a number."""
        return any(isinstance(s, gast.Constant) and type(s.value) is float for s in (value.left, value.right))
