"""Gives a generator a twin that calls the loop which asks for its items: in it, tests may be staged.

    def evens(n):                 def evens(n):
        i = 0                         def evens_lazily(n): ...    # as written
        while i < n:         ->       def evens_into(give, n):
            yield i                       i = 0
            i += 2                        while i < n:
                                              if give(i):
                                                  return
                                              i += 2
                                      return ag.generator(evens_lazily, evens_into, (n,))

A generator is suspended by Python, so the graph cannot decide in it. The loop that goes through all its items runs its body
where the generator would be suspended: that is the same as long as nothing around a `yield` watches for exceptions, and
nothing is sent back. `give` says whether the loop has ended, by `break` or `return`.
"""

from __future__ import annotations

import copy

import gast

from ag_notebook.staging.passes.pass_ import StatementPass
from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.visitor import place, walk_scope

_WATCHING = (gast.Try, gast.TryStar, gast.With)
_AWAITING = (gast.Await, gast.AsyncFor, gast.AsyncWith)


class SplitGenerators(StatementPass):
    name = "generators"
    summary = "Gives each generator a twin that calls the loop over it, in which tests may be staged."
    lowers = (gast.Yield, gast.YieldFrom)
    makes = (gast.If, gast.Return, gast.For)

    def visit_FunctionDef(self, node: gast.FunctionDef) -> gast.FunctionDef:
        node.body = self.visit_block(node.body)
        if self.is_suspending(node) and not node.decorator_list and _gives_only(node.body):
            self.split(node)
        return node

    def split(self, node: gast.FunctionDef) -> None:
        start = int(nodes.is_docstring(node.body[0]))
        docstring, body = node.body[:start], node.body[start:]
        given = [parameter.id for parameter in nodes.all_parameters(node.args)]
        lazily, into = (self.names.fresh(f"{node.name}_{how}") for how in ("lazily", "into"))
        give = self.names.fresh("give")
        twin = _Giving(self, give).visit_block(copy.deepcopy(body))
        made = quote.statements(
            "return $made",
            made=self.ag(
                "generator",
                nodes.load(lazily),
                nodes.load(into),
                nodes.tuple_of(map(nodes.load, given)),
            ),
        )
        both = [nodes.function(lazily, given, body), nodes.function(into, [give, *given], twin)]
        node.body = [*docstring, *place(both, node), *place(made, node)]
        self.because(
            node,
            f"Python would suspend it at each `yield`; in `{into}` the loop over its items runs its body there instead.",
        )


class _Giving(StatementPass):
    """Turns each `yield` into a call of `give`."""

    def __init__(self, outer: SplitGenerators, give: str) -> None:
        super().__init__(outer.unit)
        self.give = give

    def visit_FunctionDef(self, node: gast.AST) -> gast.AST:
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef

    def visit_Expr(self, node: gast.Expr) -> gast.AST | list[gast.AST]:
        if isinstance(node.value, gast.Yield):
            return self.given(node.value.value or nodes.constant(None), node)
        if isinstance(node.value, gast.YieldFrom):
            item = self.names.fresh("item")
            loop = gast.For(
                nodes.store(item), node.value.value, [self.given(nodes.load(item), node)], [], None
            )
            return place(loop, node)
        return node

    def given(self, value: gast.AST, node: gast.AST) -> gast.AST:
        place(value, node)
        (test,) = quote.statements("if $give($value):\n    return", give=self.give, value=value)
        return place(test, node)


def _gives_only(body: list[gast.AST]) -> bool:
    """Whether a generator gives items and does nothing else by it: it is sent nothing, returns nothing, and no `try` or
    `with` around a `yield` would see an exception of the loop or the end of the generator.
    """
    parts = list(walk_scope(body))
    suspensions = [part for part in parts if isinstance(part, (gast.Yield, gast.YieldFrom))]
    statements = [part for part in parts if isinstance(part, gast.Expr)]
    if len(suspensions) != sum(isinstance(part.value, (gast.Yield, gast.YieldFrom)) for part in statements):
        return False
    if any(isinstance(part, _AWAITING) for part in parts):
        return False
    if any(isinstance(part, gast.Return) and part.value is not None for part in parts):
        return False
    watched = [inner for part in parts if isinstance(part, _WATCHING) for inner in walk_scope([part])]
    return not any(isinstance(part, (gast.Yield, gast.YieldFrom)) for part in watched)
