"""Times the last expression of a cell, and how much of that was tracing.

An expression that calls nothing staged has no time: beside the name of a staged function it would be taken
for that function's. Tracing is what the back ends' entries count themselves (`seconds_tracing`).
"""

from __future__ import annotations

import ast
import inspect
import time
import types
from typing import TYPE_CHECKING, Any

from ag_notebook.staging import measuring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class Stopwatch:
    """Runs from when it is made; `names` are the variables that the expression sees.

    `aside` says how many seconds went into something else so far: they are not counted. `measures` says that the operations of
    graphs are timed meanwhile.
    """

    def __init__(
        self, names: Mapping[str, Any], aside: Callable[[], float] = float, measures: bool = False
    ) -> None:
        self._names, self._aside = names, aside
        measuring.want(measures)
        self._begun_aside = aside()
        self._traced = seconds_tracing(names)
        self._begun = time.perf_counter()

    def read(self, expression: str) -> tuple[float | None, float | None]:
        """Seconds of running and seconds of tracing; None for what the expression did not do."""
        measuring.want(False)
        seconds = time.perf_counter() - self._begun - (self._aside() - self._begun_aside)
        traced = seconds_tracing(self._names) - self._traced
        if traced > 0:
            return max(seconds - traced, 0.0), traced
        return (seconds if calls_staged(expression, self._names) else None), None


def seconds_tracing(names: Mapping[str, Any]) -> float:
    """What all staged functions and methods among `names` spent tracing so far, where their back end counts it."""
    return sum(getattr(getattr(each, "_entry", None), "seconds_tracing", 0.0) for each in _staged(names))


def calls_staged(expression: str, names: Mapping[str, Any]) -> bool:
    """Whether the expression calls a staged function, or hands one to something that it calls."""
    tree = ast.parse(expression, mode="eval")
    if not any(isinstance(node, ast.Call) for node in ast.walk(tree)):
        return False
    return any(_is_staged(value) for value in _mentioned(tree, names))


def _staged(names: Mapping[str, Any]) -> Iterator[Any]:
    """Each staged function once: those that have a name, and those that are methods of a class that has one."""
    seen: set[int] = set()
    for value in list(names.values()):
        for each in (value, *(vars(value).values() if isinstance(value, type) else ())):
            if _is_staged(each) and id(each) not in seen:
                seen.add(id(each))
                yield each


def _mentioned(node: ast.AST, names: Mapping[str, Any]) -> Iterator[Any]:
    """The values of the names and dotted names in an expression, each dotted name as one."""
    if isinstance(node, ast.Name | ast.Attribute) and (path := _path(node)):
        yield _value(path, names)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _mentioned(child, names)


def _path(node: ast.expr) -> list[str]:
    match node:
        case ast.Name(name):
            return [name]
        case ast.Attribute(value, attribute) if inner := _path(value):
            return [*inner, attribute]
    return []


def _value(path: list[str], names: Mapping[str, Any]) -> Any:
    """What a dotted name means, looked up without running any code of the user."""
    value = names.get(path[0])
    for attribute in path[1:]:
        value = inspect.getattr_static(value, attribute, None)
    return value


def _is_staged(value: Any) -> bool:
    from ag_notebook import staging

    if type(value) in (types.MethodType, staticmethod, classmethod):
        value = value.__func__
    return issubclass(type(value), staging.StagedFunction)
