"""Reads symbol paths off a function: `('self', 'k')` for `self.k`, `('_STEP',)` for a name.

What a staged function only reads decides whether an earlier trace still fits.
"""

from __future__ import annotations

import ast

Path = tuple[str, ...]


def symbol_path(node: ast.AST) -> Path | None:
    """The path of a name or an attribute of a path; None for other expressions."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return tuple(reversed(parts))


def paths_read(function: ast.AST) -> frozenset[Path]:
    """Every symbol path that is loaded anywhere in a function, nested functions included."""
    found: set[Path] = set()
    for node in ast.walk(function):
        if isinstance(node, (ast.Name, ast.Attribute)) and not isinstance(node.ctx, ast.Store):
            path = symbol_path(node)
            if path is not None:
                found.add(path)
        elif isinstance(node, ast.AugAssign):
            path = symbol_path(node.target)
            if path is not None:
                found.add(path)
    return frozenset(found)
