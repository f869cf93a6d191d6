"""Tells lambdas apart that begin on the same line.

A code object says where its instructions come from: from Python 3.11 on to the column, which is exact.
Before, the candidates are compiled and compared with the code object.
"""

from __future__ import annotations

import ast
import types
from typing import Any

from ag_notebook.staging.source.texts import Definition


def lambdas_at(tree: ast.Module, line: int) -> list[Definition]:
    """The lambdas of a file that begin at a line, in the order of the text."""
    found: list[Definition] = []
    todo: list[tuple[ast.AST, tuple[str, ...]]] = [(tree, ())]
    while todo:
        node, classes = todo.pop()
        if isinstance(node, ast.Lambda) and node.lineno <= line <= node.body.end_lineno:  # type: ignore[operator]
            found.append(Definition(node, classes))
        if isinstance(node, ast.ClassDef):
            classes = (*classes, node.name)
        for child in ast.iter_child_nodes(node):
            first = getattr(child, "lineno", None)
            if first is not None:
                for decorator in getattr(child, "decorator_list", ()):
                    first = min(first, decorator.lineno)
                if not first <= line <= child.end_lineno:  # type: ignore[attr-defined]
                    continue
            todo.append((child, classes))
    found.sort(key=lambda d: (d.node.lineno, d.node.col_offset))
    return found


def matching(candidates: list[Definition], code: types.CodeType) -> list[Definition]:
    """The lambdas that a code object was compiled from: one, where that can be known."""
    if hasattr(code, "co_positions"):
        return _by_position(candidates, code)
    return _by_code(candidates, code)


def _by_position(candidates: list[Definition], code: types.CodeType) -> list[Definition]:
    places = [
        ((line, column), (end_line, end_column))
        for line, end_line, column, end_column in code.co_positions()
        if None not in (line, end_line, column, end_column) and (line, column) != (end_line, end_column)
    ]
    if not places:
        return _by_code(candidates, code)
    first, last = min(p[0] for p in places), max(p[1] for p in places)
    inside = [d for d in candidates if _covers(d.node.body, first, last)]
    if len(inside) > 1:  # nested lambdas: the one whose body the instructions span
        inside = [d for d in inside if _signature(d.node) == _code_signature(code)] or inside
        inside.sort(key=lambda d: (d.node.lineno, d.node.col_offset))
        inside = inside[-1:]
    return inside


def _covers(body: Any, first: tuple[int | None, ...], last: tuple[int | None, ...]) -> bool:
    return (body.lineno, body.col_offset) <= first and last <= (body.end_lineno, body.end_col_offset)


def _signature(node: ast.AST) -> tuple[str, ...]:
    args = node.args  # type: ignore[attr-defined]
    names = [a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    return tuple(names + [a.arg for a in (args.vararg, args.kwarg) if a])


def _code_signature(code: types.CodeType) -> tuple[str, ...]:
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    return code.co_varnames[:count]


def _by_code(candidates: list[Definition], code: types.CodeType) -> list[Definition]:
    """Those that compile to the same instructions; equal ones are the same function, so one is enough."""
    same = [d for d in candidates if _signature(d.node) == _code_signature(code)]
    exact = [d for d in same if _shape(_compiled(d.node, code)) == _shape(code)]
    return (exact or same)[:1] if exact or len(same) == 1 else same


def is_compiled_from(text: str, code: types.CodeType) -> bool:
    """Whether a text has a function that compiles to the same instructions."""
    todo = [compile(text, code.co_filename, "exec", dont_inherit=True)]
    while todo:
        found = todo.pop()
        if found.co_name == code.co_name and _shape(found) == _shape(code):
            return True
        todo += [c for c in found.co_consts if isinstance(c, types.CodeType)]
    return False


def _compiled(node: ast.AST, code: types.CodeType) -> types.CodeType:
    """The lambda compiled alone, in a function that has the variables which it captures."""
    factory = ast.parse(f"def factory({', '.join(code.co_freevars)}):\n return 0")
    factory.body[0].body[0].value = node  # type: ignore[attr-defined]
    outer = next(c for c in compile(factory, "", "exec").co_consts if isinstance(c, types.CodeType))
    return next(c for c in outer.co_consts if isinstance(c, types.CodeType) and c.co_name == "<lambda>")


def _shape(code: types.CodeType) -> tuple[object, ...]:
    constants = tuple(_shape(c) if isinstance(c, types.CodeType) else (type(c), c) for c in code.co_consts)
    return (code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, constants)
