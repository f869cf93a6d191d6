"""Operators and properties of the user's classes are converted while tracing, and as they were afterwards."""

from __future__ import annotations

import array
import threading

import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.runtime import classes
from ag_notebook.staging.runtime.classes import converted_classes


class Clipped:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        total = self.value + other
        if total > 10:
            total = total * 0 + 10
        return Clipped(total)

    @property
    def sign(self):
        if self.value < 0:
            return -1
        return 1

    def plain(self):
        return self.value


def add(x, y):
    return (Clipped(x) + y).value, Clipped(x).sign


def test_operators_and_properties_are_staged() -> None:
    staged = function(add)
    for x, expected in ((3, (5, 1)), (9, (10, 1)), (-4, (-2, -1))):
        assert tuple(int(v) for v in staged(tf.constant(x), 2)) == expected == add(x, 2)


def test_the_class_is_as_it_was_after_the_trace() -> None:
    before = dict(vars(Clipped))
    with converted_classes([Clipped(1)]):
        assert vars(Clipped)["__add__"] is not before["__add__"]
        assert vars(Clipped)["sign"] is not before["sign"]
        assert vars(Clipped)["plain"] is before["plain"]
        assert (Clipped(9) + 5).value == 10  # outside of a trace it runs as it is
        with converted_classes([Clipped]):
            pass
        assert vars(Clipped)["__add__"] is not before["__add__"]  # the outer one still wants it
    assert dict(vars(Clipped)) == before


def test_the_class_is_put_back_after_an_error() -> None:
    before = dict(vars(Clipped))
    with pytest.raises(ZeroDivisionError), converted_classes([Clipped]):
        1 / 0
    assert dict(vars(Clipped)) == before


def test_another_thread_sees_no_difference() -> None:
    seen: list = []
    with converted_classes([Clipped]):
        thread = threading.Thread(target=lambda: seen.append((Clipped(9) + 5).value))
        thread.start()
        thread.join()
    assert seen == [10]


def test_a_property_that_is_named_as_an_attribute_of_every_class() -> None:
    class Sentinel:
        @property
        def __name__(self):
            return "sentinel"

    marker = Sentinel()

    def unless_marked(x):
        return x if marker is None else -x

    assert function(unless_marked)(tf.constant(3)).numpy() == -3
    assert marker.__name__ == "sentinel"


def test_classes_of_libraries_are_left_alone() -> None:
    import collections

    before = collections.Counter.__add__
    with converted_classes([collections.Counter("a"), tf.Module()]):
        assert collections.Counter.__add__ is before


def test_types_whose_attributes_cannot_be_written_are_left_alone(monkeypatch) -> None:
    monkeypatch.setattr(classes, "_replacements", lambda kind: {"append": len})
    held = array.array("i", [1])
    with classes.converted_classes([held, array.array]):
        held.append(2)
    assert held.tolist() == [1, 2]
