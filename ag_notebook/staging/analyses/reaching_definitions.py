"""Says what may be unbound where (Moldovan et al. 2019, §7.1): which names are definitely bound before each statement.

One forward pass over structured code. A loop's body may have run zero times, and an exception may have
left a `try` anywhere; an assignment of `ag.Undefined(…)` unbinds.
"""

from __future__ import annotations

from collections.abc import Iterable

import gast

from ag_notebook.staging.analyses.activity import Activity
from ag_notebook.staging.tree.nodes import LOOPS
from ag_notebook.staging.tree.visitor import walk_scope

Names = frozenset[str]


class ReachingDefinitions:
    """Facts about one function.

    Attributes:
        unbound_reads: ids of the name nodes that read a local variable which may be unbound.
        names: the names of those reads.
        unbound: names that some statement unbinds.
    """

    def __init__(
        self,
        activity: Activity,
        ag: str,
        local: Iterable[str],
        parameters: Iterable[str],
        never_sure: Names = frozenset(),
    ) -> None:
        self.activity, self.ag, self.local = activity, ag, frozenset(local)
        self.never_sure = never_sure  # nested functions unbind them
        self.unbound_reads: set[int] = set()
        self.names: set[str] = set()
        self.unbound: set[str] = set()
        self._before: dict[int, Names | None] = {}
        self._start = frozenset(parameters) - never_sure

    def run(self, body: list[gast.AST]) -> ReachingDefinitions:
        self._block(body, self._start)
        return self

    def bound_before(self, statement: gast.AST) -> Names | None:
        """Names bound on every path to a statement; None if none leads there."""
        return self._before[id(statement)]

    def note_before(self, statement: gast.AST, bound: Names | None) -> None:
        """Says what is bound before a statement that a pass has put in."""
        self._before[id(statement)] = bound

    def _reads(self, root: gast.AST | None, bound: Names | None) -> None:
        if bound is None or root is None:
            return
        use = self.activity.of(root)
        if not (use.reads & self.local) - bound:
            return
        missing = self.local - bound
        for node in walk_scope([root]):
            if isinstance(node, gast.Name) and node.id in missing and not isinstance(node.ctx, gast.Store):
                self.unbound_reads.add(id(node))
                self.names.add(node.id)
        if (
            isinstance(root, gast.AugAssign)
            and isinstance(root.target, gast.Name)
            and root.target.id in missing
        ):
            self.unbound_reads.add(id(root.target))
            self.names.add(root.target.id)
        if isinstance(root, gast.FunctionDef) and root.name in self.activity.immediate:
            self.names.update(use.reads & missing)

    def _binds(self, root: gast.AST, bound: Names | None) -> Names | None:
        if bound is None:
            return None
        binds = self.activity.of(root).binds
        return bound | (binds - self.never_sure) if binds else bound

    def _block(self, block: list[gast.AST], bound: Names | None) -> Names | None:
        previous: gast.AST | None = None
        for statement in block:
            self._before[id(statement)] = bound
            bound = self._statement(statement, bound, previous)
            previous = statement
        return bound

    def _statement(self, node: gast.AST, bound: Names | None, previous: gast.AST | None) -> Names | None:
        if isinstance(node, gast.If):
            self._reads(node.test, bound)
            bound = self._binds(node.test, bound)
            return _join(self._block(node.body, bound), self._block(node.orelse, bound))
        if isinstance(node, (*LOOPS, gast.AsyncFor)):
            return self._loop(node, bound, previous)
        if isinstance(node, (gast.Try, gast.TryStar)):
            return self._try(node, bound)
        if isinstance(node, (gast.With, gast.AsyncWith)):
            for item in node.items:
                self._reads(item, bound)
                bound = self._binds(item, bound)
            inside = self._block(node.body, bound)
            return bound if inside is None else inside
        if isinstance(node, gast.Match):
            self._reads(node.subject, bound)
            ends = [self._block(case.body, self._binds(case.pattern, bound)) for case in node.cases]
            for end in ends:
                bound = _join(bound, end)
            return bound
        self._reads(node, bound)
        if isinstance(node, (gast.Return, gast.Raise, gast.Break, gast.Continue)):
            return None
        undefined = unbinds(node, self.ag)
        if undefined is not None:
            if undefined in self.local:
                self.unbound.add(undefined)
            return None if bound is None else bound - {undefined}
        if isinstance(node, gast.Delete):
            self.unbound.update(self.activity.of(node).binds & self.local)
            return None if bound is None else bound - self.activity.of(node).binds
        return self._binds(node, bound) if not isinstance(node, gast.AnnAssign) or node.value else bound

    def _loop(self, node: gast.AST, bound: Names | None, previous: gast.AST | None) -> Names | None:
        if bound is not None:
            bound = bound - self._unbound_in(node.body)
        if isinstance(node, gast.While):
            self._reads(node.test, bound)
            bound = self._binds(node.test, bound)
            end = self._block(node.body, bound)
            if end is not None and _runs_at_least_once(node, previous):
                bound = end
            elif _is_endless(node):
                bound = None
        else:
            self._reads(node.iter, bound)
            bound = self._binds(node.iter, bound)
            self._reads(node.target, bound)
            self._block(node.body, self._binds(node.target, bound))
        return self._block(node.orelse, bound) if node.orelse else bound

    def _try(self, node: gast.AST, bound: Names | None) -> Names | None:
        end = self._block(node.orelse, self._block(node.body, bound))
        start = None if bound is None else bound - self._unbound_in(node.body)
        for handler in node.handlers:
            self._reads(handler.type, start)
            name = {handler.name.id} if handler.name is not None else set()
            self.unbound |= name & self.local
            after = self._block(handler.body, None if start is None else start | name)
            end = _join(end, None if after is None else after - name)
        if not node.finalbody:
            return end
        if start is not None:
            start -= self._unbound_in([*node.orelse, *node.handlers])
        after = self._block(node.finalbody, start)
        return None if end is None or after is None else end | after

    def _unbound_in(self, block: list[gast.AST]) -> Names:
        """Names that statements unbind somewhere."""
        found = set()
        for node in walk_scope(block):
            if isinstance(node, gast.Assign):
                name = unbinds(node, self.ag)
                if name is not None:
                    found.add(name)
            elif isinstance(node, gast.Name) and isinstance(node.ctx, gast.Del):
                found.add(node.id)
            elif isinstance(node, gast.ExceptHandler) and node.name is not None:
                found.add(node.name.id)
        return frozenset(found)


