"""Lowers comparisons that staged values do not overload as Python means them, and chains.

    a == b            ->      ag.eq(a, b)
    0 < f(x) <= 5     ->      0 < (middle := f(x)) and middle <= 5

`<`, `<=`, `>` and `>=` with an integer literal stay as they are: those TensorFlow takes as Python does. A middle operand of a chain is evaluated once.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import ExpressionPass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place

_FORMS = {
    gast.Eq: "eq",
    gast.NotEq: "ne",
    gast.Is: "is_",
    gast.IsNot: "is_not",
    gast.In: "in_",
    gast.NotIn: "not_in",
}
_ORDERINGS = {gast.Lt: "lt", gast.LtE: "le", gast.Gt: "gt", gast.GtE: "ge"}


class LowerComparisons(ExpressionPass):
    name = "comparisons"
    summary = "Makes comparisons calls of the runtime, and takes chains apart."
    lowers = (gast.Compare,)
    makes = (gast.BoolOp,)

    in_comprehension = 0

    def visit_comprehension_form(self, node: gast.AST) -> Any:
        self.in_comprehension += 1
        self.visit_parts(node)
        self.in_comprehension -= 1
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_form

    def visit_class_lambda(self, node: gast.Lambda) -> None:
        outer, self.in_comprehension = self.in_comprehension, 0
        super().visit_class_lambda(node)
        self.in_comprehension = outer

    def visit_Compare(self, node: gast.Compare) -> Any:
        self.visit_parts(node)
        operands = [node.left, *node.comparators]
        if len(node.ops) == 1:
            return self.one(operands[0], node.ops[0], operands[1], node)
        self.because(node, "A chain is an `and` whose middle operands are evaluated once.")
        if self.in_comprehension or self.suspending:
            return self.chain_in_lambda(node, operands)
        parts = []
        left = operands[0]
        for op, right in zip(node.ops, operands[1:]):
            again = right
            if right is not operands[-1]:
                if isinstance(right, (gast.Name, gast.Constant)):
                    again = _again(right)
                else:
                    name = self.names.fresh("middle")
                    again = place(nodes.load(name), right)
                    right = place(gast.NamedExpr(place(nodes.store(name), right), right), right)
            parts.append(place(self.one(left, op, right, node), node))
            left = again
        return gast.BoolOp(gast.And(), parts)

    def chain_in_lambda(self, node: gast.Compare, operands: list[gast.AST]) -> gast.AST:
        """A chain where `:=` would bind the wrong variable: its first and middle operands become parameters.

        The last operand of a chain is evaluated only if the comparisons before it hold; so is each middle
        one after the first. A chain with several middle operands is nested.
        """
        if all(isinstance(o, (gast.Name, gast.Constant)) for o in operands[1:-1]):
            parts, left = [], operands[0]
            for op, right in zip(node.ops, operands[1:]):
                parts.append(place(self.one(left, op, right, node), node))
                left = _again(right) if right is not operands[-1] else right
            return gast.BoolOp(gast.And(), parts)
        if self.stays(*operands[2:]):
            return node
        first, middle = self.names.fresh("first"), self.names.fresh("middle")
        rest = gast.Compare(nodes.load(middle), node.ops[1:], operands[2:])
        later = (
            self.one(rest.left, rest.ops[0], rest.comparators[0], node)
            if len(rest.ops) == 1
            else self.chain_in_lambda(rest, [rest.left, *rest.comparators])
        )
        both = gast.BoolOp(
            gast.And(),
            [self.one(nodes.load(first), node.ops[0], nodes.load(middle), node), place(later, node)],
        )
        return nodes.call(nodes.lambda_(both, [first, middle]), operands[0], operands[1])

    def one(self, left: gast.AST, op: gast.AST, right: gast.AST, node: gast.AST) -> gast.AST:
        form = _FORMS.get(type(op))
        if form is None and not (_is_integer(left) or _is_integer(right)):
            form = _ORDERINGS[type(op)]
        if form is None:
            if len(node.ops) == 1:
                node.left, node.comparators = left, [right]
                return node
            return gast.Compare(left, [op], [right])
        return self.ag(form, left, right)


def _is_integer(node: gast.AST) -> bool:
    if isinstance(node, gast.UnaryOp):
        node = node.operand
    return isinstance(node, gast.Constant) and type(node.value) is int


def _again(node: gast.AST) -> gast.AST:
    new = nodes.load(node.id) if isinstance(node, gast.Name) else nodes.constant(node.value)
    return place(new, node)
