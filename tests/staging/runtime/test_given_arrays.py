"""Compares with Python NumPy arrays among the arguments, which Python changes in place: the caller sees it, or it is refused."""

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook import staging
from ag_notebook.staging import StagingError


class Box:
    def __init__(self, w):
        self.w = w


KEPT = np.arange(4.0)


def item(a):
    a[0] = 99
    return a


def whole(a):
    a[:] = 1
    return a


def augmented(a):
    a += 1
    return a


def multiplied(a):
    a *= 2
    return a


def divided(a):
    a /= 2
    return a


def powered(a):
    a **= 2
    return a


def by_part(a):
    a[1:3] += 1
    return a


def by_view(a):
    b = a[1:]
    b -= 1
    return a


def by_name(a):
    b = a
    b += 1
    return a


def by_reshape(a):
    b = a.reshape(2, 2)
    b[0] = 7
    return a


def by_transpose(a):
    b = np.transpose(a)
    b += 7
    return a


def in_a_branch(a):
    if a.sum() > 0:
        a += 1
    return a


def in_a_loop(a):
    for _ in range(tf.constant(3)):
        a += 1
    return a


def by_a_name_of_a_loop(a):
    b = tf.zeros(4, tf.float64)
    for _ in range(tf.constant(2)):
        b += 1
        b = a
    return a


def after_a_branch(a):
    b = a if tf.constant(True) else tf.zeros(4, tf.float64)
    b += 1
    return a


def after_a_loop(a):
    b = tf.zeros(4, tf.float64)
    for _ in range(tf.constant(2)):
        b = a
    b += 1
    return a


def helper(a):
    a += 1


def by_a_call(a):
    helper(a)
    return a


def by_a_list(a):
    xs = [a, a]
    xs[1] += 1
    return a


def by_a_staged_index(a):
    xs = [a, tf.zeros(4, tf.float64)]
    b = xs[tf.constant(0)]
    b += 1
    return a


CHANGES = [
    item,
    whole,
    augmented,
    multiplied,
    divided,
    powered,
    by_part,
    by_view,
    by_name,
    by_reshape,
    by_transpose,
    in_a_branch,
    in_a_loop,
    by_a_name_of_a_loop,
    after_a_branch,
    after_a_loop,
    by_a_call,
    by_a_list,
    by_a_staged_index,
]


@pytest.mark.parametrize("function", CHANGES, ids=lambda f: f.__name__)
def test_a_change_in_place_is_refused(function):
    a = np.arange(4.0)
    with pytest.raises(StagingError, match="AG231.*NumPy array of the caller's is changed in place"):
        staging.function(function)(a)
    assert a.tolist() == [0, 1, 2, 3]


def test_rows_are_views():
    def rows(a):
        for row in a:
            row += 1

    def numbered(a):
        for _, row in enumerate(a):
            row *= 2

    def unpacked(a):
        first, _ = a
        first += 1

    def listed(a):
        list(a)[0][0] = 5

    def appended(a):
        held = []
        for row in a:
            held.append(row)
        last = held[-1]
        last *= 3

    for function in (rows, numbered, unpacked, listed, appended):
        a = np.ones((2, 2))
        with pytest.raises(StagingError, match="AG231"):
            staging.function(function)(a)
        assert a.tolist() == [[1, 1], [1, 1]]


def test_arrays_in_containers_objects_globals_and_without_dimensions():
    def in_list(xs):
        xs[0] += 1

    def in_dict(d):
        d["a"][0] = 1

    def in_object(box):
        box.w += 1

    def in_global(_):
        global KEPT
        KEPT += 1

    def of_global(_):
        b = KEPT[1:]
        b += 1

    a, box = np.arange(4.0), Box(np.arange(4.0))
    for function, given in (
        (in_list, [a]),
        (in_dict, {"a": a}),
        (in_object, box),
        (in_global, 1),
        (of_global, 1),
    ):
        with pytest.raises(StagingError, match="AG231"):
            staging.function(function)(given)
    assert a.tolist() == box.w.tolist() == KEPT.tolist() == [0, 1, 2, 3]
    with pytest.raises(StagingError, match="AG231"):
        staging.function(augmented)(np.array(3.0))


def test_an_array_after_a_tensor_is_refused_and_a_tensor_after_it_is_not():
    staged = staging.function(by_view)
    assert staged(tf.constant([1.0, 2.0])).numpy().tolist() == [1, 2]
    a = np.array([1.0, 2.0], np.float32)
    with pytest.raises(StagingError, match="AG231"):
        staged(a)
    assert a.tolist() == [1, 2]
    assert staged(tf.constant([1.0, 2.0])).numpy().tolist() == [1, 2]


def test_what_python_makes_anew_is_changed():
    def numbers(a):
        first = a[0]
        first += 1
        total = 0.0
        for number in a:
            number *= 2
            total += number
        return first, total

    def copies(a):
        b, c, d = a + 0, a.copy(), a[[0, 1]]
        b += 1
        c *= 3
        d -= 1
        a = a * 2
        a += 1
        return b, c, d, a

    def looped(a):
        total = np.zeros(2)
        for _ in range(tf.constant(3)):
            total = total + a
            total += 1
        return total

    given = np.array([1.0, 2.0])
    assert [float(v) for v in staging.function(numbers)(given)] == [2, 6]
    assert [v.numpy().tolist() for v in staging.function(copies)(given)] == [[2, 3], [3, 6], [0, 1], [3, 5]]
    assert staging.function(looped)(given).numpy().tolist() == [6, 9]
    assert given.tolist() == [1, 2]
