"""Each use of TensorFlow's private API does what the back end relies on."""

from __future__ import annotations

import threading
import time

import pytest
import tensorflow as tf
from tensorflow.python.ops import handle_data_util

from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.private import TracedGraph, build_if, build_while, op_name

SCALAR = tf.TensorShape([])


def in_function(build, *inputs):
    """The concrete function of `build`, and its results."""
    concrete = tf.function(build, autograph=False).get_concrete_function(
        *(tf.TensorSpec(t.shape, t.dtype) for t in inputs)
    )
    return concrete, tf.nest.map_structure(lambda t: t.numpy(), concrete(*inputs))


def traced(kind, make):
    """A finished graph of what `make` builds."""
    graph = TracedGraph(kind)
    with graph.building():
        outputs = make()
    with graph.building():
        graph.finish(outputs)
    return graph


def counted(body):
    """The placeholder of the iteration's number, and the number of the next."""
    count = body.placeholder(tf.int32, SCALAR, name="count")
    with body.building():
        return count, count + 1


@pytest.mark.parametrize(("x", "expected"), [(3, [6, 4]), (-3, [-3, 0])])
def test_branches_are_built_first_and_joined_afterwards(x, expected) -> None:
    def build(x):
        then = traced("then", lambda: [x * 2, x + 1])  # x is captured
        orelse = traced("else", lambda: [tf.identity(x), tf.constant(0)])
        results, op = build_if(x > 0, then, orelse)
        assert op.type == "StatelessIf"
        return results

    concrete, found = in_function(build, tf.constant(x))
    assert list(found) == expected
    assert {op.type for op in concrete.graph.get_operations()} >= {"StatelessIf"}


def test_a_branch_without_results_keeps_its_effects() -> None:
    variable = tf.Variable(0)

    def build(x):
        then = traced("then", lambda: [variable.assign_add(5)][1:])
        orelse = traced("else", lambda: [])
        results, op = build_if(x > 0, then, orelse)
        assert (results, op.type) == ([], "If")
        return x

    in_function(build, tf.constant(-1))
    assert variable.numpy() == 0
    in_function(build, tf.constant(1))
    assert variable.numpy() == 5


def test_a_loops_inputs_may_be_made_after_its_body() -> None:
    def build(n, step):
        body = TracedGraph("body")
        early = body.placeholder(tf.int32, SCALAR, name="total")
        with body.building():
            total = early + step  # step is captured
            go_on = total < n
        late = body.placeholder(tf.int32, SCALAR, name="unused")
        test = body.placeholder(tf.bool, SCALAR, name="go_on")
        start = [tf.constant(True), tf.constant(0), tf.constant(42)]
        return build_while(body, [test, early, late], [go_on, total, late], start, 0, counted(body))

    concrete, found = in_function(build, tf.constant(10), tf.constant(3))
    assert [v.item() for v in found] == [False, 12, 42]
    assert [op.type for op in concrete.graph.get_operations() if "While" in op.type] == ["StatelessWhile"]


def test_iterations_are_limited() -> None:
    def build(limit):
        body = TracedGraph("body")
        count = body.placeholder(tf.int32, SCALAR)
        with body.building():
            following, go_on = count + 1, tf.constant(True)
        test = body.placeholder(tf.bool, SCALAR)
        start = [tf.constant(True), tf.constant(0)]
        return build_while(body, [test, count], [go_on, following], start, 0, counted(body), limit)[1]

    assert in_function(build, tf.constant(7))[1] == 7


def test_gradients_go_through_a_loop_built_by_hand() -> None:
    def build(x):
        body = TracedGraph("body")
        count, power = body.placeholder(tf.int32, SCALAR), body.placeholder(tf.float32, SCALAR)
        with body.building():
            outputs = [count < 2, count + 1, power * x]
        test = body.placeholder(tf.bool, SCALAR)
        start = [tf.constant(True), tf.constant(0), tf.constant(1.0)]
        return build_while(body, [test, count, power], outputs, start, 0, counted(body))[2]

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        cube = tf.function(build, autograph=False)(x)
    assert (cube.numpy(), tape.gradient(cube, x).numpy()) == (8.0, 12.0)


