"""The printer: what it prints parses to the same tree, and every line has an origin."""

from __future__ import annotations

import ast
import itertools
import os
import pathlib

import gast
import pytest

from ag_notebook.report.spans import Span
from ag_notebook.staging.tree.printer import print_tree

LIBRARY = pathlib.Path(os.__file__).parent
MODULES = sorted(LIBRARY.glob("[a-m]*.py"))[:45]
HARD = [
    LIBRARY / "test" / f"test_{name}.py"
    for name in ("grammar", "fstring", "patma", "generators", "unpack_ex")
]


def dumped(tree: ast.AST) -> str:
    for node in ast.walk(tree):
        if hasattr(node, "type_comment"):
            node.type_comment = None
    return ast.dump(tree)


@pytest.mark.parametrize("path", [p for p in MODULES + HARD if p.exists()], ids=lambda p: p.name)
def test_round_trip(path: pathlib.Path) -> None:
    tree = ast.parse(path.read_bytes())
    text = print_tree(gast.ast_to_gast(tree), path.name).text
    assert dumped(ast.parse(text)) == dumped(tree)


def test_there_are_enough_modules() -> None:
    assert len(MODULES) == 45


@pytest.mark.parametrize(
    "text",
    [
        "x = (yield)",
        "a, *b = (1,), *c",
        "return_ = (1).real + 1.0.imag - (-2) ** 2 ** -1",
        "x = not (a and b or (c or d)) == (e < f)",
        "f(*a, *b, k=1, **c)(x for x in y)",
        "x[1:2, ::3], x[a], x[1, 2]",
        "x = lambda a, /, b=1, *c, d, e=2, **f: (a, b)",
        "x = {**a, 'b': lambda: 1, 'c': (yield_ := 2)}",
        "x = f'{a!r:>{w}} {{b}} {c:%H:%M} \\n {d[\"k\"]} {({1: 2})}'",
        "x = 1e400, -1e400j, 1 + 2j, 'a\\nb', b'c', ..., u'd'",
        "assert a, (b, c)",
        "with a as (b, c), d: pass",
        "x = [(y, z) for y in a if b if c for z in (lambda: 1,)]",
        "match x, y:\n case [1, -2j, *_] | {'k': 'a' | 'b', **r} | K(a, b=C.d) as z if z: pass\n case (None | True) as q: pass",
        "class A(B, metaclass=C, **D):\n x: int = 1\n (y): int\n def f(self): 'doc'",
        "for x, in y: pass\nelse: pass",
        "try: pass\nexcept (A, B) as e: raise C from e\nexcept D: raise\nelse: del x[0], y\nfinally: pass",
        "if a: pass\nelif b: pass\nelif c: pass\nelse:\n if d: pass\n e",
        "import a.b as c, d\nfrom . import e\nfrom ..f import g as h",
        "async def f():\n await g()\n async with a as b: pass\n async for c in d: return [await e async for f in g]",
        "x = (await_ if a else b) if (c if d else e) else f",
        "print(a if b else c, not d, *e or f)",
    ],
)
def test_small_round_trips(text: str) -> None:
    if "x[*a" in text:
        text = text.replace("", "")
    tree = ast.parse(text)
    assert dumped(ast.parse(print_tree(gast.ast_to_gast(tree), "").text)) == dumped(tree)


def test_readable_text() -> None:
    source = (
        'def f(a, *, b=1):\n    """Doc\n    string."""\n    x, y = g(a)\n    if x:\n        return x, y\n'
        "    elif y:\n        return (x,)\n    else:\n        return -(x + 1) * 2\n"
    )
    assert print_tree(gast.parse(source).body[0], "").text == source


def test_every_line_has_an_origin_and_entries_nest() -> None:
    path = LIBRARY / "bisect.py"
    tree = gast.parse(path.read_text())
    code = print_tree(tree, "file")
    covered = set(itertools.chain.from_iterable(range(e.line, e.end_line + 1) for e in code.source_map))
    assert covered == set(range(1, len(code.text.splitlines()) + 1))
    lines = code.text.splitlines()
    for outer, inner in zip(code.source_map, code.source_map[1:]):
        assert (outer.line, outer.column) <= (inner.line, inner.column)
    for entry in code.source_map:
        assert entry.column <= len(lines[entry.line - 1])
        assert entry.origin.file == "file"


def test_the_map_points_at_the_users_text() -> None:
    source = "x = (a +\n     b)\n"
    tree = gast.parse(source)
    users = {id(n) for n in gast.walk(tree)}
    tree.body[0].value.right = gast.Name("made", gast.Load(), None, None)
    code = print_tree(tree, "cell", users)
    assert code.text == "x = a + made\n"
    found = {
        code.text[e.column : e.end_column]: (e.origin, e.scaffold)
        for e in code.source_map
        if e.line == e.end_line
    }
    assert found["a"] == (Span("cell", 1, 5, 1, 6), False)
    assert found["a + made"] == (Span("cell", 1, 5, 2, 6), False)
    assert found["made"] == (Span("cell", 1, 5, 2, 6), True)


def test_nodes_that_are_no_code_are_refused() -> None:
    with pytest.raises(TypeError, match="no text for Load"):
        print_tree(gast.Expr(gast.Load()), "")
