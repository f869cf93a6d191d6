"""Compares loops over `tf.data` datasets, and functions given to them, with eager TensorFlow."""

import tensorflow as tf
from oracle import stage


def test_branches_break_and_continue(check):
    def scan(limit):
        total = tf.constant(0, tf.int64)
        seen = 0
        for v in tf.data.Dataset.range(20):
            if v % 3 == 0:
                continue
            total += v
            seen += 1
            if total > tf.cast(limit, tf.int64):
                break
        return total, seen

    check(scan, (10,), (1000,), (0,), eager=True)


def test_pairs_in_the_target(check):
    def fit(steps):
        xs = tf.data.Dataset.from_tensor_slices(([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]))
        slope = tf.constant(0.0)
        for x, y in xs.repeat(3).take(tf.cast(steps, tf.int64)):
            error = slope * x - y
            if tf.abs(error) > 0.01:
                slope -= 0.05 * error * x
        return slope

    check(fit, (0,), (1,), (9,), eager=True)


def test_dict_elements(check):
    def total(weight):
        rows = tf.data.Dataset.from_tensor_slices({"a": [1, 2, 3], "b": [10, 20, 30]})
        result = 0
        for row in rows:
            if row["a"] != 2:
                result += row["b"] * weight
        return result

    check(total, (1,), (3,), eager=True)


def test_batches_and_enumerate(check):
    def weighted(k):
        total = tf.constant(0)
        rows = tf.data.Dataset.from_tensor_slices([1, 2, 3, 4, 5]).batch(2)
        for i, batch in rows.enumerate():
            total += tf.reduce_sum(batch) * (tf.cast(i, tf.int32) + k)
        return total

    check(weighted, (0,), (5,), eager=True)


def test_dataset_inside_a_branch_inside_a_loop(check):
    def nested(n):
        total = tf.constant(0, tf.int64)
        for i in tf.range(n):
            if i % 2 == 1:
                for v in tf.data.Dataset.range(3):
                    total += v * tf.cast(i, tf.int64)
            else:
                total -= 1
        return total

    check(nested, (0,), (4,), eager=True)


def test_return_from_a_dataset_loop(check):
    def find(wanted):
        for i, v in enumerate(tf.data.Dataset.from_tensor_slices([5, 7, 9])):
            if v == wanted:
                return i
        return -1

    check(find, (7,), (5,), (8,))


def test_append_in_a_dataset_loop(check):
    def squares(limit):
        kept = []
        for v in tf.data.Dataset.from_tensor_slices([3, 1, 4, 1, 5]):
            if v > limit:
                kept.append(v * v)
        return kept

    check(squares, (1,), (2,))


def test_zip_and_map_of_datasets(check):
    def combine(k):
        left = tf.data.Dataset.from_tensor_slices([1, 2, 3])
        right = tf.data.Dataset.from_tensor_slices([10, 20, 30, 40])
        total = 0
        for a, b in zip(left, map(lambda v: v + k, right)):
            total += a * b
        return total

    check(combine, (0,), (5,))


def test_staged_functions_given_to_map_and_filter():
    def collatz(n):
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    def long(n):
        if n > 3:
            return True
        return False

    numbers = [1, 2, 3, 6, 7]
    rows = tf.data.Dataset.from_tensor_slices(numbers).map(stage(collatz)).filter(stage(long))
    assert list(rows.as_numpy_iterator()) == [collatz(n) for n in numbers if long(collatz(n))]


def test_plain_function_given_to_map_inside_a_staged_function():
    def step(v, k):
        if v > 2:
            return v * k
        return -v

    def run(k):
        total = tf.constant(0)
        for v in tf.data.Dataset.from_tensor_slices([1, 2, 3, 4]).map(lambda v: step(v, k)):
            total += v
        return total

    f = stage(run)
    for k in (1, 5):
        assert f(tf.constant(k)).numpy() == sum(step(v, k) for v in (1, 2, 3, 4))


def test_iterator_of_a_dataset(check):
    def first_sum(n):
        numbers = iter(tf.data.Dataset.from_tensor_slices([4, 5, 6, 7]))
        total = 0
        for _ in tf.range(n):
            total += next(numbers)
        return total

    check(first_sum, (0,), (3,), eager=True)


def test_zip_of_a_dataset_and_something_shorter_or_longer(check):
    def run(xs, n):
        total = 0
        for a, b in zip(tf.data.Dataset.range(5), xs):
            total += tf.cast(a, tf.int32) * b
        for a, b, c in zip(tf.data.Dataset.range(3), range(n), [1, 2, 3, 4]):
            total += tf.cast(a, tf.int32) * b * c
        return total

    check(run, ([1, 2], 2), ([1, 2, 3, 4, 5, 6, 7], 9), eager=True)
