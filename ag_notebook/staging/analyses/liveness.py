"""Says which variables are still needed: one backward pass over structured code (Moldovan et al. 2019, §7.1).

For each statement, `needed` are the names that it may read before it binds them, and `killed` those that
it binds on every path. Then before a statement is live: `needed | (live after - killed)`. Both are found
bottom-up, once per statement, loops included: what a body needs, the loop needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import gast

from ag_notebook.staging.analyses.activity import NONE, Activity

Names = frozenset[str]


class Liveness:
    """Transfers of the statements of one function."""

    def __init__(self, activity: Activity) -> None:
        self.activity = activity
        self._known: dict[int, tuple[gast.AST, Names, Names]] = {}

    def before(self, statement: gast.AST, live: Names) -> Names:
        """What is live before a statement, given what is live after it."""
        needed, killed = self.transfer(statement)
        return needed | (live - killed)

    def of_block(self, block: Sequence[gast.AST]) -> tuple[Names, Names]:
        """`(needed, killed)` of statements one after the other."""
        needed, killed = NONE, NONE
        for statement in reversed(block):
            own_needed, own_killed = self.transfer(statement)
            needed = own_needed | (needed - own_killed)
            killed = killed | own_killed
        return needed, killed

    def transfer(self, statement: gast.AST) -> tuple[Names, Names]:
        known = self._known.get(id(statement))
        if known is None:
            known = (statement, *self._transfer(statement))
            self._known[id(statement)] = known
        return known[1], known[2]

    def _transfer(self, node: gast.AST) -> tuple[Names, Names]:
        if isinstance(node, gast.If):
            true, false = self.of_block(node.body), self.of_block(node.orelse)
            return self._after_expression(node.test, true[0] | false[0], true[1] & false[1])
        if isinstance(node, gast.While):
            needed, _ = self._after_expression(node.test, self.of_block(node.body)[0], NONE)
            bound = frozenset(self.activity.of(node.test).binds)
            return needed | self.of_block(node.orelse)[0], bound
        if isinstance(node, (gast.For, gast.AsyncFor)):
            target = self.activity.of(node.target)
            body = self.of_block(node.body)[0] - target.binds
            inner = body | self.of_block(node.orelse)[0] | target.reads
            return self._after_expression(node.iter, inner, NONE)
        if isinstance(node, (gast.With, gast.AsyncWith)):
            needed, _killed = self.of_block(node.body)
            for item in reversed(node.items):
                use = self.activity.of(item)
                needed = frozenset(use.reads | (needed - use.binds))
            return needed, NONE  # the block may be left by an exception that the manager swallows
        if isinstance(node, (gast.Try, gast.TryStar)):
            needed = NONE
            for block in (node.body, node.orelse, node.finalbody):
                needed |= self.of_block(block)[0]
            for handler in node.handlers:
                bound = NONE if handler.name is None else frozenset((handler.name.id,))
                needed |= self.of_block(handler.body)[0] - bound
                if handler.type is not None:
                    needed |= self.activity.of(handler.type).reads
            return needed, self.of_block(node.finalbody)[1]
        use = self.activity.of(node)
        if isinstance(node, gast.Match):
            return frozenset(use.reads), NONE
        return frozenset(use.reads), frozenset(use.binds)

    def _after_expression(
        self, expression: gast.AST, needed: Iterable[str], killed: Names
    ) -> tuple[Names, Names]:
        use = self.activity.of(expression)
        return frozenset(use.reads | (set(needed) - use.binds)), killed | frozenset(use.binds)