def unbinds(node: gast.AST, ag: str) -> str | None:
    """The name that a statement `x = ag.Undefined('x')` unbinds."""
    if (
        isinstance(node, gast.Assign)
        and isinstance(node.value, gast.Call)
        and isinstance(node.value.func, gast.Attribute)
        and node.value.func.attr == "Undefined"
        and isinstance(node.value.func.value, gast.Name)
        and node.value.func.value.id == ag
        and isinstance(node.targets[0], gast.Name)
    ):
        return node.targets[0].id  # type: ignore[no-any-return]
    return None


def _join(one: Names | None, other: Names | None) -> Names | None:
    return other if one is None else one if other is None else one & other


def _is_endless(node: gast.While) -> bool:
    return isinstance(node.test, gast.Constant) and bool(node.test.value)


def _runs_at_least_once(node: gast.While, previous: gast.AST | None) -> bool:
    """`flag = False; while not flag: …`, which `while True` with a `break` has become."""
    return (
        isinstance(node.test, gast.UnaryOp)
        and isinstance(node.test.op, gast.Not)
        and isinstance(node.test.operand, gast.Name)
        and isinstance(previous, gast.Assign)
        and isinstance(previous.targets[0], gast.Name)
        and previous.targets[0].id == node.test.operand.id
        and isinstance(previous.value, gast.Constant)
        and previous.value.value is False
    )
