"""Why a call was traced: which argument changed, and how, against the nearest earlier trace."""

import inspect

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends.protocol import Call, Change, RecordingEntry


class Box:
    pass


@pytest.mark.parametrize(
    ("before", "now", "change"),
    [
        (tf.constant(1), tf.constant(1.0), Change("x", "int32[]", "float32[]", "other")),
        (tf.ones([2]), tf.ones([3]), Change("x", "float32[2]", "float32[3]", "shape")),
        (tf.ones([2]), np.ones([3], np.float32), Change("x", "float32[2]", "float32[3]", "shape")),
        (tf.ones([2]), tf.ones([2, 2]), Change("x", "float32[2]", "float32[2, 2]", "other")),
        (3, 4, Change("x", "Python 3", "4", "number")),
        (0.5, 0.25, Change("x", "Python 0.5", "0.25", "number")),
        (3, 3.0, Change("x", "Python 3", "3.0", "other")),
        (True, False, Change("x", "Python True", "False", "other")),
        ("a", "b", Change("x", "Python 'a'", "'b'", "other")),
        (3, tf.constant(3), Change("x", "Python 3", "int32[]", "other")),
        (tf.constant(3), None, Change("x", "int32[]", "Python None", "other")),
        ([1, 2], [1, 2, 3], Change("x", "2 items", "3", "length")),
        ({"a": 1}, {"a": 1, "b": 2}, Change("x", "1 item", "2", "length")),
        ([1, 2], [1, 3], Change("x", "Python 2", "3", "number")),
        ([tf.ones(2)], [tf.ones(3)], Change("x", "[float32[2]]", "[float32[3]]", "shape")),
        (
            [tf.ones(1)] * 4 + [tf.ones(2)], [tf.ones(1)] * 4 + [tf.ones(3)],
            Change("x", "float32[2]", "float32[3]", "shape"),
        ),
        (Box(), Box(), Change("x", "a Box", "another Box", "object")),
        ("a" * 99, "b" * 99, Change("x", f"Python 'aaaaaaaaaaaaaaaaa...{'a' * 18}'", f"'bbbbbbbbbbbbbbbbb...{'b' * 18}'", "other")),
    ],
)  # fmt: skip
def test_how_an_argument_changed(before, now, change):
    staged = function(lambda x: 1)
    staged(before)
    staged(now)
    first, second = staged.entry.calls()
    assert first.changes == ()
    assert second.changes == (change,)
    assert staged.traces()[1].reason == f"x: {change.before} before, {change.now} now"


def test_the_nearest_earlier_trace_is_compared():
    @function
    def f(x, y, z):
        return x

    f(tf.constant(1), 1, True)
    f(tf.constant(1.0), 2, False)
    f(tf.constant(1.0), 1, True)
    assert [trace.reason for trace in f.traces()] == [
        "first call",
        "x: int32[] before, float32[] now; y: Python 1 before, 2 now; z: Python True before, False now",
        "x: int32[] before, float32[] now",
    ]


def test_python_scalars_of_a_call_are_kept():
    @function
    def f(x, n, name="a", *, flag=False):
        return x

    f(tf.constant(1), 3, flag=True)
    assert f.entry.calls() == [Call({"n": 3, "name": "a", "flag": True})]
    assert isinstance(f.entry, RecordingEntry)


def test_a_trace_says_where_it_was_called():
    @function
    def f(x):
        return x

    line = inspect.currentframe().f_lineno + 1
    f(tf.constant(1))
    (trace,) = f.traces()
    assert (trace.call.file, trace.call.line) == (__file__, line)


def test_a_global_that_changed_is_no_change_of_an_argument():
    scale = 1

    def rescale():
        nonlocal scale
        scale += 1

    @function
    def f(x):
        return x * scale

    f(tf.constant(1))
    rescale()
    f(tf.constant(1))
    assert [trace.reason for trace in f.traces()] == ["first call", "scale changed"]
    assert f.entry.calls()[1].changes == ()


def test_a_tensor_and_a_python_number_are_told_apart():
    staged = function(lambda x: x)
    for value in (tf.constant([1.0, 2.0]), 1.0, (3,), tf.constant(2.0)):
        staged(value)
    assert [trace.reason for trace in staged.traces()] == [
        "first call",
        "x: float32[2] before, Python 1.0 now",
        "x: 1.0 before, (3,) now",
        "x: (3,) before, float32[] now",
    ]
