"""Makes arguments for a function by what its parameters are annotated with: edge cases, then drawn ones.

    def f(n: int, xs: list[float], x: tf.TensorSpec([None], tf.float32)): ...

Drawn by a generator with a fixed seed: the same function is checked on the same arguments each time. A parameter without
annotation, or with one that says nothing here, keeps the value of a call that was given, or its default.
"""

from __future__ import annotations

import inspect
import random
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Literal, Union

MOST_CASES = 6

_EDGES: dict[Any, list[Any]] = {
    int: [0, 1, -1],
    float: [0.0, 1.0, -1.5],
    bool: [False, True],
    str: ["", "a", "two wörds"],
    type(None): [None],
}


class Unknown(Exception):  # noqa: N818  it is caught where it says why, and never seen
    """There is no way to make an argument."""


def generated(
    function: Callable[..., Any], signature: inspect.Signature, given: Mapping[str, Any], checks: Any
) -> tuple[list[dict[str, Any]], str]:
    """Arguments by name for several calls, and why there are none, where there are none.

    `given` are those of a call that is known: its tensors say that numbers are to be tensors, too.
    """
    hints = hints_of(function, signature)
    if not hints:
        return [], "no parameter is annotated"
    draw = random.Random(0)  # noqa: S311  cases, no secrets
    columns: dict[str, list[Any]] = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
            continue
        default = [] if parameter.default is inspect.Parameter.empty else [parameter.default]
        try:
            found = examples_of(hints[name], draw, checks) if name in hints else []
        except Unknown as unknown:
            if not default and name not in given:
                return [], f"there are no examples for the annotation `{name}: {unknown}`"
            found = []
        if name in given:
            found = [checks.like(each, given[name]) for each in found] or [given[name]]
        columns[name] = found + [d for d in default if not _is_among(d, found)]
        if not columns[name]:
            return [], f"parameter `{name}` is not annotated"
    count = min(max(map(len, columns.values()), default=0), MOST_CASES)
    return [
        {name: column[case % len(column)] for name, column in columns.items()} for case in range(count)
    ], ""


def _is_among(value: Any, items: list[Any]) -> bool:
    return any(type(each) is type(value) and each is value for each in items)


def hints_of(function: Callable[..., Any], signature: inspect.Signature) -> dict[str, Any]:
    """The annotations, those that are texts evaluated; what has no value stays a text, which nothing is an example of."""
    given = {
        name: each.annotation
        for name, each in signature.parameters.items()
        if each.annotation is not each.empty
    }
    return {
        name: _evaluated(function, each) if isinstance(each, str) else each for name, each in given.items()
    }


def _evaluated(function: Callable[..., Any], annotation: str) -> Any:
    from ag_notebook.staging.function import plain_function

    try:
        plain = inspect.unwrap(plain_function(function))
        return eval(annotation, plain.__globals__, dict(inspect.getclosurevars(plain).nonlocals))
    except Exception:  # noqa: BLE001  an annotation is any expression, which fails in any way
        return annotation


def examples_of(annotation: Any, draw: random.Random, checks: Any) -> list[Any]:
    """Edge cases, and one or two drawn values.

    Raises:
        Unknown: there is no way to make a value of this type.
    """
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation in (None, type(None)):
        return [None]
    if isinstance(annotation, type) and annotation in _EDGES:
        return [*_EDGES[annotation], *_drawn(annotation, draw)]
    if origin is Literal:
        return list(arguments)
    if origin in (Union, types.UnionType):
        return [each for kind in arguments for each in examples_of(kind, draw, checks)]
    if origin is list and arguments:
        items = examples_of(arguments[0], draw, checks)
        return [[], items[:1], [draw.choice(items) for _ in range(3)], items]
    if origin is tuple and arguments:
        if arguments[-1] is Ellipsis:
            items = examples_of(arguments[0], draw, checks)
            return [(), tuple(items[:1]), tuple(items)]
        columns = [examples_of(kind, draw, checks) for kind in arguments]
        return [tuple(column[case % len(column)] for column in columns) for case in range(3)]
    if origin is dict and arguments and arguments[0] is str:
        items = examples_of(arguments[1], draw, checks)
        return [{}, dict(zip("abc", items))]
    found: list[Any] = checks.examples(annotation, draw)
    if not found:
        raise Unknown(getattr(annotation, "__name__", str(annotation)))
    return found


def _drawn(kind: type, draw: random.Random) -> list[Any]:
    if kind is int:
        return [draw.randint(2, 30), -draw.randint(2, 30)]
    if kind is float:
        return [round(draw.uniform(-10.0, 10.0), 3)]
    return []
