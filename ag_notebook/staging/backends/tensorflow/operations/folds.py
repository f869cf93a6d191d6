"""`functools.reduce` and `itertools.accumulate` over something staged: a loop of the graph."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import staged_items
from ag_notebook.staging.backends.tensorflow.control.iteration import indexable
from ag_notebook.staging.backends.tensorflow.values.lowering import as_tensor, backend
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.lists import list_append
from ag_notebook.staging.runtime.statements import for_stmt

PACKAGES = ("functools", "_functools", "itertools")
_MISSING = object()


def reduce(function: Callable[..., Any], iterable: Any, initial: Any = _MISSING) -> Any:
    """`functools.reduce(function, iterable, initial)`."""
    value, rest = _begun(iterable, initial, "reduce() of empty iterable with no initial value")
    return for_stmt(
        rest, lambda item, held: (converted_call(function, held, item),), None, (value,), ("value",)
    )[0]


def accumulate(iterable: Any, func: Callable[..., Any] | None = None, *, initial: Any = None) -> list[Any]:
    """`itertools.accumulate(iterable, func, initial=initial)`, as a list."""
    step = operator.add if func is None else func
    value, rest = _begun(
        iterable, _MISSING if initial is None else initial, "accumulate() of an empty iterable"
    )
    made: list[Any] = [value]

    def body(item: Any, held: Any) -> tuple[Any, ...]:
        found = converted_call(step, held, item)
        list_append(made, found)
        return (found,)

    for_stmt(rest, body, None, (value,), ("value",))
    return made


def _begun(iterable: Any, initial: Any, message: str) -> tuple[Any, Any]:
    """The value to begin with, and the items that follow."""
    if initial is not _MISSING:
        return initial, iterable
    is_rows = isinstance(iterable, tf.Tensor) and iterable.shape.rank and (iterable.shape[0] or 0) > 1
    if is_rows or (
        isinstance(iterable, (list, tuple)) and staged_items(iterable) is None and len(iterable) > 1
    ):
        return iterable[0], iterable[1:]
    source = indexable(iterable)
    if not isinstance(source.length, int):
        backend().assert_stmt(as_tensor(source.length) > 0, lambda: TypeError(message))
    elif source.length == 0:
        raise TypeError(message)
    following = backend().builtin("range", (1, as_tensor(source.length)), {})
    return source.item(as_tensor(0)), backend().builtin(
        "map", (lambda i: source.item(as_tensor(i)), following), {}
    )


FOLDS: dict[str, Callable[..., Any]] = {"reduce": reduce, "accumulate": accumulate}
"""By the name of the library's function."""
