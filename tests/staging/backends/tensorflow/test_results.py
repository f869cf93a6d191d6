"""After a call nothing of ours is left in the user's values."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Choice, Maybe, Undefined
from ag_notebook.staging.backends.tensorflow.backend import BACKEND
from ag_notebook.staging.backends.tensorflow.results import finished, store
from ag_notebook.staging.backends.tensorflow.values.lowering import lift, lower
from ag_notebook.staging.backends.tensorflow.values.specs import ListType, SequenceType, TensorType
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.effects import attribute_location


class Pair(NamedTuple):
    a: Any
    b: Any


class Box:
    pass


def maybe(flag, absent=None):
    return Maybe(tf.constant(flag), WeakNumber(tf.constant(3), tf.int32), absent, BACKEND)


def staged(items, *dims):
    element = SequenceType(
        tuple, (TensorType(tf.int32, tf.TensorShape(dims)), TensorType(tf.float32, tf.TensorShape([])))
    )
    spec = ListType(element)
    return lift(spec, iter(lower(items, spec)))


def test_weak_numbers_are_tensors_at_any_depth() -> None:
    weak = WeakNumber(tf.constant(3), tf.int32)
    found = finished({"k": [Pair(weak, "text")]})
    assert isinstance(found["k"][0], Pair)
    assert isinstance(found["k"][0].a, tf.Tensor)
    assert (found["k"][0].a.numpy(), found["k"][0].b) == (3, "text")


def test_options_are_decided() -> None:
    assert finished(maybe(True)).numpy() == 3
    assert finished(maybe(False)) is None
    assert finished(maybe(True, Undefined("x"))).numpy() == 3
    with pytest.raises(UnboundLocalError, match="'x'"):
        finished(maybe(False, Undefined("x")))


def test_one_of_several_objects() -> None:
    assert finished(Choice(tf.constant(1), [len, max], BACKEND)) is max


@pytest.mark.parametrize("dims", [(2,), (None,)], ids=["known shape", "unknown shape"])
def test_staged_lists_are_python_lists_of_items(dims) -> None:
    found = finished(staged([(tf.constant([1, 2]), 0.5), (tf.constant([3, 4]), 1.5)], *dims))
    assert [(a.numpy().tolist(), b.numpy().item()) for a, b in found] == [([1, 2], 0.5), ([3, 4], 1.5)]
    assert finished(staged([], *dims)) == []


def test_items_of_unlike_shapes() -> None:
    found = finished(staged([(tf.constant([1]), 0.5), (tf.constant([3, 4, 5]), 1.5)], None))
    assert [a.numpy().tolist() for a, _ in found] == [[1], [3, 4, 5]]


def test_attributes_of_an_object_in_place() -> None:
    box = Box()
    box.n = WeakNumber(tf.constant(3), tf.int32)
    assert finished(box) is box
    assert isinstance(box.n, tf.Tensor)


def test_what_is_absent_on_the_path_taken_is_deleted() -> None:
    box = Box()
    box.n = 1
    location = attribute_location(box, "n")
    store(location, maybe(True, Undefined("n")), {})
    assert box.n.numpy() == 3
    store(location, maybe(False), {})
    assert box.n is None
    store(location, maybe(False, Undefined("n")), {})
    assert not hasattr(box, "n")
