"""Reads and writes items: of tensors (value semantics), of staged lists, and of Python tables by a staged key."""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import (
    GROWING,
    Choice,
    LazySequence,
    SequenceIterator,
    StagedRange,
    staged_items,
)
from ag_notebook.staging.backends.tensorflow.checks import check_if_caught
from ag_notebook.staging.backends.tensorflow.control.conditionals import required_context, stage_if, switch
from ag_notebook.staging.backends.tensorflow.texts import strings
from ag_notebook.staging.backends.tensorflow.values.copies import stand_in_for_one
from ag_notebook.staging.backends.tensorflow.values.joins import is_none, join
from ag_notebook.staging.backends.tensorflow.values.lists import (
    checked_index,
    list_item,
    list_length,
    set_list_item,
    set_list_slice,
    slice_bound,
    sliced,
    stack,
    stage_items,
)
from ag_notebook.staging.backends.tensorflow.values.lowering import as_tensor, backend
from ag_notebook.staging.backends.tensorflow.values.specs import (
    JoinError,
    Never,
    Spec,
    TensorType,
    as_tensor_type,
    is_number,
)
from ag_notebook.staging.backends.tensorflow.values.structure import spec_of
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.aliases import EXPRESSION
from ag_notebook.staging.runtime.callees import package_of
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.given_arrays import change_in_place, inherit, share
from ag_notebook.staging.runtime.statements import raise_stmt
from ag_notebook.staging.wording import kind_of


def dispatched_getitem(value: Any, index: Any) -> Any:
    """`value[index]`, whoever owns the two."""
    from ag_notebook.staging.runtime.expressions import getitem as dispatch

    return dispatch(value, index)


def dispatched_setitem(value: Any, index: Any, item: Any) -> None:
    """`value[index] = item`, whoever owns the two."""
    from ag_notebook.staging.runtime.expressions import setitem as dispatch

    dispatch(value, index, item)


def plain_index(index: Any) -> Any:
    """An index with its weak numbers, and lists or arrays of numbers, as tensors."""
    if isinstance(index, WeakNumber):
        return index.tensor()
    if isinstance(index, tuple):
        return tuple(plain_index(i) for i in index)
    if isinstance(index, (list, np.ndarray)) and len(index):
        return stack(index) if staged_items(index) is not None else tf.convert_to_tensor(index)
    if isinstance(index, slice):
        return slice(*(plain_index(i) for i in (index.start, index.stop, index.step)))
    return index


_KINDS: dict[type, str] = {range: "range object", list: "list", collections.deque: "deque", tuple: "tuple"}


def getitem(value: Any, index: Any) -> Any:
    """`value[index]` where one of the two is staged."""
    if type(value) is collections.deque and isinstance(index, slice):
        raise TypeError("sequence index must be integer, not 'slice'")
    if staged_items(value) is not None:
        return sliced(value, index) if isinstance(index, slice) else list_item(value, index)
    if isinstance(value, (StagedRange, range)) and isinstance(index, slice):
        return _part_of_range(value, index)
    if isinstance(value, StagedRange):
        from ag_notebook.staging.backends.tensorflow.control.iteration import indexable

        source = indexable(value)
        size = as_tensor(source.length, tf.int32)
        return source.item(checked_index(plain_index(index), size, "range object index out of range"))
    if isinstance(value, (LazySequence, SequenceIterator)):
        raise TypeError("an iterator has no items by number: it is not subscriptable")
    if isinstance(index, Choice):
        return index.ag_each(lambda chosen: dispatched_getitem(value, chosen))
    index = plain_index(index)
    kind = next((name for base, name in _KINDS.items() if isinstance(value, base)), None)
    if kind is not None:
        return _table_item(list(value), index, kind)
    if isinstance(value, dict):
        return _lookup(value, index)
    if isinstance(value, str):
        text = tf.constant(value)
        return (
            strings.item(text, index)
            if isinstance(index, slice)
            else _table_item(list(value), index, "string")
        )
    if isinstance(value, np.ndarray):
        value = tf.constant(value)
    if isinstance(value, tf.Variable):
        return value[index]  # has `assign`, as eagerly
    if isinstance(value, tf.Tensor):
        tensor = value
        if strings.is_text(tensor):
            return strings.item(tensor, index)
        _check_known(tensor, index)
        if isinstance(index, tf.Tensor) and index.dtype.is_integer and index.shape.rank:
            return tf.gather(tensor, tf.where(index < 0, index + tf.shape(tensor, index.dtype)[0], index))
        found = tensor[index]
        return share(found, tensor) if _is_view(found, index) else found
    if package_of(type(value)) in ("tensorflow", "keras") or not hasattr(type(value), "__getitem__"):
        return value[index]
    raise StagingError(
        "AG258",
        f"{kind_of(value)} is looked up by a staged index, which only lists, dicts, texts, ranges and tensors can be.",
        span=user_span(),
        fix="Make a list or a tensor of it first.",
    )


