"""Compares with Python what deletes a variable or attribute that was there before the call: the second call finds it gone."""

import pytest
import tensorflow as tf

from ag_notebook import staging


class Box:
    def __init__(self):
        self.v = 5


HELD = 5
BOX = Box()


def of_a_global(x):
    global HELD
    del HELD
    return x


def of_a_global_that_is_read(x):
    global HELD
    x += HELD
    del HELD
    return x


def of_an_attribute(x):
    del BOX.v
    return x


def by_delattr(x):
    delattr(BOX, "v")
    return x


def of_a_global_and_bound_anew(x):
    global HELD
    del HELD
    HELD = 1
    return x


def of_what_is_a_tensor_by_then(x):
    global HELD
    HELD = x + HELD
    del HELD
    return x


def of_a_cell():
    n = 1

    def run(x):
        nonlocal n
        del n
        return x

    return run


def outcomes(function):
    """What three calls do, and what is left; before the third one the places are bound again."""
    global HELD
    HELD, BOX.v, found = 5, 5, []
    for number in range(3):
        if number == 2:
            HELD, BOX.v = 7, 7
        try:
            found.append(int(function(tf.constant(1))))
        except (NameError, AttributeError) as error:
            found.append(type(error))
        found.append(("HELD" in globals(), hasattr(BOX, "v")))
    return found


@pytest.mark.parametrize(
    "function",
    [
        of_a_global,
        of_a_global_that_is_read,
        of_an_attribute,
        by_delattr,
        of_a_global_and_bound_anew,
        of_what_is_a_tensor_by_then,
    ],
    ids=lambda f: f.__name__,
)
def test_a_deletion_is_seen_by_the_next_call(function):
    assert outcomes(staging.function(function)) == outcomes(function)


def test_a_deletion_of_a_cell():
    assert outcomes(staging.function(of_a_cell())) == outcomes(of_a_cell())


def test_what_is_written_is_what_was_there_when_it_was_traced():
    def run(x):
        global HELD
        before, HELD = HELD, 0
        return x + before

    def called(function):
        global HELD
        found = []
        for held, given in ((5, 1), (0, 1.0), (7, 1.0), (7, 1), (9, 1.0)):
            HELD = held
            found.append((float(function(tf.constant(given))), int(HELD)))
        return found

    assert called(staging.function(run)) == called(lambda x: run(x))


def test_in_a_loop_what_is_written_is_what_was_there_before_it():
    def run(n):
        BOX.v = 0
        total = 0
        for i in range(n):
            total += BOX.v
            BOX.v = 3 * (i % 2)
            if i == 2:
                BOX.v = 0
        return total

    for n in range(5):
        assert int(staging.function(run)(tf.constant(n))) == run(n)
        assert int(BOX.v) == [0, 0, 3, 0, 3][n]
