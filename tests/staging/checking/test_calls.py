"""A watch: which calls are compared, and that the program stays as it is."""

import threading

import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.checking.calls import MOST_CALLS, Watch


def watched(*staged):
    watch = Watch()
    for each in staged:
        watch.watch(each)
    return watch


def calls(watch):
    return [check.call for check in watch.end()]


def test_calls_from_outside_are_compared_and_those_of_traces_are_not():
    @function
    def inner(x):
        return x + 1

    @function
    def outer(x):
        return inner(x) * 2

    watch = watched(inner, outer)
    assert outer(tf.constant(1)).numpy() == 4
    assert inner(tf.constant(5)).numpy() == 6
    dataset = tf.data.Dataset.range(2).map(inner)
    assert [int(n) for n in dataset] == [1, 2]
    assert calls(watch) == ["outer(x=tf.constant(1))", "inner(x=tf.constant(5))"]
    inner(tf.constant(7))
    assert [check.call for check in watch.found] == ["outer(x=tf.constant(1))", "inner(x=tf.constant(5))"]


def test_a_function_has_no_more_traces_than_without():
    @function
    def f(x):
        return x + 1

    watch = watched(f)
    f(tf.constant(1))
    f(tf.constant(2))
    watch.end()
    assert len(f.traces()) == 1


def test_generated_arguments_are_tried_once():
    @function(backend="python")
    def f(n: bool):
        return n

    watch = watched(f)
    f(True)
    f(False)
    assert calls(watch) == ["f(n=True)", "f(n=False)", "f(n=True)", "f(n=False)"]


def test_calls_beyond_the_first_are_counted():
    f = function(lambda x: x, backend="python")
    watch = watched(f)
    for number in range(MOST_CALLS + 2):
        f(number)
    *checks, last = watch.end()
    assert len(checks) == MOST_CALLS
    assert (last.call, last.skipped) == (
        "2 more calls",
        f"The first {MOST_CALLS} of a function are compared, and for 10 s in all.",
    )


def test_calls_of_other_threads_and_while_paused_are_left_alone():
    f = function(lambda x: x, backend="python")
    watch = watched(f)
    thread = threading.Thread(target=f, args=(1,))
    thread.start()
    thread.join()
    with watch.paused():
        f(2)
    f(3)
    assert calls(watch) == ["<lambda>(x=3)"]


def test_a_later_watch_takes_over():
    f = function(lambda x: x, backend="python")
    first, second = watched(f), watched(f)
    first.end()
    f(1)
    assert (calls(first), calls(second)) == ([], ["<lambda>(x=1)"])


def test_a_comparison_that_fails_is_said_and_the_call_is_made(monkeypatch):
    class Odd:
        def __eq__(self, other):
            raise KeyError("odd")

        __hash__ = None

    f = function(lambda x: [Odd()][0], backend="python")
    watch = watched(f)
    monkeypatch.setattr("ag_notebook.staging.checking.calls.check", lambda *_, **__: {}["lost"])
    assert isinstance(f(1), Odd)
    (check,) = watch.end()
    assert check.skipped == "It could not be compared (KeyError: 'lost')."
