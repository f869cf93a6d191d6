"""Wraps reads of variables that may be unbound: `x` becomes `ag.read(x, 'x')`.

In functional form a variable that a path leaves unbound holds `ag.Undefined('x')`, so Python itself no
longer sees that it is unbound. Used by control flow; reads that cannot be unbound stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Any

import gast

from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import Rewriter, children


class ReadWrapper(Rewriter):
    """Wraps the reads in one statement of one function.

    Args:
        read: makes `ag.read(x, 'x')`.
        unbound: ids of name nodes of this function that may be unbound.
        free: names of functions around it that may be unbound whenever they are read.
        captured: names of this function that may be unbound when a lambda here is called.
    """

    def __init__(
        self,
        read: Callable[[str], gast.AST],
        unbound: AbstractSet[int],
        free: AbstractSet[str],
        captured: AbstractSet[str],
    ) -> None:
        self.read, self.unbound, self.free, self.captured = read, unbound, free, captured

    def visit_Name(self, node: gast.Name) -> Any:
        if isinstance(node.ctx, gast.Load) and (id(node) in self.unbound or node.id in self.free):
            return self.read(node.id)
        return node

    def visit_AugAssign(self, node: gast.AugAssign) -> Any:
        node.value = self.visit(node.value)
        target = node.target
        if not isinstance(target, gast.Name):
            node.target = self.visit(target)
        elif id(target) in self.unbound:
            return [gast.Expr(self.read(target.id)), node]
        return node

    def inside(self, node: gast.AST, shadowed: AbstractSet[str]) -> gast.AST:
        free, captured = self.free, self.captured
        self.free, self.captured = (free | captured) - shadowed, captured - shadowed
        node = self.visit(node)
        self.free, self.captured = free, captured
        return node

    def visit_Lambda(self, node: gast.Lambda) -> Any:
        node.args.defaults = self.visit_list(node.args.defaults)
        node.args.kw_defaults = self.visit_list(node.args.kw_defaults)
        node.body = self.inside(node.body, {p.id for p in nodes.all_parameters(node.args)})
        return node

    def visit_comprehension_form(self, node: gast.AST) -> Any:
        node.generators[0].iter = self.visit(node.generators[0].iter)
        shadowed = {
            part.id
            for generator in node.generators
            for part in _names(generator.target)
            if isinstance(part.ctx, gast.Store)
        }
        for position, generator in enumerate(node.generators):
            if position:
                generator.iter = self.inside(generator.iter, shadowed)
            generator.ifs = [self.inside(test, shadowed) for test in generator.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.inside(getattr(node, field), shadowed))
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_form

    def visit_function(self, node: gast.AST) -> Any:
        node.decorator_list = self.visit_list(node.decorator_list)
        node.args.defaults = self.visit_list(node.args.defaults)
        node.args.kw_defaults = self.visit_list(node.args.kw_defaults)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_Match(self, node: gast.Match) -> Any:
        node.subject = self.visit(node.subject)
        return node


def _names(target: gast.AST) -> list[gast.Name]:
    if isinstance(target, gast.Name):
        return [target]
    return [name for part in children(target) for name in _names(part)]
