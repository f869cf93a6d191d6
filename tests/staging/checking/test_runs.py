"""One run: what it did is kept, what it wrote is caught, and it ends in time."""

import os
import sys
import threading
import time

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.checking import CHECKS
from ag_notebook.staging.backends.tensorflow.private import cancelled_by_manager
from ag_notebook.staging.checking.runs import TookTooLongError, observe
from ag_notebook.staging.checking.state import Outside
from ag_notebook.staging.checking.values import show
from ag_notebook.staging.stopping import cancellable


def run(call, seconds=None, **arguments):
    return observe(call, arguments, Outside(call, arguments, CHECKS), CHECKS, seconds)


def test_a_value_and_what_changed():
    log = []

    def call():
        log.append(1)
        return [log, 2]

    outcome = run(call)
    assert show(outcome.value) == "[[1], 2]"
    assert {label: show(held) for label, held in outcome.outside}["log"] == "[1]"
    assert log == []
    assert outcome.error is None


def test_an_exception():
    def call():
        print("before")
        raise KeyError("a")

    outcome = run(call)
    assert (type(outcome.error), outcome.printed) == (KeyError, "before\n")


def test_everything_that_is_written_is_caught(capfd):
    def call():
        print("python")
        print("errors", file=sys.stderr)
        tf.print("tensor", 1)
        tf.print("output", output_stream=sys.stdout)
        os.write(2, b"2030-01-01 00:00:00.1: I tensorflow/core/a.cc:1] logged\n")

    assert run(call).printed == "python\nerrors\ntensor 1\noutput\n"
    print("after")
    assert capfd.readouterr() == ("after\n", "")


def test_gradients_of_floats():
    x, n = tf.constant([1.0, 2.0]), tf.constant(3)
    outcome = run(lambda: {"a": x * x, "n": n}, x=x, n=n)
    assert {name: show(each) for name, each in outcome.gradients.items()} == {"x": "float32[2] [2.0, 4.0]"}


def test_a_run_that_does_not_end(capfd):
    log = []

    def call():
        log.append(1)
        while True:
            pass

    begun = time.monotonic()
    with pytest.raises(TookTooLongError):
        run(call, 0.2)
    assert time.monotonic() - begun < 5
    assert log == []
    print("after")
    assert capfd.readouterr().out == "after\n"


@pytest.mark.timeout(120, method="thread")
def test_a_graph_that_does_not_end():
    loop = tf.function(
        lambda x: tf.while_loop(lambda x: x >= 0, lambda x: [tf.maximum(x, 0)], [x]), autograph=False
    )
    loop.get_concrete_function(tf.constant(1))

    def call():
        with cancelled_by_manager() as cancel, cancellable(cancel):
            return loop(tf.constant(1))

    with pytest.raises(TookTooLongError):
        run(call, 0.5)


def test_a_run_in_time_is_not_ended():
    for _ in range(50):
        assert run(lambda: 1, 5.0).value == 1
    time.sleep(0.01)


def test_an_interrupt_of_the_users_stays_one():
    def call():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(call, 5.0)


def test_a_run_of_another_thread_that_does_not_end():
    def call():
        while True:
            pass

    found = []

    def tries():
        try:
            run(call, 0.2)
        except TookTooLongError as error:
            found.append(error)

    thread = threading.Thread(target=tries)
    thread.start()
    thread.join(5)
    assert len(found) == 1
