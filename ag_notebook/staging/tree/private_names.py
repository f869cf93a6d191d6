"""Writes private names as Python mangles them: `self.__n` in class `Vault` is `self._Vault__n`.

Python mangles while it compiles a class body. A method is converted and compiled alone, and a name may
end up in a string (`ag.setattr(self, '_Vault__n', v)`), so this must have been done before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast

from ag_notebook.staging.tree.nodes import all_parameters
from ag_notebook.staging.tree.visitor import Rewriter


def mangle(function: gast.AST, classes: Sequence[str]) -> None:
    """Mangles the private names of a function in place; `classes` are around it, the innermost last."""
    name, function.name = function.name, "function"  # its own name is not looked up here
    PrivateNames(classes[-1:]).visit(function)
    function.name = name


class PrivateNames(Rewriter):
    def __init__(self, classes: Sequence[str]) -> None:
        self.classes = list(classes)

    def mangled(self, name: Any) -> Any:
        if (
            name is None
            or not name.startswith("__")
            or name.endswith("__")
            or not self.classes
            or "." in name
        ):
            return name
        bare = self.classes[-1].lstrip("_")
        return f"_{bare}{name}" if bare else name

    def visit_Name(self, node: gast.Name) -> Any:
        node.id = self.mangled(node.id)
        return node

    def visit_Attribute(self, node: gast.Attribute) -> Any:
        node.value = self.visit(node.value)
        node.attr = self.mangled(node.attr)
        return node

    def visit_keyword(self, node: gast.keyword) -> Any:
        node.value = self.visit(node.value)
        node.arg = self.mangled(node.arg)
        return node

    def visit_Import(self, node: gast.AST) -> Any:
        for alias in node.names:
            name = alias.asname or alias.name
            if self.mangled(name) != name:
                alias.asname = self.mangled(name)
        return node

    visit_ImportFrom = visit_Import

    def visit_Global(self, node: gast.AST) -> Any:
        node.names = [self.mangled(name) for name in node.names]
        return node

    visit_Nonlocal = visit_Global

    def visit_ExceptHandler(self, node: gast.ExceptHandler) -> Any:
        if node.name is not None:
            node.name = self.visit(node.name)
        return self.visit_parts(node)

    def visit_MatchAs(self, node: gast.AST) -> Any:
        node.name = self.mangled(node.name)
        return self.visit_parts(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node: gast.MatchMapping) -> Any:
        node.rest = self.mangled(node.rest)
        return self.visit_parts(node)

    def visit_MatchClass(self, node: gast.MatchClass) -> Any:
        node.kwd_attrs = [self.mangled(name) for name in node.kwd_attrs]
        return self.visit_parts(node)

    def visit_FunctionDef(self, node: gast.AST) -> Any:
        node.name = self.mangled(node.name)
        for parameter in all_parameters(node.args):
            parameter.annotation = parameter.annotation and self.visit(parameter.annotation)
        node.returns = node.returns and self.visit(node.returns)
        return self.visit_Lambda(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: gast.AST) -> Any:
        for parameter in all_parameters(node.args):
            parameter.id = self.mangled(parameter.id)
        return self.visit_parts(node)

    def visit_arguments(self, node: gast.arguments) -> Any:
        node.defaults = self.visit_list(node.defaults)
        node.kw_defaults = self.visit_list(node.kw_defaults)
        return node

    def visit_ClassDef(self, node: gast.ClassDef) -> Any:
        node.decorator_list = self.visit_list(node.decorator_list)
        node.bases, node.keywords = self.visit_list(node.bases), self.visit_list(node.keywords)
        name, node.name = node.name, self.mangled(node.name)
        self.classes.append(name)
        node.body = self.visit_list(node.body)
        self.classes.pop()
        return node

    def visit_AnnAssign(self, node: gast.AnnAssign) -> Any:
        node.annotation = self.visit(node.annotation)
        return self.visit_parts(node)
