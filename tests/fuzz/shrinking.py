"""Makes a program smaller while it still goes wrong in the same way.

Works on the syntax tree: drops argument tuples and statements, replaces a compound statement by its block and an
expression by one of its operands or a literal, until nothing more can go.
"""

from __future__ import annotations

import ast
import dataclasses
import time
from collections.abc import Callable, Iterator
from typing import Any

from program import Program

BLOCKS = ("body", "orelse", "finalbody", "cases")
Edit = Callable[[list[ast.AST]], None]
"""Changes a tree in place, given all its nodes in the order of `ast.walk`."""


def shrunk(program: Program, goes_wrong: Callable[[Program], bool], seconds: float = 60) -> Program:
    """The smallest program found; `goes_wrong` tells whether a candidate still does."""
    end = time.monotonic() + seconds
    simpler_calls = [dataclasses.replace(program, cases=(case,)) for case in program.cases]
    simpler_calls += [dataclasses.replace(each, static=(), unknown=False) for each in simpler_calls]
    for each in reversed(simpler_calls):
        if each != program and goes_wrong(each):
            program = each
            break
    at, since = 0, 0  # go on where the last change was made, and round again until nothing can change
    edits = list(possible_edits(ast.parse(program.source)))
    while since < len(edits) and time.monotonic() < end:
        at %= len(edits)
        candidate = edited(program, edits[at])
        if candidate is not None and goes_wrong(candidate):
            program, since = candidate, 0
            edits = list(possible_edits(ast.parse(program.source)))
        else:
            at, since = at + 1, since + 1
    return program


def edited(program: Program, edit: Edit) -> Program | None:
    """The changed program, where it is one."""
    tree = ast.parse(program.source)
    edit(list(ast.walk(tree)))
    try:
        source = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        compile(source, "<candidate>", "exec")
    except (SyntaxError, ValueError):
        return None
    unchanged = source == program.source or "def program(" not in source
    return None if unchanged else dataclasses.replace(program, source=source)


def possible_edits(tree: ast.Module) -> Iterator[Edit]:
    """All ways to have one thing less, those that take most away first."""
    nodes = list(ast.walk(tree))
    for i, node in enumerate(nodes):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            yield from (only_element(i, k) for k in range(len(node.value.elts)))
    blocks = [(i, field) for i, node in enumerate(nodes) for field in BLOCKS if is_block(node, field)]
    for size in (8, 4, 2, 1):
        for i, field in blocks:
            starts = range(len(getattr(nodes[i], field)) - size, -1, -size)
            yield from (without(i, field, start, size) for start in starts)
    for i, field in blocks:
        for at, statement in enumerate(getattr(nodes[i], field)):
            if not isinstance(statement, (ast.FunctionDef, ast.ClassDef, ast.match_case)):
                yield from (inner(i, field, at, name) for name in BLOCKS if is_block(statement, name))
    for i, node in enumerate(nodes):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.Tuple) and field == "value":
                yield from (element_dropped(i, k) for k in range(len(value.elts)))
            if isinstance(value, ast.expr) and field != "func":
                yield from (replaced(i, field, by) for by in replacements(value))


def is_block(node: ast.AST, field: str) -> bool:
    return isinstance(getattr(node, field, None), list) and bool(getattr(node, field))


def only_element(i: int, k: int) -> Edit:
    def edit(nodes: list[Any]) -> None:
        nodes[i].value = nodes[i].value.elts[k]

    return edit


def element_dropped(i: int, k: int) -> Edit:
    def edit(nodes: list[Any]) -> None:
        del nodes[i].value.elts[k]

    return edit


def without(i: int, field: str, start: int, size: int) -> Edit:
    def edit(nodes: list[Any]) -> None:
        block = getattr(nodes[i], field)
        del block[start : start + size]
        if not block and field == "body" and not isinstance(nodes[i], ast.Module):
            block.append(ast.Pass())

    return edit


def inner(i: int, field: str, at: int, name: str) -> Edit:
    def edit(nodes: list[Any]) -> None:
        block = getattr(nodes[i], field)
        found = getattr(block[at], name)
        block[at : at + 1] = [s for case in found for s in case.body] if name == "cases" else found

    return edit


def replaced(i: int, field: str, by: int | None) -> Edit:
    def edit(nodes: list[Any]) -> None:
        value = getattr(nodes[i], field)
        setattr(nodes[i], field, ast.Constant(1) if by is None else operands(value)[by])

    return edit


def replacements(value: ast.expr) -> list[int | None]:
    """Indices of operands that may stand for the expression, None for a literal."""
    if isinstance(getattr(value, "ctx", None), (ast.Store, ast.Del)) or isinstance(value, ast.Lambda):
        return []
    found: list[int | None] = list(range(len(operands(value))))
    if isinstance(
        value, (ast.BinOp, ast.Call, ast.IfExp, ast.Subscript, ast.Attribute, ast.Compare, ast.BoolOp)
    ):
        found.append(None)
    return found


def operands(value: ast.expr) -> list[ast.expr]:
    children = [child for child in ast.iter_child_nodes(value) if isinstance(child, ast.expr)]
    called = getattr(value, "func", None)
    return [child for child in children if child is not called and not isinstance(child, ast.Starred)]