def _is_view(found: tf.Tensor, index: Any) -> bool:
    """Whether NumPy would give a view: not a number, nor what an array of indices or of truth values picks."""
    parts = index if isinstance(index, tuple) else (index,)
    picks = any(
        isinstance(part, tf.Tensor) and (part.shape.rank != 0 or part.dtype == tf.bool) for part in parts
    )
    is_number = found.shape.rank == 0 and not any(part is Ellipsis for part in parts)
    return not picks and not is_number


def _part_of_range(numbers: Any, index: slice) -> StagedRange:
    """A range sliced: a range.

    Raises:
        StagingError: AG258, the step of the slice is staged or negative.
    """
    from ag_notebook.staging.backends.tensorflow.control.iteration import indexable

    step = 1 if index.step is None else index.step
    if type(step) is not int or step < 1:
        raise StagingError(
            "AG258",
            "a range is sliced by a staged bound and a step that is staged or negative.",
            span=user_span(),
            fix="Make a list of it first: list(numbers)[a:b:c].",
        )
    length = as_tensor(indexable(numbers).length, tf.int32)
    first, last = (
        WeakNumber(slice_bound(plain_index(bound), length, default), tf.int32)
        for bound, default in ((index.start, 0), (index.stop, length))
    )
    start, each = numbers.start, numbers.step
    return StagedRange(start + first * each, start + last * each, each * step, backend())


def _check_known(tensor: tf.Tensor, index: Any) -> None:
    """Raises `IndexError`, where the item is read, for indices that are known to lie outside; TensorFlow checks others.

    Raises:
        StagingError: AG270, a handler of the user's would have to catch it at run time.
    """
    for axis, part in enumerate(index if isinstance(index, tuple) else (index,)):
        if part is None or part is Ellipsis:
            return
        if isinstance(part, tf.Tensor):
            check_if_caught(
                functools.partial(_is_within, tensor, axis, part), IndexError("index out of range")
            )
        size = tensor.shape[axis] if tensor.shape.rank is not None and axis < tensor.shape.rank else None
        if type(part) is int and size is not None and not -size <= part < size:
            raise_stmt(IndexError("index out of range"))


def _is_within(tensor: tf.Tensor, axis: int, index: tf.Tensor) -> tf.Tensor:
    size = tf.shape(tensor, index.dtype)[axis]
    return tf.reduce_all((index >= -size) & (index < size))


def pick(table: list[Any], index: Any) -> Choice:
    """The one of the objects in a Python list that a staged index names; what is done to it is done to that one."""
    from ag_notebook.staging.backends.tensorflow.values.lowering import backend

    at = checked_index(plain_index(index), len(table), "list index out of range")
    return Choice(at, list(table), backend())


def _table_item(table: list[Any], index: Any, kind: str = "list") -> Any:
    """A Python list, tuple or text (`kind`) looked up by a staged index."""
    if isinstance(index, slice) and kind == "tuple":
        raise StagingError(
            "AG261",
            "a slice of a tuple has no length that Python knows, as a bound of it is staged.",
            span=user_span(),
            fix="Slice a list: list(items)[:n].",
        )
    if isinstance(index, slice):
        found = list(table)
        stage_items(found, Never())
        return sliced(found, index)
    if not table:
        raise IndexError(f"{kind} index out of range")
    at = checked_index(index, len(table), f"{kind} index out of range")
    common = _common(table)
    if common is not None:
        found = tf.gather(tf.stack([as_tensor(item, common.dtype) for item in table]), at)
        inherit(found, *table)
        return WeakNumber(found, common.dtype) if common.weak and common.dtype != tf.bool else found
    context = required_context()
    split = dict(context.split)
    found = switch(at, [functools.partial(_itself, item) for item in table])
    context.split = split  # a change of what was found is made to the one that it stands for
    stand_in_for_one(found, table, at)
    return found


def _itself(value: Any) -> Any:
    return value


