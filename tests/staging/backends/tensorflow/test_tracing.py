"""A trace finds the places that its function writes, and what may become of their types."""

from __future__ import annotations

import inspect

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.tensorflow.signature import Leaves
from ag_notebook.staging.backends.tensorflow.tracing import make_trace
from ag_notebook.staging.backends.tensorflow.values.specs import Constant, TensorType
from ag_notebook.staging.options import Options


class Counter:
    def __init__(self, n):
        self.n = n


def traced(f, *args):
    bound = inspect.signature(f).bind(*args)
    leaves = Leaves()
    for name, value in bound.arguments.items():
        leaves.add_argument(name, value)
    return make_trace(f, Options(), bound, leaves, {})


def test_a_function_that_writes_nothing_has_inputs_and_outputs_alone() -> None:
    def add(x, y):
        return x + y

    made = traced(add, tf.constant(1), tf.constant(2))
    assert (made.state, made.written, made.written_containers, made.guards) == ({}, [], [], [])
    assert made.result == TensorType(tf.int32, tf.TensorShape([]))
    assert [t.op.name for t in made.function.inputs] == ["x", "y"]
    assert [t.numpy() for t in made.function(tf.constant(3), tf.constant(4))] == [7]


def test_a_written_attribute_is_an_input_and_an_output() -> None:
    counter = Counter(5)

    def count(x):
        counter.n += x
        return "done"

    made = traced(count, tf.constant(1))
    (state,) = made.state.values()
    assert state.location.label == "Counter.n"
    assert made.result == Constant("done")
    assert [t.op.name for t in made.function.inputs] == ["x", "Counter_n"]
    assert [t.numpy() for t in made.function(tf.constant(2), tf.constant(10))] == [12]
    assert counter.n == 5  # tracing changes nothing


def test_the_type_of_written_state_widens_between_calls() -> None:
    counter = Counter(0)

    @function
    def add(x):
        counter.n = counter.n + x

    add(tf.constant(1.5))
    add(tf.constant(2.0))
    assert counter.n.numpy() == 3.5


@pytest.mark.parametrize("value", ["text", tf.constant("text")], ids=["Python", "tensor"])
def test_state_that_becomes_something_else_is_refused(value) -> None:
    counter = Counter(tf.constant(1))

    @function
    def spoil(x):
        counter.n = value
        return x

    with pytest.raises(
        StagingError, match="'Counter.n' is int32.* before the call and .* after it"
    ) as caught:
        spoil(tf.constant(1))
    assert caught.value.code == "AG236"
    assert counter.n.numpy() == 1


def test_a_list_given_back_is_the_same_list() -> None:
    kept: list = []

    @function
    def get(x):
        return kept

    assert get(tf.constant(1)) is kept


def test_an_unfinished_result_is_refused() -> None:
    @function
    def generate(x):
        return (v for v in [1, 2])

    with pytest.raises(StagingError, match="cannot give out a generator") as caught:
        generate(tf.constant(1))
    assert caught.value.code == "AG244"


def test_events_are_of_the_last_attempt_only() -> None:
    counter = Counter(0)

    def change(x):
        if x > 0:
            counter.n += 1
        return x

    made = traced(change, tf.constant(1))
    assert [e.construct for e in made.events] == ["if"]


def test_a_function_that_always_raises() -> None:
    @function
    def fail(x):
        raise LookupError("always")

    assert fail.graph(tf.constant(1)) is not None
    with pytest.raises(LookupError, match="always"):
        fail(tf.constant(1))
