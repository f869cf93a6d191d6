"""Compares gradients of Lantern's with finite differences of the function as Python runs it, in float64."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np
from lantern_staging import same

from ag_notebook.staging.backends import lantern

STEP = 1e-3
"""The differences' error is of the fourth order in it."""


def differentiates(function, *arguments, **keywords):
    """Value and gradients for all positional arguments are those of Python and of finite differences, to 1e-5."""
    argnums = tuple(range(len(arguments)))
    value, gradients = lantern.value_and_grad(function, argnums)(*arguments, **keywords)
    want = function(*arguments, **keywords)
    assert same(value, want), f"{function.__name__}{arguments}: {value!r} instead of {want!r}"
    found = list(_places(arguments, gradients, ()))
    assert found, "nothing has a gradient"
    numeric = [_slope(function, arguments, keywords, place, index) for place, index, _ in found]
    scale = max(map(abs, numeric))
    for (place, index, gradient), slope in zip(found, numeric, strict=True):
        assert np.isclose(gradient, slope, rtol=1e-5, atol=1e-9 * scale), (place, index, gradient, slope)
    return value, gradients


def _slope(function, arguments, keywords, place, index) -> float:
    """The derivative by central differences of fourth order."""

    def at(delta):
        return float(function(*_rebuilt(arguments, place, index, delta, (), {}), **keywords))

    return (8 * (at(STEP) - at(-STEP)) - (at(2 * STEP) - at(-2 * STEP))) / (12 * STEP)


def _places(value, gradient, here) -> Iterator[tuple[Any, tuple[int, ...], float]]:
    """All floats with their gradients: where they are (an object and its field, or the way to them), the index, the gradient."""
    if _is_record(value):
        is_taken_apart = isinstance(value, tuple) and type(gradient) is type(value)
        by_object = {id(value): gradient._asdict()} if is_taken_apart else gradient
        assert set(by_object) == set(_reachable(value)), "a gradient for each object that can be reached"
        for key, fields in by_object.items():
            for name, part in fields.items():
                yield from _places(np.asarray(part), np.asarray(part), (key, name))
    elif isinstance(value, dict):
        for key in value:
            yield from _places(value[key], gradient[key], (*here, key))
    elif isinstance(value, (tuple, list)):
        for number, (item, part) in enumerate(zip(value, gradient, strict=True)):
            yield from _places(item, part, (*here, number))
    elif isinstance(value, (float, np.floating, np.ndarray)) and np.asarray(value).dtype.kind == "f":
        assert np.shape(gradient) == np.shape(value) and np.asarray(gradient).dtype == np.float64
        for index in np.ndindex(np.shape(value)):
            yield here, index, np.asarray(gradient)[index]
    else:
        assert gradient is None


def _rebuilt(value, place, index, delta, here, done) -> Any:
    """A copy of a value with another float at one place; what is shared stays shared."""
    if _is_record(value):
        if id(value) not in done:
            fields = {
                name: _rebuilt(held, place, index, delta, (id(value), name), done)
                for name, held in _fields(value).items()
            }
            done[id(value)] = _with_fields(value, fields)
        return done[id(value)]
    if isinstance(value, dict):
        return {key: _rebuilt(held, place, index, delta, (*here, key), done) for key, held in value.items()}
    if isinstance(value, (tuple, list)):
        items = [
            _rebuilt(held, place, index, delta, (*here, number), done) for number, held in enumerate(value)
        ]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if here != place:
        return value
    changed = np.array(value)
    changed[index] += delta
    return changed if isinstance(value, np.ndarray) else type(value)(changed)


def _is_record(value) -> bool:
    kind = type(value)
    plain = (int, float, bool, str, type(None), np.ndarray, np.generic, dict, list)
    return not isinstance(value, plain) and kind is not tuple and not callable(value)


def _fields(value) -> dict[str, Any]:
    return value._asdict() if isinstance(value, tuple) else dict(vars(value))


def _with_fields(value, fields) -> Any:
    if isinstance(value, tuple):
        return type(value)(**fields)
    made = copy.copy(value)
    for name, held in fields.items():
        object.__setattr__(made, name, held)  # also where the class is frozen
    return made


def _reachable(value) -> Iterator[int]:
    """The ids of all records that can be reached."""
    seen, todo = {}, [value]
    while todo:
        each = todo.pop()
        if _is_record(each) and id(each) not in seen:
            seen[id(each)] = each
            todo += _fields(each).values()
    yield from seen
