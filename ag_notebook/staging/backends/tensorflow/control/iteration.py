"""Stages `for`: over tensors, ranges, staged lists, datasets, and `enumerate`, `zip`, `map`, `reversed` of them.

A range counts itself; a tensor is taken apart once into a tensor list whose items are read by index; a dataset's
iterator hands on an optional. None of these needs an op per iteration but its own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import (
    Endless,
    GeneratorExpression,
    LazySequence,
    SequenceIterator,
    StagedRange,
    staged_items,
)
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.control.logic import and_
from ag_notebook.staging.backends.tensorflow.control.loop_body import Iteration
from ag_notebook.staging.backends.tensorflow.control.loops import Carried, stage_loop
from ag_notebook.staging.backends.tensorflow.texts import strings
from ag_notebook.staging.backends.tensorflow.values.lengths import known_length
from ag_notebook.staging.backends.tensorflow.values.lists import list_item, list_length
from ag_notebook.staging.backends.tensorflow.values.lowering import as_tensor, backend, shape_argument
from ag_notebook.staging.backends.tensorflow.values.specs import TensorType
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import attribute_location, touch
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.given_arrays import share
from ag_notebook.staging.wording import kind_of

State = tuple[Any, ...]
MANY = 2**31 - 1
"""The length of what never ends."""
Body = Callable[..., State]


@dataclass(frozen=True, slots=True)
class Indexable:
    """Something with a length and random access: item `i` for `i` from 0 to `length - 1` (int32, []).

    `lists` are the lists with staged contents that it reads, `length_now` the length that these have now.
    """

    length: Any
    item: Callable[[tf.Tensor], Any]
    rows: tuple[Rows, ...] = ()
    lists: tuple[list[Any], ...] = ()
    length_now: Callable[[], Any] | None = None
    is_list: bool = False

    def known_length(self) -> int | None:
        """The length, where every run has the same."""
        if type(self.length) is int:
            return self.length
        return known_length(self.lists[0]) if self.is_list else None

    def length_after(self, contents: list[Any]) -> Any:
        """The length after a loop's body; `contents` are those of `lists` before the loop.

        Raises:
            StagingError: AG213, a list under `reversed` was changed.
        """
        if all(staged_items(held) is before for held, before in zip(self.lists, contents, strict=True)):
            return self.length
        if self.length_now is not None:
            return self.length_now()
        raise StagingError(
            "AG213",
            "a list is changed under a staged test while a loop runs over it.",
            span=user_span(),
            fix="Loop over a copy: for item in list(items).",
        )


def stage_for(
    iterable: Any,
    loop_body: Body,
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    """`for item in iterable: state = loop_body(item, *state)`, as long as `extra_test(*state)`."""
    if isinstance(iterable, LazySequence) and iterable.source is not None:
        take_up(iterable)
        return _over_dataset(iterable.source, iterable.item, loop_body, extra_test, state, names, options)
    if is_dataset(iterable):
        return _over_dataset(iterable, None, loop_body, extra_test, state, names, options)
    if isinstance(iterable, (Endless, SequenceIterator)):
        return _over_iterator(iterable, loop_body, extra_test, state, names, options)
    if isinstance(iterable, StagedRange):
        return _over_range(iterable, loop_body, extra_test, state, names, options)
    numbers = _range_of(iterable)
    if numbers is not None:
        return _over_range(numbers, loop_body, extra_test, state, names, options, weak=False)
    return _over_items(indexable(iterable), loop_body, extra_test, state, names, options)


def _over_iterator(
    iterator: SequenceIterator | Endless,
    loop_body: Body,
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    """From where the iterator is; afterwards it is behind the last item that was taken."""
    length = MANY if isinstance(iterator, Endless) else iterator.length
    held = getattr(iterator, "items", None)
    if held is not None and staged_items(held) is not None:
        source = _list_items(held)
    else:
        rows = getattr(iterator, "rows", ())
        source = Indexable(length, lambda i: iterator.item(WeakNumber(i, tf.int32)), rows)
    start = as_tensor(iterator.position, tf.int32)
    position, *after = _over_rest(source, start, loop_body, extra_test, state, names, options)
    touch(current(), attribute_location(iterator, "position"))
    iterator.position = WeakNumber(position, tf.int32)
    return tuple(after)


def _over_items(
    source: Indexable,
    loop_body: Body,
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    """All items; the index is the number of the iteration."""
    carried = Carried(state, names, options.get("temporaries", ()))
    length = as_tensor(source.length, tf.int32)
    contents = [staged_items(held) for held in source.lists]
    written = _written(source, state, names, options)

    def step(values: State, iteration: Iteration) -> tuple[Any, State]:
        whole = carried.whole(values)
        with _as_they_are(written, whole):
            after = loop_body(source.item(iteration.number), *whole)
        length = as_tensor(source.length_after(contents), tf.int32)
        return _go_on(iteration.following < length, extra_test, after), carried.part(after)

    def iterations() -> int | None:
        is_same = extra_test is None and source.length_after(contents) is source.length
        return source.known_length() if is_same else None

    first = _go_on(length > 0, extra_test, state)
    options = {**options, "iterations": iterations}
    return carried.whole(stage_loop(first, step, carried.initial, carried.names, loop_body.__code__, options))


def _written(
    source: Indexable, state: State, names: Sequence[str], options: dict[str, Any]
) -> list[tuple[Rows, int]]:
    """The rows of tensors whose items a loop's body writes, and the places of these in its state.

    Raises:
        StagingError: AG213, the body binds the name to another tensor, too.
    """
    written = [
        (rows, index)
        for rows in source.rows
        for index, name in enumerate(names)
        if name in options.get("live", ()) and state[index] is rows.tensor
    ]
    for _, index in written:
        if names[index] in options.get("rebound", ()):
            raise StagingError(
                "AG213",
                f"'{names[index]}' is written and bound anew while a loop runs over it.",
                span=user_span(),
                fix="Bind what is new to another name.",
            )
    return written


@contextlib.contextmanager
def _as_they_are(written: list[tuple[Rows, int]], state: State) -> Iterator[None]:
    """Meanwhile rows are those of the tensors in the state. A loop's body may make the item itself, so that is in it."""
    for rows, index in written:
        rows.current = state[index]
    try:
        yield
    finally:
        for rows, _ in written:
            rows.current = None


