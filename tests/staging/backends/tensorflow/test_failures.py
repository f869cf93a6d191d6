"""Errors of TensorFlow become errors at the user's line that the user's `except` still catches."""

from __future__ import annotations

import queue
import textwrap
import types

import pytest
import tensorflow as tf

from ag_notebook.staging import ConversionError, StagingError, function
from ag_notebook.staging.backends.tensorflow.failures import cleaned, staging_errors


def reshape(x):
    y = x + 1
    return tf.reshape(y, [5])


def test_an_operation_that_is_refused_while_tracing() -> None:
    with pytest.raises(StagingError) as caught:
        function(reshape)(tf.constant([1, 2]))
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.code, error.span.file, error.span.line) == (
        "AG201",
        __file__,
        reshape.__code__.co_firstlineno + 2,
    )
    assert "reshape" in error.message.lower()
    assert "\n" not in error.message


def test_an_operation_that_is_refused_where_no_line_is() -> None:
    lineless = types.FunctionType(reshape.__code__.replace(co_linetable=b""), {"tf": tf})
    with pytest.raises(StagingError) as caught, staging_errors():
        lineless(tf.constant([1, 2]))
    assert (caught.value.code, caught.value.span.file) == ("AG201", __file__)
    assert caught.value.span.line == reshape.__code__.co_firstlineno


def test_a_staged_value_that_a_library_would_decide_on() -> None:
    def place(x):
        line = queue.PriorityQueue()
        line.put(x)
        line.put(x + 1)
        return line.get()

    with pytest.raises(StagingError) as caught:
        function(place)(tf.constant(2))
    assert (caught.value.code, caught.value.span.line) == ("AG223", place.__code__.co_firstlineno + 3)
    assert isinstance(caught.value, TypeError)


def test_the_users_own_errors_stay_what_they_are() -> None:
    def own(x):
        raise ValueError("mine")

    with pytest.raises(ValueError, match="^mine$"), staging_errors():
        own(1)
    with pytest.raises(ConversionError), staging_errors():
        raise ConversionError("AG110", "message")
    with pytest.raises(KeyError), staging_errors():
        {}["k"]


def test_an_error_of_a_running_graph_names_the_users_lines_only() -> None:
    def gather(x, i):
        return tf.debugging.check_numerics(x, "bad") + tf.cast(i, tf.float32)

    with pytest.raises(tf.errors.InvalidArgumentError, match="bad : Tensor had NaN") as caught:
        function(gather)(tf.constant(float("nan")), tf.constant(1))
    text = str(caught.value)
    assert "site-packages" not in text
    assert "ag_notebook/staging/backends" not in text
    frame = caught.value.__traceback__
    while frame.tb_next is not None:
        frame = frame.tb_next
    assert (frame.tb_frame.f_code.co_filename, frame.tb_lineno) == (
        __file__,
        gather.__code__.co_firstlineno + 1,
    )


def test_frames_are_kept_or_left_out_as_a_whole() -> None:
    message = textwrap.dedent("""\
        Graph execution error:

        Detected at node Foo defined at (most recent call last):
          File "/x/site-packages/tensorflow/ops.py", line 3, in call
            internal()
          File "/home/me/mine.py", line 7, in mine
            y = foo(x)

        it failed""")
    error = cleaned(tf.errors.InvalidArgumentError(None, None, message))
    assert "internal()" not in error.message
    assert 'File "/home/me/mine.py", line 7, in mine\n    y = foo(x)' in error.message
    assert "it failed" in error.message
    assert isinstance(error, tf.errors.InvalidArgumentError)
    assert (error.__traceback__.tb_frame.f_code.co_filename, error.__traceback__.tb_lineno) == (
        "/home/me/mine.py",
        7,
    )


def nested(kind, depth):
    held = 1
    for _ in range(depth):
        held = kind(held)
    return held


class Held:
    def __init__(self, held):
        self.held = held


def test_what_holds_itself_is_refused() -> None:
    items, names, held = [1], {"a": 1}, Held(1)
    items.append(items)
    names["b"] = [names]
    held.held = held

    def in_a_branch(x):
        made = [x]
        made.append(made)
        if x > 0:
            made[0] = x + 1
        return made[0]

    def in_a_loop(x):
        made = {"a": x}
        made["b"] = [made]
        while x > 0:
            made["a"] = x
            x -= 1
        return made["a"]

    def object_made(x):
        made = Held(x)
        made.held = [made]
        return made

    for function_, arguments, kind in [
        (lambda held: held, [items], "a list"),
        (lambda held: held, [names], "a dict|a list"),
        (lambda x: (x, items), [tf.constant(1)], "a list"),
        (in_a_branch, [tf.constant(1)], "a list"),
        (in_a_loop, [tf.constant(1)], "a dict|a list"),
        (object_made, [tf.constant(1)], "a Held|a list"),
    ]:
        with pytest.raises(StagingError, match=f"AG245.*: ({kind}) that holds itself cannot be staged"):
            function(function_)(*arguments)
    assert function(lambda x: held)(tf.constant(1)) is held
    assert function(lambda x: x + len(items))(tf.constant(1)).numpy() == 3


def test_what_is_nested_deep_does_not_hold_itself() -> None:
    for kind in (lambda held: [held], lambda held: {"a": held}, Held):
        with pytest.raises(RecursionError):
            function(lambda x, kind=kind: nested(kind, 3000))(tf.constant(1))

    def endless(items):
        return endless(items)

    with pytest.raises(RecursionError):
        function(endless)([tf.constant(1)])
