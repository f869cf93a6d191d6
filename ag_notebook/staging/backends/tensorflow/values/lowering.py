"""Takes values apart into tensors of a spec and puts them together again.

`lower(value, spec)` gives the tensors, `lift(spec, tensors)` the value: the two ways across the border of a
branch, a loop and a call. The same two serve them all.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import (
    NO_VALUE,
    Choice,
    Maybe,
    NoValueType,
    Operand,
    StagedItems,
    Undefined,
    staged_items,
)
from ag_notebook.staging.backends.tensorflow.private import composite_parts, composite_value
from ag_notebook.staging.backends.tensorflow.values.joins import describe
from ag_notebook.staging.backends.tensorflow.values.specs import (
    BOOL,
    INDEX,
    ChoiceType,
    CompositeType,
    Constant,
    ContentsType,
    FieldsType,
    JoinError,
    LikeType,
    ListType,
    Never,
    OptionalType,
    PaddedType,
    SequenceType,
    SharedType,
    Spec,
    TensorType,
    same_constant,
    strong,
)
from ag_notebook.staging.backends.tensorflow.values.structure import (
    empty_object,
    is_record,
    items_of,
    parts_of_fields,
)
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import Contents, refill
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.reachability import all_attributes, store_attribute, tuple_of


def backend() -> Any:
    """This back end (looked up late: it is made of these modules)."""
    from ag_notebook.staging.backends.tensorflow.backend import BACKEND

    return BACKEND


def refuse_superseded(value: Any) -> None:
    """Refuses a TensorArray whose `write` made another one that was dropped.

    Raises:
        StagingError: AG237.
    """
    context = current()
    if context is not None and id(value) in context.superseded:
        raise StagingError(
            "AG237",
            "a TensorArray is used after its `write`, whose result was not assigned: the write would be lost.",
            span=user_span(),
            fix="Assign it: array = array.write(index, value).",
        )


def as_tensor(value: Any, dtype: tf.DType | None = None) -> tf.Tensor:
    """A tensor, weak number, Python scalar or array as a tensor of a dtype."""
    if isinstance(value, WeakNumber):
        return value.tensor(dtype)
    if isinstance(value, Operand):
        value = value.ag_resolve()
    if isinstance(value, (tf.Tensor, tf.Variable, np.ndarray, np.generic)):
        tensor = tf.convert_to_tensor(value)
        return tensor if dtype is None or tensor.dtype == dtype else tf.cast(tensor, dtype)
    if dtype is not None and type(value) in (bool, int, float) and not dtype.is_bool and type(value) is bool:
        value = int(value)
    return tf.convert_to_tensor(value, dtype)


_NO_INTEGER = {tf.string: "str", tf.complex64: "complex", tf.complex128: "complex"}


def as_integer(value: Any) -> int | WeakNumber:
    """What Python asks for an integer (`operator.index`), weak where it is staged.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, (tf.Tensor, tf.Variable, Operand)):
        return operator.index(value)
    tensor = as_tensor(value)
    if tensor.dtype.is_bool:
        tensor = tf.cast(tensor, tf.int32)
    if not tensor.dtype.is_integer:
        name = _NO_INTEGER.get(tensor.dtype, "float")
        raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    if tensor.shape.rank not in (0, None):
        raise TypeError("only integer scalar arrays can be converted to a scalar index")
    return (
        value
        if isinstance(value, WeakNumber) and tensor.dtype == value.dtype
        else WeakNumber(tensor, tensor.dtype)
    )


def as_index(value: Any) -> tf.Tensor:
    """What Python asks for an index, a bound or a count, as an int32: the nearest one to a longer integer.

    Raises:
        TypeError: it is no integer.
    """
    number = as_integer(value)
    if isinstance(number, int):
        return tf.constant(min(max(number, tf.int32.min), tf.int32.max))
    return tf.saturate_cast(as_tensor(number), tf.int32)


def lower(value: Any, spec: Spec) -> list[tf.Tensor]:
    """The tensors of a value as one of type `spec`."""
    out: list[tf.Tensor] = []
    _lower(value, spec, out)
    return out


