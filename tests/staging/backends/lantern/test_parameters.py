"""Parameters: arrays outside, and values of the program inside."""

import numpy as np
import pytest
from lantern_staging import refused, staged

from ag_notebook import staging
from ag_notebook.staging.backends.lantern import SGD, Parameter


def test_outside_it_is_the_array():
    w = Parameter([[1.0, 2.0], [3.0, 4.0]], "w")
    assert np.array_equal(w * 2 + 1, w.value * 2 + 1) and np.array_equal(w @ w, w.value @ w.value)
    assert w.shape == (2, 2) and w[0, 1] == 2.0 and len(w) == 2 and w.T[0, 1] == 3.0
    assert np.array_equal(np.exp(w), np.exp(w.value)) and np.sum(w) == 10.0 and (1 - w)[0, 0] == 0.0
    assert np.array_equal(np.ones(2) @ w, np.ones(2) @ w.value) and (w > 2).sum() == 2
    assert repr(w) == "<parameter w float64[2, 2]>"
    with pytest.raises(TypeError):
        Parameter(["a"])


def test_inside_it_is_read():
    w = Parameter(np.arange(3.0), "w")

    class Model:
        def __init__(self, w):
            self.w = w

        def __call__(self, x):
            return self.w * x, self.w[1], np.sum(self.w), len(self.w), self.w.shape, x @ self.w

    model = Model(w)
    got, want = staged(model)(np.ones(3)), model(np.ones(3))
    assert all(np.array_equal(a, b) for a, b in zip(got, want))


def test_it_is_copied_and_not_written_inside():
    array = np.ones(2)
    w = Parameter(array)
    array[0] = 9
    assert w.value[0] == 1

    def run(x):
        a = w + 0
        a[0] = x
        b = w
        b[0] = x
        return a, b

    refused(run, 1.0, code="AG317", at="b[0] = x")


def test_two_of_one_name():
    a, b = Parameter(1.0), Parameter(2.0)
    assert staged(lambda x: a * x + b)(3.0) == 5.0


def test_values_that_are_no_numbers():
    parameter = Parameter([1.0, 2.0], "w")
    for value in (None, "a", [1.0, None]):
        with pytest.raises(TypeError, match="w is an array of numbers"):
            parameter.value = value
    assert parameter.value.tolist() == [1.0, 2.0]


def test_the_value_in_a_staged_function_is_that_of_each_call():
    w = Parameter([1.0, 2.0], "w")

    def run(x):
        return (w.value * x).sum()

    made, optimizer = staged(run), SGD(0.5)
    assert made(2.0) == 6
    w.value = np.array([3.0, 4.0])
    assert made(2.0) == 14
    w.value[0] = 10
    assert made(2.0) == 28
    assert optimizer.step(run, 2.0) == 28
    assert w.value.tolist() == [9.0, 3.0] and made(2.0) == 24


class Model:
    def __init__(self, weight):
        self.weight = weight


def test_graphs_of_tensorflow_have_what_it_holds_at_each_call():
    import tensorflow as tf

    w = Parameter(np.array([1.0, 2.0]), "w")
    held, model, big = [w], Model(w), Parameter(np.zeros(200_000))

    def loss(x):
        total = tf.reduce_sum(w * x) + tf.reduce_sum(held[0].value) + tf.reduce_sum(model.weight * 2.0 * x)
        return total + tf.reduce_sum(big * x)

    made, x = staging.function(loss), tf.constant(3.0, tf.float64)
    for change in (
        lambda: None,
        lambda: setattr(w, "value", w.value * 2),
        lambda: big.value.__setitem__(7, 5.0),
    ):
        change()
        assert float(made(x)) == float(loss(x))
    assert len(made.traces()) == 3
    assert float(made(x)) == float(loss(x))
    assert len(made.traces()) == 3


def test_programs_of_lantern_read_it_when_they_run():
    w = Parameter(np.array([1.0, 2.0]), "w")
    held, model = [w], Model(w)

    def loss(x):
        return (w * x).sum() + held[0].value.sum() + (model.weight * x).sum()

    made = staging.function(loss, backend="lantern")
    for factor in (1.0, 2.0, 3.0):
        w.value = w.value * factor
        assert made(3.0) == loss(3.0)
    assert len(made.traces()) == 1


def test_an_array_of_no_dtype_of_lanterns_is_refused_at_the_users_line():
    with pytest.raises(TypeError, match="Lantern has no dtype") as caught:
        Parameter("a")
    assert [entry.path.name for entry in caught.traceback] == ["test_parameters.py"]