def test_what_is_known_of_a_tensor_list_goes_through_a_loop() -> None:
    """Without the handle's data a gradient or a stack of the list would not know its elements."""

    def build(n):
        start = tf.raw_ops.EmptyTensorList(
            element_shape=tf.constant([2]), max_num_elements=-1, element_dtype=tf.float32
        )
        body = TracedGraph("body")
        count = body.placeholder(tf.int32, SCALAR)
        handle = body.placeholder(tf.variant, SCALAR, like=start)
        known = handle_data_util.get_resource_handle_data(handle)
        assert known.shape_and_type[0].dtype == tf.float32.as_datatype_enum
        with body.building():
            item = tf.fill([2], tf.cast(count, tf.float32))
            pushed = tf.raw_ops.TensorListPushBack(input_handle=handle, tensor=item)
            outputs = [count + 1 < n, count + 1, pushed]
        test = body.placeholder(tf.bool, SCALAR)
        initial = [tf.constant(True), tf.constant(0), start]
        result = build_while(body, [test, count, handle], outputs, initial, 0, counted(body))[2]
        known = handle_data_util.get_resource_handle_data(result)
        assert known.shape_and_type[0].dtype == tf.float32.as_datatype_enum
        return tf.raw_ops.TensorListStack(
            input_handle=result, element_shape=tf.constant([2]), element_dtype=tf.float32, num_elements=-1
        )

    assert in_function(build, tf.constant(3))[1].tolist() == [[0, 0], [1, 1], [2, 2]]


def test_later_ops_wait_also_after_the_users_own_control_dependencies() -> None:
    graph = tf.Graph()
    with graph.as_default():
        x, users = tf.constant(1), tf.constant(2)
        check = tf.raw_ops.Assert(condition=tf.constant(True), data=[x])
        with private.ordering_scope():
            with tf.control_dependencies([users]):
                private.order_after(check)
                inside = tf.negative(x)
            after = tf.negative(x)
        outside = tf.negative(x)
    assert set(inside.op.control_inputs) == {check, users.op}
    assert after.op.control_inputs == [check]
    assert outside.op.control_inputs == []


def test_of_operations_in_order_later_ones_wait_for_the_last_which_waits_for_the_others() -> None:
    with tf.Graph().as_default():
        x = tf.constant(1)
        with private.ordering_scope():
            first = tf.raw_ops.Assert(condition=x > 0, data=["first"])
            private.order_after(first)
            with private.ordering_scope():
                second = tf.raw_ops.Assert(condition=x > 1, data=["second"])
                private.order_after(second)
                inside = tf.constant(2)
            after = tf.constant(3)
            with tf.control_dependencies(None):
                apart = tf.raw_ops.Assert(condition=tf.constant(True), data=["apart"])
            private.order_after(apart)
            last = tf.constant(4)
    assert inside.op.control_inputs == [second]
    assert after.op.control_inputs == [first]
    assert set(last.op.control_inputs) == {first, apart}


def test_what_is_left_out_of_reports() -> None:
    with tf.Graph().as_default():
        x = tf.constant(1)
        with private.left_out_of_reports():
            y = x + 1
            given = tf.compat.v1.placeholder(tf.int32)
        z = y + given
    assert [private.is_left_out(each.op) for each in (x, y, given, z)] == [False, True, False, False]


def test_a_failed_check_stops_what_was_built_after_it() -> None:
    variable = tf.Variable(0)

    def build(x):
        with private.ordering_scope():
            private.order_after(tf.raw_ops.Assert(condition=x > 0, data=["not positive"]))
            return 100 // x, variable.assign(1)

    with pytest.raises(tf.errors.InvalidArgumentError, match="not positive"):
        in_function(build, tf.constant(0))
    assert variable.numpy() == 0


def test_the_value_of_an_optional() -> None:
    iterator = iter(tf.data.Dataset.from_tensor_slices(([1, 2], ["a", "b"])))
    optional = iterator.get_next_as_optional()
    handle = private.optional_handle(optional)
    assert handle.dtype == tf.variant
    number, text = private.optional_value(handle, iterator.element_spec)
    assert (number.numpy(), text.numpy()) == (1, b"a")


@pytest.mark.parametrize(
    ("make", "read"),
    [
        (lambda: tf.ragged.constant([[1], [2, 3]]), lambda v: v.to_list()),
        (lambda: tf.sparse.from_dense([[0, 2], [3, 0]]), lambda v: tf.sparse.to_dense(v).numpy().tolist()),
        (
            lambda: tf.IndexedSlices(tf.constant([1.0]), tf.constant([2])),
            lambda v: (v.values.numpy().item(), v.indices.numpy().item()),
        ),
    ],
    ids=["ragged", "sparse", "slices"],
)
def test_composite_values_make_the_round_trip(make, read) -> None:
    value = make()
    type_spec, parts = private.composite_parts(value)
    assert all(isinstance(p, tf.Tensor) for p in parts)
    assert read(private.composite_value(type_spec, parts)) == read(value)


def test_a_tensor_array_makes_the_round_trip() -> None:
    def build(x):
        array = tf.TensorArray(tf.int32, 2, element_shape=[]).write(0, x).write(1, x + 1)
        type_spec, parts = private.composite_parts(array)
        assert len(parts) == 1
        return private.composite_value(type_spec, parts).stack()

    assert in_function(build, tf.constant(5))[1].tolist() == [5, 6]


