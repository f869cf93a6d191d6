"""Values are taken apart into tensors and put together again without loss."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, Undefined, staged_items
from ag_notebook.staging.backends.tensorflow.values.lists import stack
from ag_notebook.staging.backends.tensorflow.values.lowering import (
    as_tensor,
    backend,
    lift,
    lower,
    shape_argument,
    zeros,
)
from ag_notebook.staging.backends.tensorflow.values.specs import (
    Constant,
    ListType,
    OptionalType,
    SequenceType,
    TensorType,
)
from ag_notebook.staging.backends.tensorflow.values.structure import spec_of
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber

INT = TensorType(tf.int32, tf.TensorShape([]))
FLOAT = TensorType(tf.float32, tf.TensorShape([]))


class Pair(NamedTuple):
    a: Any
    b: Any


class Point:
    def __init__(self, x):
        self.x = x


def round_trip(value, spec):
    tensors = iter(lower(value, spec))
    found = lift(spec, tensors)
    assert next(tensors, None) is None
    return found


def test_structures_come_back_as_they_were() -> None:
    value = Pair(tf.constant([1, 2]), ("text", {"k": tf.constant(1.5)}))
    found = round_trip(value, spec_of(value))
    assert isinstance(found, Pair)
    assert found.a.numpy().tolist() == [1, 2]
    assert found.b[0] == "text"
    deep = round_trip(value.b[1], spec_of(value.b[1], deep=True))
    assert (list(deep), deep["k"].numpy()) == (["k"], 1.5)


def test_an_object_is_made_anew_without_its_init() -> None:
    point = Point(tf.constant(3))
    found = round_trip(point, spec_of(point, deep=True))
    assert found is not point
    assert (type(found), found.x.numpy()) == (Point, 3)


def test_numbers_are_cast_to_the_joined_type() -> None:
    spec = SequenceType(tuple, (FLOAT, FLOAT, INT))
    tensors = lower((1, WeakNumber(tf.constant(2), tf.int32), True), spec)
    assert [(t.dtype, t.numpy().item()) for t in tensors] == [
        (tf.float32, 1.0),
        (tf.float32, 2.0),
        (tf.int32, 1),
    ]


def test_weak_numbers_stay_weak() -> None:
    spec = TensorType(tf.int32, tf.TensorShape([]), weak=True)
    found = round_trip(5, spec)
    assert isinstance(found, WeakNumber)
    assert found.tensor().numpy() == 5


@pytest.mark.parametrize(("value", "flag"), [(None, False), (3, True)])
def test_none_or_a_value(value, flag) -> None:
    found = round_trip(value, OptionalType(None, INT))
    assert isinstance(found, Maybe)
    assert (found.ag_flag.numpy(), found.ag_absent) == (flag, None)
    assert not flag or found.ag_value.numpy() == 3


def test_unbound_or_none_or_a_value() -> None:
    spec = OptionalType("x", OptionalType(None, INT))
    flags = []
    for value in (Undefined("x"), None, 3):
        found = round_trip(value, spec)
        flags.append((found.ag_flag.numpy().item(), found.ag_value.ag_flag.numpy().item()))
    assert flags == [(False, False), (True, False), (True, True)]
    again = round_trip(found, spec)
    assert again.ag_value.ag_value.numpy() == 3


def test_a_list_becomes_a_tensor_list_of_its_element_type() -> None:
    spec = ListType(FLOAT)
    found = round_trip([1, tf.constant(2.5)], spec)
    assert staged_items(found).element == FLOAT
    assert stack(found).numpy().tolist() == [1.0, 2.5]
    ints = round_trip([1, 2], ListType(INT))
    assert stack(round_trip(ints, spec)).numpy().tolist() == [1.0, 2.0]  # a more general element type


def test_one_of_several_objects_is_an_index() -> None:
    spec = spec_of(Choice(None, [len, max, min], None))
    assert [t.numpy() for t in lower(max, spec)] == [1]
    other = Choice(tf.constant(0), [min, len], backend())
    assert [t.numpy() for t in lower(other, spec)] == [2]


def test_composites_come_back() -> None:
    ragged = tf.ragged.constant([[1], [2, 3]])
    assert round_trip(ragged, spec_of(ragged)).to_list() == [[1], [2, 3]]


def test_what_is_not_there_has_as_many_tensors() -> None:
    spec = SequenceType(
        tuple, (OptionalType(None, INT), ListType(FLOAT), TensorType(tf.string, tf.TensorShape([None, 2])))
    )
    found = zeros(spec)
    assert [t.dtype for t in found] == [t.dtype for t in spec.tensors()]
    assert found[-1].shape == [0, 2]
    assert [t.dtype for t in lower(Undefined("x"), spec)] == [t.dtype for t in found]


def test_python_values_as_tensors() -> None:
    assert as_tensor(True, tf.float32).numpy() == 1.0
    assert as_tensor(np.float64(2.5), tf.int32).numpy() == 2
    assert as_tensor(3).dtype == tf.int32
    assert as_tensor(Maybe(tf.constant(True), tf.constant(4), None, backend())).numpy() == 4


def test_element_shapes_as_list_ops_want_them() -> None:
    assert shape_argument(TensorType(tf.int32, tf.TensorShape(None))) == -1
    assert shape_argument(TensorType(tf.int32, tf.TensorShape([None, 2]))).numpy().tolist() == [-1, 2]


def test_constants_need_no_tensors() -> None:
    assert lower("text", Constant("text")) == []
    assert lift(Constant("text"), iter(())) == "text"
