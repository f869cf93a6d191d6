"""Guards the body of a `try` with handlers: staged code in it must not raise at run time what it catches.

try:                            try:
    y = f(x)                        with ag.guarded_try(lambda: (KeyError,)):
except KeyError:        ->              y = f(x)
    y = 0                       except KeyError:
                                    y = 0
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import StatementPass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place


class GuardTries(StatementPass):
    name = "tries"
    summary = "Refuses staged code in a try that would raise what its handlers catch."
    lowers = (gast.Try,)
    suspending = False

    def visit_function(self, node: gast.AST) -> Any:
        outer, self.suspending = self.suspending, self.is_suspending(node)
        node.body = self.visit_block(node.body)
        self.suspending = outer
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_Try(self, node: gast.Try) -> Any:
        self.visit_parts(node)
        if not node.handlers or self.suspending:
            return node
        classes: list[gast.AST] = []
        for handler in node.handlers:
            if handler.type is None:
                classes.append(nodes.load("BaseException"))
            elif isinstance(handler.type, gast.Tuple):
                classes += map(_again, handler.type.elts)
            else:
                classes.append(_again(handler.type))
        guard = gast.withitem(self.ag("guarded_try", nodes.lambda_(nodes.tuple_of(classes))), None)
        node.body = [place(gast.With([guard], node.body, None), node.body[0])]
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
