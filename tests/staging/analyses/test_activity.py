"""What statements read, bind and capture."""

from __future__ import annotations

import gast
import pytest

from ag_notebook.staging.analyses.activity import Activity, declarations


def use(text: str, immediate: tuple[str, ...] = ()) -> tuple[str, str, str]:
    found = Activity(immediate).of_block(gast.parse(text).body)
    return tuple("".join(sorted(names)) for names in (found.reads, found.binds, found.captures))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = y + z", ("yz", "x", "")),
        ("a.b = c", ("ac", "", "")),
        ("a[i] = c", ("aci", "", "")),
        ("x += y", ("xy", "x", "")),
        ("del x", ("x", "x", "")),
        ("if a: b = c\nelse: d = e", ("ace", "bd", "")),
        ("for a, b in c: d", ("cd", "ab", "")),
        ("with a as b: c", ("ac", "b", "")),
        ("try: a\nexcept b as c: d\nfinally: e", ("abde", "c", "")),
        ("import a.b, c as d", ("", "ad", "")),
        ("(a := b)", ("b", "a", "")),
        ("f = lambda a, b=c: a + d", ("c", "f", "d")),
        ("@d\ndef f(a=b):\n  c = a\n  return c, e, f", ("bd", "f", "ef")),
        ("def f():\n  nonlocal x\n  x = 1", ("", "f", "x")),
        ("def f():\n  global x\n  x = 1", ("", "f", "")),
        ("def f():\n  def g(): return x, f\n  return g", ("", "f", "fx")),
        ("[a for a in b if c]", ("bc", "", "")),
        ("(a for a in b if c)", ("b", "", "c")),
        ("[(x := a) for a in b]", ("b", "x", "")),
        ("class K(a):\n  b = c\n  def m(self): return d", ("ac", "K", "d")),
        ("match x:\n  case [a, {'k': b, **c}] as d if e: f", ("efx", "abcd", "")),
    ],
)
def test_name_use(text: str, expected: tuple[str, str, str]) -> None:
    assert use(text) == expected


def test_an_immediate_function_reads_where_it_is_defined() -> None:
    text = "def f(a): return a, b"
    assert use(text) == ("", "f", "b")
    assert use(text, ("f",)) == ("b", "f", "")


def test_a_statement_is_looked_at_once() -> None:
    activity, (statement,) = Activity(), gast.parse("x = y").body
    assert activity.of(statement) is activity.of(statement)


def test_declarations_stand_at_the_start() -> None:
    body = gast.parse("'doc'\nglobal a\nnonlocal_ = 1\nglobal b").body
    assert [n.names for n in declarations(body)] == [["a"]]
