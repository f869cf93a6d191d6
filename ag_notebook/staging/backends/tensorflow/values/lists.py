"""Works on lists and deques whose contents are staged: they hold one `StagedItems`."""

from __future__ import annotations

import collections
import copy
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import StagedItems, staged_items
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.values.copies import holds_mutable, stand_in_for_item
from ag_notebook.staging.backends.tensorflow.values.functions import tensors_of
from ag_notebook.staging.backends.tensorflow.values.joins import describe, element_spec, join
from ag_notebook.staging.backends.tensorflow.values.lowering import (
    as_index,
    as_integer,
    as_tensor,
    backend,
    lift,
    list_handles,
    lower,
    note_listed,
    shape_argument,
)
from ag_notebook.staging.backends.tensorflow.values.specs import Constant, JoinError, Never, Spec, TensorType
from ag_notebook.staging.backends.tensorflow.values.structure import spec_of
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.effects import refill
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.given_arrays import inherit, share
from ag_notebook.staging.runtime.stand_ins import note_move


def contents(items: list[Any]) -> StagedItems:
    """The staged contents of a list; a list of Python items is staged first.

    Raises:
        StagingError: AG250, its items have no common type.
    """
    found = staged_items(items)
    return stage_items(items, Never()) if found is None else found


def stage_items(items: list[Any], more: Spec) -> StagedItems:
    """Stages a list in place, with elements that `more` fits too."""
    element: Spec = more
    try:
        for item in items:
            element = join(element, spec_of(item))
        element = element_spec(element)
        found = StagedItems(tuple(list_handles(items, element)), element, backend())
    except JoinError as error:
        raise StagingError(
            "AG250",
            f"the items of a list differ: {error}.",
            span=user_span(),
            fix="Keep values of different kinds in different lists.",
        ) from None
    refill(items, [found])
    return found


def join_parts(items: list[Any]) -> None:
    """Makes one staged list, in place, of a list that holds staged contents among other items.

    It is made in the graph of its parts, which may be outside of the branch or body that looks at the list first:
    that branch may be discarded, and others look at the list too.
    """
    with private.innermost_graph([t for part in items for t in tensors_of(part)]):
        made: list[Any] = []
        for part in list(items):
            if not isinstance(part, StagedItems):
                _append_any(made, part)
            elif not made:
                made = [part]
            else:
                _extend(made, [part])
    refill(items, made)


def _append_any(items: list[Any], item: Any) -> None:
    if len(items) == 1 and isinstance(items[0], StagedItems):
        append(items, item)
    else:
        items.append(item)


def list_length(items: list[Any]) -> Any:
    """The length: a weak int32, or a Python int where no item was ever appended."""
    staged = contents(items)
    if not staged.handles:
        return 0
    return WeakNumber(tf.raw_ops.TensorListLength(input_handle=staged.handles[0]), tf.int32)


def _position(items: list[Any], index: Any) -> tf.Tensor:
    """The index from the start, checked at run time to lie in the list."""
    length = as_tensor(list_length(items), tf.int32)
    return checked_index(index, length, f"{type(items).__name__} index out of range")


def checked_index(index: Any, length: Any, message: str) -> tf.Tensor:
    """A Python index (negative ones count from the end) as one from 0, or `IndexError` at run time."""
    at = as_index(index)
    if type(index) is int:
        at = at + length if index < 0 else at
    else:
        at = tf.where(at < 0, at + length, at)
    backend().assert_stmt(tf.logical_and(at >= 0, at < length), lambda: IndexError(message))
    return at


def check_step(step: Any, message: str) -> None:
    """Raises `ValueError`, at run time where the step is staged, if it is zero."""
    nonzero = step != 0 if type(step) is int else tf.not_equal(as_tensor(as_integer(step)), 0)
    backend().assert_stmt(nonzero, lambda: ValueError(message))


def _typed(kind: TensorType, tensor: tf.Tensor) -> tf.Tensor:
    tensor.set_shape(kind.shape)
    return tensor


def list_item(items: list[Any], index: Any) -> Any:
    """`items[index]`: what can be changed in it stands for the item."""
    staged = contents(items)
    at = _position(items, index)
    value = _read(staged, at)
    if holds_mutable(staged.element):
        stand_in_for_item(value, items, at, _write)
    return value


def _read(staged: StagedItems, at: tf.Tensor) -> Any:
    parts = [
        _typed(
            t,
            tf.raw_ops.TensorListGetItem(
                input_handle=h, index=at, element_shape=shape_argument(t), element_dtype=t.dtype
            ),
        )
        for h, t in zip(staged.handles, staged.element.tensors(), strict=True)
    ]
    if not parts:
        raise IndexError("list index out of range")
    return share(lift(staged.element, iter(parts)), staged)