def _lower(value: Any, spec: Spec, out: list[tf.Tensor]) -> None:
    if isinstance(value, NoValueType) or (
        isinstance(value, Undefined) and not isinstance(spec, (OptionalType, Constant))
    ):
        out.extend(zeros(spec))
    elif isinstance(spec, TensorType):
        out.append(as_tensor(value, spec.dtype))
    elif isinstance(spec, OptionalType):
        _lower_optional(value, spec, out)
    elif isinstance(spec, PaddedType):
        out.append(tf.constant(0))
    elif isinstance(spec, ContentsType):
        _lower(value.value if isinstance(value, Contents) else value, spec.inner, out)
    elif isinstance(spec, SequenceType):
        for item, inner in zip(items_of(value), spec.items, strict=True):
            _lower(item, inner, out)
    elif isinstance(spec, FieldsType):
        for part, inner in zip(parts_of_fields(value, spec), spec.items, strict=True):
            _lower(part, inner, out)
    elif isinstance(spec, LikeType):
        held = items_of(value)
        _lower(held if isinstance(held, dict) else list(held), spec.items, out)
        if spec.attributes.names:
            _lower(value, spec.attributes, out)
    elif isinstance(spec, ListType):
        out.extend(list_handles(items_of(value), spec.element))
    elif isinstance(spec, CompositeType):
        refuse_superseded(value)
        out.extend(composite_parts(value)[1])
    elif isinstance(spec, ChoiceType):
        out.append(_choice_index(value, spec))


def _lower_optional(value: Any, spec: OptionalType, out: list[tf.Tensor]) -> None:
    if isinstance(value, Maybe) and (value.ag_absent is None) == (spec.name is None):
        out.append(tf.convert_to_tensor(value.ag_flag))
        _lower(value.ag_value, spec.inner, out)
    elif value is None if spec.name is None else isinstance(value, Undefined):
        out.extend(zeros(spec))
    else:
        out.append(tf.constant(True))
        _lower(value, spec.inner, out)


def _choice_index(value: Any, spec: ChoiceType) -> tf.Tensor:
    def position(wanted: Any) -> int:
        return next(i for i, o in enumerate(spec.objects) if same_constant(o, wanted))

    if isinstance(value, Choice):
        return tf.gather(tf.constant([position(o) for o in value.ag_objects]), value.ag_index)
    return tf.constant(position(value))


def zeros(spec: Spec) -> list[tf.Tensor]:
    """Tensors for a value that is not there: never read, as a flag says so or no path leads to a read."""
    if isinstance(spec, TensorType):
        dims = [0 if d is None else d for d in spec.shape.as_list()] if spec.shape.rank is not None else []
        if spec.dtype == tf.variant:
            return [tf.raw_ops.EmptyTensorList(element_shape=-1, max_num_elements=-1, element_dtype=tf.int32)]
        return [tf.zeros(dims, spec.dtype)]
    if isinstance(spec, OptionalType):
        return [tf.constant(False), *zeros(spec.inner)]
    if isinstance(spec, (SequenceType, FieldsType)):
        return [t for item in spec.items for t in zeros(item)]
    if isinstance(spec, ContentsType):
        return zeros(spec.inner)
    if isinstance(spec, ListType):
        return [empty_list(t) for t in spec.element.tensors()]
    if isinstance(spec, (ChoiceType, PaddedType)):
        return [tf.constant(0)]
    if isinstance(spec, CompositeType):
        return [z for part in spec.components for z in zeros(part)]
    return []


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """An object of a result that is in other places of it, too, by the same key."""

    key: int
    value: Any


Take = Callable[[TensorType], Any]


def lift(spec: Spec, tensors: Iterator[tf.Tensor]) -> Any:
    """The value of type `spec` made of the next tensors."""

    def take(kind: TensorType) -> Any:
        tensor = next(tensors)
        if tensor.dtype != tf.variant:
            tensor.set_shape(kind.shape)
        return WeakNumber(tensor, kind.dtype) if kind.weak and kind.dtype != tf.bool else tensor

    return lift_from(spec, take)


