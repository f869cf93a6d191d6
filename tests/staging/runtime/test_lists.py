"""Methods of lists by name: Python's on plain lists, the user's own on other objects, staged where contents are."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import function, stack
from ag_notebook.staging.runtime.lists import list_append, list_extend, list_insert, list_pop


def test_plain_lists_change_in_place() -> None:
    items = [1]
    list_append(items, 2)
    list_extend(items, (3, 4))
    list_insert(items, 0, 0)
    assert items == [0, 1, 2, 3, 4]
    assert list_pop(items) == 4
    assert list_pop(items, 0) == 0
    assert items == [1, 2, 3]
    with pytest.raises(IndexError, match="pop from empty list"):
        list_pop([])


def test_objects_with_methods_of_the_same_names_are_called() -> None:
    class Basket:
        def append(self, item):
            return f"appended {item}"

        def pop(self, *args):
            return args

    assert list_append(Basket(), 3) == "appended 3"
    assert list_pop(Basket(), 1) == (1,)
    assert list_pop({"a": 1}, "a") == 1


def test_lists_with_staged_contents() -> None:
    @function
    def build(n):
        items = [10]
        for i in range(n):
            items.append(i)
        items.extend([7, 8])
        items.insert(0, -1)
        last = items.pop()
        second = items.pop(1)
        return items, last, second

    items, last, second = build(tf.constant(2))
    assert [i.numpy() for i in items] == [-1, 0, 1, 7]
    assert (last.numpy(), second.numpy()) == (8, 10)


def test_pop_at_a_staged_index_of_a_plain_list() -> None:
    @function
    def drop(i):
        items = [10, 20, 30]
        found = items.pop(i)
        return found, items

    found, items = drop(tf.constant(1))
    assert (found.numpy(), [i.numpy() for i in items]) == (20, [10, 30])
    with pytest.raises(IndexError):
        drop(tf.constant(3))


def test_stack_of_plain_values_is_numpys() -> None:
    found = stack([1, 2])
    assert isinstance(found, np.ndarray)
    assert found.tolist() == [1, 2]


def test_stack_in_a_trace_is_a_tensor() -> None:
    @function
    def squares(n):
        items = []
        for i in range(n):
            items.append(i * i)
        return stack(items), stack([n, 1])

    first, second = squares(tf.constant(4))
    assert (first.numpy().tolist(), second.numpy().tolist()) == ([0, 1, 4, 9], [4, 1])
