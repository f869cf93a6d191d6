"""Lists whose contents are staged: comparison, slices, sorting, removal."""

from __future__ import annotations

import numpy as np
import tensorflow as tf


def test_lists_are_compared_item_by_item(check):
    def same(n, m):
        items = []
        for i in range(n):
            items.append(i * m)
        return items == [0, m], items != [], items == [0, 1, 2], [0] == items

    check(same, (2, 5), (3, 1), (0, 0), (1, 1))


def test_slices_of_a_grown_list_are_assigned(check):
    def splice(n, x):
        items = []
        for i in range(n):
            items.append(i)
        items[1:3] = [x, x + 1, x + 2]
        items[:1] = []
        items[-1:] = [7]
        return items

    check(splice, (5, 10), (3, 0), (4, 1))


def test_a_python_list_of_staged_numbers_is_sorted(check):
    def ordered(a, b):
        items = [a, 3, b, -1]
        items.sort()
        most = list(items)
        most.sort(reverse=True)
        return items, most, items.count(3), items.index(a)

    check(ordered, (5, 2), (3, 3))


def test_any_and_all_of_conditions_over_a_python_list(check):
    def decide(a, b):
        xs = [1, b, 3]
        return any(v > a for v in xs), all(v > a for v in xs if v != b), sum(1 for v in xs if v != b)

    check(decide, (0, 0), (2, 3), (9, 1))


def test_generator_expressions_stay_lazy_in_python(check):
    def first(n):
        calls = []

        def seen(v):
            calls.append(v)
            return v > 1

        found = any(seen(v) for v in [1, 2, 3, 4])
        return found, len(calls), n

    check(first, (1,))


def test_lists_put_together_as_tensors(check):
    def rows(xs):
        return [tf.stack([v, v + 1]) for v in xs if v > 0]

    def by_tensorflow(xs):
        held = rows(xs)
        return (
            tf.concat(held, 0),
            tf.concat([row[None] for row in held], axis=0),
            tf.concat([row[:, None] for row in held], axis=1),
            tf.concat([row[:, None] for row in held], -1),
            tf.concat([tf.range(v) for v in xs if v > 0], 0),
            tf.stack(held, axis=1),
            tf.stack(held, -1),
            tf.add_n(held),
            tf.strings.join([tf.as_string(v) for v in xs if v > 0], "-"),
        )

    def by_numpy(xs):
        held = rows(xs)
        return (
            np.concatenate(held),
            np.stack(held, axis=1),
            np.vstack(held),
            np.hstack(held),
            np.vstack([row[None] for row in held]),
            np.hstack([row[:, None] for row in held]),
        )

    def grown(n):
        parts = [tf.zeros([1], tf.int32)]
        while len(parts) < n:
            parts.append(tf.fill([len(parts)], n))
        return tf.concat(parts, 0)

    check(by_tensorflow, ([3, -1, 2, 2],), ([1],), eager=True)
    check(by_numpy, ([3, -1, 2, 2],), ([1],), eager=True)
    check(grown, (4,), (0,), eager=True)


def test_a_structure_of_unknown_length_is_refused(check):
    def flat(xs):
        return len(tf.nest.flatten([v for v in xs if v > 0]))

    check.refuses(flat, ([3, -1],), at="nest", code="AG262", eager=True)


def test_a_list_that_is_extended_by_itself(check):
    def run(n):
        items = []
        while n > 0:
            items.append(n)
            n -= 1
        other = items
        items.extend(items)
        items += other
        return items

    check(run, (0,), (3,))
