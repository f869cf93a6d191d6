"""What is read out of tables and staged lists is known to stand for something, where it can be changed."""

from __future__ import annotations

import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.values.copies import (
    holds_mutable,
    is_mutable,
    stand_in_for_item,
    stand_in_for_one,
)
from ag_notebook.staging.backends.tensorflow.values.specs import (
    ListType,
    OptionalType,
    PaddedType,
    SequenceType,
    TensorType,
)

INT = TensorType(tf.int32, tf.TensorShape([]))


class Box:
    def __init__(self, held):
        self.held = held


def test_containers_and_records_can_be_changed() -> None:
    assert is_mutable([]) and is_mutable({}) and is_mutable(Box(1))
    assert not is_mutable((1, [2])) and not is_mutable(3) and not is_mutable(len)


def test_types_with_changeable_parts() -> None:
    assert holds_mutable(ListType(INT))
    assert holds_mutable(SequenceType(list, ()))
    assert holds_mutable(SequenceType(tuple, (INT, SequenceType(list, (INT,)))))
    assert holds_mutable(OptionalType(None, PaddedType(SequenceType(list, ()))))
    assert not holds_mutable(INT)
    assert not holds_mutable(SequenceType(tuple, (INT, INT)))


def test_parts_stand_for_parts(graph) -> None:
    def build(index):
        objects = [Box([1]), Box([2])]
        value = Box([1])
        stand_in_for_one(value, objects, index)
        entries = graph.context.stand_ins
        assert entries[id(value)].objects == tuple(objects)
        assert entries[id(value.held)].objects == (objects[0].held, objects[1].held)
        items, item = [], (1, [2])
        stand_in_for_item(item, items, index, lambda *_: None)
        assert entries[id(item[1])].path == (1,)
        assert entries[id(item[1])].root is item
        return index

    assert graph(build, 0) == 0
