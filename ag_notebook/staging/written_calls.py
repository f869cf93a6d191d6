"""Takes a call that is written as text apart: the function and its arguments, evaluated, and nothing called."""

from __future__ import annotations

import ast
import linecache
from typing import Any


def taken_apart(
    call: str, names: dict[str, Any], file: str
) -> tuple[Any, tuple[Any, ...], dict[str, Any]] | None:
    """The function, positional and keyword arguments of `call` in `names`; None where the text is no call.

    `file` is what tracebacks name as the place of the text.
    """
    tree = ast.parse(call, file, mode="eval").body
    if not isinstance(tree, ast.Call):
        return None
    function: Any = eval(compile(ast.Expression(tree.func), file, "eval"), names)
    kept = ast.Call(ast.Name("_arguments", ast.Load()), tree.args, tree.keywords)
    inner = ast.fix_missing_locations(ast.Expression(ast.copy_location(kept, tree)))
    args, kwargs = eval(compile(inner, file, "eval"), {**names, "_arguments": _arguments})
    if hasattr(function, "__func__"):  # a method of Python's, or a staged one
        function, args = function.__func__, (function.__self__, *args)
    return function, args, kwargs


def show_in_tracebacks(file: str, text: str) -> None:
    """Lets tracebacks show a text that is in no file."""
    linecache.cache[file] = len(text), None, [f"{text}\n"], file


def _arguments(*args: Any, **kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return args, kwargs
