"""Reads that may be unbound are wrapped, in their own scope and in lambdas."""

from __future__ import annotations

import gast

from ag_notebook.staging.passes.unbound_reads import ReadWrapper
from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.printer import print_tree


def wrapped(text: str, *, own: str = "", free: str = "", captured: str = "") -> str:
    tree = gast.parse(text)
    ids = {id(n) for n in gast.walk(tree) if isinstance(n, gast.Name) and n.id in own}
    wrapper = ReadWrapper(
        lambda name: quote.expression("read($name)", name=nodes.load(name)), ids, set(free), set(captured)
    )
    tree.body = wrapper.visit_list(tree.body)
    return print_tree(tree, "").text


def test_own_reads() -> None:
    assert wrapped("y = x + z", own="x") == "y = read(x) + z\n"
    assert wrapped("x = 1", own="x") == "x = 1\n"
    assert wrapped("x += 1", own="x") == "read(x)\nx += 1\n"


def test_captured_reads_in_lambdas_and_comprehensions() -> None:
    assert wrapped("f = lambda y: x + y + z", captured="xy") == "f = lambda y: read(x) + y + z\n"
    assert wrapped("x, lambda: x", captured="x") == "x, lambda: read(x)\n"
    assert wrapped("(x for x in x if y)", captured="xy") == "(x for x in x if read(y))\n"


def test_free_reads_are_wrapped_everywhere() -> None:
    assert wrapped("x, lambda a=x: x", free="x") == "read(x), lambda a=read(x): read(x)\n"


def test_nested_functions_are_for_their_own_pass() -> None:
    assert wrapped("def f(a=x): return x", free="x") == "def f(a=read(x)):\n    return x\n"