def lift_from(spec: Spec, take: Take) -> Any:
    """The value of type `spec`; `take` is asked for each tensor in order."""
    if isinstance(spec, TensorType):
        return take(spec)
    if isinstance(spec, Never):
        return NO_VALUE
    if isinstance(spec, Constant):
        return spec.value
    if isinstance(spec, OptionalType):
        flag = take(BOOL)
        return Maybe(
            flag, lift_from(spec.inner, take), None if spec.name is None else Undefined(spec.name), backend()
        )
    if isinstance(spec, PaddedType):
        take(INDEX)
        return lift_from(spec.inner, take)
    if isinstance(spec, ContentsType):
        return Contents(lift_from(spec.inner, take))
    if isinstance(spec, SharedType):
        return Shared(spec.key, lift_from(spec.inner, take))
    if isinstance(spec, SequenceType):
        items = [lift_from(item, take) for item in spec.items]
        return items if spec.kind is list else tuple_of(spec.kind, items)
    if isinstance(spec, FieldsType):
        held = {name: lift_from(item, take) for name, item in zip(spec.names, spec.items, strict=True)}
        if issubclass(spec.kind, dict):
            return held
        made = empty_object(spec.kind)
        for name, part in held.items():
            store_attribute(made, name, part)
        return made
    if isinstance(spec, LikeType):
        made = copy.copy(spec.like)
        refill(made, lift_from(spec.items, take))
        for name, item in zip(spec.attributes.names, spec.attributes.items, strict=True):
            store_attribute(made, name, lift_from(item, take))
        return made
    if isinstance(spec, ListType):
        return [StagedItems(tuple(take(t) for t in spec.tensors()), spec.element, backend())]
    if isinstance(spec, CompositeType):
        return composite_value(spec.type_spec, [take(t) for t in spec.components])
    assert isinstance(spec, ChoiceType)
    return Choice(take(INDEX), list(spec.objects), backend())


# staged lists ----------------------------------------------------------------------------------
def shape_argument(spec: TensorType) -> Any:
    """The element shape of a tensor list as its ops want it."""
    if spec.shape.rank is None:
        return -1
    return tf.constant([-1 if d is None else d for d in spec.shape.as_list()], tf.int32)


def empty_list(element: TensorType) -> tf.Tensor:
    """The handle of an empty tensor list."""
    return tf.raw_ops.EmptyTensorList(
        element_shape=shape_argument(element), max_num_elements=-1, element_dtype=element.dtype
    )


def note_listed(item: Any) -> None:
    """Remembers that an object is an item of a list with staged contents: it is there as a copy."""
    context = current()
    while isinstance(item, Maybe):
        item = item.ag_value
    if context is None or context.writing_back or isinstance(item, (tf.Tensor, WeakNumber)):
        return
    if isinstance(item, tuple):
        for part in item:
            note_listed(part)
    elif type(item) in (list, dict) or is_record(item):
        context.listed[id(item)] = item
        for part in (
            item.values()
            if type(item) is dict
            else item
            if type(item) is list
            else all_attributes(item).values()
        ):
            note_listed(part)


def list_handles(items: list[Any], element: Spec) -> list[tf.Tensor]:
    """The tensor lists of a list, staged or not, as one of this element type."""
    types = element.tensors()
    staged = staged_items(items)
    if staged is not None:
        return _recast(staged, element)
    handles = [empty_list(t) for t in types]
    for item in items:
        note_listed(item)
        parts = lower(item, element)
        handles = [
            tf.raw_ops.TensorListPushBack(input_handle=h, tensor=p)
            for h, p in zip(handles, parts, strict=True)
        ]
    return handles


def _recast(staged: StagedItems, element: Spec) -> list[tf.Tensor]:
    """The handles of a staged list under a more general element type."""
    if isinstance(staged.element, Never):
        return [empty_list(t) for t in element.tensors()]
    if strong(staged.element) == strong(element) or not staged.handles:
        return list(staged.handles)
    if _is_made_of_lists(staged.element) or _is_made_of_lists(element):
        return _rebuilt(staged, element)
    length = tf.raw_ops.TensorListLength(input_handle=staged.handles[0])
    return _recast_parts(iter(staged.handles), staged.element, element, length)


