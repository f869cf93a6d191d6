"""What a value is made of: the type of each kind of value, and containers as a trace left them."""

from __future__ import annotations

import collections
import types
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import NO_VALUE, Choice, Maybe, StagedItems, Undefined
from ag_notebook.staging.backends.tensorflow.values.specs import (
    ChoiceType,
    CompositeType,
    Constant,
    ContentsType,
    FieldsType,
    ListType,
    Never,
    OptionalType,
    SequenceType,
    TensorType,
)
from ag_notebook.staging.backends.tensorflow.values.structure import (
    as_input,
    attributes_of,
    deepen,
    is_composite,
    is_record,
    items_of,
    own,
    spec_of,
    view,
)
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.effects import Contents, Effect, attribute_location, items_location

INT = TensorType(tf.int32, tf.TensorShape([]))
WEAK = TensorType(tf.int32, tf.TensorShape([]), weak=True)


class Pair(NamedTuple):
    a: Any
    b: Any


class Point:
    def __init__(self, **held):
        self.__dict__.update(held)


def test_types_of_values() -> None:
    one = tf.constant(1)
    variable = tf.Variable(1)
    assert spec_of(one) == INT
    assert spec_of(WeakNumber(one, tf.int32)) == WEAK
    assert spec_of(NO_VALUE) == Never()
    assert spec_of(variable) == Constant(variable)
    assert spec_of(np.float64(1.5)) == TensorType(tf.float64, tf.TensorShape([]))
    assert spec_of(Pair(one, "a")) == SequenceType(Pair, (INT, Constant("a")))
    assert spec_of(Maybe(True, one, Undefined("x"), None)) == OptionalType("x", INT)
    assert spec_of(Choice(one, [len, max], None)) == ChoiceType((len, max))
    assert spec_of(Contents([one, 2])) == ContentsType(SequenceType(list, (INT, Constant(2))))
    assert spec_of(Contents([StagedItems((), INT, None)])) == ContentsType(ListType(INT))
    assert isinstance(spec_of(tf.ragged.constant([[1]])), CompositeType)


def test_identity_counts_unless_the_type_is_deep() -> None:
    items, point = [tf.constant(1)], Point(x=tf.constant(1))
    assert spec_of(items) == Constant(items) != Constant(list(items))
    assert spec_of(items, deep=True) == deepen(Constant(items)) == SequenceType(list, (INT,))
    assert spec_of(point, deep=True) == FieldsType(Point, ("x",), (INT,))
    assert spec_of(np.ones(3)) != spec_of(np.ones(3))
    assert spec_of(np.ones(3), deep=True) == TensorType(tf.float64, tf.TensorShape([3]))
    assert deepen(INT) == INT
    assert deepen(Constant(len)) == Constant(len)


def test_a_view_shows_containers_as_a_trace_left_them() -> None:
    items, point = [1], Point(x=1, y=2)
    effects = [
        Effect(items_location(items), Contents([1]), Contents([1, 2])),
        Effect(attribute_location(point, "x"), 1, 5),
        Effect(attribute_location(point, "y"), 2, Undefined("y")),
        Effect(attribute_location(point, "z"), Undefined("z"), 7),
    ]
    with view({e.location.key: e for e in effects}):
        assert items_of(items) == [1, 2]
        assert attributes_of(point) == {"x": 5, "z": 7}
        seen = spec_of(items)
    assert items_of(items) == [1]
    assert attributes_of(point) == {"x": 1, "y": 2}
    assert deepen(seen) == SequenceType(list, (Constant(1), Constant(2)))  # a spec remembers its view


def test_records_are_plain_data() -> None:
    assert is_record(Point())
    for other in (Point, len, ValueError(), np.ones(1), collections, {}, tf.Module(), lambda: 1):
        assert not is_record(other)


def test_composites_are_made_of_several_tensors() -> None:
    for value in (tf.ragged.constant([[1]]), tf.sparse.eye(2), tf.TensorArray(tf.int32, 1)):
        assert is_composite(value)
    assert not is_composite(tf.Variable(1))
    assert not is_composite(tf.constant(1))


def test_inputs_of_a_graph_have_numbers_as_weak_tensors() -> None:
    spec = SequenceType(tuple, (Constant(3), Constant("a"), OptionalType(None, Constant(True))))
    weak_bool = TensorType(tf.bool, tf.TensorShape([]), weak=True)
    assert as_input(spec) == SequenceType(tuple, (WEAK, Constant("a"), OptionalType(None, weak_bool)))


def test_a_value_of_one_path_keeps_python_numbers_and_the_users_objects_by_structure() -> None:
    assert own(Constant([3])) == SequenceType(list, (Constant(3),))
    made, staged = Point(x=1), Point(x=tf.constant(1))
    assert own(Constant(made)) == FieldsType(Point, ("x",), (Constant(1, {}),))  # each call gets its own
    other = types.SimpleNamespace(
        x=1
    )  # an object of a library's class stays itself until something in it is changed
    assert own(Constant(other)) == Constant(other)
    assert own(Constant(staged)) == FieldsType(Point, ("x",), (INT,))
