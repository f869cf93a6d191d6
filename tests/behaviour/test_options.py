"""Options of a staged function: one trace for a signature or a rank, and XLA."""

from __future__ import annotations

import datetime as dt
import os
import random

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function


def total(xs):
    s = 0
    for x in xs:
        s += x
    return s


def test_one_trace_for_a_signature():
    f = function(total, input_signature=[tf.TensorSpec([None], tf.float32)])
    assert [float(f(tf.constant(v))) for v in ([1.5], [1.0, 2.0], [0.5, 0.5, 0.5])] == [1.5, 3.0, 1.5]
    assert len(f.traces()) == 1
    with pytest.raises(StagingError) as caught:
        f(tf.constant([1, 2]))
    assert caught.value.code == "AG503"


def test_one_trace_for_a_rank():
    f = function(total, reduce_retracing=True)
    assert [int(f(tf.constant(v))) for v in ([1], [1, 2], [3, 3, 3])] == [1, 3, 9]
    assert len(f.traces()) == 1
    assert float(f(tf.constant([0.5]))) == 0.5
    assert len(f.traces()) == 2


def test_a_check_under_xla_is_refused():
    def positive(x):
        if x < 0:
            raise ValueError("negative")
        return x

    assert int(function(positive)(tf.constant(3))) == 3
    with pytest.raises(StagingError) as caught:
        function(positive, jit_compile=True)(tf.constant(3))
    assert caught.value.code == "AG302"
    assert caught.value.span.line == positive.__code__.co_firstlineno + 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: random.random(),
        lambda: random.randint(1, 6),
        lambda: np.random.randint(3),  # noqa: NPY002 - what users write
        lambda: np.random.default_rng(1).integers(3),
        lambda: dt.datetime.now(),  # noqa: DTZ005 - what users write
        lambda: os.urandom(1),
    ],
)
def test_what_differs_at_each_call_is_refused(call):
    def f(x):
        call()
        return x

    with pytest.raises(StagingError) as caught:
        function(f)(tf.constant(1))
    assert caught.value.code == "AG232"


def test_fields_of_percent_that_are_not_known_are_refused():
    def wide(x):
        return "%*d!" % (5, x)

    def more(x):
        return "%d" % (x, x)

    with pytest.raises(StagingError) as caught:
        function(wide)(tf.constant(65))
    assert caught.value.code == "AG263"
    with pytest.raises(TypeError, match="not all arguments"):
        function(more)(tf.constant(65))
