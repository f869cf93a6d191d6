"""Parts of generated code for variables of a state that other functions write, too (`nonlocal`, `global`).

Such a function may run when the next item of a `for` is taken, or when an object says whether it is true.
"""

from __future__ import annotations

from collections.abc import Sequence

import gast

from ag_notebook.staging.passes.pass_ import Pass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place


def shared_option(names: Sequence[str], write: str | None) -> gast.keyword:
    """The option of a loop that says how to read these variables where they live, and by what function to write them."""
    parts = [
        nodes.lambda_(nodes.tuple_of(map(nodes.load, names))),
        nodes.tuple_of(map(nodes.constant, names)),
    ]
    if write is not None:
        parts.append(nodes.load(write))
    return gast.keyword("shared", nodes.tuple_of(parts))


def asked_first(lowering: Pass, test: gast.AST) -> gast.AST:
    """A test whose operands say whether they are true before the state is read: a `__bool__` may write variables of it."""
    if isinstance(test, gast.BoolOp):
        test.values = [asked_first(lowering, value) for value in test.values]
        return test
    if isinstance(test, (gast.Compare, gast.UnaryOp, gast.Constant)):
        return test
    return place(lowering.ag("truth", test), test)