def _over_rest(
    source: Indexable,
    start: tf.Tensor,
    loop_body: Body,
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    """The items from `start` on; returns the index after the last one taken, then the state."""
    carried = Carried(state, names, options.get("temporaries", ()))
    length = as_tensor(source.length, tf.int32)
    contents = [staged_items(held) for held in source.lists]
    written = _written(source, state, names, options)

    def step(values: State, _: Iteration) -> tuple[Any, State]:
        index, *rest = values
        whole = carried.whole(tuple(rest))
        with _as_they_are(written, whole):
            after = loop_body(source.item(index), *whole)
        following, length = index + 1, as_tensor(source.length_after(contents), tf.int32)
        return _go_on(following < length, extra_test, after), (following, *carried.part(after))

    def iterations() -> int | None:
        is_same = extra_test is None and source.length_after(contents) is source.length
        known, begin = source.known_length() if is_same else None, tf.get_static_value(start)
        return None if known is None or begin is None else max(0, known - int(begin))

    first = _go_on(start < length, extra_test, state)
    names = ("index", *carried.names)
    options = {**options, "iterations": iterations}
    index, *final = stage_loop(first, step, (start, *carried.initial), names, loop_body.__code__, options)
    return index, *carried.whole(tuple(final))


def _go_on(more: Any, extra_test: Callable[..., Any] | None, state: State) -> Any:
    """Whether there is an item left and the loop was not left."""
    if extra_test is None:
        return more
    wanted = extra_test(*state)
    if wanted is True:
        return more
    return and_(wanted, lambda: more) if isinstance(wanted, tf.Tensor) else (wanted and more)


def _over_range(
    numbers: StagedRange,
    loop_body: Body,
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
    weak: bool = True,
) -> State:
    """Counts through a range; the items of Python's `range` are weak numbers, those of `tf.range` are not."""
    carried = Carried(state, names, options.get("temporaries", ()))
    dtype = _range_dtype(numbers)
    start, stop, step_size = (as_tensor(v, dtype) for v in (numbers.start, numbers.stop, numbers.step))

    def in_range(number: tf.Tensor) -> Any:
        if isinstance(numbers.step, int):
            return number < stop if numbers.step > 0 else number > stop
        return tf.where(step_size > 0, number < stop, number > stop)

    def item(number: tf.Tensor) -> Any:
        return WeakNumber(number, dtype) if weak else number

    first = _go_on(in_range(start), extra_test, state)
    if dtype == tf.int32 and isinstance(numbers.step, int):

        def counted(count: tf.Tensor) -> tf.Tensor:
            number = count if numbers.step == 1 else count * numbers.step
            return number if _is_zero(numbers.start) else start + number

        def step(values: State, iteration: Iteration) -> tuple[Any, State]:
            after = loop_body(item(counted(iteration.number)), *carried.whole(values))
            return _go_on(in_range(counted(iteration.following)), extra_test, after), carried.part(after)

        return carried.whole(
            stage_loop(first, step, carried.initial, carried.names, loop_body.__code__, options)
        )

    def step_carrying(values: State, _: Iteration) -> tuple[Any, State]:
        number, *rest = values
        after = loop_body(item(number), *carried.whole(tuple(rest)))
        following = number + (numbers.step if isinstance(numbers.step, int) else step_size)
        return _go_on(in_range(following), extra_test, after), (following, *carried.part(after))

    names = ("number", *carried.names)
    final = stage_loop(first, step_carrying, (start, *carried.initial), names, loop_body.__code__, options)
    return carried.whole(final[1:])


def _is_zero(start: Any) -> bool:
    """Whether a range certainly starts at 0."""
    known = tf.get_static_value(start) if isinstance(start, tf.Tensor) else start
    return known is not None and not isinstance(known, WeakNumber) and bool(known == 0)


def _range_of(value: Any) -> StagedRange | None:
    """The range that a tensor made by `tf.range` of integers stands for: it need not be built to be counted through."""
    if not tf.is_symbolic_tensor(value) or value.op.type != "Range" or not value.dtype.is_integer:
        return None
    start, stop, step = value.op.inputs
    known = tf.get_static_value(step)
    return StagedRange(start, stop, step if known is None else known.item(), backend())


def _range_dtype(numbers: StagedRange) -> tf.DType:
    dtypes = {
        v.natural if isinstance(v, WeakNumber) else v.dtype
        for v in (numbers.start, numbers.stop, numbers.step)
        if not isinstance(v, int)
    }
    if any(not d.is_integer for d in dtypes):
        raise StagingError(
            "AG240",
            "range() takes integers, and a tensor here is of another dtype.",
            span=user_span(),
            fix="Convert it with int().",
        )
    return max(dtypes, key=lambda d: d.size)


def _over_dataset(
    dataset: Any,
    item: Callable[[Any, Any], Any] | None,
    loop_body: Body,
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    iterator = dataset if isinstance(dataset, tf.data.Iterator) else iter(dataset)
    if extra_test is not None and extra_test(*state) is not True:
        raise StagingError("AG241", "a loop over a dataset is left before it begins.", span=user_span())
    first = iterator.get_next_as_optional()
    spec = iterator.element_spec

    carried = Carried(state, names, options.get("temporaries", ()))

    def step(values: State, iteration: Iteration) -> tuple[Any, State]:
        handle, *rest = values
        element = private.optional_value(handle, spec)
        if item is not None:
            element = item(WeakNumber(iteration.number, tf.int32), element)
        after = loop_body(element, *carried.whole(tuple(rest)))
        wanted = True if extra_test is None else extra_test(*after)
        following = iterator.get_next_as_optional()
        more = following.has_value()
        go_on = more if wanted is True else tf.logical_and(as_tensor(wanted, tf.bool), more)
        return go_on, (private.optional_handle(following), *carried.part(after))

    final = stage_loop(
        first.has_value(),
        step,
        (private.optional_handle(first), *carried.initial),
        ("element", *carried.names),
        loop_body.__code__,
        options,
    )
    return carried.whole(final[1:])


def is_dataset(value: Any) -> bool:
    """Whether a value is a dataset or an iterator of one."""
    return isinstance(value, (tf.data.Dataset, tf.data.Iterator, tf.distribute.DistributedDataset))


def _taken(iterator: SequenceIterator | Endless, times: int) -> Indexable:
    """The rest of an iterator, of which each iteration takes `times` items: reading one moves it on."""

    def item(_: Any) -> Any:
        at = iterator.position
        touch(current(), attribute_location(iterator, "position"))
        iterator.position = at + 1
        return iterator.item(at)

    if isinstance(iterator, Endless):
        return Indexable(MANY, item)
    if type(iterator.length) is int and type(iterator.position) is int:
        return Indexable(max(0, iterator.length - iterator.position) // times, item, iterator.rows)
    length = (as_tensor(iterator.length, tf.int32) - iterator.position) // times
    return Indexable(length, item, iterator.rows)


def indexable(value: Any, together: Sequence[Any] = ()) -> Indexable:
    """Random access to a sequence of any kind; `together` are those that are iterated at the same time.

    Raises:
        StagingError: AG242, the value cannot be iterated.
    """
    if isinstance(value, (StagedRange, range)):
        start, step = value.start, value.step
        length = _trip_count(value) if isinstance(value, StagedRange) else len(value)
        return Indexable(length, lambda i: _weak(start + i * step))
    if isinstance(value, LazySequence):
        take_up(value)
        return Indexable(value.length, value.item, value.rows, value.lists, value.length_now)
    if isinstance(value, (Endless, SequenceIterator)):
        return _taken(value, max(1, sum(x is value for x in together)))
    if staged_items(value) is not None:
        return _list_items(value)
    if isinstance(value, tf.RaggedTensor):
        return Indexable(value.nrows(), lambda i: value[i])
    if isinstance(value, tf.TensorArray):
        return Indexable(value.size(), value.read)
    if isinstance(value, (tf.Tensor, tf.Variable, np.ndarray)):
        return _tensor_rows(tf.convert_to_tensor(value))
    if isinstance(value, WeakNumber):
        return _tensor_rows(value.tensor())
    if type(value) is GeneratorExpression and value.items is not None:
        items = value.items
        value.take_part()
        return indexable(items)
    if isinstance(value, (list, tuple, str)):
        from ag_notebook.staging.backends.tensorflow.operations.items import getitem

        held = list(value)
        return Indexable(len(held), lambda i: held[i] if type(i) is int else getitem(held, i))
    raise StagingError(
        "AG242",
        f"{kind_of(value)} cannot be iterated beside something staged.",
        span=user_span(),
        fix="Make a list of it first.",
    )


def _list_items(items: list[Any]) -> Indexable:
    def length() -> Any:
        return list_length(items)

    return Indexable(length(), lambda i: list_item(items, i), lists=(items,), length_now=length, is_list=True)


def _weak(number: Any) -> Any:
    return WeakNumber(number, number.dtype) if isinstance(number, tf.Tensor) else number


def _trip_count(numbers: StagedRange) -> Any:
    dtype = _range_dtype(numbers)
    start, stop, step = (as_tensor(v, dtype) for v in (numbers.start, numbers.stop, numbers.step))
    return tf.cast(tf.maximum(tf.constant(0, dtype), -((start - stop) // step)), tf.int32)


class Rows:
    """The rows of a tensor, taken apart once; in a loop whose body writes items, those of the tensor as it is now."""

    def __init__(self, tensor: tf.Tensor) -> None:
        self.tensor = tensor
        self.current: Any = None
        self.kind = TensorType(tensor.dtype, tensor.shape[1:] if tensor.shape.rank else tf.TensorShape(None))
        self._handle = tf.raw_ops.TensorListFromTensor(tensor=tensor, element_shape=shape_argument(self.kind))

    def item(self, index: tf.Tensor) -> tf.Tensor:
        """The row at an index."""
        at = as_tensor(index, tf.int32)
        if self.current is not None:
            return self._shared(as_tensor(self.current)[at])
        found = tf.raw_ops.TensorListGetItem(
            input_handle=self._handle,
            index=at,
            element_shape=shape_argument(self.kind),
            element_dtype=self.kind.dtype,
        )
        found.set_shape(self.kind.shape)
        return self._shared(found)

    def _shared(self, row: tf.Tensor) -> tf.Tensor:
        """A row, which is a view of an array where it is more than a number."""
        return row if row.shape.rank == 0 else share(row, self.tensor)


def rows_of(tensor: Any) -> list[tf.Tensor]:
    """The items of a tensor of known length; they are views where it has more than one dimension."""
    found: list[tf.Tensor] = tf.unstack(tensor)
    if tensor.shape.rank > 1:
        share(found, tensor)
    return found


def scalar_error() -> StagingError:
    """The error for a scalar where items are asked for."""
    return StagingError("AG242", "a scalar tensor cannot be iterated.", span=user_span(), fix="Use range(n).")


def take_up(sequence: LazySequence) -> None:
    """Notes that the items of `zip` and its like are taken.

    Raises:
        StagingError: AG260, they were taken before.
    """
    if sequence.begun is not False:
        raise StagingError(
            "AG260",
            "what zip() and its like give is gone through a second time, and gives its items once.",
            span=user_span(),
            fix="Make a list of it first, with list().",
        )
    touch(current(), attribute_location(sequence, "begun"))
    sequence.begun = True


def _tensor_rows(tensor: tf.Tensor) -> Indexable:
    if strings.is_text(tensor):
        tensor = strings.characters(tensor)
    if tensor.shape.rank == 0:
        raise scalar_error()
    length = tensor.shape[0] if tensor.shape.rank and tensor.shape[0] is not None else tf.shape(tensor)[0]
    rows = Rows(tensor)
    return Indexable(length, rows.item, (rows,))
