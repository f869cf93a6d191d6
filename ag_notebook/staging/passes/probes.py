"""Adds probes: what records the values of the variables that the user wants to see.

    for x in xs:              for x in xs:
        total += x    ->          ag.probe(0, x)
                                  total += x
                                  ag.probe(1, total)

A probe stands right behind what binds the name, so that no variable lives longer for it. It runs first, and only for functions
that have probes; what a report shows is the function without them.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.report import Span
from ag_notebook.staging.passes.pass_ import Pass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place, walk

Binding = tuple[str, gast.AST]
"""A name and the node that says where it is bound."""


class AddProbes(Pass):
    name = "probes"
    summary = "Adds what records the values of probed variables."

    def visit_function(self, node: gast.AST) -> Any:
        node.decorator_list = self.visit_list(node.decorator_list)
        node.args.defaults = self.visit_list(node.args.defaults)
        node.args.kw_defaults = self.visit_list(node.args.kw_defaults)
        calls = self.calls([(name.id, name) for name in nodes.all_parameters(node.args)])
        node.body = self.visit_block(node.body)
        start = nodes.start_of(node.body)
        node.body[start:start] = calls
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_Assign(self, node: gast.Assign) -> Any:
        self.visit_parts(node)
        return [node, *self.calls(b for target in node.targets for b in bindings(target))]

    def visit_AugAssign(self, node: gast.AugAssign) -> Any:
        self.visit_parts(node)
        return [node, *self.calls(bindings(node.target))]

    def visit_AnnAssign(self, node: gast.AnnAssign) -> Any:
        self.visit_parts(node)
        return [node, *self.calls(bindings(node.target) if node.value is not None else ())]

    def visit_For(self, node: gast.For) -> Any:
        return self.with_probes_first(node, node, bindings(node.target))

    visit_AsyncFor = visit_For

    def visit_With(self, node: gast.With) -> Any:
        targets = [item.optional_vars for item in node.items if item.optional_vars is not None]
        return self.with_probes_first(node, node, [b for target in targets for b in bindings(target)])

    visit_AsyncWith = visit_With

    def visit_ExceptHandler(self, node: gast.ExceptHandler) -> Any:
        name = node.name.id if isinstance(node.name, gast.Name) else node.name
        return self.with_probes_first(node, node, [(name, node)] if name else [])

    def visit_match_case(self, node: gast.match_case) -> Any:
        return self.with_probes_first(node, node, _captures(node.pattern))

    def visit_NamedExpr(self, node: gast.NamedExpr) -> Any:
        self.visit_parts(node)
        number = self.number(node.target.id, node.target)
        if number is not None:
            node.value = place(self.ag("probed", nodes.constant(number), node.value), node.value)
        return node

    def with_probes_first(self, node: gast.AST, block: gast.AST, found: list[Binding]) -> gast.AST:
        """The node, in whose block the names that it binds are recorded first."""
        calls = self.calls(found)
        self.visit_parts(node)
        block.body[:0] = calls
        return node

    def calls(self, found: Any) -> list[gast.AST]:
        """What records the names that are probed there."""
        made = []
        for name, node in found:
            number = self.number(name, node)
            if number is not None:
                call = self.ag("probe", nodes.constant(number), nodes.load(name))
                made.append(place(gast.Expr(call), node))
        return made

    def number(self, name: str, node: gast.AST) -> int | None:
        """The number of the probe of a name that is bound here, if it has one."""
        return None if self.unit.probed is None else self.unit.probed(name, self.span(node))


def bindings(target: gast.AST) -> list[Binding]:
    """The names that a target binds; one whose items are assigned is bound anew, as staged code has it."""
    if isinstance(target, gast.Name):
        return [(target.id, target)]
    if isinstance(target, gast.Starred):
        return bindings(target.value)
    if isinstance(target, (gast.Tuple, gast.List)):
        return [found for element in target.elts for found in bindings(element)]
    if isinstance(target, gast.Subscript):
        owner = target.value
        while isinstance(owner, gast.Subscript):
            owner = owner.value
        return [(owner.id, owner)] if isinstance(owner, gast.Name) else []
    return []


def _captures(pattern: gast.AST) -> list[Binding]:
    """The names that a pattern binds, in the order in which they stand."""
    found = []
    for node in walk(pattern):
        name = node.rest if isinstance(node, gast.MatchMapping) else getattr(node, "name", None)
        if isinstance(name, str):
            found.append((name, node))
    return sorted(found, key=lambda each: (each[1].lineno, each[1].col_offset))


def places_of(unit: Any) -> list[tuple[str, Span]]:
    """The names that a function binds, and where: what can be probed in it. The unit's tree stays as it is."""
    found: list[tuple[str, Span]] = []
    unit.probed = lambda name, span: found.append((name, span))
    AddProbes(unit).run()
    unit.probed = None
    return found
