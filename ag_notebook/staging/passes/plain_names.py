"""Makes names say what they mean wherever they stand: private names, `super()`, declarations, annotations.

    def step(self, x: int):             def step(self, x):
        y: int = super().step(x)   ->       y = super(__class__, self).step(x)
        return y + self.__seed              return y + self._Vault__seed

Code moves into nested functions later, and the function itself is compiled outside its class. There
`super()` would look at the wrong function's arguments and `__seed` would not be mangled. Annotations
of local variables are never evaluated by Python, and those of the function itself have been; those of nested
functions stay, because decorators may read them.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import Pass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.private_names import mangle
from ag_notebook.staging.tree.visitor import walk_scope

# Calls that look at the variables of the function which they stand in: after conversion those are others.
_LOOKS_AT_CALLER = {"locals": 0, "vars": 0, "dir": 0, "eval": 1, "exec": 1}


class PlainNames(Pass):
    name = "plain names"
    summary = "Drops annotations of variables and writes private names, super() and declarations out in full."

    def run(self) -> None:
        self.first_parameters: list[str | None] = []
        self.has_class_cell = "__class__" in self.unit.free
        self.bound = {"locals", "vars", "dir", "eval", "exec"} & _bound(self.unit.function)
        if self.unit.classes or gast.ClassDef in self.unit.kinds:
            mangle(self.unit.function, self.unit.classes)
        super().run()

    def visit_function(self, node: gast.AST) -> Any:
        node.decorator_list = self.visit_list(node.decorator_list)
        if node is self.unit.function:
            node.returns = None
            for parameter in nodes.all_parameters(node.args):
                parameter.annotation = None
        self.visit_signature(node.args)
        self.first_parameters.append(self.first_parameter(node.args))
        node.body = self.visit_block(self.with_declarations_first(node.body))
        self.first_parameters.pop()
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_Lambda(self, node: gast.Lambda) -> Any:
        self.visit_signature(node.args)
        self.first_parameters.append(self.first_parameter(node.args))
        node.body = self.visit(node.body)
        self.first_parameters.pop()
        return node

    def visit_signature(self, args: gast.arguments) -> None:
        args.defaults = self.visit_list(args.defaults)
        args.kw_defaults = self.visit_list(args.kw_defaults)

    def first_parameter(self, args: gast.arguments) -> str | None:
        positional = [*args.posonlyargs, *args.args]
        return positional[0].id if positional else None

    def with_declarations_first(self, body: list[gast.AST]) -> list[gast.AST]:
        """`global` and `nonlocal` hold for the whole function: they move to its start."""
        declarations = [n for n in walk_scope(body) if isinstance(n, (gast.Global, gast.Nonlocal))]
        if not declarations:
            return body
        if self.explains:
            for declared in declarations:
                if declared not in body[: nodes.start_of(body)]:
                    self.because(declared, "It holds for the whole function, so it moves to its start.")
        declarations.sort(key=lambda n: (n.lineno, n.col_offset))
        _remove(body, {id(n) for n in declarations})
        start = nodes.start_of(body)
        return [*body[:start], *declarations, *body[start:]]

    def visit_ClassDef(self, node: gast.ClassDef) -> Any:
        node.decorator_list = self.visit_list(node.decorator_list)
        node.bases = self.visit_list(node.bases)
        node.keywords = self.visit_list(node.keywords)
        outer, self.has_class_cell = self.has_class_cell, True
        parameters, self.first_parameters = self.first_parameters, []
        node.body = [
            self.visit_class_annotation(s) if isinstance(s, gast.AnnAssign) else self.visit(s)
            for s in node.body
        ]
        self.first_parameters, self.has_class_cell = parameters, outer
        return node

    def visit_class_annotation(self, node: gast.AnnAssign) -> gast.AnnAssign:
        """Annotations in a class body mean something (data classes): they stay."""
        node.target = self.visit(node.target)
        node.annotation = self.visit(node.annotation)
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_AnnAssign(self, node: gast.AnnAssign) -> Any:
        node.target = self.visit(node.target)
        if node.value is not None:
            return nodes.assign(node.target, self.visit(node.value))
        if isinstance(node.target, gast.Name) and not isinstance(node.target.ctx, gast.Load):
            node.annotation = nodes.constant(None)  # alone it still makes the name a local one
            return node
        return gast.Pass()

    def visit_Call(self, node: gast.Call) -> Any:
        self.visit_parts(node)
        if not isinstance(node.func, gast.Name):
            return node
        called = node.func.id
        if called == "super" and not node.args and self.has_class_cell and self.first_parameters:
            first = self.first_parameters[-1]
            if first is not None:
                text = "`super()` asks the frame it stands in for class and object; code moves into other frames."
                self.because(node, text)
                node.args = [nodes.load("__class__"), nodes.load(first)]
        elif called in _LOOKS_AT_CALLER and called not in self.bound and self.first_parameters:
            without_namespace = len(node.args) <= _LOOKS_AT_CALLER[called] and not node.keywords
            if without_namespace:
                raise self.refuse(
                    "AG110",
                    node,
                    f"`{called}()` looks at the local variables of the function, and after conversion those are others.",
                    "Name the variables, for instance in a dictionary, or pass a namespace explicitly.",
                )
        return node


def _bound(tree: gast.AST) -> set[str]:
    return {
        node.id
        for node in walk_scope(getattr(tree, "body", []))
        if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store)
    }


def _remove(block: list[gast.AST], unwanted: set[int]) -> None:
    """Takes statements out of a block and the blocks in it; an empty block becomes `pass`."""
    for statement in block:
        for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            if isinstance(part, (*nodes.CALLABLES, gast.ClassDef)):
                continue
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(part, field, None)
                if inner:
                    _remove(inner, unwanted)
                    if not inner:
                        inner.append(gast.copy_location(gast.Pass(), statement))
    block[:] = [s for s in block if id(s) not in unwanted]
