"""Says which names each statement reads, binds and captures (Moldovan et al. 2019, §7.1).

`reads` and `binds` happen while the statement runs; `captures` are names that a nested function, lambda or
generator expression in it reads or writes later. A function that a pass made and that is called only where
it is defined (`immediate`) reads right away. Names are direct only: `a.b = c` reads `a` and `c`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import gast

from ag_notebook.staging.tree.nodes import (
    COMPREHENSIONS,
    FUNCTIONS,
    all_parameters,
    annotations_of,
    defaults_of,
)
from ag_notebook.staging.tree.visitor import children

NONE: frozenset[str] = frozenset()


@dataclass(slots=True)
class NameUse:
    """The names of one statement or expression."""

    reads: set[str] = field(default_factory=set)
    binds: set[str] = field(default_factory=set)
    captures: set[str] = field(default_factory=set)


class Activity:
    """The name use of the statements of one tree; each is looked at once."""

    def __init__(self, immediate: Iterable[str] = ()) -> None:
        self.immediate = immediate
        self._uses: dict[int, tuple[gast.AST, NameUse]] = {}
        self._free: dict[int, tuple[gast.AST, frozenset[str]]] = {}

    def of(self, node: gast.AST) -> NameUse:
        """What a node uses, everything in it included."""
        known = self._uses.get(id(node))
        if known is not None:
            return known[1]
        use = NameUse()
        for part in (node,) if not isinstance(node, _COMPOUND) else children(node):
            if isinstance(part, gast.stmt) and part is not node:
                inner = self.of(part)
                use.reads |= inner.reads
                use.binds |= inner.binds
                use.captures |= inner.captures
            else:
                self._collect(part, use)
        self._uses[id(node)] = (node, use)
        return use

    def of_block(self, block: Iterable[gast.AST]) -> NameUse:
        use = NameUse()
        for statement in block:
            inner = self.of(statement)
            use.reads |= inner.reads
            use.binds |= inner.binds
            use.captures |= inner.captures
        return use

    def free(self, function: gast.AST) -> frozenset[str]:
        """Names of the functions around it that a function reads or writes."""
        known = self._free.get(id(function))
        if known is not None:
            return known[1]
        use = NameUse()
        if isinstance(function, gast.Lambda):
            self._collect(function.body, use)
        else:
            use = self.of_block(function.body)
        outside: set[str] = set()
        everywhere: set[str] = set()
        if not isinstance(function, gast.Lambda):
            for node in declarations(function.body):
                (everywhere if isinstance(node, gast.Global) else outside).update(node.names)
        bound = (use.binds | {p.id for p in all_parameters(function.args)}) - outside
        free = frozenset(((use.reads | use.captures) - bound - everywhere) | outside)
        self._free[id(function)] = (function, free)
        return free

    def _collect(self, root: gast.AST, use: NameUse) -> None:
        todo = [root]
        while todo:
            node = todo.pop()
            kind = type(node)
            if kind is gast.Name:
                if type(node.ctx) is gast.Load:
                    use.reads.add(node.id)
                else:
                    use.binds.add(node.id)
                    if type(node.ctx) is gast.Del:
                        use.reads.add(node.id)
            elif kind is gast.Constant:
                pass
            elif kind in FUNCTIONS:
                use.binds.add(node.name)
                todo += node.decorator_list
                todo += defaults_of(node.args)
                todo += annotations_of(node)
                (use.reads if node.name in self.immediate else use.captures).update(self.free(node))
            elif kind is gast.Lambda:
                todo += defaults_of(node.args)
                use.captures |= self.free(node)
            elif kind in COMPREHENSIONS:
                self._collect_comprehension(node, use)
            elif kind is gast.ClassDef:
                self._collect_class(node, use)
                todo += [*node.decorator_list, *node.bases, *(k.value for k in node.keywords)]
            elif kind is gast.AugAssign and isinstance(node.target, gast.Name):
                use.reads.add(node.target.id)
                use.binds.add(node.target.id)
                todo.append(node.value)
            elif kind in (gast.Import, gast.ImportFrom):
                use.binds.update((a.asname or a.name).split(".")[0] for a in node.names)
            elif kind is gast.ExceptHandler:
                if node.name is not None:
                    use.binds.add(node.name.id)
                todo += children(node)
            elif kind in (gast.MatchAs, gast.MatchStar, gast.MatchMapping):
                bound = node.rest if kind is gast.MatchMapping else node.name
                if bound is not None:
                    use.binds.add(bound)
                todo += children(node)
            else:
                todo += children(node)

    def _collect_comprehension(self, node: gast.AST, use: NameUse) -> None:
        """Its first iterable is evaluated here; a generator expression does the rest later."""
        inner = NameUse()
        targets: set[str] = set()
        for position, generator in enumerate(node.generators):
            self._collect(generator.iter, inner if position else use)
            for test in generator.ifs:
                self._collect(test, inner)
            target = NameUse()
            self._collect(generator.target, target)
            targets |= target.binds
            inner.reads |= target.reads
        for name in ("elt", "key", "value"):
            part = getattr(node, name, None)
            if part is not None:
                self._collect(part, inner)
        use.binds |= inner.binds  # of `:=`
        later = use.captures if isinstance(node, gast.GeneratorExp) else use.reads
        later |= inner.reads - targets
        use.captures |= inner.captures - targets

    def _collect_class(self, node: gast.ClassDef, use: NameUse) -> None:
        use.binds.add(node.name)
        inner = self.of_block(node.body)
        declared = {name for n in declarations(node.body) for name in n.names}
        use.reads |= inner.reads
        use.captures |= inner.captures | declared


_COMPOUND = (
    gast.If,
    gast.For,
    gast.AsyncFor,
    gast.While,
    gast.With,
    gast.AsyncWith,
    gast.Try,
    gast.TryStar,
    gast.Match,
    gast.ExceptHandler,
    gast.match_case,
)


def declarations(body: Iterable[gast.AST]) -> list[gast.AST]:
    """The `global` and `nonlocal` statements of a function: they stand at its start (`PlainNames`)."""
    found = []
    for statement in body:
        if isinstance(statement, (gast.Global, gast.Nonlocal)):
            found.append(statement)
        elif not isinstance(statement, (gast.Expr, gast.Pass)):
            break
    return found
