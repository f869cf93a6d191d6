"""Completes the positions of a tree, so that every node of generated code points at the user's text.

The convention for origins: a node's own `lineno`, `col_offset`, … are the *user's* span. A node that a
pass made carries the position of the construct that it serves (`Rewriter` sees to its root; its parts
inherit it here). Whether a node was written by the user or is scaffold is a side table for printing:
the set of the nodes that the source had (`printer.print_tree`).
"""

from __future__ import annotations

import gast

from ag_notebook.staging.tree.visitor import POSITION


def complete(tree: gast.AST) -> None:
    """Gives each node without a position that of the nearest node above it."""
    todo = [(tree, (1, 0, 1, 0))]
    while todo:
        node, position = todo.pop()
        state = node.__dict__
        if "lineno" in node._attributes:
            if "lineno" in state and state["lineno"] is not None:
                position = (
                    state["lineno"],
                    state["col_offset"],
                    state["end_lineno"],
                    state["end_col_offset"],
                )
            elif isinstance(node, gast.Attribute):
                # CPython puts a call at the last line of its function's attribute: `ag.if_stmt` at the `if` itself.
                state.update(zip(POSITION, (*position[:2], *position[:2])))
            else:
                state.update(zip(POSITION, position))
        for field in node._fields:
            value = state.get(field)
            if isinstance(value, list):
                todo.extend((item, position) for item in value if isinstance(item, gast.AST))
            elif isinstance(value, gast.AST) and value._fields:
                todo.append((value, position))
