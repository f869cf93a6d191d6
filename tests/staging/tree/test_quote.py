"""Templates with holes."""

from __future__ import annotations

import gast
import pytest

from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.printer import print_tree


def text(statements: list[gast.AST]) -> str:
    return print_tree(gast.Module(statements, []), "").text


def test_names_expressions_and_statements() -> None:
    made = quote.statements(
        """
        $flag = False
        while not $flag and $test:
            $body
        """,
        flag="did_break",
        test=nodes.load("x"),
        body=[gast.Pass(), nodes.assign("y", nodes.constant(1))],
    )
    assert text(made) == "did_break = False\nwhile not did_break and x:\n    pass\n    y = 1\n"


def test_lists_of_arguments_parameters_keywords_and_declarations() -> None:
    made = quote.statements(
        """
        def $f($state):
            nonlocal $names
            return f("$text", *$args, **$options)
        """,
        f="g",
        state=["a", "b"],
        names=["n", "m"],
        text="it",
        args=["a", nodes.constant(1)],
        options=[gast.keyword("k", nodes.load("b"))],
    )
    assert text(made) == "def g(a, b):\n    nonlocal n, m\n    return f('it', a, 1, k=b)\n"


def test_an_expression_keeps_the_context_of_its_place() -> None:
    (made,) = quote.statements("$x = $x", x="y")
    assert isinstance(made.targets[0].ctx, gast.Store)
    assert isinstance(made.value.ctx, gast.Load)
    assert isinstance(quote.expression("f($x)", x="y"), gast.Call)


def test_missing_and_unknown_values_are_errors() -> None:
    with pytest.raises(quote.QuoteError, match=r"missing values: \['y'\], values without a hole: \['z'\]"):
        quote.statements("$x = $y", x="a", z="b")


def test_made_nodes_are_new_and_have_no_position() -> None:
    first, second = (quote.statements("$x = 1", x="a")[0] for _ in range(2))
    assert first is not second
    assert first.value is not second.value
    assert not hasattr(first, "lineno")
