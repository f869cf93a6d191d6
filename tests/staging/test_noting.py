"""Notes: raised where the reader can act, at the line, with a way out; and not raised elsewhere."""

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook import staging
from ag_notebook.staging import do_not_convert, function


def notes(staged, code=None):
    return [note for note in staged.report().notes if code in (None, note.code)]


def lines(found, staged):
    first = staged.original.__code__.co_firstlineno
    return [(note.code, note.level, note.span.line - first) for note in found]


@do_not_convert
def left_alone(x):
    return x


# AG121: a Python value decided a branch -------------------------------------------------------------


def test_a_branch_that_an_arguments_python_value_decided():
    @function
    def f(x, verbose):
        if verbose:
            x = x + 1
            x = x * 2
        return x

    f(tf.constant(1), False)
    (note,) = notes(f)
    assert lines([note], f) == [("AG121", "warning", 2)]
    first = f.original.__code__.co_firstlineno
    assert note.message == (
        "`verbose` was decided while tracing, because `verbose` is the Python bool False; "
        f"lines {first + 3}–{first + 4} are not in the graph."
    )
    assert note.fix == "Pass tf.constant(False) as `verbose` if it is to be decided when the graph runs."


def test_numbers_and_if_expressions():
    @function
    def f(x, n, *, scale):
        y = x if n > 2 else 2 * x
        return y if scale else x

    f(tf.constant(1), 3, scale=0.5)
    found = notes(f)
    assert lines(found, f) == [("AG121", "warning", 2), ("AG121", "warning", 3)]
    assert found[0].message == "`n > 2` was decided while tracing, because `n` is the Python int 3."


@pytest.mark.parametrize("value", [tf.constant(True), None, "fast"])
def test_what_no_tensor_could_be_or_is_one(value):
    @function
    def f(x, mode):
        if mode is None or mode == "fast":
            return x
        return x + 1 if mode else x

    f(tf.constant(1), value)
    assert notes(f, "AG121") == []


def test_a_default_that_the_caller_left_is_no_choice():
    @function
    def f(x, training=False):
        if training:
            x = x + 1
        return x

    f(tf.constant(1))
    assert notes(f) == []
    f(tf.constant(1), True)
    assert lines(notes(f), f) == [("AG121", "warning", 2)]


def test_what_the_function_computed_is_no_choice():
    @function
    def f(x, n, ns):
        n = 3
        if n > 2:
            x = x + 1
        if len(ns) > 1:
            x = x + 2
        if isinstance(n, int):
            x = x + 3
        return x

    f(tf.constant(1), 5, [1, 2])
    assert notes(f) == []


# AG122: unrolled loops ----------------------------------------------------------------------------


@pytest.mark.parametrize(("times", "level"), [(2, "info"), (7, "info"), (8, "warning")])
def test_an_unrolled_loop(times, level):
    @function
    def f(x, n):
        for i in range(n):
            x = x * 2 + i
        return x

    f(tf.constant(1), times)
    (note,) = notes(f, "AG122")
    assert lines([note], f) == [("AG122", level, 2)]
    assert note.message.startswith(f"the `for` loop ran in Python, {times} times while tracing: ")
    assert "tf.range" in note.fix


def test_many_operations_are_a_warning():
    @function
    def f(x):
        for _ in range(2):
            x = x + 1 - 2 * 3 + x * 4 + x * 5 + x * 6 + x * 7 + x * 8 + x * 9 + x * 10 + x * 11 + x * 12
            x = x + 1 - 2 * 3 + x * 4 + x * 5 + x * 6 + x * 7 + x * 8 + x * 9 + x * 10 + x * 11 + x * 12
        return x

    f(tf.constant(1))
    (note,) = notes(f, "AG122")
    assert note.level == "warning"


def test_a_while_loop_of_pythons():
    @function
    def f(x, n):
        while n > 0:
            x = x + 1
            n -= 1
        return x

    f(tf.constant(1), 9)
    (note,) = notes(f, "AG122")
    assert "`while` loop ran in Python, 9 times" in note.message
    assert "tf.constant" in note.fix


def test_loops_that_leave_nothing_in_the_graph():
    @function
    def f(x):
        total = 0
        for i in range(100):
            total += i
        for _ in range(1):
            x = x + 1
        for _ in tf.range(3):
            x = x * 2
        return x + total

    f(tf.constant(1))
    assert notes(f) == []


# AG123, AG124: calls as they are ------------------------------------------------------------------


def test_a_call_with_tensors():
    @function
    def f(x):
        return left_alone(x) + 1

    f(tf.constant(1))
    (note,) = notes(f)
    assert lines([note], f) == [("AG123", "info", 2)]
    assert note.message == "`left_alone(…)` was called as it is: its code was not converted."


def test_a_call_for_its_effect():
    @function
    def f(x):
        left_alone(5)
        return x

    f(tf.constant(1))
    (note,) = notes(f)
    assert lines([note], f) == [("AG124", "warning", 2)]
    assert note.message == "`left_alone(…)` was called once, while tracing, and is not when the graph runs."
    assert "tf.py_function" in note.fix


def test_calls_that_are_fine():
    def converted(x):
        return x + 1

    @function
    def f(x):
        n = left_alone(5)
        print("n is", n)
        return converted(x) + n + abs(x) + np.int32(3)

    f(tf.constant(1))
    assert notes(f) == []


# AG125: traced again ------------------------------------------------------------------------------


def test_python_numbers_that_could_be_tensors():
    @function
    def f(x, n):
        return x * n

    for n in (1, 2, 3):
        f(tf.constant(1), n)
    (note,) = notes(f)
    assert (note.code, note.level, note.span.file) == ("AG125", "warning", __file__)
    assert note.message == "`f` was traced again, 2 times for `n` alone: Python 2 before, 3 now."
    assert "Pass a tensor as `n`" in note.fix


def test_shapes_lengths_and_objects():
    @function
    def f(x):
        return tf.constant(1)

    class Box:
        pass

    kept = []
    for pair in (([tf.ones(2)], [tf.ones(3)]), ([tf.ones(2)], [tf.ones(2)] * 2), (Box(), Box())):
        staged = function(f.original)
        kept.append(pair)
        for value in pair:
            staged(value)
        (note,) = notes(staged)
        assert note.code == "AG125"
        kept.append(note.fix)
    assert ["reduce_retracing" in kept[1], "input_signature" in kept[3], "one object" in kept[5]] == [
        True
    ] * 3


def test_what_means_another_graph():
    @function
    def f(x, flag=False):
        return x

    f(tf.constant(1))
    f(tf.constant(1.0))
    f(tf.constant([1]))
    f(tf.constant(1), True)
    f(tf.constant(1.0), True)
    assert notes(f) == []


def test_several_arguments_at_once_are_no_ones_fault():
    @function
    def f(x, n):
        return x

    f(tf.ones(2), 1)
    f(tf.ones(3), 2)
    assert notes(f) == []


# all of them --------------------------------------------------------------------------------------


def test_notes_can_be_muted():
    def f(x, n):
        for _ in range(n):
            x = x * 2
        left_alone(5)
        return x

    staged = function(f, mute=("AG122",))
    staged(tf.constant(1), 3)
    assert [note.code for note in notes(staged)] == ["AG124"]


def test_nothing_was_traced():
    staged = staging.function(lambda x: x)
    assert notes(staged) == []
    plain = staging.function(left_alone, backend="python")
    plain(1)
    assert notes(plain) == []


def test_each_note_once():
    @function
    def f(x):
        for _ in range(3):
            left_alone(5)
        return x

    f(tf.constant(1))
    assert [note.code for note in notes(f)] == ["AG124"]
