"""Every node ends up with a position: its own, or that of the nearest node above."""

from __future__ import annotations

import gast

from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.positions import complete


def test_missing_positions_come_from_above() -> None:
    tree = gast.parse("\n\nx = f(1)")
    call = tree.body[0].value
    call.args.append(nodes.call(nodes.load("made"), nodes.constant(2)))
    complete(tree)
    made = call.args[1]
    for node in gast.walk(made):
        if "lineno" in node._attributes:
            assert (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset) == (3, 4, 3, 8)
    assert call.args[0].col_offset == 6
