"""Walks and rewrites trees, faster than `gast.NodeTransformer`: conversion happens while a user waits.

A rewriter changes the tree in place. What a `visit_X` method returns in place of its node gets that
node's position, so that a pass need not think of origins: its parts inherit the position later
(`positions.complete`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import gast

from ag_notebook.staging.tree.nodes import CALLABLES, SUSPENSIONS

# Fields that hold no code of their own.
_LEAVES = frozenset(
    [
        "ctx",
        "op",
        "ops",
        "id",
        "attr",
        "name",
        "names",
        "arg",
        "annotation",
        "returns",
        "type_comment",
        "type_params",
        "kind",
        "asname",
        "module",
        "level",
        "conversion",
        "is_async",
        "simple",
        "rest",
        "kwd_attrs",
        "type_ignores",
        "n",
        "s",
    ]
)
_FIELDS: dict[type, tuple[str, ...]] = {}
POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def code_fields(kind: type) -> tuple[str, ...]:
    """The fields of a node type that hold code."""
    fields = _FIELDS.get(kind)
    if fields is None:
        fields = tuple(f for f in kind._fields if f not in _LEAVES)  # type: ignore[attr-defined]
        if kind is gast.MatchSingleton or kind is gast.Constant:
            fields = ()
        _FIELDS[kind] = fields
    return fields


def children(node: gast.AST) -> Iterator[gast.AST]:
    for field in code_fields(type(node)):
        value = getattr(node, field)
        if isinstance(value, list):
            for item in value:
                if item is not None:
                    yield item
        elif value is not None:
            yield value


def walk(node: gast.AST) -> Iterator[gast.AST]:
    """All nodes of code below and with `node`; leaves out contexts, operators and annotations."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(children(node))


def walk_scope(roots: Iterable[gast.AST]) -> Iterator[gast.AST]:
    """The nodes under `roots` that belong to the same function: nested functions and classes are yielded, not entered."""
    todo = list(roots)
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, CALLABLES):
            todo.extend(node.args.defaults)
            todo.extend(d for d in node.args.kw_defaults if d is not None)
            if not isinstance(node, gast.Lambda):
                todo.extend(node.decorator_list)
        elif isinstance(node, gast.ClassDef):
            todo.extend(node.decorator_list)
            todo.extend(node.bases)
            todo.extend(keyword.value for keyword in node.keywords)
        else:
            todo.extend(children(node))


def suspends(node: gast.AST) -> bool:
    """Whether an expression contains a `yield` or `await` of its own function."""
    return any(
        isinstance(part, SUSPENSIONS)
        or (
            isinstance(part, (gast.ListComp, gast.SetComp, gast.DictComp))
            and any(generator.is_async for generator in part.generators)
        )
        for part in walk_scope([node])
    )


def is_suspending(function: gast.AST) -> bool:
    """Whether a function is a generator or awaits: its own statements stay Python."""
    body = [function.body] if isinstance(function, gast.Lambda) else function.body
    return any(isinstance(node, _SUSPENDING) or _is_async(node) for node in walk_scope(body))


_SUSPENDING = (*SUSPENSIONS, gast.AsyncFor, gast.AsyncWith)


def _is_async(node: gast.AST) -> bool:
    generators = getattr(node, "generators", ())
    return any(generator.is_async for generator in generators)


def place(new: Any, old: gast.AST) -> Any:
    """Gives nodes without a position that of `old`; returns `new`."""
    if isinstance(new, list):
        for node in new:
            place(node, old)
    elif new is not None and "lineno" not in new.__dict__ and "lineno" in old.__dict__:
        state, new_state = old.__dict__, new.__dict__
        for field in POSITION:
            new_state[field] = state[field]
    return new


class Rewriter:
    """Calls `visit_X(node)` for each node of type X; without such a method, goes on into its parts."""

    _methods: ClassVar[dict[type, Any]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._methods = {}

    def visit(self, node: gast.AST) -> Any:
        kind = type(node)
        methods = self._methods
        if kind in methods:
            method = methods[kind]
        else:
            method = methods[kind] = getattr(type(self), f"visit_{kind.__name__}", None)
        if method is None:
            self.visit_parts(node)
            return node
        result = method(self, node)
        if result is not node:
            place(result, node)
        return result

    def visit_parts(self, node: gast.AST) -> gast.AST:
        """Visits what is below `node`."""
        state = node.__dict__
        for field in code_fields(type(node)):
            value = state[field]
            if value is None:
                continue
            if isinstance(value, list):
                if value:
                    state[field] = self.visit_list(value)
            else:
                state[field] = self.visit(value)
        return node

    def visit_list(self, nodes: list[Any]) -> list[Any]:
        """Visits nodes; a list or None in place of a node is spliced in."""
        out: list[Any] = []
        for node in nodes:
            if node is None:
                out.append(None)
                continue
            result = self.visit(node)
            if isinstance(result, list):
                out.extend(result)
            elif result is not None:
                out.append(result)
        return out

    def visit_block(self, nodes: list[Any]) -> list[Any]:
        """Visits the statements of a block that must not become empty."""
        return self.visit_list(nodes) or place([gast.Pass()], nodes[0])
