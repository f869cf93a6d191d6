"""Fresh names are unique in the whole function."""

from __future__ import annotations

import gast

from ag_notebook.staging.tree.names import Names, used_names

SOURCE = """
def f(a, *b, c=1, **d):
    global g
    import h.i, j as k
    try: pass
    except E as e: pass
    match x:
        case [l, *m, {**n}]: pass
    class C:
        def o(self): return lambda p: q
"""


def test_every_identifier_is_seen() -> None:
    kinds: set[type] = set()
    used = used_names(gast.parse(SOURCE), kinds)
    assert {"f", *"abcdghklmnopqexE", "C", "self"} <= used
    assert "i" not in used
    assert {gast.Try, gast.Lambda, gast.ClassDef} <= kinds


def test_fresh_names_count_up() -> None:
    names = Names(gast.parse("item = item_1"), ("free",))
    assert [names.fresh("item"), names.fresh("free"), names.fresh("new"), names.fresh("new")] == [
        "item_2",
        "free_1",
        "new",
        "new_1",
    ]
    assert {"item_2", "new_1"} <= names.made


def test_the_runtime_is_renamed_if_the_user_has_an_ag() -> None:
    assert Names(gast.parse("x = 1")).ag == "ag"
    assert Names(gast.parse("ag = 1")).ag == "ag_1"
    assert Names(gast.parse("x = 1"), ("ag",)).ag == "ag_1"


def test_immediate_functions_are_remembered() -> None:
    names = Names(gast.parse("x"))
    assert names.fresh_function("list_comp") in names.immediate
