"""A guard holds as long as its place holds the same."""

from __future__ import annotations

import collections

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging.runtime.effects import global_location
from ag_notebook.staging.runtime.guards import Guard


class Box:
    def method(self):
        return self


def place(value, **options):
    """A guard of a place that holds `value`, and a function that changes what it holds."""
    names = {"x": value}
    guard = Guard("x", lambda: names["x"], global_location(names, "x"), **options)
    return guard, lambda new: names.update(x=new)


@pytest.mark.parametrize(
    ("then", "now"),
    [
        (1, 1.0),
        (1, True),
        (0.0, -0.0),
        ("a", "b"),
        (None, 0),
        (range(3), range(4)),
        (np.int32(1), np.int32(2)),
    ],
)
def test_numbers_and_texts_by_value_and_type(then, now) -> None:
    guard, put = place(then)
    assert guard.holds()
    put(now)
    assert not guard.holds()
    put(then)
    assert guard.holds()


def test_equal_numbers_hold() -> None:
    guard, put = place(10**20)
    put(10**19 * 10)
    assert guard.holds()
    guard, put = place((1, (2, "a")))
    put((1, tuple([2, "a"])))
    assert not guard.holds()  # the inner tuple is another: it is a place of its own
    guard, put = place((1, "a"))
    put((1, "a" * 1))
    assert guard.holds()


def test_objects_by_identity_and_methods_by_theirs() -> None:
    box = Box()
    guard, put = place(box)
    put(Box())
    assert not guard.holds()
    guard, put = place(box.method)
    put(box.method)
    assert guard.holds()
    put(Box().method)
    assert not guard.holds()


@pytest.mark.parametrize(
    ("make", "change"),
    [
        (lambda: [1, 2], lambda c: c.append(3)),
        (lambda: [1, 2], lambda c: c.__setitem__(0, True)),
        (lambda: [1, Box], lambda c: c.__setitem__(0, 2)),
        (lambda: {"a": 1}, lambda c: c.update(a=2)),
        (lambda: {"a": 1}, lambda c: c.update(b=1) or c.pop("a")),
        (lambda: {1, 2}, lambda c: c.add(3)),
        (lambda: collections.deque([1]), lambda c: c.append(2)),
        (lambda: np.zeros(2), lambda c: c.__setitem__(0, 5.0)),
    ],
    ids=["longer", "another type", "beside an object", "value", "key", "set", "deque", "array"],
)
def test_the_items_of_a_container(make, change) -> None:
    guard, put = place(make())
    assert guard.holds()
    put(make())
    assert not guard.holds()  # an equal one is still another
    guard, put = place(make())
    change(guard.value)
    assert not guard.holds()


def test_a_container_beyond_the_budget_is_compared_by_its_length() -> None:
    guard, _ = place([1, 2, 3], budget=2)
    guard.value[0] = 5
    assert guard.holds()
    guard.value.append(4)
    assert not guard.holds()


@pytest.mark.parametrize(
    ("then", "now", "kind"),
    [
        (tf.constant(1), tf.constant(2), "global"),
        (tf.constant(1), tf.constant(1.0), None),
        (tf.constant([1]), tf.constant([1, 2]), None),
        (tf.constant(1), 2, None),
        (tf.Variable(1), tf.Variable(2), None),
        (1, 2, None),
    ],
    ids=["value", "dtype", "shape", "number", "variable", "numbers"],
)
def test_a_tensor_that_varies(then, now, kind) -> None:
    guard, put = place(then)
    put(now)
    assert not guard.holds()
    location = guard.varying()
    assert (None if location is None else location.kind) == kind


def test_tensors_of_a_container_that_vary() -> None:
    one, two = tf.constant(1), tf.constant(2)
    guard, put = place({"a": one, "b": one})
    guard.value["b"] = two
    assert guard.varying().key == ("items", id(guard.value), "")
    guard.value["c"] = two
    assert guard.varying() is None
    guard, put = place([one, 5])
    guard.value[0] = two
    assert guard.varying() is None  # the number would become a tensor as well
    put([two, two])
    assert guard.varying() is None


def test_functions_of_numpy_are_told_apart_by_identity() -> None:
    guard, put = place(np.sin)
    assert guard.holds()
    put(np.cos)
    assert not guard.holds()


def test_an_array_without_dimensions() -> None:
    factor = np.array(2.0)

    def scaled(x):
        return x * factor

    from ag_notebook import staging

    made = staging.function(scaled)
    assert float(made(tf.constant(3.0, tf.float64))) == 6.0
    factor[...] = 5.0
    assert float(made(tf.constant(3.0, tf.float64))) == 15.0
