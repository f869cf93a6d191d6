"""Takes values apart into tensors of a spec and puts them together again.

`lower(value, spec)` gives the tensors, `lift(spec, tensors)` the value: the two ways across the border of a
branch, a loop and a call. The same two serve them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from ag_notebook.staging.backends.tensorflow.specs import (
    BOOL,
    INDEX,
    ChoiceType,
    CompositeType,
    Constant,
    ContentsType,
    FieldsType,
    JoinError,
    ListType,
    Never,
    OptionalType,
    SequenceType,
    Spec,
    TensorType,
)
from ag_notebook.staging.backends.tensorflow.structure import attributes_of, items_of
from ag_notebook.staging.backends.tensorflow.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import Contents
from ag_notebook.staging.runtime.events import user_span


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
    elif isinstance(spec, ContentsType):
        _lower(value.value if isinstance(value, Contents) else value, spec.inner, out)
    elif isinstance(spec, SequenceType):
        for item, inner in zip(items_of(value), spec.items, strict=True):
            _lower(item, inner, out)
    elif isinstance(spec, FieldsType):
        held = items_of(value) if issubclass(spec.kind, dict) else attributes_of(value)
        for name, inner in zip(spec.names, spec.items, strict=True):
            _lower(held[name], inner, out)
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
        return next(i for i, o in enumerate(spec.objects) if o is wanted)

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
    if isinstance(spec, ChoiceType):
        return [tf.constant(0)]
    if isinstance(spec, CompositeType):
        return [z for part in spec.components for z in zeros(part)]
    return []


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
    if isinstance(spec, ContentsType):
        return Contents(lift_from(spec.inner, take))
    if isinstance(spec, SequenceType):
        items = [lift_from(item, take) for item in spec.items]
        return spec.kind(*items) if hasattr(spec.kind, "_fields") else spec.kind(items)
    if isinstance(spec, FieldsType):
        held = {name: lift_from(item, take) for name, item in zip(spec.names, spec.items, strict=True)}
        if issubclass(spec.kind, dict):
            return held
        made = object.__new__(spec.kind)
        made.__dict__.update(held)
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


def list_handles(items: list[Any], element: Spec) -> list[tf.Tensor]:
    """The tensor lists of a list, staged or not, as one of this element type."""
    types = element.tensors()
    staged = staged_items(items)
    if staged is not None:
        return _recast(staged, element)
    handles = [empty_list(t) for t in types]
    for item in items:
        parts = lower(item, element)
        handles = [
            tf.raw_ops.TensorListPushBack(input_handle=h, tensor=p)
            for h, p in zip(handles, parts, strict=True)
        ]
    return handles


def _recast(staged: StagedItems, element: Spec) -> list[tf.Tensor]:
    """The handles of a staged list under a more general element type."""
    old, new = staged.element.tensors(), element.tensors()
    if isinstance(staged.element, Never):
        return [empty_list(t) for t in new]
    if len(old) != len(new):
        raise JoinError(f"a list of {staged.element} and one of {element}")
    out = []
    for handle, was, now in zip(staged.handles, old, new, strict=True):
        if TensorType(was.dtype, was.shape) == TensorType(now.dtype, now.shape):
            out.append(handle)
        elif was.shape.is_fully_defined():
            stacked = tf.raw_ops.TensorListStack(
                input_handle=handle,
                element_shape=shape_argument(was),
                element_dtype=was.dtype,
                num_elements=-1,
            )
            out.append(
                tf.raw_ops.TensorListFromTensor(
                    tensor=tf.cast(stacked, now.dtype), element_shape=shape_argument(now)
                )
            )
        elif was.dtype == now.dtype:
            out.append(handle)
        else:
            raise JoinError(f"a list of {was} and one of {now}")
    return out
