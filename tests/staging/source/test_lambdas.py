"""Lambdas that share a line, span lines, or stand in each other."""

from __future__ import annotations

import ast

from ag_notebook.staging.source import find, lambdas

PAIR = (lambda v: v + 1), (lambda v: v - 1)
SAME_ARGUMENTS = [lambda v: v * 2, lambda v: v * 3, lambda v, w=2: v * w]


# fmt: off
(LINES,) = [(lambda a,
             b: a if a
             else b)]
# fmt: on


NESTED = lambda x: lambda y: lambda z: x + y + z  # noqa: E731
CONSTANTS = (lambda: 1), (lambda: True), (lambda: 1.0)
K = 5
CAPTURED = [(lambda n: lambda: n + k)(1) for k in range(2)]


def body(function) -> str:
    return ast.unparse(find(function).node.body)


def test_lambdas_on_one_line() -> None:
    assert [body(f) for f in PAIR] == ["v + 1", "v - 1"]
    assert [body(f) for f in SAME_ARGUMENTS] == ["v * 2", "v * 3", "v * w"]
    assert [body(f) for f in CONSTANTS] == ["1", "True", "1.0"]


def test_a_lambda_of_several_lines() -> None:
    assert body(LINES) == "a if a else b"
    assert find(LINES).text.count("\n") == 3


def test_nested_lambdas() -> None:
    assert body(NESTED) == "lambda y: lambda z: x + y + z"
    assert body(NESTED(1)) == "lambda z: x + y + z"
    assert body(NESTED(1)(2)) == "x + y + z"


def test_a_lambda_that_captures() -> None:
    assert [body(f) for f in CAPTURED] == ["n + k", "n + k"]


def test_without_columns_the_code_is_compared() -> None:
    for function, text in zip((*PAIR, *CONSTANTS), ["v + 1", "v - 1", "1", "True", "1.0"]):
        code = function.__code__
        tree = ast.parse(open(__file__, encoding="utf-8").read())  # noqa: PTH123, SIM115
        candidates = lambdas.lambdas_at(tree, code.co_firstlineno)
        assert len(candidates) >= 2
        (found,) = lambdas._by_code(candidates, code)
        assert ast.unparse(found.node.body) == text