def _common(table: Sequence[Any]) -> TensorType | None:
    """The tensor type of all items, if they have one with a static shape."""
    found: Spec = Never()
    try:
        for item in table:
            found = join(found, spec_of(item))
    except JoinError:
        return None
    if is_number(found) and not is_none(found):
        kind = as_tensor_type(found)
        return kind if kind.shape.is_fully_defined() else None
    return None


def _lookup(table: dict[Any, Any], key: Any) -> Any:
    """A dict looked up by a staged key: `KeyError` at run time where there is none."""
    from ag_notebook.staging.backends.tensorflow.backend import BACKEND

    found = _matches(table, key)
    held = [table[k] for k in found]
    matches = tf.stack(list(found.values())) if found else tf.zeros([0], tf.bool)

    def item() -> tuple[Any]:
        return (_table_item(held, tf.argmax(tf.cast(matches, tf.int32), output_type=tf.int32)),)

    if isinstance(table, collections.Counter):
        return stage_if(tf.reduce_any(matches), item, lambda: (0,), (EXPRESSION,))[0] if found else 0
    missing = _new_key() if hasattr(type(table), "__missing__") else functools.partial(KeyError, key)
    if not found:
        raise_stmt(missing())
    BACKEND.assert_stmt(tf.reduce_any(matches), missing)
    return item()[0]


def _new_key() -> Callable[[], StagingError]:
    """What refuses a key that would have to be added, at the line that is being traced."""
    span = user_span()
    return lambda: StagingError(
        "AG255",
        "a key that is staged is not in the dict yet, and cannot be added to it.",
        span=span,
        fix="Put every key into the dict first, or use a tensor.",
    )


def _matches(table: dict[Any, Any], key: Any) -> dict[Any, tf.Tensor]:
    """The keys of a dict that may be a staged one, or a tuple with staged parts; and whether each is."""
    from ag_notebook.staging.backends.tensorflow.backend import BACKEND

    alike = [k for k in table if isinstance(k, tuple) or is_number(spec_of(k))]
    found = {
        k: BACKEND.compare("==", key, k) for k in alike if isinstance(k, tuple) is isinstance(key, tuple)
    }
    return {k: tf.convert_to_tensor(match) for k, match in found.items() if match is not False}


def setitem(value: Any, index: Any, item: Any) -> Any:
    """`value[index] = item`; returns what the name is bound to afterwards."""
    if type(value) in GROWING:
        if isinstance(index, slice):
            set_list_slice(value, index, item)
            return value
        set_list_item(value, plain_index(index), item)
        return value
    if isinstance(value, dict):
        if isinstance(index, Choice):
            index.ag_each(lambda chosen: dispatched_setitem(value, chosen, item))
            return value
        return _set_dict_item(value, plain_index(index), item)
    if isinstance(value, np.ndarray):
        raise StagingError(
            "AG253",
            "a staged value cannot be stored in a numpy array.",
            span=user_span(),
            fix="Use a tensor: x = tf.zeros(…), then x[i] = v.",
        )
    if isinstance(value, tf.Variable):
        raise StagingError(
            "AG254",
            "items of a tf.Variable cannot be assigned.",
            span=user_span(),
            fix="Use variable[index].assign(value).",
        )
    if isinstance(value, tf.Tensor):
        change_in_place(value)
        return _set_tensor_item(value, plain_index(index), item)
    value[index] = item
    return value


def _set_dict_item(table: dict[Any, Any], key: Any, item: Any) -> Any:
    """A dict written under a staged key: each entry is kept or replaced, and the key must be there already."""
    from ag_notebook.staging.backends.tensorflow.backend import BACKEND

    matches = _matches(table, key)
    missing = _new_key()
    if not matches:
        raise missing()
    BACKEND.assert_stmt(tf.reduce_any(tf.stack(list(matches.values()))), missing)
    for known, match in matches.items():
        old = table[known]
        table[known] = stage_if(match, lambda: (item,), functools.partial(_itself, (old,)), (EXPRESSION,))[0]
    return table


