"""Trees become functions that share everything with the original."""

from __future__ import annotations

import gast

from ag_notebook.staging.tree.loading import bind, compile_function

K = 7


def outer():
    n = 1

    def original(x, y=2, *, z=3):
        """Doc."""
        return original, n, K, x, y, z

    def change(v):
        nonlocal n
        n = v

    return original, change


def test_globals_cells_defaults_and_names_are_the_originals() -> None:
    original, change = outer()
    tree = gast.parse(
        'def original(x, y=None, *, z=None):\n    "Doc."\n    return original, n, K, x, y, z, ag'
    ).body[0]
    code = compile_function(tree, "file", ["ag", *original.__code__.co_freevars], original.__code__)
    made = bind(code, original, {"ag": "the runtime"})
    assert made(1) == (original, 1, 7, 1, 2, 3, "the runtime")
    change(5)
    assert made(1)[1] == 5
    assert made.__globals__ is original.__globals__
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__defaults__", "__kwdefaults__"):
        assert getattr(made, name) == getattr(original, name)
    assert made.__ag_original__ is original
    assert made.__code__.co_name == "original"
    assert made.__code__.co_filename == "file"


def test_nested_functions_have_the_users_qualified_names() -> None:
    def original():
        def inner():
            pass

        return inner

    tree = gast.parse("def original():\n    def inner(): pass\n    return inner").body[0]
    made = bind(compile_function(tree, "file", ["ag"], original.__code__), original, {"ag": None})
    assert made().__qualname__ == original().__qualname__


def test_a_function_does_not_capture_its_own_name() -> None:
    def original(n):
        return n

    tree = gast.parse("def original(n):\n    return original").body[0]
    code = compile_function(tree, "file", ["ag"], original.__code__)
    assert "original" in code.co_names
