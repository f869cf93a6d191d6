"""Small constructors."""

from __future__ import annotations

import gast

from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.printer import print_tree


def text(node: gast.AST) -> str:
    return print_tree(node, "").text


def test_functions_and_calls() -> None:
    made = nodes.function("f", ["a", "b"], [nodes.assign("x", nodes.call(nodes.load("g"), nodes.load("a")))])
    assert text(made) == "def f(a, b):\n    x = g(a)\n"
    assert text(nodes.function("f", [], [])) == "def f():\n    pass\n"
    assert text(gast.Expr(nodes.lambda_(nodes.constant(1), ["a"]))) == "lambda a: 1\n"


def test_negation_is_not_stacked() -> None:
    once = nodes.negated(nodes.load("a"))
    assert text(gast.Expr(once)) == "not a\n"
    assert text(gast.Expr(nodes.negated(once))) == "a\n"


def test_parameters_and_defaults_in_order() -> None:
    args = gast.parse("def f(a, /, b=1, *c, d, e=2, **g): pass").body[0].args
    assert [p.id for p in nodes.all_parameters(args)] == ["a", "b", "c", "d", "e", "g"]
    assert [d.value for d in nodes.defaults_of(args)] == [1, 2]


def test_start_of_a_function() -> None:
    def start(body: str) -> int:
        return nodes.start_of(gast.parse(body).body)

    assert start("'doc'\nglobal a\nnonlocal_ = 1") == 2
    assert start("x = 1") == 0
    assert start("'doc'") == 1
