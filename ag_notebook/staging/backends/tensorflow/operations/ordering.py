"""`max`, `min` and `sorted` of staged items: numbers as one tensor, other items by comparing them one by one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import resolved, staged_items
from ag_notebook.staging.backends.tensorflow.control.iteration import indexable
from ag_notebook.staging.backends.tensorflow.texts import strings
from ag_notebook.staging.backends.tensorflow.values.lengths import known_length
from ag_notebook.staging.backends.tensorflow.values.lists import stack
from ag_notebook.staging.backends.tensorflow.values.lowering import as_tensor, backend
from ag_notebook.staging.backends.tensorflow.values.specs import (
    TensorType,
    as_tensor_type,
    is_number,
    join_dtypes,
)
from ag_notebook.staging.backends.tensorflow.values.structure import spec_of
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber, promote
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.events import user_span

_Reduce = Callable[..., tf.Tensor]


def rows(values: Any) -> tf.Tensor:
    """The items of a sequence of numbers as one tensor, of their common dtype.

    Raises:
        StagingError: AG260, an item is no number.
    """
    if isinstance(values, (list, tuple)) and staged_items(values) is None:
        kinds = [as_tensor_type(spec_of(v)) for v in values if is_number(spec_of(v))]
        if len(kinds) != len(values):
            raise StagingError(
                "AG260",
                "the items are not all numbers.",
                span=user_span(),
                fix="Give a key that is a number or a tuple of numbers: key=lambda item: item[0].",
            )
        if not kinds:
            return tf.zeros([0], tf.int32)
        dtype, weak = kinds[0].dtype, kinds[0].weak
        for kind in kinds[1:]:
            dtype, weak = join_dtypes(dtype, kind.dtype, weak, kind.weak)
        return tf.stack([as_tensor(v, dtype) for v in values])
    if not isinstance(values, (tf.Tensor, tf.Variable)):
        values = stack(_as_list(values))
        if isinstance(values, list):
            return rows(values)
    return tf.convert_to_tensor(values)


def _as_list(values: Any) -> list[Any]:
    made: list[Any] = backend().builtin("list", (values,), {})
    return made


def _are_numbers(values: Any) -> bool:
    """Whether the items are numbers of one tensor, as far as it is known before they are stacked."""
    staged = staged_items(values)
    if staged is not None:
        return isinstance(staged.element, TensorType) and staged.element.dtype != tf.string
    if isinstance(values, (list, tuple)):
        return all(is_number(spec_of(v)) for v in values) and not any(map(_is_text, values))
    return not _is_text(values)


def _is_text(value: Any) -> bool:
    return type(value) is str or getattr(value, "dtype", None) == tf.string


def extreme(name: str, pair: _Reduce, reduce: _Reduce, argument: _Reduce) -> Callable[..., Any]:
    """`max` or `min`."""
    missing = f"{name}() arg is an empty sequence"

    def function(*args: Any, key: Any = None, **kwargs: Any) -> Any:
        if len(args) > 1:
            compared = key is not None or any(isinstance(a, (tuple, list)) or _is_text(a) for a in args)
            return best_of(list(args), key) if compared else _folded(args)
        values = args[0]
        if type(key) is list and values:
            return best_of(values, key)
        if not isinstance(values, (list, tuple, tf.Tensor, tf.Variable)):
            values = _as_list(values)
        if isinstance(values, (list, tuple)) and not values:
            if "default" in kwargs:
                return kwargs["default"]
            raise ValueError(missing)
        return _of_sequence(values, key, kwargs)

    def _folded(args: tuple[Any, ...]) -> Any:
        result = args[0]
        for value in args[1:]:
            result = pairwise(name, pair, result, value)
        return result

    def best_of(items: list[Any], key: Any) -> Any:
        """The best of items that Python counts, found by comparing: the first one of equal ones."""
        from ag_notebook.staging.runtime.expressions import gt, if_exp, lt

        better = gt if name == "max" else lt
        keys = items if key is None else key if type(key) is list else [converted_call(key, i) for i in items]
        best, best_key = items[0], keys[0]
        for item, item_key in zip(items[1:], keys[1:], strict=True):
            test = better(item_key, best_key)
            best, best_key = if_exp(test, lambda: (item, item_key), lambda: (best, best_key))  # noqa: B023
        return best

    def _of_sequence(values: Any, key: Any, kwargs: dict[str, Any]) -> Any:
        if (
            isinstance(values, (list, tuple))
            and staged_items(values) is None
            and not (_are_numbers(values) and key is None)
        ):
            return best_of(list(values), key)
        held = indexable(values)
        if isinstance(values, (tf.Tensor, tf.Variable)) and tf.convert_to_tensor(values).shape.rank != 1:
            raise StagingError(
                "AG260",
                f"{name}() of rows of a tensor is ambiguous.",
                span=user_span(),
                fix=f"Use tf.reduce_{name}.",
            )

        def found() -> Any:
            if key is None and _are_numbers(values):
                numbers = rows(values)
                return tf.cast(_of_numbers(name, reduce, _sortable(numbers)), numbers.dtype)
            parts = _keys(values, key)
            if len(parts) == 1:
                return held.item(tf.cast(_place_of_number(name, argument, parts[0]), tf.int32))
            direction = "DESCENDING" if name == "max" else "ASCENDING"
            return held.item(_positions(parts, as_tensor(held.length, tf.int32), direction)[0])

        if isinstance(held.length, int) and held.length > 0:
            return found()
        size = as_tensor(held.length, tf.int32)
        if "default" in kwargs:
            from ag_notebook.staging.backends.tensorflow.control.conditionals import choose

            return choose(size > 0, found, lambda: kwargs["default"])
        if isinstance(held.length, int) and held.length == 0:
            raise ValueError(missing)
        backend().assert_stmt(size > 0, lambda: ValueError(missing))
        return found()

    return function


_WORST = {"max": -math.inf, "min": math.inf}


def _without_nan(name: str, numbers: tf.Tensor) -> tf.Tensor:
    return tf.where(tf.math.is_nan(numbers), tf.constant(_WORST[name], numbers.dtype), numbers)


def _of_numbers(name: str, reduce: _Reduce, numbers: tf.Tensor) -> tf.Tensor:
    """The best of a vector. Python compares each with the best one so far: it passes NaN over, but for a first one."""
    if not numbers.dtype.is_floating:
        return reduce(numbers, 0)
    first = numbers[0]
    return tf.where(tf.math.is_nan(first), first, reduce(_without_nan(name, numbers), 0))


def _place_of_number(name: str, argument: _Reduce, numbers: tf.Tensor) -> tf.Tensor:
    if not numbers.dtype.is_floating:
        return argument(numbers, 0)
    found = argument(_without_nan(name, numbers), 0)
    return tf.where(tf.math.is_nan(numbers[0]), tf.zeros_like(found), found)


def _better(name: str, pair: _Reduce, left: tf.Tensor, right: tf.Tensor) -> tf.Tensor:
    """The right one where it is better, else the left one: so with NaN, of which TensorFlow's `maximum` gives NaN."""
    known = tf.get_static_value(right)
    if not right.dtype.is_floating or (known is not None and not np.isnan(known).any()):
        return pair(left, right)
    return tf.where(right > left if name == "max" else right < left, right, left)


