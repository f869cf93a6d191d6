"""Puts definitions right before the statement whose expression needs them.

A base of passes that turn an expression into a call of a nested function. Every statement is visited
with a list of its own for what is to stand before it. The test of a `while` is evaluated again and
again, so a loop whose test needs definitions becomes

    while True:
        def …
        if not test:
            break
        body
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.analyses.activity import Activity, declarations
from ag_notebook.staging.passes.pass_ import Pass
from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.visitor import place


class HoistingPass(Pass):
    """Collects in `self.before` what must stand before the current statement; None where nothing can."""

    before: list[gast.AST] | None = None

    def visit_block(self, statements: list[Any]) -> list[Any]:
        out: list[Any] = []
        for statement in statements:
            outer, self.before = self.before, []
            result = self.visit(statement)
            out.extend(self.before)
            self.before = outer
            if isinstance(result, list):
                out.extend(result)
            else:
                out.append(result)
        return out

    def visit_function(self, node: gast.AST) -> Any:
        node.decorator_list = self.visit_list(node.decorator_list)
        self.visit_defaults(node.args)
        self.enter_function(node)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def enter_function(self, node: gast.AST) -> None:
        node.body = self.visit_block(node.body)

    def visit_defaults(self, args: gast.arguments) -> None:
        args.defaults = self.visit_list(args.defaults)
        args.kw_defaults = self.visit_list(args.kw_defaults)

    def visit_Lambda(self, node: gast.Lambda) -> Any:
        self.visit_defaults(node.args)
        outer, self.before = self.before, None
        node.body = self.visit(node.body)
        self.before = outer
        return node

    def visit_class_body(self, node: gast.ClassDef) -> None:
        outer, self.before = self.before, None
        super().visit_class_body(node)
        self.before = outer

    def visit_class_lambda(self, node: gast.Lambda) -> None:
        node.body = self.visit(node.body)

    def visit_If(self, node: gast.If) -> Any:
        node.test = self.visit(node.test)
        node.body = self.visit_block(node.body)
        if node.orelse:
            node.orelse = self.visit_block(node.orelse)
        return node

    def visit_For(self, node: gast.AST) -> Any:
        node.iter = self.visit(node.iter)
        outer, self.before = self.before, None
        node.target = self.visit(node.target)
        self.before = outer
        node.body = self.visit_block(node.body)
        if node.orelse:
            node.orelse = self.visit_block(node.orelse)
        return node

    visit_AsyncFor = visit_For

    def visit_With(self, node: gast.AST) -> Any:
        node.items = self.visit_list(node.items)
        node.body = self.visit_block(node.body)
        return node

    visit_AsyncWith = visit_With

    def visit_Try(self, node: gast.AST) -> Any:
        node.body = self.visit_block(node.body)
        for handler in node.handlers:
            handler.body = self.visit_block(handler.body)
        if node.orelse:
            node.orelse = self.visit_block(node.orelse)
        if node.finalbody:
            node.finalbody = self.visit_block(node.finalbody)
        return node

    visit_TryStar = visit_Try

    def visit_Match(self, node: gast.Match) -> Any:
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.body = self.visit_block(case.body)
        return node

    def needs_own_test(self, test: gast.AST) -> bool:
        """Whether a loop's test must be computed by statements of the body."""
        return False

    def visit_While(self, node: gast.While) -> Any:
        outer, self.before = self.before, []
        test = self.visit(node.test)
        head, self.before = self.before, outer
        node.body = self.visit_block(node.body)
        if node.orelse:
            node.orelse = self.visit_block(node.orelse)
        if not head and not self.needs_own_test(test):
            node.test = test
            return node
        return place(
            tested_inside(node, test, head, self.names.fresh("is_over") if node.orelse else None), node
        )


def tested_inside(node: gast.While, test: gast.AST, head: list[gast.AST], flag: str | None) -> list[gast.AST]:
    """The loop with its test at the start of the body; `flag` says that the test ended it (for `else`)."""
    over = [place(nodes.assign(flag, nodes.constant(True)), test)] if flag else []
    leave = nodes.if_(nodes.negated(test), [*over, place(gast.Break(), test)])
    loop = gast.While(nodes.constant(True), [*head, place(leave, test), *node.body], [])
    if flag is None:
        return [loop]
    return quote.statements(
        """
        $flag = False
        $loop
        if $flag:
            $orelse
        """,
        flag=flag,
        loop=[place(loop, node)],
        orelse=node.orelse,
    )


def make_local(function: gast.AST, names: set[str]) -> None:
    """Sees to it that names are variables of this function, if only nested functions or dead code bind them.

    An annotation without a value does that, and leaves the name unbound.
    """
    if not names:
        return
    own = {p.id for p in nodes.all_parameters(function.args)} | Activity().of_block(function.body).binds
    own.update(name for statement in declarations(function.body) for name in statement.names)
    start = nodes.start_of(function.body)
    function.body[start:start] = place(
        [gast.AnnAssign(nodes.store(name), nodes.constant(None), None, 1) for name in sorted(names - own)],
        function,
    )
