"""Loads a tree as a function: compiled with the user's file name and positions, bound to the user's variables.

The function is compiled inside a factory whose parameters are the variables that it captures, so that its
code object asks for cells; they are the original function's own.
"""

from __future__ import annotations

import types
from collections.abc import Collection, Mapping, Sequence

import gast

from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.positions import complete

_FACTORY = "factory"


def compile_function(
    tree: gast.AST,
    file: str,
    captured: Sequence[str],
    original: types.CodeType,
    made_names: Collection[str] = (),
) -> types.CodeType:
    """The code object of the function `tree`; it looks up `captured` in its closure.

    `made_names` are those of functions that passes made.
    """
    name = f"{tree.name}_converted"  # else the function's own name would be the factory's variable
    while name in captured:
        name += "_"
    tree.name = name
    factory = nodes.function(_FACTORY, captured, [tree, gast.Return(nodes.load(name))])
    for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(factory, field, getattr(tree, field))
    complete(factory)
    module = gast.gast_to_ast(gast.Module([factory], []))
    whole = compile(module, file, "exec", dont_inherit=True, flags=original.co_flags & _FUTURE)
    made = next(c for c in whole.co_consts if isinstance(c, types.CodeType))
    inner = next(c for c in made.co_consts if isinstance(c, types.CodeType))
    prefix = f"{_FACTORY}.<locals>.{name}"
    renamed = _renamed(inner, prefix, getattr(original, "co_qualname", original.co_name))
    return _named_for_user(renamed, original.co_name, made_names).replace(co_name=original.co_name)


def _named_for_user(code: types.CodeType, name: str, made: Collection[str]) -> types.CodeType:
    """The code with the user's function names only: a branch or body in a traceback is its function's."""
    constants = tuple(
        _named_for_user(c, name if c.co_name in made else c.co_name, made)
        if isinstance(c, types.CodeType)
        else c
        for c in code.co_consts
    )
    return code.replace(co_name=name, co_consts=constants)


_FUTURE = 0x1000000  # `from __future__ import annotations`


def _renamed(code: types.CodeType, prefix: str, name: str) -> types.CodeType:
    """The code with the qualified names that the user's functions have (in code objects from Python 3.11 on, and in constants)."""
    constants = tuple(
        _renamed(c, prefix, name)
        if isinstance(c, types.CodeType)
        else name + c[len(prefix) :]
        if isinstance(c, str) and c.startswith(prefix)
        else c
        for c in code.co_consts
    )
    if not hasattr(code, "co_qualname"):
        return code.replace(co_consts=constants)
    return code.replace(co_qualname=name + code.co_qualname[len(prefix) :], co_consts=constants)


def bind(
    code: types.CodeType, original: types.FunctionType, ours: Mapping[str, object]
) -> types.FunctionType:
    """A function of `code` with the globals, cells and defaults of `original`; `ours` are variables to add."""
    cells = dict(zip(original.__code__.co_freevars, original.__closure__ or ()))
    cells.update((name, types.CellType(value)) for name, value in ours.items())
    function = types.FunctionType(
        code,
        original.__globals__,
        original.__name__,
        original.__defaults__,
        tuple(cells[name] for name in code.co_freevars),
    )
    function.__kwdefaults__ = original.__kwdefaults__
    function.__qualname__ = original.__qualname__
    function.__module__ = original.__module__
    function.__doc__ = original.__doc__
    function.__dict__["__ag_original__"] = original
    return function
