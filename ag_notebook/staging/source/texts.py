"""Knows the text of files, cells included, and parses each text once.

A notebook cell has no file: IPython puts its text into `linecache` under the name that the cell's code
objects carry. Whoever compiles text otherwise can `register` it.
"""

from __future__ import annotations

import ast
import linecache
import sys
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

from ag_notebook.report.texts import split_lines

_REMEMBERED = 200
_BEGUN = time.time()

_lock = threading.Lock()
_registered: dict[str, str] = {}
_parsed: OrderedDict[tuple[str, str], ParsedText] = OrderedDict()


@dataclass(slots=True, eq=False)
class ParsedText:
    """A text, its tree, and where its `def`s begin: (line of `def` or first decorator, name) -> entries."""

    text: str
    tree: ast.Module
    definitions: dict[tuple[int, str], list[Definition]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Definition:
    """A `def` or `lambda`, and the names of the classes around it, the innermost last."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    classes: tuple[str, ...]


def register(file_name: str, text: str) -> None:
    """Makes `text` known as the contents of `file_name`, as the code objects call it."""
    with _lock:
        _registered[file_name] = text
    lines = split_lines(text, keepends=True)
    linecache.cache[file_name] = (len(text), None, lines, file_name)


def text_of(file_name: str, module_globals: dict[str, object] | None = None) -> str | None:
    """The text of a file or cell, or None where nobody knows it."""
    registered = _registered.get(file_name)
    if registered is not None:
        return registered
    text = "".join(linecache.getlines(file_name, module_globals))
    if not text and file_name == "<string>" and module_globals is vars(sys.modules["__main__"]):
        return _command()
    return text or None


def _command() -> str | None:
    """The text of `python -c text`."""
    flags = sys.orig_argv[1:]
    return flags[flags.index("-c") + 1] if sys.argv[:1] == ["-c"] and "-c" in flags[:-1] else None


def was_changed(file_name: str) -> bool:
    """Whether a file was written after this process had begun, so that its text may not be what was loaded."""
    try:
        return file_name not in _registered and Path(file_name).stat().st_mtime > _BEGUN
    except OSError:
        return False


def parsed(file_name: str, text: str) -> ParsedText:
    """The tree of a text, parsed once."""
    key = (file_name, text)
    with _lock:
        found = _parsed.get(key)
        if found is not None:
            _parsed.move_to_end(key)
            return found
    tree = ast.parse(text, file_name)
    found = ParsedText(text, tree, lines=split_lines(text, keepends=True))
    _index(tree.body, (), found.definitions)
    with _lock:
        _parsed[key] = found
        if len(_parsed) > _REMEMBERED:
            _parsed.popitem(last=False)
    return found


def _index(
    body: list[ast.stmt], classes: tuple[str, ...], into: dict[tuple[int, str], list[Definition]]
) -> None:
    """Notes the `def`s among statements; expressions hold none, so they are not walked."""
    for statement in body:
        inner = classes
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = statement.decorator_list[0].lineno if statement.decorator_list else statement.lineno
            into.setdefault((first, statement.name), []).append(Definition(statement, classes))
        elif isinstance(statement, ast.ClassDef):
            inner = (*classes, statement.name)
        for name in ("body", "orelse", "finalbody"):
            nested = getattr(statement, name, None)
            if nested:
                _index(nested, inner, into)
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            _index(part.body, inner, into)
