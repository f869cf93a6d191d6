"""A list with staged contents does what Python's list does."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.carriers import staged_items
from ag_notebook.staging.backends.tensorflow.values.lists import (
    contents,
    list_item,
    list_length,
    list_method,
    set_list_item,
    sliced,
    stack,
    stage_items,
)
from ag_notebook.staging.backends.tensorflow.values.specs import Never, SequenceType, TensorType, strong

INT = TensorType(tf.int32, tf.TensorShape([]))


def staged(values):
    items = list(values)
    stage_items(items, Never())
    return items


METHODS = {
    "append": (lambda items: items.append(9), ("append", (9,))),
    "extend": (lambda items: items.extend([7, 8]), ("extend", ([7, 8],))),
    "insert": (lambda items: items.insert(1, 9), ("insert", (1, 9))),
    "insert far": (lambda items: items.insert(99, 9), ("insert", (99, 9))),
    "insert before the last": (lambda items: items.insert(-1, 9), ("insert", (-1, 9))),
    "pop": (lambda items: items.pop(), ("pop", ())),
    "pop first": (lambda items: items.pop(0), ("pop", (0,))),
    "pop from the end": (lambda items: items.pop(-2), ("pop", (-2,))),
    "reverse": (lambda items: items.reverse(), ("reverse", ())),
    "sort": (lambda items: items.sort(), ("sort", ())),
    "delete": (lambda items: items.__delitem__(1), ("__delitem__", (1,))),
    "count": (lambda items: items.count(2), ("count", (2,))),
    "index": (lambda items: items.index(2), ("index", (2,))),
}


@pytest.mark.parametrize("name", METHODS)
def test_methods_change_and_return_what_pythons_do(graph, name) -> None:
    values = [3, 2, 5, 2]
    python, (method, args) = METHODS[name]

    def build(_):
        items = staged(values)
        returned = list_method(items, method, args)
        return stack(items), -1 if returned is None else returned

    found, returned = graph(build, 0)
    expected = python(values)
    assert found == values
    assert returned == (-1 if expected is None else expected)


def test_copy_and_clear(graph) -> None:
    def build(_):
        items = staged([1, 2])
        copy = list_method(items, "copy", ())
        list_method(copy, "append", (3,))
        list_method(items, "append", (4,))
        return stack(items), stack(copy)

    assert list(graph(build, 0)) == [[1, 2, 4], [1, 2, 3]]
    items = staged([1])
    list_method(items, "clear", ())
    assert items == []


def test_items_by_index(graph) -> None:
    def build(i):
        items = staged([10, 20, 30])
        set_list_item(items, i, 99)
        return (
            list_item(items, i),
            list_item(items, 0),
            list_length(items),
            stack(sliced(items, slice(1, None))),
        )

    assert list(graph(build, -1)) == [99, 10, 3, [20, 99]]
    for i in (3, -4):
        with pytest.raises(IndexError, match="list index out of range"):
            graph(build, i)


def test_pop_of_an_empty_list(graph) -> None:
    def build(n):
        items = staged([1])
        list_method(items, "pop", ())
        return list_method(items, "pop", ())

    with pytest.raises(IndexError, match="pop from empty list"):
        graph(build, 0)


def test_elements_get_one_type(graph) -> None:
    def build(x):
        items = staged([1, 2])
        assert strong(contents(items).element) == INT
        list_method(items, "append", (x,))
        return stack(items)

    assert graph(build, tf.constant(2**40, tf.int64)) == [1, 2, 2**40]
    assert graph(build, 0.5) == [1, 2, 0.5]


def test_elements_of_two_kinds_are_refused(graph) -> None:
    def build(x, y):
        items = staged([x])
        list_method(items, "append", (y,))
        return stack(items)

    with pytest.raises(StagingError, match="AG250.*int32 and float32"):
        graph(build, tf.constant(1), tf.constant(0.5))


def test_elements_of_several_tensors(graph) -> None:
    def build(x):
        items = staged([(1, x)])
        assert isinstance(contents(items).element, SequenceType)
        list_method(items, "append", ((2, x * 2),))
        return list_item(items, 1)

    assert list(graph(build, 1.5)) == [2, 3.0]


def test_elements_that_have_no_common_type() -> None:
    def mixed(n):
        items = []
        for i in range(n):
            items.append(i)
        items.append("text")
        return items

    with pytest.raises(StagingError) as caught:
        function(mixed)(tf.constant(2))
    assert (caught.value.code, caught.value.span.line) == ("AG250", mixed.__code__.co_firstlineno + 4)
    assert caught.value.message.startswith("a list of int32[] cannot take 'text'")


def test_parts_that_python_put_together(graph) -> None:
    def build(_):
        return stack([0, *staged([1, 2]), 3, *staged([4])])

    assert graph(build, 0) == [0, 1, 2, 3, 4]


def test_an_empty_list_has_no_length_in_the_graph(graph) -> None:
    items = staged([])
    assert list_length(items) == 0
    items = []
    list_method(items, "set_element_type", (tf.float32, [2]))
    assert staged_items(items).element == TensorType(tf.float32, tf.TensorShape([2]))
    assert list_length(items).tensor().numpy() == 0


def test_items_and_slices_are_removed() -> None:
    def shrink(n):
        items = []
        for i in range(n):
            items.append(i * i)
        items.remove(4)
        del items[1:3]
        return items

    for n in (4, 6):
        assert [int(v) for v in function(shrink)(tf.constant(n))] == shrink(n)
    with pytest.raises(ValueError, match="not in list"):
        function(shrink)(tf.constant(1))


def test_what_is_not_supported() -> None:
    def spread(n):
        items = []
        for i in range(n):
            items.append(i)
        items.__iadd__([1])
        return items

    with pytest.raises(StagingError) as caught:
        function(spread)(tf.constant(2))
    assert (caught.value.code, caught.value.span.line) == ("AG251", spread.__code__.co_firstlineno + 4)
    with pytest.raises(StagingError, match=r"AG251.*a list of a tuple of 2 items is not one tensor"):
        stack(staged([(1, 2)]))