def test_names_of_ops() -> None:
    assert [op_name(n) for n in ("x", "_hidden", "self.w[0]", "größe", "__")] == [
        "x",
        "hidden",
        "self_w_0",
        "gr__e",
        "",
    ]

    def build(x):
        body = TracedGraph("body")
        return tf.constant(0) if body.placeholder(tf.int32, SCALAR, name="_total").op.name == "total" else x

    assert in_function(build, tf.constant(1))[1] == 0


def test_where_a_graph_function_is_being_built() -> None:
    seen: list = []

    def build(x):
        seen.append(private.is_function_graph())
        return x

    in_function(build, tf.constant(1))
    assert (seen, private.is_function_graph()) == ([True], False)


def test_graphs_of_functions_are_found_by_name() -> None:
    inner = tf.function(lambda x: x + 1, autograph=False)
    concrete, _ = in_function(lambda x: inner(x), tf.constant(1))
    (call,) = [op for op in concrete.graph.get_operations() if "PartitionedCall" in op.type]
    found = private.function_graph(concrete.graph, call.get_attr("f").name)
    assert "AddV2" in {op.type for op in found.get_operations()}
    assert private.function_graph(concrete.graph, "no_such_function") is None


def test_the_innermost_graph_of_tensors() -> None:
    found: list = []

    def build(x):
        outside = tf.compat.v1.get_default_graph()
        body = TracedGraph("body")
        with body.building():
            inside = body.graph
            inner = tf.identity(body.placeholder(tf.int32, SCALAR))
            for tensors in ([x], [x, inner], [], [tf.constant(1)]):
                with private.innermost_graph(tensors):
                    found.append(tf.compat.v1.get_default_graph())
        assert found == [outside, inside, inside, inside]
        return x

    in_function(build, tf.constant(1))
    assert len(found) == 4


def test_a_graph_is_optimized_with_its_bodies_and_read_back() -> None:
    def build(x):
        def body():
            return x * (tf.constant(1.0) + tf.constant(2.0))

        return tf.cond(x > 0.0, body, lambda: x)

    concrete, _ = in_function(build, tf.constant(1.0))
    definition = private.optimized_definition(concrete.graph, 3.0)
    graph = private.defined_graph(definition)
    (branch,) = [op for op in graph.get_operations() if op.type in ("If", "StatelessIf")]
    then = private.function_graph(graph, branch.get_attr("then_branch").name)
    kinds = {op.type for op in then.get_operations()}
    assert "Mul" in kinds and "AddV2" not in kinds
    assert len(then.inputs) == 1 and len(then.outputs) == 1
    assert private.function_graph(graph, "nobody") is None


def test_a_graph_is_cancelled_by_the_manager_of_its_thread() -> None:
    @tf.function(autograph=False)
    def endless(x):
        return tf.while_loop(lambda x: x >= 0, lambda x: [tf.maximum(x, 0)], [x])[0]

    concrete = endless.get_concrete_function(tf.constant(1))
    ended: dict[int, type] = {}
    cancels: dict[int, object] = {}

    def run(number: int) -> None:
        try:
            with private.cancelled_by_manager() as cancels[number]:
                concrete(tf.constant(1))
        except tf.errors.CancelledError as error:
            ended[number] = type(error)

    threads = [threading.Thread(target=run, args=(n,), daemon=True) for n in range(2)]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    with private.cancelled_by_manager():  # another thread's, which ends before theirs do
        pass
    for number, thread in enumerate(threads):
        assert list(ended) == list(range(number))
        cancels[number]()
        cancels[number]()
        thread.join(2)
    assert list(ended) == [0, 1]
    assert int(concrete(tf.constant(-1))) == -1


def test_a_manager_that_was_cancelled_before_lets_nothing_begin() -> None:
    concrete = tf.function(lambda x: x + 1, autograph=False).get_concrete_function(tf.constant(1))
    with private.cancelled_by_manager() as cancel:
        cancel()
        with pytest.raises(tf.errors.CancelledError):
            concrete(tf.constant(1))
    assert int(concrete(tf.constant(1))) == 2


def test_the_runs_of_kernels_are_noted_with_the_names_of_their_nodes() -> None:
    @tf.function(autograph=False)
    def f(x):
        return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.matmul(x, x)), [0, x])[1]

    concrete = f.get_concrete_function(tf.ones([8, 8]))
    with private.profiled() as found:
        concrete(tf.ones([8, 8]))
    products = [each for each in found() if each.op == "MatMul"]
    assert len(products) == 3
    assert all(each.name.endswith("/MatMul") and 0 < each.seconds < 1 for each in products)
