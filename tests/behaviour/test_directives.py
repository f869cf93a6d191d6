"""Checks directives, assertions about what is staged, and functions that must not be converted."""

import tensorflow as tf
from oracle import stage


def test_loop_options_keep_the_value(check):
    from ag_notebook.staging import set_loop_options

    def halve(x):
        n = 0
        while x > 1:
            set_loop_options(maximum_iterations=100, parallel_iterations=4)
            x = x // 2
            n += 1
        return n

    check(halve, (1,), (100,))


def test_maximum_iterations_end_a_loop():
    from ag_notebook.staging import set_loop_options

    def forever(x):
        n = 0
        while x > 0:
            set_loop_options(maximum_iterations=7)
            n += 1
        return n

    assert stage(forever)(tf.constant(1)).numpy() == 7


def test_shape_invariants_are_accepted():
    from ag_notebook.staging import set_loop_options

    def grow(n):
        v = tf.constant([0])
        for i in tf.range(n):
            set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
            v = tf.concat([v, [i]], 0)
        return v

    assert stage(grow)(tf.constant(3)).numpy().tolist() == [0, 0, 1, 2]


def test_element_type_and_stack():
    from ag_notebook.staging import set_element_type, stack

    def squares(n):
        out = []
        set_element_type(out, tf.int32)
        for i in range(n):
            out.append(i * i)
        return stack(out)

    f = stage(squares)
    assert f(tf.constant(4)).dtype == tf.int32
    assert f(tf.constant(4)).numpy().tolist() == [0, 1, 4, 9]
    assert f(tf.constant(0)).shape == [0]


def test_do_not_convert_calls_the_function_as_it_is(check):
    from ag_notebook.staging import do_not_convert

    def script(make, value):
        calls = []

        @do_not_convert
        def plain(v):
            calls.append(1)
            return v + 1

        def run(x):
            if x > 3:
                x = x * 2
            return plain(x)

        f = make(run)
        return f(value(1)), f(value(5)), len(calls) > 0

    check.script(script)


def test_staged_function_called_from_a_staged_function(check):
    def script(make, value):
        def inner(x):
            n = 0
            while x > 1:
                x = x // 2
                n += 1
            return n

        staged_inner = make(inner)

        def outer(x):
            if x > 10:
                return staged_inner(x) * 100
            return staged_inner(x)

        f = make(outer)
        return f(value(9)), f(value(64))

    check.script(script)


def test_converted_function_inside_tf_function():
    from ag_notebook import staging

    def sign(x):
        if x > 0:
            return 1
        return -1

    f = tf.function(staging.to_graph(sign), autograph=False)
    assert f(tf.constant(3)).numpy() == 1 and f(tf.constant(-3)).numpy() == -1


def test_convert_as_a_decorator_inside_tf_function():
    from ag_notebook.staging import convert

    @convert
    def total(n):
        s = 0
        for i in range(n):
            if i % 2 == 0:
                s += i
        return s

    f = tf.function(total, autograph=False)
    assert f(tf.constant(6)).numpy() == 6
    assert total(6) == 6
