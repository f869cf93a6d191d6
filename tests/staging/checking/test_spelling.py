"""Arguments are spelled so that typing them gives the same; where that would be long, by what they are."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends.python.checking import PythonChecks
from ag_notebook.staging.backends.tensorflow.checking import CHECKS
from ag_notebook.staging.checking.spelling import spelled

PASTED = [
    27,
    tf.constant(27),
    tf.constant(27, tf.int64),
    tf.constant(0.1),
    tf.constant([1.5, 2.0]),
    tf.constant([[1, 2], [3, 4]], tf.uint8),
    tf.constant([], tf.int32),
    tf.constant([True, False]),
    tf.constant("wörd"),
    tf.constant(1.5, tf.float64),
    tf.Variable([1.0, 2.0]),
    np.array([1, 2]),
    np.array([0.1], np.float32),
    np.float32(0.1),
    np.int64(3),
    [tf.constant(1), 2, "a"],
    (tf.constant(1.0),),
    {"a": [np.array([True])]},
]


def same(a, b) -> bool:
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    kinds = [type(a), type(b)]
    return kinds[0] is kinds[1] and getattr(a, "dtype", 0) == getattr(b, "dtype", 0) and np.all(a == b)


@pytest.mark.parametrize("value", PASTED, ids=lambda value: spelled(value, CHECKS))
def test_what_is_spelled_can_be_pasted(value):
    assert same(eval(spelled(value, CHECKS), {"tf": tf, "np": np}), value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (tf.ones([2, 4]), "tf.constant([[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]])"),
        (tf.ones([100, 3]), "<float32[100, 3]>"),
        (tf.constant([1.0, float("nan")]), "<float32[2]>"),
        (tf.constant(float("inf")), "<float32 inf>"),
        (tf.zeros([0, 3]), "<float32[0, 3]>"),
        ([tf.ones([100, 3]), 1], "[<float32[100, 3]>, 1]"),
        (np.zeros([50]), "<float64[50]>"),
        (tf.constant("x" * 100), "<string>"),
    ],
)
def test_what_is_long_goes_by_what_it_is(value, text):
    assert spelled(value, CHECKS) == text


def test_without_tensorflow():
    assert [spelled(v, PythonChecks()) for v in (1, "a", np.array([1.0]))] == ["1", "'a'", "np.array([1.0])"]


def test_a_tensor_is_not_taken_for_a_number():
    staged = function(lambda n, m: n + m)
    (check,) = staged.check(tf.constant(27), 1)
    assert check.call == "<lambda>(n=tf.constant(27), m=1)"


def test_a_list_that_holds_itself():
    items = [1]
    items.append(items)
    assert spelled(items, CHECKS) == "[1, …]"
