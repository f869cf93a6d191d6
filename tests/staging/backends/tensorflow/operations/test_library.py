"""Functions of libraries with staged operands: TensorFlow's, equivalents of math and NumPy, callbacks."""

from __future__ import annotations

import math

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.tensorflow.operations.library import callback, library_call, plain
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("sqrt", (2.0,)), ("exp", (1,)), ("log", (8, 2)), ("floor", (-1.5,)), ("ceil", (1.2,)), ("trunc", (-1.7,)), ("floor", (3,)),
        ("pow", (2, 3)), ("atan2", (1.0, -2.0)), ("isnan", (float("nan"),)), ("fabs", (-3,)),
    ],
)  # fmt: skip
def test_math(graph, name, args) -> None:
    f = getattr(math, name)
    found = graph(lambda *tensors: library_call(f, tensors, {}), *args)
    assert found == pytest.approx(f(*args), rel=1e-6)
    assert type(found) is type(f(*args))


def test_math_outside_of_its_domain(graph) -> None:
    for f in (math.sqrt, math.log, math.asin):
        with pytest.raises(ValueError, match="math domain error"):
            graph(lambda x: library_call(f, (x,), {}), -2.0)


def test_numpy(graph) -> None:
    def build(xs):
        return library_call(np.maximum, (xs, 2), {}), library_call(np.sum, (xs,), {"axis": 0})

    found = graph(build, [1, 2, 3])
    assert list(found) == [[2, 2, 3], 6]


def test_what_has_no_equivalent_is_refused() -> None:
    def count(n):
        return math.nextafter(n, 2)

    with pytest.raises(StagingError, match="math.nextafter has no TensorFlow equivalent") as caught:
        function(count)(tf.constant(4))
    assert (caught.value.code, caught.value.span.line) == ("AG262", count.__code__.co_firstlineno + 1)


def test_weak_numbers_take_the_dtype_of_the_tensors_beside_them(graph) -> None:
    def build(n, xs):
        weak = WeakNumber(n, tf.int32)
        return (
            library_call(tf.add, (weak, xs), {}),
            library_call(tf.maximum, (xs, weak), {}),
            plain([weak, {"k": (weak,)}]),
        )

    added, maximum, (first, table) = graph(build, 2, tf.constant([0.5, 3.5], tf.float64))
    assert (added, maximum, first, table["k"]) == ([2.5, 5.5], [2.0, 3.5], 2, (2,))


def test_functions_handed_to_tensorflow_are_converted() -> None:
    def absolute(x):
        if x < 0:
            return -x
        return x

    @function
    def run(xs):
        return tf.map_fn(absolute, xs), tf.cond(xs[0] > 0, lambda: absolute(xs[1]), lambda: absolute(xs[0]))

    found = run(tf.constant([1, -2, 3]))
    assert [t.numpy().tolist() for t in found] == [[1, 2, 3], 2]
    assert callback(len) is len
    assert callback(tf.add) is tf.add
    assert callback(absolute).__name__ == "absolute"


def test_effects_in_a_callback_would_be_lost() -> None:
    seen: list = []

    def note(x):
        seen.append(x)
        return x

    def run(xs):
        return tf.map_fn(note, xs)

    with pytest.raises(StagingError) as caught:
        function(run)(tf.constant([1, 2]))
    assert (caught.value.code, seen) == ("AG234", [])
    assert caught.value.span.file == __file__


def test_a_tensor_array_whose_write_is_dropped() -> None:
    def lose(x):
        array = tf.TensorArray(tf.int32, 2)
        array.write(0, x)
        return array.write(1, x).stack()

    with pytest.raises(StagingError) as caught:
        function(lose)(tf.constant(1))
    assert (caught.value.code, caught.value.span.line) == ("AG237", lose.__code__.co_firstlineno + 3)


def test_methods_of_texts_and_dicts() -> None:
    @function
    def run(k, words):
        table = {1: 10, 2: 20}
        return table.get(k, -1), "-".join(words), "<{}>".format(k)

    found, joined, formatted = run(tf.constant(2), tf.constant(["a", "b"]))
    assert (found.numpy(), joined.numpy(), formatted.numpy()) == (20, b"a-b", b"<2>")
    assert run(tf.constant(7), tf.constant(["a"]))[0].numpy() == -1
