"""One trace of a body: which inputs it needs, and whether it is right for the types that came out."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError
from ag_notebook.staging.backends.carriers import Undefined
from ag_notebook.staging.backends.tensorflow.control.loop_body import BodyTrace
from ag_notebook.staging.backends.tensorflow.values.specs import OptionalType, TensorType
from ag_notebook.staging.backends.tensorflow.values.structure import as_input, spec_of

FLOAT = TensorType(tf.float32, tf.TensorShape([]))


@pytest.fixture
def body(graph):
    """`body(step, **initial)`: a trace of `step(*state)`."""

    def make(step, decided=False, **initial):
        made: list = []

        def build():
            specs = [as_input(spec_of(v)) for v in initial.values()]
            values = list(initial.values())
            made.append(BodyTrace(lambda state, *_: step(*state), list(initial), specs, values, [], decided))
            made.extend([made[0].inputs(), made[0].outputs(), made[0].initial()])
            return ()

        graph(build)
        return made

    return make


def variables(trace):
    return {v.name: v for v in trace.variables}


def test_a_settled_trace_has_one_input_and_output_for_each_tensor(body) -> None:
    trace, inputs, outputs, initial = body(lambda n, x: (n > 0, (n - 1, x * 2.0)), n=5, x=tf.constant(1.5))
    assert all(v.settled for v in trace.variables)
    assert (
        [t.dtype for t in inputs]
        == [t.dtype for t in outputs]
        == [t.dtype for t in initial]
        == [tf.int32, tf.float32]
    )
    assert [t.op.name.rpartition("/")[2] for t in inputs] == ["n", "x"]


def test_a_weak_number_gets_its_placeholder_when_it_is_used(body) -> None:
    trace, inputs, _, initial = body(lambda s: (True, (s + tf.constant(0.5),)), s=0)
    (slot,) = variables(trace)["s"].slots
    assert list(slot.pending.placeholders) == [tf.float32]
    assert variables(trace)["s"].joined == FLOAT
    assert variables(trace)["s"].settled
    assert [t.dtype for t in (*inputs, *initial)] == [tf.float32, tf.float32]


def test_a_weak_number_used_as_two_dtypes_is_not_settled(body) -> None:
    def step(s, i):
        return i < 3, (s + tf.constant(0.5), i + s)

    trace, *_ = body(step, s=0, i=0)
    assert not all(v.settled for v in trace.variables)


def test_a_weak_number_takes_its_dtype_along_to_another_variable(body) -> None:
    trace, *_ = body(lambda a, b: (True, (b, a * tf.constant(0.5))), a=0, b=1)
    assert [v.joined.dtype for v in trace.variables] == [tf.float32, tf.float32]


def test_what_the_body_hands_on_is_unchanged(body) -> None:
    trace, *_ = body(lambda k, x: (True, (k, x + k)), k=2, x=tf.constant(1))
    assert variables(trace)["k"].unchanged
    assert not variables(trace)["x"].unchanged


def test_a_name_that_is_bound_before_it_is_read(body) -> None:
    trace, inputs, *_ = body(lambda y: (True, (tf.constant(1.5),)), y=Undefined("y"))
    variable = variables(trace)["y"]
    assert variable.bound_late
    assert variable.settled
    assert isinstance(variable.joined, OptionalType)
    assert [t.dtype for t in inputs] == [tf.bool, tf.float32]


def test_a_name_that_is_read_first_is_not_bound_late(body) -> None:
    def step(y):
        y.note_read()
        return True, (tf.constant(1.5),)

    trace, *_ = body(step, y=Undefined("y"))
    assert not variables(trace)["y"].bound_late


def test_a_larger_shape_is_not_settled(body) -> None:
    trace, *_ = body(lambda v: (True, (tf.concat([v, v], 0),)), v=tf.constant([1, 2]))
    assert not variables(trace)["v"].settled
    assert variables(trace)["v"].joined == TensorType(tf.int32, tf.TensorShape([None]))


def test_a_body_that_always_raises_ends_the_loop(body) -> None:
    from ag_notebook.staging.runtime.statements import raise_stmt

    trace, *_ = body(lambda x: raise_stmt(KeyError("k")), x=tf.constant(1))
    assert isinstance(trace.traced.raised, KeyError)
    assert (tf.get_static_value(trace.go_on).item(), trace.may_fail) == (False, True)
    assert variables(trace)["x"].settled


def test_types_that_do_not_meet_are_named(body) -> None:
    with pytest.raises(
        StagingError, match="AG202.*'x' is int32.* before the loop's body and 'text' after it"
    ):
        body(lambda x: (True, ("text",)), x=tf.constant(1))