def _is_made_of_lists(element: Spec) -> bool:
    """Whether the element's tensors say too little of its type."""
    if isinstance(element, (ListType, PaddedType)):
        return True
    if isinstance(element, OptionalType):
        return _is_made_of_lists(element.inner)
    return isinstance(element, (SequenceType, FieldsType)) and any(map(_is_made_of_lists, element.items))


def _recast_parts(handles: Iterator[tf.Tensor], old: Spec, new: Spec, length: tf.Tensor) -> list[tf.Tensor]:
    """The same for a part of the elements; takes the part's handles."""
    if isinstance(new, OptionalType):
        if isinstance(old, OptionalType) and (old.name is None) == (new.name is None):
            return [next(handles), *_recast_parts(handles, old.inner, new.inner, length)]
        is_absent = new.name is None and isinstance(old, Constant) and old.value is None
        flags = _listed(tf.fill([length], value=not is_absent), BOOL)
        return [flags, *_recast_parts(handles, Never() if is_absent else old, new.inner, length)]
    if isinstance(old, Constant) and isinstance(new, TensorType) and type(old.value) in (bool, int, float):
        return [_listed(tf.fill([length], as_tensor(old.value, new.dtype)), new)]
    if isinstance(old, Never):
        return [_listed(_rows_of_zeros(length, kind), kind) for kind in new.tensors()]
    if isinstance(new, (SequenceType, FieldsType)) and isinstance(old, type(new)):
        pairs = list(zip(old.items, new.items, strict=True))
        return [h for before, after in pairs for h in _recast_parts(handles, before, after, length)]
    if isinstance(new, TensorType) and isinstance(old, TensorType):
        return [_recast_tensors(next(handles), old, new)]
    if old == new:
        return [next(handles) for _ in new.tensors()]
    raise JoinError(f"a list of {describe(old)} and one of {describe(new)} have no common type")


def _recast_tensors(handle: tf.Tensor, old: TensorType, new: TensorType) -> tf.Tensor:
    if TensorType(old.dtype, old.shape) == TensorType(new.dtype, new.shape):
        return handle
    if old.shape.is_fully_defined():
        stacked = tf.raw_ops.TensorListStack(
            input_handle=handle, element_shape=shape_argument(old), element_dtype=old.dtype, num_elements=-1
        )
        return _listed(tf.cast(stacked, new.dtype), new)
    if old.dtype == new.dtype:
        return handle
    raise JoinError(f"a list of {describe(old)} and one of {describe(new)} have no common type")


def _listed(rows: tf.Tensor, kind: TensorType) -> tf.Tensor:
    """The rows of a tensor as a tensor list."""
    return tf.raw_ops.TensorListFromTensor(tensor=rows, element_shape=shape_argument(kind))


def _rows_of_zeros(length: tf.Tensor, kind: TensorType) -> tf.Tensor:
    if kind.dtype in (tf.variant, tf.resource):
        raise JoinError(f"a list of None and one of {kind} have no common type")
    dims = [0 if d is None else d for d in kind.shape.as_list()] if kind.shape.rank is not None else []
    return tf.zeros([length, *dims], kind.dtype)


def _rebuilt(staged: StagedItems, element: Spec) -> list[tf.Tensor]:
    """The same, item by item, where the items are made of other tensors (a list of two becomes one of any length)."""
    old, new = staged.element.tensors(), element.tensors()
    if not old:
        raise JoinError(f"a list of {staged.element} and one of {element} have no common type")
    length = tf.raw_ops.TensorListLength(input_handle=staged.handles[0])

    def body(index: tf.Tensor, *handles: tf.Tensor) -> tuple[tf.Tensor, ...]:
        parts = [
            tf.raw_ops.TensorListGetItem(
                input_handle=h, index=index, element_shape=shape_argument(t), element_dtype=t.dtype
            )
            for h, t in zip(staged.handles, old, strict=True)
        ]
        made = lower(lift(staged.element, iter(parts)), element)
        pushed = (
            tf.raw_ops.TensorListPushBack(input_handle=h, tensor=p)
            for h, p in zip(handles, made, strict=True)
        )
        return index + 1, *pushed

    start = [tf.constant(0), *(empty_list(t) for t in new)]
    return list(tf.while_loop(lambda index, *_: index < length, body, start)[1:])
