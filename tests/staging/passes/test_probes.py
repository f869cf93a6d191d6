"""What the pass of `passes/probes.py` makes of small functions: text in, text out."""

from __future__ import annotations

import ast
import textwrap

import gast
import pytest

from ag_notebook.staging.passes.pass_ import Unit
from ag_notebook.staging.passes.pipeline import run_passes
from ag_notebook.staging.passes.probes import AddProbes, places_of
from ag_notebook.staging.tree.names import Names
from ag_notebook.staging.tree.printer import print_tree


def unit_of(source: str) -> Unit:
    tree = gast.ast_to_gast(ast.parse(source).body[0])
    return Unit(gast.Module([tree], []), Names(tree), "cell")


def probed(source: str, *names: str) -> str:
    """The function's text with probes of these names, or of all."""
    unit = unit_of(source.strip("\n"))
    found: list[str] = []

    def number(name, span):
        if names and name not in names:
            return None
        found.append(name)
        return len(found) - 1

    unit.probed = number
    run_passes(unit, [AddProbes])
    return print_tree(unit.function, "cell").text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '''
            def f(a, *b, c=1, **d):
                """Doc."""
                global g
                g = a
            ''',
            '''
            def f(a, *b, c=1, **d):
                """Doc."""
                global g
                ag.probe(0, a)
                ag.probe(1, b)
                ag.probe(2, c)
                ag.probe(3, d)
                g = a
                ag.probe(4, g)
            ''',
        ),
        (
            """
            def f():
                x = y, *z = g()
                x += 1
                w: int = 2
                v: int
                o.a = 3
                t[0][1] = 4
                t[0] += 5
            """,
            """
            def f():
                x = y, *z = g()
                ag.probe(0, x)
                ag.probe(1, y)
                ag.probe(2, z)
                x += 1
                ag.probe(3, x)
                w: int = 2
                ag.probe(4, w)
                v: int
                o.a = 3
                t[0][1] = 4
                ag.probe(5, t)
                t[0] += 5
                ag.probe(6, t)
            """,
        ),
        (
            """
            def f(xs):
                for i, (j, k) in xs:
                    pass
                else:
                    m = 1
                with a() as b, c():
                    pass
                try:
                    pass
                except ValueError as e:
                    pass
                while (n := g()) > 1:
                    continue
            """,
            """
            def f(xs):
                ag.probe(0, xs)
                for i, (j, k) in xs:
                    ag.probe(1, i)
                    ag.probe(2, j)
                    ag.probe(3, k)
                    pass
                else:
                    m = 1
                    ag.probe(4, m)
                with a() as b, c():
                    ag.probe(5, b)
                    pass
                try:
                    pass
                except ValueError as e:
                    ag.probe(6, e)
                    pass
                while (n := ag.probed(7, g())) > 1:
                    continue
            """,
        ),
        (
            """
            def f():
                def g(x):
                    return x
                class C:
                    y = 1
                    def m(self):
                        z = 2
                return [q for q in g(1)], lambda r: r
            """,
            """
            def f():
                def g(x):
                    ag.probe(0, x)
                    return x
                class C:
                    y = 1
                    def m(self):
                        ag.probe(1, self)
                        z = 2
                        ag.probe(2, z)
                return [q for q in g(1)], lambda r: r
            """,
        ),
    ],
    ids=["parameters", "assignments", "blocks", "nested"],
)
def test_what_binds_a_name_is_followed_by_a_probe(before: str, after: str) -> None:
    assert probed(textwrap.dedent(before)) == textwrap.dedent(after).lstrip("\n")


def test_patterns() -> None:
    text = probed(
        textwrap.dedent(
            """
            def f(x):
                match x:
                    case [a, *b] if a:
                        pass
                    case {"k": c, **d} | {"l": c, **d}:
                        pass
                    case C(y=e) as g:
                        pass
                    case _:
                        pass
            """
        ),
        *"abcdeg",
    )
    calls = [line.strip() for line in text.splitlines() if "ag." in line]
    assert calls == [
        "ag.probe(0, a)",
        "ag.probe(1, b)",
        *("ag.probe(2, d)", "ag.probe(3, c)", "ag.probe(4, d)", "ag.probe(5, c)"),
        *("ag.probe(6, g)", "ag.probe(7, e)"),
    ]


def test_only_what_is_asked_for() -> None:
    assert "probe" not in probed("def f(x):\n    y = x\n", "z")
    assert probed("def f(x):\n    y = x\n", "y").count("probe") == 1


def test_the_places_and_the_tree_stays() -> None:
    unit = unit_of("def f(x):\n    y = x\n    return (z := y)\n")
    before = print_tree(unit.function, "cell").text
    assert [(name, span.line, span.column) for name, span in places_of(unit)] == [
        ("x", 1, 6),
        ("y", 2, 4),
        ("z", 3, 12),
    ]
    assert print_tree(unit.function, "cell").text == before
