"""Guards the body of a `try` with handlers: staged code in it must not raise at run time what it catches.

try:                            try:
    y = f(x)                        with ag.guarded_try(lambda: (KeyError,)):
except KeyError:        ->              y = f(x)
    y = 0                       except KeyError:
                                    y = 0

    with suppress(KeyError):    ->  with ag.manager(suppress(KeyError)):

A `try` with `except*` gets `ag.guarded_try_star`. A context manager may swallow exceptions as a handler does. Where a
`try` ends in `finally`, so do generators, and where the graph raises in the `try`, that has no effects on the graph:

try:                            leaving = ag.leaving()
    y = f(x)                    try:
finally:                ->          y = f(x)
    print(y)                    finally:
                                    with leaving:
                                        print(y)
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import StatementPass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place


class GuardTries(StatementPass):
    name = "tries"
    summary = "Refuses staged code in a try or with that would raise what is caught there."
    lowers = (gast.Try, gast.TryStar, gast.With)
    suspending = False

    def visit_function(self, node: gast.AST) -> Any:
        outer, self.suspending = self.suspending, self.is_suspending(node)
        node.body = self.visit_block(node.body)
        self.suspending = outer
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_Try(self, node: gast.Try) -> Any:
        self.visit_parts(node)
        if node.handlers and not self.suspending:
            self.guard(node)
        if not node.finalbody:
            return node
        name = self.names.fresh("leaving")
        self.because(
            node.finalbody[0],
            "The graph may raise in the `try`, and then it cannot run `finally`: no effects there.",
        )
        watch = gast.withitem(nodes.load(name), None)
        node.finalbody = [place(gast.With([watch], node.finalbody, None), node.finalbody[0])]
        return [place(nodes.assign(name, self.ag("leaving")), node), node]

    def guard(self, node: gast.Try) -> None:
        classes: list[gast.AST] = []
        for handler in node.handlers:
            if handler.type is None:
                classes.append(nodes.load("BaseException"))
            elif isinstance(handler.type, gast.Tuple):
                classes += map(_again, handler.type.elts)
            else:
                classes.append(_again(handler.type))
        self.because(
            node,
            "The graph cannot run its handlers, so what it may raise of their classes is refused in the body.",
        )
        form = "guarded_try_star" if isinstance(node, gast.TryStar) else "guarded_try"
        guard = gast.withitem(self.ag(form, nodes.lambda_(nodes.tuple_of(classes))), None)
        node.body = [place(gast.With([guard], node.body, None), node.body[0])]

    visit_TryStar = visit_Try

    def visit_With(self, node: gast.With) -> Any:
        self.visit_parts(node)
        if not self.suspending:
            for item in node.items:
                self.because(item.context_expr, "A manager may swallow exceptions as a handler does.")
                item.context_expr = place(self.ag("manager", item.context_expr), item.context_expr)
        return node


def _again(node: gast.AST) -> gast.AST:
    """A second copy of an expression for classes."""
    kind = type(node)
    fields = []
    for field in node._fields:
        value = getattr(node, field)
        if isinstance(value, list):
            value = [_again(v) if isinstance(v, gast.AST) else v for v in value]
        elif isinstance(value, gast.AST) and value._fields:
            value = _again(value)
        fields.append(value)
    return place(kind(*fields), node) if "lineno" in node._attributes else kind(*fields)
