"""Lowers tuple targets: what is taken apart may be staged.

    a, *b = f(x)          ->      a, *b = ag.unpack(f(x), 2, 1)

A tuple or list written out on the right side needs no help.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import StatementPass
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import place

_SEQUENCES = (gast.Tuple, gast.List)


class LowerUnpackings(StatementPass):
    name = "unpackings"
    summary = "Takes values apart through the runtime."
    lowers = (gast.Tuple, gast.List)

    def visit_Assign(self, node: gast.Assign) -> Any:
        if self.is_ag(node.value, ("if_stmt", "while_stmt", "for_stmt", "try_stmt", "unpack")):
            return node
        if len(node.targets) > 1 and any(isinstance(t, _SEQUENCES) for t in node.targets):
            value, out = node.value, []
            if not isinstance(value, (gast.Name, gast.Constant)):
                name = self.names.fresh("value")
                out.append(nodes.assign(name, value))
                value = nodes.load(name)
            for target in node.targets:
                out += self.unpacked(target, value)
            return out
        return self.unpacked(node.targets[0], node.value) if isinstance(node.targets[0], _SEQUENCES) else node

    def unpacked(self, target: gast.AST, value: gast.AST) -> list[gast.AST]:
        if not isinstance(target, _SEQUENCES):
            return [place(nodes.assign(target, value), target)]
        if _fits(target, value):
            return [place(gast.Assign([target], value, None), target)]
        parts, later = [], []
        for element in target.elts:
            inner = element.value if isinstance(element, gast.Starred) else element
            if not isinstance(inner, _SEQUENCES):
                parts.append(element)
                continue
            name = self.names.fresh("part")
            part = place(nodes.store(name), inner)
            parts.append(place(gast.Starred(part, nodes.STORE), inner) if inner is not element else part)
            later += self.unpacked(inner, nodes.load(name))
        self.because(
            target, "How many parts the value has may be known to the graph only: the runtime takes it apart."
        )
        stars = [k for k, element in enumerate(parts) if isinstance(element, gast.Starred)]
        count, star = nodes.constant(len(parts)), nodes.constant(stars[0] if stars else None)
        taken = nodes.assign(
            place(type(target)(parts, nodes.STORE), target), self.ag("unpack", value, count, star)
        )
        return [place(taken, target), *place(later, target)]


def _fits(target: gast.AST, value: gast.AST) -> bool:
    """Whether a display on the right side has a part for each target, nested ones included."""
    if not isinstance(value, _SEQUENCES) or any(isinstance(e, gast.Starred) for e in value.elts):
        return False
    if any(isinstance(e, gast.Starred) for e in target.elts):
        return not any(isinstance(e, _SEQUENCES) for e in target.elts)
    if len(target.elts) != len(value.elts):
        return False
    return all(not isinstance(t, _SEQUENCES) or _fits(t, v) for t, v in zip(target.elts, value.elts))