def pairwise(name: str, pair: _Reduce, a: Any, b: Any) -> Any:
    """`max(a, b)` or `min(a, b)`, by `name`."""
    a, b = _number(a), _number(b)
    if all(type(v) is bool or getattr(v, "dtype", None) == tf.bool for v in (a, b)):
        return tf.cast(pair(*(tf.cast(v, tf.int32) for v in (a, b))), tf.bool)
    if any(isinstance(v, WeakNumber) or type(v) in (int, float, bool) for v in (a, b)):
        left, right, weak = promote(a, b)
        found = _better(name, pair, left, right)
        return WeakNumber(found, found.dtype) if weak else found
    kinds = [as_tensor_type(spec_of(v)) for v in (a, b)]
    dtype = join_dtypes(kinds[0].dtype, kinds[1].dtype, kinds[0].weak, kinds[1].weak)[0]
    return _better(name, pair, as_tensor(a, dtype), as_tensor(b, dtype))


def _number(value: Any) -> Any:
    if isinstance(value, WeakNumber):
        return value
    value = resolved(value)
    return tf.convert_to_tensor(value) if isinstance(value, tf.Variable) else value


def in_order(values: Any, *, key: Any = None, reverse: Any = False) -> Any:
    """`sorted`: by a tensor of keys where there is one, else by the parts of the items, last part first."""
    if not isinstance(values, (list, tuple, tf.Tensor, tf.Variable)):
        values = _as_list(values)
    if isinstance(values, (list, tuple)) and len(values) < 2 and staged_items(values) is None:
        return list(values)
    if not isinstance(reverse, (bool, int)):
        from ag_notebook.staging.backends.tensorflow.control.conditionals import choose

        return choose(
            reverse,
            lambda: in_order(values, key=key, reverse=True),
            lambda: in_order(values, key=key, reverse=False),
        )
    direction = "DESCENDING" if reverse else "ASCENDING"
    if key is None and strings.is_text(values):
        codes = tf.sort(tf.strings.unicode_decode(values, "UTF-8"), direction=direction)
        return _as_list(tf.strings.unicode_encode(codes[:, None], "UTF-8"))
    if key is None and _are_numbers(values):
        numbers = rows(values)
        found = tf.sort(_sortable(numbers), direction=direction)
        found.set_shape([known_length(values), *found.shape[1:]])
        return _as_list(tf.cast(found, numbers.dtype))
    keys = _keys(values, key)
    held = indexable(values)
    order = _positions(keys, as_tensor(held.length, tf.int32), direction)
    if isinstance(values, (tf.Tensor, tf.Variable)):
        return _as_list(tf.gather(values, order))
    if staged_items(values) is not None:
        return _as_list(backend().builtin("map", (lambda i: held.item(as_tensor(i)), order), {}))
    return [held.item(order[i]) for i in range(len(values))]


