"""Calls: the user's functions converted, libraries as they are, builtins with Python's meaning."""

from __future__ import annotations

import functools
import itertools
import random
import time

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import ConversionError, StagingError, do_not_convert, function
from ag_notebook.staging.runtime.calls import converted_call


def scaled(x, by=2, *, plus=0):
    if x > 0:
        return x * by + plus
    return x


class Scale:
    def __init__(self, by):
        self.by = by

    def __call__(self, x):
        return scaled(x, self.by)

    def method(self, x):
        return self(x)

    @classmethod
    def double(cls, x):
        return cls(2)(x)

    @staticmethod
    def triple(x):
        return scaled(x, 3)


CALLABLES = {
    "function": scaled,
    "keywords": functools.partial(scaled, by=4, plus=1),
    "object": Scale(5),
    "method": Scale(5).method,
    "class method": Scale.double,
    "static method": Scale.triple,
    "lambda": lambda x: scaled(x, 7),
}


@pytest.mark.parametrize("name", CALLABLES)
def test_every_kind_of_callable(name) -> None:
    f = CALLABLES[name]

    def call(x):
        return f(x)

    assert converted_call(f, 3) == f(3)
    staged = function(call)
    for x in (3, -3):
        assert staged(tf.constant(x)).numpy() == f(x)


def test_setattr_is_an_effect() -> None:
    class Box:
        pass

    box = Box()
    box.n = 1

    def change(x):
        if x > 0:
            setattr(box, "n", x)
        return box.n

    assert function(change)(tf.constant(5)).numpy() == 5
    assert box.n.numpy() == 5


def test_functions_that_are_not_converted_run_while_tracing() -> None:
    seen: list = []

    @do_not_convert
    def note(x):
        seen.append(type(x).__name__)
        return x + 1

    def call(x):
        return note(x)

    staged = function(call)
    assert staged(tf.constant(1)).numpy() == 2
    assert len(seen) == 1
    (traced,) = staged.traces()
    assert ("call", "as is", "note is not the user's code") in [
        (e.construct, e.decision, e.why) for e in traced.events
    ]


class Layer(tf.keras.layers.Layer):
    def call(self, x):
        if tf.reduce_sum(x) > 0:
            x = x * 2
        return x


class Kept(tf.keras.layers.Layer):
    @do_not_convert
    def call(self, x):
        return x + 1.0


def test_a_layer_whose_call_is_converted_is_not_called_as_it_is() -> None:
    layer, plain = Layer(), tf.keras.layers.Rescaling(2.0)
    staged = function(lambda x: layer(plain(x)))
    assert staged(tf.ones([2])).numpy().tolist() == [4.0, 4.0]
    events = [(e.construct, e.decision) for e in staged.traces()[0].events]
    assert events == [("if", "staged")]


def test_what_is_called_as_it_is_goes_by_the_name_of_its_class() -> None:
    layer = Kept()
    staged = function(lambda x: layer(x))
    assert staged(tf.ones([2])).numpy().tolist() == [2.0, 2.0]
    events = [(e.construct, e.decision, e.why) for e in staged.traces()[0].events]
    assert events == [("call", "as is", "Kept.__call__ is not the user's code")]


def test_unbounded_recursion_is_refused_at_its_line() -> None:
    def down(n):
        if n > 0:
            return down(n - 1)
        return n

    with pytest.raises(StagingError) as caught:
        function(down)(tf.constant(3))
    assert caught.value.code == "AG301"
    assert "down calls itself" in caught.value.message
    assert caught.value.span.line == down.__code__.co_firstlineno + 2


def test_recursion_that_python_ends_is_inlined() -> None:
    def power(x, n):
        if n == 0:
            return x * 0 + 1
        return x * power(x, n - 1)

    assert function(power)(tf.constant(3), 4).numpy() == 81


def test_containers_handed_to_libraries_are_logged() -> None:
    kept = [1, 5]

    @do_not_convert
    def extend(items):
        items.append(3)

    def change(x):
        if x > 0:
            extend(kept)
        return len(kept)

    found = [int(function(change)(tf.constant(v))) for v in (1, -1)]
    assert found == [3, 3]
    assert [int(v) for v in kept] == [1, 5, 3]


def test_numpy_on_plain_values_is_numpys() -> None:
    def call(x):
        return x + np.square(3)

    assert function(call)(tf.constant(1)).numpy() == 10


def test_function_that_has_no_text_is_refused_where_it_is_called() -> None:
    names: dict = {}
    exec("def double(x):\n    return x * 2 if x > 0 else x\n", names)
    double = names["double"]

    def use(x):
        return double(x)

    with pytest.raises(ConversionError, match="do_not_convert") as caught:
        function(use)(tf.constant(1))
    assert (caught.value.code, caught.value.span.line) == ("AG101", use.__code__.co_firstlineno + 1)
    do_not_convert(double)
    with pytest.raises(StagingError, match="AG223"):
        function(use)(tf.constant(1))
