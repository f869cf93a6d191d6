"""The truth value of each kind of staged value is Python's."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.carriers import Choice, Maybe, Undefined
from ag_notebook.staging.backends.tensorflow.backend import BACKEND
from ag_notebook.staging.backends.tensorflow.control.truth import truth
from ag_notebook.staging.backends.tensorflow.values.lowering import lift, lower
from ag_notebook.staging.backends.tensorflow.values.specs import ListType, TensorType
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, True),
        (0, False),
        (-2, True),
        (0.0, False),
        (float("nan"), True),
        ("", False),
        ("a", True),
        ([[3]], True),
        ([0], False),
    ],
)
def test_tensors(value, expected) -> None:
    found = truth(tf.constant(value))
    assert (found.dtype, found.shape.rank, found.numpy().item()) == (tf.bool, 0, expected)
    assert truth(tf.Variable(value)).numpy().item() is expected


def test_weak_numbers() -> None:
    assert [truth(WeakNumber(tf.constant(n), tf.int32)).numpy().item() for n in (0, 7)] == [False, True]


def test_none_is_false_and_unbound_is_an_error() -> None:
    five = tf.constant(5)
    assert [truth(Maybe(tf.constant(f), five, None, BACKEND)).numpy().item() for f in (True, False)] == [
        True,
        False,
    ]
    assert truth(Maybe(tf.constant(True), five, Undefined("x"), BACKEND)).numpy().item()


def test_a_staged_list_is_true_unless_it_is_empty() -> None:
    spec = ListType(TensorType(tf.int32, tf.TensorShape([])))
    for items in ([], [0]):
        staged = lift(spec, iter(lower(items, spec)))
        assert truth(staged).numpy().item() == bool(items)


def test_objects_that_agree_are_known_to_python() -> None:
    index = tf.constant(1)
    assert truth(Choice(index, [len, max], BACKEND)) is True
    assert truth(Choice(index, [len, ()], BACKEND)).numpy().item() is False
    assert truth("text") is True


def test_a_tensor_of_several_elements_has_none() -> None:
    def choose(xs):
        if xs > 0:
            return 1
        return 2

    with pytest.raises(StagingError, match=r"a tensor of shape \(2,\) has no truth value") as caught:
        function(choose)(tf.constant([1, 2]))
    assert (caught.value.code, caught.value.span.line) == ("AG220", choose.__code__.co_firstlineno + 1)
