"""Walking and rewriting."""

from __future__ import annotations

import gast

from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.visitor import (
    Rewriter,
    children,
    is_suspending,
    place,
    suspends,
    walk,
    walk_scope,
)


def names(found) -> set[str]:
    return {n.id for n in found if isinstance(n, gast.Name)}


def function(text: str) -> gast.AST:
    return gast.parse(text).body[0]


def test_children_are_code_only() -> None:
    node = gast.parse("a + b").body[0].value
    assert [c.id for c in children(node)] == ["a", "b"]
    assert names(walk(gast.parse("x: int = y"))) == {"x", "y"}


def test_a_scope_ends_at_functions_but_not_at_their_defaults() -> None:
    body = gast.parse("@d\ndef f(a=b): c\nclass K(e): g\nlambda h=i: j\nk").body
    assert names(walk_scope(body)) == {"d", "b", "e", "i", "k"}


def test_suspending_functions() -> None:
    assert is_suspending(function("def f(): yield"))
    assert is_suspending(function("async def f(): await g()"))
    assert not is_suspending(function("async def f(): pass"))
    assert not is_suspending(function("def f():\n def g(): yield"))
    assert suspends(gast.parse("f(await_, (yield))").body[0].value)
    assert not suspends(gast.parse("lambda: (yield)").body[0].value)


class Doubled(Rewriter):
    def visit_Name(self, node):
        return nodes.load(node.id * 2)

    def visit_Pass(self, node):
        return None

    def visit_Break(self, node):
        return [gast.Continue(), gast.Continue()]


def test_rewriting_in_place() -> None:
    tree = gast.parse("while a:\n    break\n    pass")
    assert Doubled().visit(tree) is tree
    loop = tree.body[0]
    assert loop.test.id == "aa"
    assert [type(s) for s in loop.body] == [gast.Continue, gast.Continue]


def test_what_takes_a_nodes_place_gets_its_position() -> None:
    tree = gast.parse("while a:\n    break")
    Doubled().visit(tree)
    loop = tree.body[0]
    assert (loop.test.lineno, loop.test.col_offset) == (1, 6)
    assert [s.lineno for s in loop.body] == [2, 2]


def test_place_keeps_a_position() -> None:
    old, new = gast.parse("a\nb").body
    assert place(new, old).lineno == 2
    assert place(nodes.load("c"), old).lineno == 1