def _set_tensor_item(tensor: tf.Tensor, index: Any, item: Any) -> tf.Tensor:
    """The tensor with the items at `index` replaced (value semantics: other names keep the old tensor)."""
    if isinstance(item, (list, tuple)):
        item = (
            stack(item)
            if staged_items(item) is not None
            else tf.stack([as_tensor(v, tensor.dtype) for v in item])
        )
    item_tensor = as_tensor(item) if not isinstance(item, (bool, int, float)) else None
    is_strong = not isinstance(item, WeakNumber)
    if item_tensor is not None and is_strong and not _fits(item_tensor.dtype, tensor.dtype):
        raise StagingError(
            "AG256",
            f"a {item_tensor.dtype.name} value does not fit a {tensor.dtype.name} tensor.",
            span=user_span(),
            fix="Convert one of the two with tf.cast.",
        )
    written = as_tensor(item, tensor.dtype)
    if isinstance(index, tf.Tensor) and index.dtype == tf.bool:
        mask = index
        for _ in range((tensor.shape.rank or 0) - (mask.shape.rank or 0)):
            mask = mask[..., None]
        return tf.where(mask, tf.broadcast_to(written, tf.shape(tensor)), tensor)
    if type(index) is int or (isinstance(index, tf.Tensor) and index.shape.rank == 0):
        at = checked_index(index, tf.shape(tensor)[0], "index out of range")
        row = tf.broadcast_to(written, tf.shape(tensor)[1:])
        changed = tf.tensor_scatter_nd_update(tensor, [[at]], row[None])
    else:
        changed = _scatter(tensor, index, written)
    changed.set_shape(tensor.shape)
    return changed


def _fits(source: tf.DType, target: tf.DType) -> bool:
    return source == target or bool(np.can_cast(source.as_numpy_dtype, target.as_numpy_dtype, casting="safe"))


def _scatter(tensor: tf.Tensor, index: Any, written: tf.Tensor) -> tf.Tensor:
    """Any other index: the places are found by indexing the positions of all items."""
    size = tf.size(tensor)
    positions = tf.reshape(tf.range(size), tf.shape(tensor))
    places = getitem(positions, index)
    values = tf.broadcast_to(written, tf.shape(places))
    flat = tf.tensor_scatter_nd_update(
        tf.reshape(tensor, [-1]), tf.reshape(places, [-1, 1]), tf.reshape(values, [-1])
    )
    return tf.reshape(flat, tf.shape(tensor))


def unpack(value: Any, count: int, star: int | None) -> Sequence[Any]:
    """The items of a tensor, staged list or sequence for a tuple target; a starred one takes the staged contents between.

    Raises:
        ValueError: the number of items is known and does not match.
    """
    from ag_notebook.staging.backends.tensorflow.control.iteration import indexable, rows_of
    from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin

    is_tensor = isinstance(value, (tf.Tensor, tf.Variable))
    if is_tensor and strings.is_text(value):
        value = strings.characters(value)
    if is_tensor and value.shape.rank == 0:
        raise TypeError("cannot unpack a scalar tensor")
    if is_tensor and value.shape.rank and value.shape[0] is not None:
        return _unpack_known(rows_of(value), count, star)
    if star is None:
        source = indexable(value)
        _check_length(source.length, count)
        return [source.item(tf.constant(i)) for i in range(count)]
    items = builtin("list", (value,), {})
    if staged_items(items) is None:
        return _unpack_known(items, count, star)
    length, after = list_length(items), count - 1 - star
    _check_length(length, count - 1, at_least=True)
    return [
        *(list_item(items, i) for i in range(star)),
        *sliced(items, slice(star, length - after)),
        *(list_item(items, i - after) for i in range(after)),
    ]


def _unpack_known(items: list[Any], count: int, star: int | None) -> list[Any]:
    """The items that Python counts, for `count` targets."""
    _check_length(len(items), count if star is None else count - 1, at_least=star is not None)
    return items


def _check_length(length: Any, wanted: int, *, at_least: bool = False) -> None:
    """That a sequence of a length, staged or not, can be unpacked to `wanted` targets, or to more."""
    from ag_notebook.staging.backends.tensorflow.backend import BACKEND

    expected = f"at least {wanted}" if at_least else str(wanted)
    few, many = "not enough values to unpack", f"too many values to unpack (expected {wanted})"
    if isinstance(length, int):
        if length < wanted:
            raise ValueError(f"{few} (expected {expected}, got {length})")
        if length > wanted and not at_least:
            raise ValueError(many)
        return
    size = as_tensor(length, tf.int32)
    BACKEND.assert_stmt(
        size >= wanted,
        lambda: ValueError(BACKEND.text([f"{few} (expected {expected}, got ", (size, "", ""), ")"])),
    )
    if not at_least:
        BACKEND.assert_stmt(size <= wanted, lambda: ValueError(many))
