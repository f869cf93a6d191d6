"""Arguments are taken apart into tensors and a key, and rebuilt around other tensors."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
import tensorflow as tf

import ag_notebook as ag
from ag_notebook.staging.backends.tensorflow.signature import (
    ById,
    Leaves,
    containers_of,
    describe,
    staged_arguments,
)


class Thing:
    pass


def key_of(value):
    leaves = Leaves()
    leaves.add_argument("x", value)
    return tuple(leaves.key)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (tf.constant(1), tf.constant(2)),
        (tf.constant([1.0, 2.0]), np.array([3, 4], np.float32)),
        ([1, (tf.constant(1),)], [1, (tf.constant(5),)]),
        ({"a": tf.constant(1)}, {"a": tf.constant(2)}),
        (float("nan"), float("nan")),
        (tf.ragged.constant([[1]]), tf.ragged.constant([[2]])),
    ],
)
def test_one_trace_serves_both(a, b) -> None:
    assert key_of(a) == key_of(b)
    assert hash(key_of(a)) == hash(key_of(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (tf.constant(1), tf.constant(1.0)),
        (tf.constant([1]), tf.constant([1, 2])),
        (1, 1.0),
        (1, True),
        (0.0, -0.0),
        ([1], (1,)),
        ({"a": 1, "b": 1}, {"b": 1, "a": 1}),
        (None, "None"),
        (1, tf.constant(1)),
    ],
)
def test_each_has_its_own_trace(a, b) -> None:
    assert key_of(a) != key_of(b)


def test_objects_count_by_identity_and_are_not_kept_alive() -> None:
    thing, other = Thing(), Thing()
    assert ById(thing) == ById(thing)
    assert ById(thing) != ById(other)
    key, gone = key_of(thing), weakref.ref(thing)
    assert key == key_of(thing)
    del thing
    gc.collect()
    assert gone() is None
    assert key[0] != key[0]  # a key of something that is gone fits nothing


def test_tensors_in_order_with_the_names_of_their_arguments() -> None:
    leaves = Leaves()
    leaves.add_argument("x", [tf.constant(1), 5])
    leaves.add_argument("y", {"k": np.array(2.5)})
    assert leaves.names == ["x", "y"]
    assert [t.numpy().item() for t in leaves.tensors] == [1, 2.5]


def test_tensors_of_the_trace_take_the_place_of_the_calls() -> None:
    one = tf.constant(1)
    inner = [one, 2]
    value = {"a": inner, "b": (one, inner)}
    made, contents = staged_arguments([value, inner], iter(["first", "second"]))
    assert made[0] is value
    assert made[1] is inner
    assert [c for c, _ in contents] == [value, inner]
    assert contents[0][1]["a"] is inner
    assert contents[0][1]["b"] == ("second", inner)
    assert contents[1][1] == ["first", 2]
    assert inner == [one, 2]
    assert containers_of([value, inner]) == [value, inner]


def test_a_container_that_is_met_again_is_in_the_key() -> None:
    one, other = [1], [1]
    keys = []
    for pair in ([one, one], [one, other]):
        leaves = Leaves()
        for value in pair:
            leaves.add(value)
        keys.append(tuple(leaves.key))
    assert keys[0] != keys[1]


def test_arguments_for_the_reader() -> None:
    assert describe(tf.zeros([2, 3])) == "float32[2, 3]"
    assert describe(np.int64(3)) == "int64[]"
    assert describe([1, "a", (tf.constant(True),)]) == "[1, 'a', (bool[],)]"
    assert describe([1] * 6) == "[1, 1, 1, 1, …]"
    assert describe(Thing()) == "a Thing"


def test_a_long_text_makes_no_long_signature():
    for value in ("x" * 10**6, b"x" * 10**6, 10**5000):
        signature = ag.function(lambda v: 1).report(value).functions[0].traces[0].signature
        assert signature.startswith("v: ")
        assert signature.endswith("…")
        assert len(signature) < 120