def set_list_item(items: list[Any], index: Any, item: Any) -> None:
    """`items[index] = item`."""
    _write(items, _position(items, index), item)
    _note(items, item, moved=True)


def _note(items: list[Any], *put: Any, moved: bool = False) -> None:
    """Says what was put into a list whose items can be changed, and that items are not where they were."""
    if not holds_mutable(contents(items).element):
        return
    for item in put:
        note_listed(item)
    if moved:
        note_move(items)


def _write(items: list[Any], at: Any, item: Any) -> None:
    """Puts an item where another one is, at an index from 0."""
    staged = _fitting(items, item)
    handles = tuple(
        tf.raw_ops.TensorListSetItem(input_handle=h, index=at, item=p)
        for h, p in zip(staged.handles, lower(item, staged.element), strict=True)
    )
    items[0] = inherit(StagedItems(handles, staged.element, backend()), staged, item)


def set_list_slice(items: list[Any], index: slice, others: Any) -> None:
    """`items[a:b] = others`.

    Raises:
        StagingError: AG252, the slice has a step.
    """
    if index.step not in (None, 1):
        raise StagingError(
            "AG252",
            "a slice with a step cannot be assigned in a list whose contents are staged.",
            span=user_span(),
            fix="Assign item by item.",
        )
    new: list[Any] = []
    _extend(new, others)
    length = as_tensor(list_length(items), tf.int32)
    start = slice_bound(index.start, length, 0)
    stop = tf.maximum(start, slice_bound(index.stop, length, length))
    before, after = list(items), list(items)
    _rebuild(before, lambda rows: rows[:start])
    _rebuild(after, lambda rows: rows[stop:])
    for part in (new, after):
        _extend(before, part)
    refill(items, before)
    _note(items, moved=True)


def slice_bound(bound: Any, length: tf.Tensor, default: Any) -> tf.Tensor:
    """A bound of a slice as an index from 0 to `length`."""
    at = as_index(default if bound is None else bound)
    return tf.clip_by_value(tf.where(at < 0, at + length, at), 0, length)


def _fitting(items: list[Any], item: Any) -> StagedItems:
    """The contents, with an element type that fits `item` too."""
    staged = contents(items)
    try:
        element = element_spec(join(staged.element, spec_of(item)))
        if element != staged.element:
            staged = StagedItems(tuple(list_handles(items, element)), element, backend())
    except JoinError as error:
        raise StagingError(
            "AG250",
            f"a list of {describe(staged.element)} cannot take {describe(spec_of(item))}: {error}.",
            span=user_span(),
            fix="Keep values of different kinds in different lists.",
        ) from None
    return staged


def append(items: list[Any], item: Any) -> None:
    """`items.append(item)`."""
    staged = _fitting(items, item)
    # The identity: the gradient of a loop takes a handle that is pushed onto for its own list of the loop's values.
    handles = tuple(
        tf.raw_ops.TensorListPushBack(input_handle=tf.identity(h), tensor=p)
        for h, p in zip(staged.handles, lower(item, staged.element), strict=True)
    )
    items[0] = inherit(StagedItems(handles, staged.element, backend()), staged, item)
    _note(items, item)


_EMPTY: dict[type, str] = {list: "pop from empty list", collections.deque: "pop from an empty deque"}


def pop(items: list[Any], *index: Any) -> Any:
    """`items.pop()`, or `items.pop(index)`."""
    staged = contents(items)
    if index and not (type(index[0]) is int and index[0] == -1):
        at = _position(items, index[0])
        item = _read(staged, at)
        _rebuild(items, lambda rows: tf.concat([rows[:at], rows[at + 1 :]], 0))
        return item
    backend().assert_stmt(
        as_tensor(list_length(items), tf.int32) > 0, lambda: IndexError(_EMPTY[type(items)])
    )
    popped = [
        tf.raw_ops.TensorListPopBack(input_handle=h, element_shape=shape_argument(t), element_dtype=t.dtype)
        for h, t in zip(staged.handles, staged.element.tensors(), strict=True)
    ]
    items[0] = StagedItems(tuple(h for h, _ in popped), staged.element, backend())
    _note(items, moved=True)
    kinds = staged.element.tensors()
    return lift(staged.element, iter([_typed(k, t) for k, (_, t) in zip(kinds, popped, strict=True)]))


def rows_of(items: list[Any]) -> list[tf.Tensor]:
    """What each tensor of an element is in all of them, as one tensor."""
    staged = contents(items)
    return [_stacked(h, t) for h, t in zip(staged.handles, staged.element.tensors(), strict=True)]


def _rebuild(items: list[Any], change: Any) -> None:
    staged = contents(items)
    handles = tuple(
        tf.raw_ops.TensorListFromTensor(tensor=change(rows), element_shape=shape_argument(t))
        for rows, t in zip(rows_of(items), staged.element.tensors(), strict=True)
    )
    items[0] = StagedItems(handles, staged.element, backend())
    _note(items, moved=True)


