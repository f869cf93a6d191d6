'''Writes trees as the code they stand for: templates with marked holes.

    statements("""
        $flag = False
        while not $flag:
            $body
    """, flag="did_break", body=[...])

A hole `$x` takes a name (a string) or an expression; alone on a line, a list of statements; `*$x` in a
call, tuple or parameter list, a list; `**$x` in a call, a list of keywords; `"$x"`, a text. A hole that
is not filled and a value that has no hole are errors. Templates are parsed once.
'''

from __future__ import annotations

import functools
import re
import textwrap
from typing import Any

import gast

from ag_notebook.staging.tree import nodes

_PREFIX = "__hole_"
_HOLE = re.compile(r"\$(\w+)")


class QuoteError(ValueError):
    """A template and its values do not fit: an error of a pass, never of a user."""


@functools.cache
def _template(text: str) -> tuple[tuple[gast.AST, ...], frozenset[str]]:
    holes = frozenset(_HOLE.findall(text))
    tree = gast.parse(_HOLE.sub(_PREFIX + r"\1", textwrap.dedent(text).strip("\n")))
    return tuple(tree.body), holes


def _check(text: str, holes: frozenset[str], values: dict[str, Any]) -> None:
    if holes != values.keys():
        missing, unknown = sorted(holes - values.keys()), sorted(values.keys() - holes)
        raise QuoteError(f"missing values: {missing}, values without a hole: {unknown}, in template:\n{text}")


def statements(text: str, /, **values: Any) -> list[gast.AST]:
    """The statements of a template with its holes filled."""
    body, holes = _template(text)
    _check(text, holes, values)
    return _build_list(body, values)


def expression(text: str, /, **values: Any) -> gast.AST:
    """The one expression of a template with its holes filled."""
    body, holes = _template(text)
    _check(text, holes, values)
    (statement,) = body
    return _build(statement.value, values)


def _hole(name: object, values: dict[str, Any]) -> Any:
    if isinstance(name, str) and name.startswith(_PREFIX):
        return values[name[len(_PREFIX) :]]
    return None


def _build(node: gast.AST, values: dict[str, Any]) -> Any:
    kind = type(node)
    if kind is gast.Name:
        value = _hole(node.id, values)
        if value is None:
            return gast.Name(node.id, node.ctx, None, None)
        return gast.Name(value, node.ctx, None, None) if isinstance(value, str) else value
    if kind is gast.Constant:
        value = _hole(node.value, values)
        return nodes.constant(node.value if value is None else value)
    if not node._fields:
        return node
    fields = []
    for field in node._fields:
        value = getattr(node, field)
        if isinstance(value, list):
            value = _build_list(value, values)
        elif isinstance(value, gast.AST):
            value = _build(value, values)
        elif isinstance(value, str) and value.startswith(_PREFIX):
            value = _hole(value, values)
        fields.append(value)
    return kind(*fields)


def _build_list(items: Any, values: dict[str, Any]) -> list[Any]:
    out: list[Any] = []
    for item in items:
        if isinstance(item, str):
            value = _hole(item, values)
            out.extend([item] if value is None else [value] if isinstance(value, str) else value)
            continue
        value = _spliced(item, values)
        if value is not None:
            out.extend(value)
        else:
            out.append(item if item is None else _build(item, values))
    return out


def _spliced(item: Any, values: dict[str, Any]) -> list[Any] | None:
    """The list that takes the place of an item, if it is a hole for a list."""
    if isinstance(item, gast.Expr) and isinstance(item.value, gast.Name):
        value = _hole(item.value.id, values)
        if isinstance(value, list):
            return value
        if isinstance(value, gast.stmt):
            return [value]
    elif isinstance(item, gast.Starred) and isinstance(item.value, gast.Name):
        value = _hole(item.value.id, values)
        if isinstance(value, (list, tuple)):
            return [nodes.load(v) if isinstance(v, str) else v for v in value]
    elif isinstance(item, gast.Name) and isinstance(item.ctx, gast.Param):
        value = _hole(item.id, values)
        if isinstance(value, (list, tuple)):
            return [gast.Name(v, nodes.PARAM, None, None) if isinstance(v, str) else v for v in value]
    elif isinstance(item, gast.keyword) and item.arg is None and isinstance(item.value, gast.Name):
        value = _hole(item.value.id, values)
        if isinstance(value, list):
            return value
    return None
