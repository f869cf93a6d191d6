"""A loop's state settles on types that fit every iteration, in as few traces as can be."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function, set_loop_options
from ag_notebook.staging.backends.tensorflow.control.loops import stage_loop
from ag_notebook.staging.runtime.expressions import setitem


def place():
    pass


def loop(go_on, step, state, names, **options):
    """A loop whose body is `step(*state)`; the number of its traces is `loop.traces`."""
    loop.traces = 0

    def counted(values, *_):
        loop.traces += 1
        return step(*values)

    return stage_loop(go_on, counted, state, names, place.__code__, options)


def whiles(graph):
    return [op for op in graph.ops if op.endswith("While")]


def test_a_loop_is_one_op_whose_body_is_traced_once(graph) -> None:
    def build(n):
        total, i = loop(n > 0, lambda s, i: (i + 1 < n, (s + i, i + 1)), (0, 0), ("s", "i"))
        return total, i

    assert list(graph(build, 5)) == [10, 5]
    assert (loop.traces, whiles(graph)) == (1, ["StatelessWhile"])
    assert list(graph(build, 0)) == [0, 0]


def test_a_test_that_is_false_builds_nothing(graph) -> None:
    assert graph(lambda x: loop(False, lambda x: (1 / 0, ()), (x,), ("x",))[0], 7) == 7
    assert whiles(graph) == []


def test_a_weak_start_takes_the_dtype_of_what_it_meets_in_one_trace(graph) -> None:
    def build(xs):
        total, _ = loop(True, lambda s, i: (i < 2, (s + xs[i], i + 1)), (0, tf.constant(0)), ("s", "i"))
        assert total.dtype == tf.float64
        return total

    assert graph(build, tf.constant([0.5, 1.5, 2.5], tf.float64)) == 4.5
    assert loop.traces == 1


def test_a_shape_that_grows_is_relaxed_and_noted(graph) -> None:
    def build(x):
        return loop(True, lambda v: (tf.size(v) < 5, (tf.concat([v, v], 0),)), (x,), ("v",))[0]

    assert graph(build, [1, 2]) == [1, 2] * 8
    assert loop.traces == 2
    (event,) = [e for e in graph.context.events if e.decision == "fitted"]
    assert event.why == "'v' goes from int32[2] to int32[?]"


def test_a_name_that_the_body_binds_first_needs_no_value_before() -> None:
    @function
    def last(n):
        i = 0
        while i < n:
            square = i * i
            i = i + 1
        return square

    assert last(tf.constant(4)).numpy() == 9
    with pytest.raises(UnboundLocalError, match="'square'"):
        last(tf.constant(0))


def test_what_the_body_writes_elsewhere_travels_too() -> None:
    table = {"n": 0}

    @function
    def count(n):
        while n > 0:
            table["n"] += n
            n -= 1

    count(tf.constant(4))
    assert int(table["n"]) == 10


def test_inner_loops_are_not_traced_twice_for_each_trace_of_the_loops_around_them(graph) -> None:
    """That the innermost body writes the table is learnt once; the loops around it recall it."""
    table, traces = {"n": 0}, []
    bodies = [compile("0", f"loop {depth}", "eval") for depth in range(5)]

    def nest(depth, n):
        if depth == 0:
            traces.append(depth)
            setitem(table, "n", table["n"] + 1)
            return

        def step(values, *_):
            nest(depth - 1, n)
            return values[0] + 1 < n, (values[0] + 1,)

        stage_loop(n > 0, step, (0,), ("i",), bodies[depth])

    def build(n):
        nest(4, n)
        return table["n"]

    assert graph(build, 2) == 16
    assert table == {"n": 0}
    assert len(traces) == 5


def test_types_that_do_not_meet_are_refused_at_the_loop() -> None:
    def change(n):
        x = 1
        while n > 0:
            x = "text"
            n -= 1
        return x

    with pytest.raises(StagingError) as caught:
        function(change)(tf.constant(2))
    assert caught.value.code == "AG202"
    assert caught.value.message.startswith("'x' is int32[] before the loop's body and 'text' after it")
    assert caught.value.span.line == change.__code__.co_firstlineno + 2


def test_options_of_the_user() -> None:
    @function
    def grow(n):
        v = tf.zeros([1])
        i = 0
        while i < n:
            set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))], maximum_iterations=3)
            v = tf.concat([v, [1.0]], 0)
            i += 1
        return v

    assert grow(tf.constant(10)).numpy().tolist() == [0, 1, 1, 1]


def test_gradients_go_through_a_loop() -> None:
    @function
    def power(x, n):
        result = 1.0
        while n > 0:
            result = result * x
            n -= 1
        return result

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = power(x, tf.constant(4))
    assert (y.numpy(), tape.gradient(y, x).numpy()) == (81.0, 108.0)


def test_only_small_bodies_run_one_after_the_other() -> None:
    def count(n):
        while n > 0:
            n -= 1
        return n

    def multiply(a, n):
        for _ in range(n):
            a = tf.matmul(a, a)
        return a

    def width(f, *args):
        (loop,) = [n for n in function(f).graph(*args).nodes if n.op in ("While", "StatelessWhile")]
        return dict(loop.attributes)["parallel_iterations"]

    assert width(count, tf.constant(3)) == "1"
    assert width(multiply, tf.zeros([64, 64]), tf.constant(3)) == "10"