def repeated(items: list[Any], times: Any) -> list[Any]:
    """`items * times`: a new list.

    Raises:
        StagingError: AG264, the items can be changed, and would all be one and the same.
    """
    made = list(items)
    staged = contents(made)
    if holds_mutable(staged.element):
        raise StagingError(
            "AG264",
            "a list of lists or objects cannot be repeated by a staged number.",
            span=user_span(),
            fix="Make each item anew: [[0] * m for _ in range(n)].",
        )
    count = tf.maximum(as_index(times), 0)
    if not staged.handles:
        return []
    _rebuild(
        made, lambda rows: tf.tile(rows, tf.concat([[count], tf.ones([tf.rank(rows) - 1], tf.int32)], 0))
    )
    return made


def stack(items: Any) -> Any:
    """The items of a staged list as one tensor (with a first dimension more); anything else as it is."""
    staged = staged_items(items)
    if staged is None:
        return items
    rows = rows_of(items)
    if not isinstance(staged.element, TensorType):
        raise StagingError(
            "AG251",
            f"a list of {describe(staged.element)} is not one tensor.",
            span=user_span(),
            fix="Keep each part in a list of its own.",
        )
    return rows[0]


def _stacked(handle: tf.Tensor, kind: TensorType) -> tf.Tensor:
    """The items of a tensor list as one tensor; an empty list of unknown element shape gives one of length 0."""

    def rows() -> tf.Tensor:
        return tf.raw_ops.TensorListStack(
            input_handle=handle, element_shape=shape_argument(kind), element_dtype=kind.dtype, num_elements=-1
        )

    if kind.shape.is_fully_defined():
        return rows()
    shape = [0, *(d or 0 for d in (kind.shape.as_list() if kind.shape.rank is not None else []))]
    return tf.cond(
        tf.raw_ops.TensorListLength(input_handle=handle) > 0, rows, lambda: tf.zeros(shape, kind.dtype)
    )


def sliced(items: list[Any], index: slice) -> list[Any]:
    """`items[a:b:c]`: a new list."""
    made, bounds = list(items), plain_slice(index)
    _rebuild(made, lambda rows: rows[bounds])
    return made


def plain_slice(index: slice) -> slice:
    """A slice with bounds that TensorFlow takes.

    Raises:
        TypeError: one of them is no integer.
        ValueError: the step is zero; at run time where it is staged.
    """
    if index.step is not None:
        check_step(index.step, "slice step cannot be zero")
    bounds = (index.start, index.stop, index.step)
    return slice(*(b if b is None or _is_short(b) else as_index(b) for b in bounds))


def _is_short(bound: Any) -> bool:
    return type(bound) is int and tf.int32.min <= bound <= tf.int32.max


def list_method(items: Any, name: str, args: tuple[Any, ...]) -> Any:
    """A method of a list with staged contents or a staged operand.

    Raises:
        StagingError: AG251, the method is not supported.
    """
    if type(items) is collections.deque and name in _OF_DEQUES:
        return _OF_DEQUES[name](items, *args)
    if name == "append":
        return append(items, *args)
    if name == "pop":
        return pop(items, *args)
    if name == "extend":
        return _extend(items, *args)
    if name == "insert":
        return _insert(items, *args)
    if name == "copy":
        return copy.copy(items)  # a deque keeps its greatest length
    if name == "clear":
        note_move(items)
        items.clear()
        return None
    if name == "reverse":
        return _rebuild(items, lambda rows: tf.reverse(rows, [0]))
    if name == "sort":
        kwargs = dict(zip(("key", "reverse"), args, strict=False))
        refill(items, backend().builtin("sorted", (list(items),), kwargs))
        return _note(items, moved=True)
    if name == "__delitem__":
        if isinstance(args[0], slice):
            return _delete_slice(items, args[0])
        pop(items, *args)
        return None
    if name == "remove":
        kind = type(items).__name__
        pop(items, _index_of(items, args[0], f"{kind}.remove(x): x not in {kind}"))
        return None
    if name in ("count", "index") and staged_items(items) is None:
        items = items.copy()  # a read must not stage the list itself
    if name == "index" and len(args) == 1:
        return _index_of(items, args[0])
    if name == "count":
        return WeakNumber(tf.reduce_sum(tf.cast(_equal(items, args[0]), tf.int32)), tf.int32)
    if name == "set_element_type":
        dtype, shape = args
        stage_items(items, TensorType(tf.as_dtype(dtype), tf.TensorShape(shape)))
        return None
    raise StagingError(
        "AG251",
        f"{type(items).__name__}.{name} is not supported on a {type(items).__name__} whose contents are staged.",
        span=user_span(),
        fix="Stack the list into a tensor first, with ag.stack.",
    )


