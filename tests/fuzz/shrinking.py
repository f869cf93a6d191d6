"""Makes a program smaller while it still goes wrong in the same way.

Works on the syntax tree: drops argument tuples and statements, replaces a compound statement by its block and an
expression by one of its operands or a literal, until nothing more can go.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import time
from collections.abc import Callable, Iterator

from programs import Program

BLOCKS = ("body", "orelse", "finalbody")


def shrunk(program: Program, goes_wrong: Callable[[Program], bool], seconds: float = 60) -> Program:
    """The smallest program found; `goes_wrong` tells whether a candidate still does."""
    end = time.monotonic() + seconds
    for case in program.cases:
        one = dataclasses.replace(program, cases=(case,))
        if len(program.cases) > 1 and goes_wrong(one):
            program = one
            break
    changed = True
    while changed:
        changed = False
        for candidate in candidates(program):
            if time.monotonic() > end:
                return program
            if goes_wrong(candidate):
                program, changed = candidate, True
                break
    return program


def candidates(program: Program) -> Iterator[Program]:
    """Smaller programs, the most promising first."""
    if program.static:
        yield dataclasses.replace(program, static=())
    if program.unknown:
        yield dataclasses.replace(program, unknown=False)
    seen = {program.source}
    for edit in edits(ast.parse(program.source)):
        try:
            source = ast.unparse(ast.fix_missing_locations(edit)) + "\n"
            compile(source, "<candidate>", "exec")
        except (SyntaxError, ValueError):
            continue
        if source not in seen and "def program(" in source:
            seen.add(source)
            yield dataclasses.replace(program, source=source)


def edits(tree: ast.Module) -> Iterator[ast.Module]:
    """Trees with one thing less."""
    blocks = [
        (i, field)
        for i, node in enumerate(ast.walk(tree))
        for field in BLOCKS
        if isinstance(getattr(node, field, None), list)
    ]
    for size in (8, 4, 2, 1):
        for i, field in blocks:
            length = len(getattr(nth(tree, i), field))
            for start in range(length - size, -1, -size):
                yield without(tree, i, field, start, size)
    for i, field in blocks:
        for at, statement in enumerate(getattr(nth(tree, i), field)):
            for inner in BLOCKS:
                if getattr(statement, inner, None) and not isinstance(
                    statement, (ast.FunctionDef, ast.ClassDef)
                ):
                    smaller = copy.deepcopy(tree)
                    block = getattr(nth(smaller, i), field)
                    block[at : at + 1] = getattr(block[at], inner)
                    yield smaller
    for i, node in enumerate(ast.walk(tree)):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.Tuple) and field == "value":
                for k in range(len(value.elts)):
                    smaller = copy.deepcopy(tree)
                    elements = getattr(nth(smaller, i), field).elts
                    del elements[k]
                    if len(elements) == 1:
                        setattr(nth(smaller, i), field, elements[0])
                    yield smaller
            if (
                isinstance(value, ast.expr)
                and isinstance(node, (ast.stmt, ast.expr, ast.comprehension))
                and field != "func"
            ):
                for replacement in simpler(value):
                    smaller = copy.deepcopy(tree)
                    setattr(nth(smaller, i), field, replacement)
                    yield smaller


def without(tree: ast.Module, i: int, field: str, start: int, size: int) -> ast.Module:
    smaller = copy.deepcopy(tree)
    owner = nth(smaller, i)
    block = getattr(owner, field)
    del block[start : start + size]
    if not block and field == "body" and not isinstance(owner, ast.Module):
        block.append(ast.Pass())
    return smaller


def nth(tree: ast.AST, i: int) -> ast.AST:
    for at, node in enumerate(ast.walk(tree)):
        if at == i:
            return node
    raise IndexError(i)


def simpler(value: ast.expr) -> list[ast.expr]:
    """Expressions that may stand for this one."""
    if isinstance(getattr(value, "ctx", None), (ast.Store, ast.Del)) or isinstance(
        value, (ast.Constant, ast.Lambda)
    ):
        return []
    if isinstance(value, ast.Name):
        return []
    operands = [
        child
        for child in ast.iter_child_nodes(value)
        if isinstance(child, ast.expr) and not (isinstance(value, ast.Call) and child is value.func)
    ]
    found = [copy.deepcopy(operand) for operand in operands if not isinstance(operand, ast.Starred)]
    if isinstance(value, (ast.BoolOp, ast.Compare)) and not found:
        return []
    if isinstance(value, (ast.BinOp, ast.Call, ast.IfExp, ast.Subscript, ast.Attribute)):
        found.append(ast.Constant(1))
    return found
