"""Parentheses stand where Python needs them, and nowhere else."""

from __future__ import annotations

import gast
import pytest

from ag_notebook.staging.tree.printed_expressions import ExpressionPrinter, binary_operator


def printed(text: str) -> str:
    printer = ExpressionPrinter("")
    printer.expression(gast.parse(text).body[0].value)
    return "".join(printer.parts)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("(a) + ((b) * c)", "a + b * c"),
        ("(a + b) * c", "(a + b) * c"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a ** b) ** c", "(a ** b) ** c"),
        ("a ** (b ** c)", "a ** b ** c"),
        ("(-a) ** -b", "(-a) ** -b"),
        ("not (not a)", "not not a"),
        ("(not a) in b", "(not a) in b"),
        ("(a < b) < c", "(a < b) < c"),
        ("(a or b) and c", "(a or b) and c"),
        ("(a and b) and c", "(a and b) and c"),
        ("(lambda: a)()", "(lambda: a)()"),
        ("(a if b else c) if d else e", "(a if b else c) if d else e"),
        ("(1,)", "(1,)"),
        ("f((yield_), (a := 1))", "f(yield_, (a := 1))"),
        ("1 .real", "(1).real"),
        ("x[(1, 2)]", "x[1, 2]"),
        ("f'{a}' 'b'", "f'{a}b'"),
        ("{*()}", "{*()}"),
    ],
)
def test_parentheses(source: str, text: str) -> None:
    assert printed(source) == text


def test_quotes_of_f_strings() -> None:
    assert printed("""f"{d['k']}'s" """) == """f"{d['k']}'s\""""
    assert printed("f'{x!r:>{w}}'") == "f'{x!r:>{w}}'"


def test_binary_operator() -> None:
    assert binary_operator(gast.FloorDiv()) == "//"
