"""Which reads may find a variable unbound."""

from __future__ import annotations

import gast
import pytest

from ag_notebook.staging.analyses.activity import Activity
from ag_notebook.staging.analyses.reaching_definitions import ReachingDefinitions, unbinds
from ag_notebook.staging.analyses.scopes import scope_of


def facts(body: str) -> tuple[ReachingDefinitions, gast.AST]:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    function = gast.parse(f"def f(p, q):\n{lines}\n").body[0]
    activity = Activity()
    scope = scope_of(function, activity)
    found = ReachingDefinitions(activity, "ag", scope.local, scope.parameters).run(function.body)
    return found, function


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("x = 1\nx", ""),
        ("x\nx = 1", "x"),
        ("if p: x = 1\nx", "x"),
        ("if p: x = 1\nelse: x = 2\nx", ""),
        ("if p: x = 1\nelse: raise q\nx", ""),
        ("if (x := p): pass\nx", ""),
        ("for i in p: x = i\ni, x", "ix"),
        ("while p: x = 1\nx", "x"),
        ("b = False\nwhile not b:\n    x = 1\n    b = x\nx", ""),
        ("while True:\n    x = 1\nx", ""),
        ("x = 1\ndel x\nx", "x"),
        ("x = 1\nfor i in p:\n    x\n    del x", "x"),
        ("x = 1\nx = ag.Undefined('x')\nx", "x"),
        ("x += 1", "x"),
        ("try: x = 1\nexcept E: pass\nx", "x"),
        ("try: x = 1\nexcept E: x = 2\nx", ""),
        ("try: pass\nexcept E as e: e\ne = 1", ""),
        ("e = 0\ntry: pass\nexcept E as e: pass\ne", "e"),
        ("try: pass\nfinally: x = 1\nx", ""),
        ("with p as x: y = 1\nx, y", ""),
        ("del p\nq", ""),
        ("del x\nx = 1", "x"),
        ("def g(): return x\nx = 1", ""),
        ("x: int\nx", "x"),
        ("return p\nx\nx = 1", ""),
    ],
)
def test_names_that_may_be_unbound(body: str, names: str) -> None:
    found, _ = facts(body)
    assert "".join(sorted(found.names)) == names


def test_the_reads_themselves_are_known() -> None:
    found, function = facts("if p: x = 1\ny = x + p")
    read = function.body[1].value.left
    assert found.unbound_reads == {id(read)}
    assert found.bound_before(function.body[1]) == {"p", "q"}
    assert found.bound_before(function.body[0].body[0]) == {"p", "q"}


def test_what_unbinds() -> None:
    assert unbinds(gast.parse("x = ag.Undefined('x')").body[0], "ag") == "x"
    assert unbinds(gast.parse("x = ag.Undefined('x')").body[0], "ag_1") is None
    assert unbinds(gast.parse("x = 1").body[0], "ag") is None