def _pop_left(items: Any) -> Any:
    """`items.popleft()`: the first item."""
    backend().assert_stmt(
        as_tensor(list_length(items), tf.int32) > 0, lambda: IndexError(_EMPTY[type(items)])
    )
    return pop(items, 0)


def _extend_left(items: Any, others: Any) -> None:
    """`items.extendleft(others)`: the last of the others comes first."""
    front: list[Any] = []
    _extend(front, others)
    if items.maxlen == 0:
        return
    front.reverse() if staged_items(front) is None else list_method(front, "reverse", ())
    _extend(front, list(items))
    refill(
        items, front[: items.maxlen] if staged_items(front) is None else front
    )  # a full deque keeps the last ones
    _rebuild(items, lambda rows: rows[: items.maxlen])


def _rotate(items: Any, steps: Any = 1) -> None:
    """`items.rotate(steps)`: to the right, and what leaves comes in again at the left."""
    if items.maxlen != 0:
        _rebuild(items, lambda rows: tf.roll(rows, as_index(steps), 0))


def _append_right(items: Any, item: Any) -> None:
    """`items.append(item)`: a full deque loses its first item."""
    append(items, item)
    if items.maxlen is not None:
        _rebuild(items, lambda rows: rows[-items.maxlen :])


def _append_left(items: Any, item: Any) -> None:
    """`items.appendleft(item)`: a full deque loses its last item."""
    _insert(items, 0, item)
    if items.maxlen is not None:
        _rebuild(items, lambda rows: rows[: items.maxlen])


def _insert_if_not_full(items: Any, index: Any, item: Any) -> None:
    """`items.insert(index, item)`."""
    if items.maxlen is not None:
        backend().assert_stmt(
            as_tensor(list_length(items), tf.int32) < items.maxlen,
            lambda: IndexError("deque already at its maximum size"),
        )
    _insert(items, index, item)


_OF_DEQUES: dict[str, Callable[..., Any]] = {
    "append": _append_right,
    "appendleft": _append_left,
    "insert": _insert_if_not_full,
    "extendleft": _extend_left,
    "popleft": _pop_left,
    "rotate": _rotate,
}
"""Methods that lists do not have, or that heed the greatest length of a deque."""


def _equal(items: list[Any], item: Any) -> tf.Tensor:
    """Which of the items equal `item` (bool, [n])."""
    from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin
    from ag_notebook.staging.runtime.expressions import eq
    from ag_notebook.staging.runtime.generator_expressions import collected

    if isinstance(contents(items).element, TensorType) and isinstance(spec_of(item), (TensorType, Constant)):
        return tf.convert_to_tensor(backend().compare("==", stack(items), item))
    found = collected(items, lambda held: builtin("bool", (eq(held, item),), {}), None)
    return stack(found) if found else tf.zeros([0], tf.bool)


def _index_of(items: list[Any], item: Any, message: str | None = None) -> Any:
    """The index of the first item that equals `item`."""
    equal = _equal(items, item)

    def missing() -> ValueError:
        if message is not None:
            return ValueError(message)
        return ValueError(backend().text([(item, "r", ""), " is not in list"]))

    backend().assert_stmt(tf.reduce_any(equal), missing)
    return WeakNumber(tf.argmax(tf.cast(equal, tf.int32), output_type=tf.int32), tf.int32)


def _delete_slice(items: list[Any], index: slice) -> None:
    """`del items[a:b:c]`: the other items, gathered."""
    positions = tf.range(as_tensor(list_length(items), tf.int32))
    removed = tf.reshape(positions[plain_slice(index)], [-1])
    kept = tf.boolean_mask(positions, tf.logical_not(tf.reduce_any(positions[:, None] == removed[None], 1)))
    _rebuild(items, lambda rows: tf.gather(rows, kept))


def _extend(items: list[Any], others: Any) -> None:
    from ag_notebook.staging.runtime.statements import for_stmt

    def loop_body(item: Any) -> tuple[()]:
        from ag_notebook.staging.runtime.lists import list_append

        list_append(items, item)
        return ()

    for_stmt(list(items) if others is items else others, loop_body, None, (), ())


def _insert(items: list[Any], index: Any, item: Any) -> None:
    staged = _fitting(items, item)
    refill(items, [staged])
    length = as_tensor(list_length(items), tf.int32)
    at = as_index(index)
    at = tf.clip_by_value(tf.where(at < 0, at + length, at), 0, length)
    handles = []
    for rows, part, kind in zip(
        rows_of(items), lower(item, staged.element), staged.element.tensors(), strict=True
    ):
        changed = tf.concat([rows[:at], part[None], rows[at:]], 0)
        handles.append(tf.raw_ops.TensorListFromTensor(tensor=changed, element_shape=shape_argument(kind)))
    items[0] = StagedItems(tuple(handles), staged.element, backend())
    _note(items, item, moved=True)
