"""Symbol paths."""

from __future__ import annotations

import ast

from ag_notebook.staging.analyses.symbols import paths_read, symbol_path


def test_paths_of_expressions() -> None:
    def path(text: str):
        return symbol_path(ast.parse(text, mode="eval").body)

    assert path("a.b.c") == ("a", "b", "c")
    assert path("a") == ("a",)
    assert path("f().b") is None


def test_paths_that_a_function_reads() -> None:
    tree = ast.parse("def f(self):\n  self.n += self.k\n  x = STEP\n  self.w = [lambda: other.y]\n")
    assert paths_read(tree.body[0]) == {
        ("self", "n"),
        ("self",),
        ("self", "k"),
        ("STEP",),
        ("other", "y"),
        ("other",),
    }
