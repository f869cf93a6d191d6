"""What kind of variable each name is."""

from __future__ import annotations

import gast

from ag_notebook.staging.analyses.activity import Activity
from ag_notebook.staging.analyses.scopes import scope_of


def test_kinds_of_variables() -> None:
    function = gast.parse(
        "def f(a, *b, c=1, **d):\n"
        "  global g\n  nonlocal n\n"
        "  g = n = x = 1\n  y = free\n"
        "  def inner(): return x, other\n"
        "  return lambda: a\n"
    ).body[0]
    scope = scope_of(function, Activity())
    assert scope.parameters == set("abcd")
    assert scope.local == {*"abcdxy", "inner"}
    assert (scope.globals, scope.nonlocals) == ({"g"}, {"n"})
    assert scope.captured == {"x", "a"}