def _positions(keys: list[tf.Tensor], length: tf.Tensor, direction: str) -> tf.Tensor:
    """The indices of the items in the order of their keys; equal ones keep their order."""
    order = tf.range(length)
    for part in reversed(keys):
        order = tf.gather(order, tf.argsort(tf.gather(part, order), direction=direction, stable=True))
    return order


def _keys(values: Any, key: Any) -> list[tf.Tensor]:
    """The keys of all items as tensors: one, or one for each part where a key is a tuple.

    `key` is a function, or a list of the keys themselves.
    """
    if key is None or type(key) is list:
        found = values if key is None else key
    else:
        found = _as_list(backend().builtin("map", (key, values), {}))
    if (
        isinstance(found, (list, tuple))
        and found
        and staged_items(found) is None
        and all(isinstance(item, type(found[0])) and staged_items(item) is None for item in found)
        and isinstance(found[0], (list, tuple))
        and len({len(item) for item in found}) == 1
    ):
        return [_key_rows(_ranked(list(column))) for column in zip(*found, strict=True)]
    staged = staged_items(found)
    if staged is not None and not isinstance(staged.element, TensorType):
        from ag_notebook.staging.backends.tensorflow.values.lists import rows_of

        parts = rows_of(found)
        if any(t.shape.rank != 0 for t in staged.element.tensors()):
            raise _unordered()
        return [_sortable(p) for p in parts]
    return [_key_rows(_ranked(found) if type(found) is list and staged is None else found)]


def _ranked(texts: list[Any]) -> list[Any]:
    """Python's texts as numbers in the same order, any other values as they are."""
    if not all(type(text) is str for text in texts):
        return texts
    order = sorted(set(texts))
    return [order.index(text) for text in texts]


def _key_rows(values: Any) -> tf.Tensor:
    return _sortable(rows(values))


def _sortable(keys: tf.Tensor) -> tf.Tensor:
    if keys.dtype == tf.bool:
        return tf.cast(keys, tf.int32)
    if keys.shape.rank != 1 or (keys.dtype == tf.string and keys.shape[0] is None):
        raise _unordered()
    return _ranks(keys) if keys.dtype == tf.string else keys


def _ranks(words: tf.Tensor) -> tf.Tensor:
    """How many of a few texts stand before each one: numbers in the same order."""
    items = tf.unstack(words)
    before = [[tf.cast(strings.order(a, b) < 0, tf.int32) for a in items] for b in items]
    return tf.stack([tf.add_n(row) for row in before])


def _unordered() -> StagingError:
    return StagingError(
        "AG260",
        "only numbers and tuples of numbers can be put in order in a graph.",
        span=user_span(),
        fix="Pass a key that gives numbers.",
    )
