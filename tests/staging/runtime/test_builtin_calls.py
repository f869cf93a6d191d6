"""Builtins on plain values, and those that would change what code outside can see."""

from __future__ import annotations

import itertools
import random
import time

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.runtime.calls import converted_call


def test_builtins_on_plain_values() -> None:
    assert converted_call(sorted, [3, -1, 2], key=lambda v: abs(v)) == [-1, 2, 3]
    assert list(converted_call(map, lambda v: v + 1, [1, 2])) == [2, 3]
    assert converted_call(max, [1, 5], [2, 3]) == [2, 3]
    assert converted_call(int, "12") == 12


def test_an_iterator_from_outside_is_not_advanced_unseen() -> None:
    numbers = itertools.count()

    def take(x):
        return x + next(numbers)

    with pytest.raises(StagingError) as caught:
        function(take)(tf.constant(1))
    assert (caught.value.code, caught.value.span.line) == ("AG231", take.__code__.co_firstlineno + 1)
    assert next(numbers) == 0


def test_objects_that_order_themselves_are_ranked() -> None:
    class Ranked:
        def __init__(self, value):
            self.value = value

        def __lt__(self, other):
            return self.value < other.value

    def ordered(x):
        return [item.value for item in sorted([Ranked(2), Ranked(x), Ranked(1)], reverse=True)]

    assert [v.numpy() if hasattr(v, "numpy") else v for v in function(ordered)(tf.constant(5))] == [5, 2, 1]
