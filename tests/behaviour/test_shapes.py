"""Compares state whose shape varies with eager TensorFlow."""

import tensorflow as tf
from oracle import stage


def test_concat_under_a_branch_in_a_loop(check):
    def evens(xs):
        kept = tf.zeros([0], tf.int32)
        for v in xs:
            if v % 2 == 0:
                kept = tf.concat([kept, [v]], 0)
        return kept, tf.size(kept)

    check(evens, ([1, 2, 4],), ([1, 3],), eager=True)


def test_rows_added_in_nested_loops(check):
    def pairs(n):
        rows = tf.zeros([0, 2], tf.int32)
        for i in tf.range(n):
            for j in tf.range(i):
                rows = tf.concat([rows, [[i, j]]], 0)
        return rows

    check(pairs, (0,), (4,), eager=True)


def test_tensor_halves_until_one_is_left(check):
    def tournament(xs):
        rounds = 0
        while tf.size(xs) > 1:
            half = tf.size(xs) // 2
            xs = tf.maximum(xs[:half], xs[half : 2 * half])
            rounds += 1
        return xs, rounds

    check(tournament, ([3, 9, 4, 1, 7, 2, 8, 5],), ([3],), ([1, 2, 3],), eager=True)


def test_branches_of_different_shapes(check):
    def padded(xs, x):
        if x > 0:
            ys = tf.concat([xs, xs], 0)
        elif x == 0:
            ys = xs[:1]
        else:
            ys = xs
        return tf.reduce_sum(ys), ys

    check(padded, ([1, 2, 3], 1), ([1, 2, 3], 0), ([1, 2, 3], -1), eager=True)


def test_batch_of_unknown_size(check):
    def normalise(rows):
        out = rows
        for _ in tf.range(3):
            if tf.reduce_max(out) > 1.0:
                out = out / 2.0
            else:
                out = out * 1.5
        return out

    check(normalise, ([[4.0, 2.0]],), ([[0.5], [0.25]],), ([[8.0], [1.0]],), eager=True, unknown=True)


def test_shape_read_in_python(check):
    def mean_columns(m):
        total = 0.0
        for j in range(m.shape[1]):
            column = m[:, j]
            if column[0] > 0.0:
                total += tf.reduce_mean(column)
        return total

    check(mean_columns, ([[1.0, -1.0, 2.0], [3.0, 4.0, 0.0]],), eager=True)


def test_static_shape_survives_a_loop():
    def powers(v):
        for _ in tf.range(2):
            v = v * v + 1.0
        return v

    traced = tf.function(stage(powers), autograph=False).get_concrete_function(tf.TensorSpec([3], tf.float32))
    assert traced.structured_outputs.shape == [3]


def test_list_of_pieces_joined(check):
    def zigzag(xs):
        pieces = []
        for i in range(3):
            piece = xs[i:]
            if i % 2 == 1:
                piece = piece[::-1]
            pieces.append(piece)
        return tf.concat(pieces, 0)

    check(zigzag, ([1, 2, 3, 4],), eager=True)


def test_while_over_a_queue_tensor(check):
    def breadth_first(limit):
        queue = tf.constant([1])
        total = tf.constant(0)
        while tf.size(queue) > 0:
            head = queue[0]
            queue = queue[1:]
            total += head
            if head * 2 <= limit:
                queue = tf.concat([queue, [head * 2, head * 2 + 1]], 0)
        return total

    check(breadth_first, (1,), (7,), eager=True)


def test_scalar_and_vector_in_one_name(check):
    def broadcast(x, v):
        y = x
        if x > 0.0:
            y = x + v
        return tf.reduce_sum(y)

    check(broadcast, (1.0, [1.0, 2.0]), (-1.0, [1.0, 2.0]), eager=True)
