"""Makes names that nobody uses yet, and remembers which names are ours.

Names are unique in the whole function that is converted, nested functions included, so that a name
alone tells whether the user or a pass made it.
"""

from __future__ import annotations

import gast

from ag_notebook.staging.tree.nodes import annotations_of
from ag_notebook.staging.tree.visitor import children


class Names:
    """The names of one function's tree.

    Attributes:
        ag: what the runtime is called in this function.
        slice: what Python's `slice` is called, also where the user has a variable of that name.
        made: the names that passes made.
        kinds: the types of the tree's nodes at the start.
        immediate: functions that passes made and that are called only right where they are defined.
        writers: functions that passes made for an expression and that bind variables of the one around them.
    """

    def __init__(self, tree: gast.AST, taken: tuple[str, ...] = ()) -> None:
        self.kinds: set[type] = set()
        self.used = used_names(tree, self.kinds) | set(taken)
        self.made: set[str] = set()
        self.immediate: set[str] = set()
        self.writers: set[str] = set()
        self.ag, self.slice = self.fresh("ag"), self.fresh("slice")
        self.used.add("ag")

    def fresh(self, base: str) -> str:
        """`base`, or `base_1`, `base_2`, …"""
        name, count = base, 0
        while name in self.used:
            count += 1
            name = f"{base}_{count}"
        self.used.add(name)
        self.made.add(name)
        return name

    def fresh_function(self, base: str) -> str:
        """A fresh name of a function that is only called right after its definition."""
        name = self.fresh(base)
        self.immediate.add(name)
        return name


def used_names(tree: gast.AST, kinds: set[type]) -> set[str]:
    """Every identifier in a tree that is looked up as a variable; adds the types of its nodes to `kinds`."""
    used: set[str] = set()
    todo = [tree]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind is gast.Name:
            used.add(node.id)
            continue
        if kind is gast.Constant:
            continue
        kinds.add(kind)
        if kind in (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef):
            used.add(node.name)
            if kind is not gast.ClassDef:
                todo += annotations_of(node)
        elif kind in (gast.Global, gast.Nonlocal):
            used.update(node.names)
        elif kind in (gast.Import, gast.ImportFrom):
            used.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif kind in (gast.MatchAs, gast.MatchStar):
            used.add(node.name or "_")
        elif kind is gast.MatchMapping:
            used.add(node.rest or "_")
        elif kind is gast.ExceptHandler and node.name is not None:
            used.add(node.name.id if isinstance(node.name, gast.Name) else node.name)
        if kind in (gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda):
            args = node.args
            for name in (*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg):
                if name is not None:
                    used.add(name.id)
        todo.extend(children(node))
    return used
