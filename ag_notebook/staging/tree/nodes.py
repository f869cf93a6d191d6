"""Builds small pieces of tree, so that passes say what they make and not how `gast` spells it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import gast

FUNCTIONS = (gast.FunctionDef, gast.AsyncFunctionDef)
CALLABLES = (gast.FunctionDef, gast.AsyncFunctionDef, gast.Lambda)
COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
LOOPS = (gast.For, gast.While)
SUSPENSIONS = (gast.Yield, gast.YieldFrom, gast.Await)

LOAD, STORE, PARAM = gast.Load(), gast.Store(), gast.Param()


def load(name: str) -> gast.Name:
    return gast.Name(name, LOAD, None, None)


def store(name: str) -> gast.Name:
    return gast.Name(name, STORE, None, None)


def constant(value: object) -> gast.Constant:
    return gast.Constant(value, None)


def call(function: gast.AST, *args: gast.AST) -> gast.Call:
    return gast.Call(function, list(args), [])


def assign(target: str | gast.AST, value: gast.AST) -> gast.Assign:
    return gast.Assign([store(target) if isinstance(target, str) else target], value, None)


def negated(test: gast.AST) -> gast.AST:
    """`not test`, without stacking two of them."""
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        return test.operand
    return gast.UnaryOp(gast.Not(), test)


def if_(test: gast.AST, body: Sequence[gast.AST], orelse: Sequence[gast.AST] = ()) -> gast.If:
    return gast.If(test, list(body) or [gast.Pass()], list(orelse))


def tuple_of(items: Iterable[gast.AST], ctx: gast.AST = LOAD) -> gast.Tuple:
    return gast.Tuple(list(items), ctx)


def parameters(names: Iterable[str]) -> gast.arguments:
    return gast.arguments([gast.Name(name, PARAM, None, None) for name in names], [], None, [], [], None, [])


def lambda_(body: gast.AST, names: Iterable[str] = ()) -> gast.Lambda:
    return gast.Lambda(parameters(names), body)


def function(name: str, names: Iterable[str], body: Sequence[gast.AST]) -> gast.FunctionDef:
    return gast.FunctionDef(name, parameters(names), list(body) or [gast.Pass()], [], None, None, [])


def all_parameters(args: gast.arguments) -> list[gast.Name]:
    """Every parameter, in the order in which they are written."""
    return [
        *args.posonlyargs,
        *args.args,
        *([args.vararg] if args.vararg else []),
        *args.kwonlyargs,
        *([args.kwarg] if args.kwarg else []),
    ]


def defaults_of(args: gast.arguments) -> list[gast.AST]:
    return [*args.defaults, *(default for default in args.kw_defaults if default is not None)]


def annotations_of(function: gast.AST) -> list[gast.AST]:
    """The annotations of a `def`: they are evaluated where it stands."""
    found = [parameter.annotation for parameter in all_parameters(function.args)]
    return [node for node in (*found, function.returns) if node is not None]


def is_docstring(statement: gast.AST) -> bool:
    return (
        isinstance(statement, gast.Expr)
        and isinstance(statement.value, gast.Constant)
        and isinstance(statement.value.value, str)
    )


def start_of(body: Sequence[gast.AST]) -> int:
    """Where statements can be put at the start of a function: after its docstring and declarations."""
    at = 1 if body and is_docstring(body[0]) else 0
    while at < len(body) and isinstance(body[at], (gast.Global, gast.Nonlocal)):
        at += 1
    return at
