"""Compares `tf.TensorArray` and TensorFlow's own loops in staged code with eager TensorFlow."""

import tensorflow as tf
from oracle import stage


def test_written_in_a_branch_in_a_loop(check):
    def run(n):
        ta = tf.TensorArray(tf.int32, size=5, clear_after_read=False)
        for i in tf.range(5):
            if i < n:
                ta = ta.write(i, i * i)
            else:
                ta = ta.write(i, -1)
        return ta.stack(), ta.read(2)

    check(run, (0,), (3,), (5,), eager=True)


def test_written_on_one_path_only(check):
    def branch(n):
        ta = tf.TensorArray(tf.int32, size=1, element_shape=())
        if n[0] > 1:
            ta = ta.write(0, n[0])
        return ta.stack()

    def skipped(xs):
        ta = tf.TensorArray(tf.int32, size=4, element_shape=())
        for i in range(4):
            if xs[i] < 0:
                continue
            ta = ta.write(i, xs[i])
        return ta.stack()

    def pushed(xs):
        ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True, element_shape=())
        for x in xs:
            if x > 0:
                ta = ta.write(ta.size(), x)
        return ta.stack()

    check(branch, ([5],), ([0],), eager=True)
    check(skipped, ([5, 1, -2, 3],), ([-1, -1, -1, 0],), eager=True)
    check(pushed, ([5, 1, -2, 3],), ([0, 1, 2, -1],), eager=True)


def test_the_array_before_a_write_in_a_branch_is_lost(check):
    def run(n):
        ta = tf.TensorArray(tf.int32, size=1)
        old = ta
        if n > 1:
            ta = ta.write(0, n)
        return old.stack(), ta.stack()

    check.refuses(run, (3,), at="return old", code="AG237")


def test_dynamic_size_in_a_while_with_break(check):
    def run(x):
        ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        i = 0
        while True:
            ta = ta.write(i, x)
            i += 1
            if x == 1:
                break
            x = x // 2 if x % 2 == 0 else 3 * x + 1
        return ta.stack()

    check(run, (1,), (6,), eager=True)


def test_loop_over_a_tensor_array():
    def run(xs):
        ta = tf.TensorArray(tf.int32, size=3).unstack(xs)
        total = tf.constant(0)
        for v in ta:
            if v > 1:
                total += v
        return total

    assert stage(run)(tf.constant([1, 2, 3])).numpy() == 5


def test_unassigned_write_is_kept_or_refused(check):
    def run(n):
        ta = tf.TensorArray(tf.int32, size=3, clear_after_read=False)
        for i in tf.range(3):
            ta.write(i, i + n)
        return ta.stack()

    try:
        check(run, (4,), eager=True)
    except Exception as error:
        assert "AG" in str(error) and "write" in str(error), error


def test_function_given_to_map_fn():
    def run(xs, limit):
        def steps(v):
            n = 0
            while v < limit:
                v = v * 2 + 1
                n += 1
            return n

        return tf.map_fn(steps, xs, fn_output_signature=tf.int32)

    def by_hand(xs, limit):
        counts = []
        for v in xs:
            n = 0
            while v < limit:
                v = v * 2 + 1
                n += 1
            counts.append(n)
        return counts

    assert by_hand([1, 5, 90], 50) == [5, 4, 0]
    f = stage(run)
    assert f(tf.constant([1, 5, 90]), tf.constant(50)).numpy().tolist() == by_hand([1, 5, 90], 50)


def test_functions_given_to_foldl_cond_and_while_loop():
    def run(xs):
        def add(a, v):
            if v > 2:
                return a + v
            return a - v

        total = tf.foldl(add, xs, initializer=0)
        picked = tf.cond(total > 0, lambda: 1 if total > 5 else 2, lambda: 3)
        (count,) = tf.while_loop(lambda i: i < total, lambda i: [i + 2 if i > 3 else i + 1], [0])
        return total, picked, count

    def by_hand(xs):
        total = 0
        for v in xs:
            total = total + v if v > 2 else total - v
        count = 0
        while count < total:
            count = count + 2 if count > 3 else count + 1
        return [total, (1 if total > 5 else 2) if total > 0 else 3, count]

    f = stage(run)
    for xs in ([1, 5, 4], [3, 1], [1, 2]):
        assert [int(v) for v in f(tf.constant(xs))] == by_hand(xs)
