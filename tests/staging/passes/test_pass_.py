"""What all passes share."""

from __future__ import annotations

import gast

from ag_notebook.report import Fact, Span
from ag_notebook.staging.passes.pass_ import ExpressionPass, Pass, Unit
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.names import Names


class Renamed(ExpressionPass):
    def visit_Name(self, node):
        return nodes.load(node.id.upper()) if isinstance(node.ctx, gast.Load) else node


def test_class_bodies_stay_python_but_their_methods_do_not(check) -> None:
    check(
        Renamed,
        """
        def f(x=y):
            @deco
            class K(base):
                a = b
                c = lambda d=e: g
                @deco
                def m(self, n=o):
                    return p
            return q
        """,
        """
        def f(x=Y):
            @DECO
            class K(BASE):
                a = b
                c = lambda d=e: G
                @deco
                def m(self, n=o):
                    return P
            return Q
        """,
    )


def test_calls_of_the_runtime() -> None:
    tree = gast.parse("def f(ag): g(1)")
    one = Pass(Unit(tree, Names(tree), "cell"))
    made = one.ag("eq", nodes.load("a"))
    assert made.func.value.id == "ag_1"
    assert one.is_ag(made) and one.is_ag(made, ("eq",)) and not one.is_ag(made, ("ne",))
    call = tree.body[0].body[0].value
    assert not one.is_ag(call)
    assert one.span(call) == Span("cell", 1, 11, 1, 15)
    error = one.refuse("AG199", call, "no.", "Try.")
    assert str(error) == "AG199 (cell, line 1): no. Try."


def test_units_know_whether_anything_may_suspend() -> None:
    def unit(text: str) -> Unit:
        tree = gast.parse(text)
        return Unit(tree, Names(tree), "cell")

    assert not unit("def f(): pass").may_suspend
    assert unit("def f(): yield").may_suspend
    assert unit("async def f(): pass").may_suspend


def test_facts_are_kept_only_where_somebody_asks() -> None:
    tree = gast.parse("def f(): g(1)")
    unit = Unit(tree, Names(tree), "cell")
    one = Pass(unit)
    call = tree.body[0].body[0].value
    one.because(call, "It is a call.")
    assert unit.facts is None and not one.explains
    unit.facts = []
    assert one.explains
    one.because(call, "It is a call.")
    one.because(nodes.load("made"), "It was made by this pass.")
    assert unit.facts == [
        Fact(Span("cell", 1, 9, 1, 13), "It is a call."),
        Fact(Span("cell", 1, 0, 1, 13), "It was made by this pass."),
    ]
