"""Lowers `:=` where its value may not be evaluated, or is evaluated again and again.

    while (n := n // 2) > 0:         while True:
        k += 1              ->           if not (n := n // 2) > 0:
                                             break
                                         k += 1

    ok = a and (y := f(a))           def set_y():
                                         nonlocal y
                            ->           y = f(a)
                                         return y
                                     ok = a and set_y()

Both would otherwise end up in a function of their own, where the name would be a different one. A test that calls
something that may write this function's variables is moved likewise.
"""

from __future__ import annotations

import builtins
from typing import Any

import gast

from ag_notebook.staging.passes.hoisting import HoistingPass, make_local
from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.visitor import place, suspends, walk_scope

_BUILTINS = frozenset(dir(builtins))


class LowerWalruses(HoistingPass):
    name = "walruses"
    summary = "Moves := out of loop tests and out of operands that may not be evaluated."
    lowers = (gast.NamedExpr, gast.Nonlocal, gast.Global)
    makes = (gast.UnaryOp, gast.Break, gast.If, gast.Call)

    conditional = False

    def run(self) -> None:
        self.global_names: set[str] = set()
        self.written: set[str] = set()
        super().run()

    def needs_own_test(self, test: gast.AST) -> bool:
        for node in walk_scope([test]):
            if isinstance(node, gast.NamedExpr):
                what = f"binds {node.target.id}"
            elif self.may_write(node):
                what = "calls what may write variables of this function"
            else:
                continue
            self.because(test, f"This test {what} each time, so it moves to the start of the loop's body.")
            return True
        return False

    def may_write(self, node: gast.AST) -> bool:
        """Whether a part of a test is a call that may write variables of this function (`nonlocal`, `global`)."""
        if not isinstance(node, gast.Call) or self.unit.kinds.isdisjoint((gast.Nonlocal, gast.Global)):
            return False
        return not (isinstance(node.func, gast.Name) and node.func.id in _BUILTINS)

    def enter_function(self, node: gast.AST) -> None:
        outer = self.global_names, self.written, self.conditional
        self.written, self.conditional = set(), False
        self.global_names = {
            name
            for s in node.body[: nodes.start_of(node.body)]
            if isinstance(s, gast.Global)
            for name in s.names
        }
        super().enter_function(node)
        make_local(node, self.written - self.global_names)
        self.global_names, self.written, self.conditional = outer

    def may_be_skipped(self, node: gast.AST) -> gast.AST:
        outer, self.conditional = self.conditional, True
        node = self.visit(node)
        self.conditional = outer
        return node

    def visit_BoolOp(self, node: gast.BoolOp) -> Any:
        node.values = [self.visit(node.values[0]), *map(self.may_be_skipped, node.values[1:])]
        return node

    def visit_IfExp(self, node: gast.IfExp) -> Any:
        node.test = self.visit(node.test)
        node.body = self.may_be_skipped(node.body)
        node.orelse = self.may_be_skipped(node.orelse)
        return node

    def visit_Compare(self, node: gast.Compare) -> Any:
        node.left = self.visit(node.left)
        node.comparators = [self.visit(node.comparators[0]), *map(self.may_be_skipped, node.comparators[1:])]
        return node

    def visit_Assert(self, node: gast.Assert) -> Any:
        node.test = self.visit(node.test)
        if node.msg is not None:
            node.msg = self.may_be_skipped(node.msg)
        return node

    def visit_comprehension_form(self, node: gast.AST) -> Any:
        return node  # those that are left evaluate `:=` in Python's own way

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_form

    def visit_NamedExpr(self, node: gast.NamedExpr) -> Any:
        if not self.conditional or self.before is None or suspends(node.value):
            node.value = self.visit(node.value)
            return node
        name = node.target.id
        function = self.names.fresh(f"set_{name}")
        self.names.writers.add(function)
        self.written.add(name)
        text = (
            f"It may be skipped, so it moves into `{function}`, which binds {name} of the function around it."
        )
        self.because(node, text)
        declare = gast.Global if name in self.global_names else gast.Nonlocal
        made = quote.statements(
            """
            def $function():
                $declared
                $name = $value
                return $name
            """,
            function=function,
            declared=[declare([name])],
            name=name,
            value=node.value,
        )
        outer, self.before = self.before, []
        made = [self.visit(place(s, node)) for s in made]
        self.before = outer
        self.before += made
        return nodes.call(nodes.load(function))
