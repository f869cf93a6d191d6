"""Compares with Python NumPy arrays that are changed in place: under staged tests, in loops, by others' functions."""

import numpy as np

WEIGHTS = np.array([1.0, 2.0])


def test_augmented_in_a_branch(check):
    def run(x):
        a = np.array([1.0, 2.0])
        if x > 0:
            a += 1
            a /= 2
        else:
            a -= 1.0
        return list(a)

    def nested(x):
        a = np.zeros(2, np.int32)
        if x > 0:
            if x > 2:
                a += 1
            a += 10
        return list(a), a.sum()

    check(run, (3,), (-3,))
    check(nested, (3,), (1,), (-3,))


def test_augmented_in_a_loop(check):
    def counted(n):
        a = np.zeros(2)
        for _ in range(n):
            a += 1.5
        return list(a)

    def by_while(n):
        a = np.zeros(2, np.int32)
        while n > 0:
            a += n
            n -= 1
        return list(a)

    check(counted, (3,), (0,))
    check(by_while, (3,), (0,))


def test_items_of_an_array_of_the_state(check):
    def run(x):
        a = np.zeros(4, np.int32)
        if x > 0:
            a[:2] += 1
        else:
            a[3] = 7
        return list(a)

    check.never_wrong(run, (3,), (-3,))


def test_an_array_that_no_path_changes_stays_itself(check):
    def run(x):
        a = np.array([1, 2])
        b = a
        if x > 0:
            a = a + 0
        else:
            b = a
        return list(a), list(b)

    check(run, (3,), (-3,))


def test_an_array_with_another_name_is_never_wrong(check):
    def alias(x):
        a = np.array([1, 2])
        b = a
        if x > 0:
            a += 1
        return list(a), list(b)

    def view(x):
        a = np.array([1, 2, 3])
        b = a[:2]
        if x > 0:
            b += 1
        return list(a), list(b)

    def base(x):
        a = np.array([1, 2, 3])
        b = a[:2]
        if x > 0:
            a += 1
        return list(a), list(b)

    def in_a_loop(n):
        a = np.zeros(2, np.int32)
        b = a
        for _ in range(n):
            a += 1
        return list(a), list(b)

    for run in (alias, view, base, in_a_loop):
        check.never_wrong(run, (3,), (-3,))


def test_arrays_of_objects_and_containers_are_refused(check):
    class Box:
        def __init__(self):
            self.w = np.array([1, 2])

    def attribute(x):
        box = Box()
        if x > 0:
            box.w += 1
        return list(box.w)

    def item(x):
        held = {"w": np.array([1, 2])}
        if x > 0:
            held["w"] += 1
        return list(held["w"])

    check.refuses(attribute, (3,), (-3,), at="box.w", code="AG231")
    check.refuses(item, (3,), (-3,), at="held", code="AG231")


def test_methods_and_functions_that_change_an_array_are_refused(check):
    def increment(a):
        a += 1

    def by_helper(x):
        a = np.zeros(2, np.int32)
        if x > 0:
            increment(a)
        return list(a)

    def sorted_in_place(x):
        a = np.array([3, 1, 2])
        if x > 0:
            a.sort()
        return list(a)

    def filled(x):
        a = np.array([3, 1, 2])
        if x > 0:
            a.fill(9)
        return list(a)

    def out(x):
        a = np.zeros(2)
        if x > 0:
            np.add(a, 1, out=a)
        return list(a)

    def copied(x):
        a = np.zeros(2)
        if x > 0:
            np.copyto(a, [1.0, 2.0])
        return list(a)

    for run in (by_helper, sorted_in_place, filled, out, copied):
        check.refuses(run, (3,), (-3,), at="a", code="AG231")


def test_a_handler_does_not_swallow_the_refusal(check):
    def run(x):
        a = np.zeros(2)
        if x > 0:
            try:
                a.fill(1)
            except ValueError:
                return -1.0
        return a[0]

    check.refuses(run, (3,), (-3,), at="a.fill", code="AG231")


def test_arrays_from_outside_are_not_changed_while_tracing(check):
    def run(x):
        WEIGHTS[0] += 1
        return x * WEIGHTS[0]

    def whole(x):
        held = WEIGHTS
        held += 1
        return x * held[0]

    before = WEIGHTS.copy()
    if check.staged:
        check.refuses(run, (3.0,), at="WEIGHTS", code="AG231")
        check.refuses(whole, (3.0,), at="held", code="AG231")
    assert (before == WEIGHTS).all() and WEIGHTS.flags.writeable


def test_arrays_made_in_the_function_change_as_python_does_it(check):
    def run(x):
        a = np.zeros(3)
        a += 2
        a[0] = 5
        a.sort()
        b = a
        b *= 3
        return [x + v for v in a]

    check(run, (3.0,), (-3.0,))
