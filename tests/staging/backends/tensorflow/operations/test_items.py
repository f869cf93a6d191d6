"""Items are read and written as Python does, at an index that only the graph knows."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.tensorflow.operations.items import getitem, plain_index, setitem, unpack
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


@pytest.mark.parametrize("index", [0, 2, -1, -3])
def test_tables_of_python(graph, index) -> None:
    table = {0: 1.5, 2: 2.5, -1: 3.5, -3: 4.5}

    def build(i):
        return (
            getitem([7, 8, 9], i),
            getitem(("a", "b", "c"), i),
            getitem(range(10, 40, 10), i),
            getitem("xyz", i),
            getitem(table, i),
        )

    expected = [
        [7, 8, 9][index],
        "abc"[index].encode(),
        [10, 20, 30][index],
        "xyz"[index].encode(),
        table[index],
    ]
    assert list(graph(build, index)) == expected


def test_an_index_out_of_range_and_a_missing_key(graph) -> None:
    for index in (3, -4):
        with pytest.raises(IndexError, match="list index out of range"):
            graph(lambda i: getitem([7, 8, 9], i), index)
    with pytest.raises(KeyError) as caught:
        graph(lambda k: getitem({1: 2}, k), 5)
    assert caught.value.args == (5,)


def test_objects_by_a_staged_index() -> None:
    functions = [lambda x: x + 1, lambda x: x * 10]

    def call(i, x):
        return functions[i](x)

    assert [function(call)(tf.constant(i), tf.constant(5)).numpy() for i in (0, 1)] == [6, 50]


XS = np.arange(12).reshape(3, 4)


@pytest.mark.parametrize(
    ("index", "item"),
    [
        (1, 9), (-1, [1, 2, 3, 4]), ((0, 2), 9), ((slice(None), 1), [7, 8, 9]), (slice(1, None), 0),
        ((slice(None, None, 2), slice(1, 3)), 5), ((Ellipsis, -1), 6),
    ],
)  # fmt: skip
def test_writing_items_of_a_tensor(graph, index, item) -> None:
    expected = XS.copy()
    expected[index] = item
    found = graph(lambda xs: (setitem(xs, index, item), xs), XS)
    assert found[0] == expected.tolist()
    assert found[1] == XS.tolist()  # other names keep the old tensor


def test_writing_at_a_staged_index_or_mask(graph) -> None:
    found = graph(lambda xs, i: (setitem(xs, i, 9), setitem(xs, (i, i), 9), setitem(xs, xs > 5, 0)), XS, -1)
    for changed, index in zip(found, (-1, (-1, -1), XS > 5), strict=True):
        expected = XS.copy()
        expected[index] = 0 if isinstance(index, np.ndarray) else 9
        assert changed == expected.tolist()
    with pytest.raises(IndexError, match="index out of range"):
        graph(lambda xs, i: setitem(xs, i, 9), XS, 3)


def test_writing_dicts_under_a_staged_key(graph) -> None:
    def build(k):
        table = setitem({1: 10, 2: 20}, k, 99)
        return table[1], table[2]

    assert list(graph(build, 2)) == [10, 99]
    with pytest.raises(StagingError, match="AG255"):
        graph(build, 3)


def writes_array(x):
    array = np.zeros(3)
    array[0] = x
    return array


def writes_variable(x):
    VARIABLE[0] = x
    return x


def writes_float(x):
    xs = tf.constant([1, 2])
    xs[0] = x
    return xs


def writes_slice(x):
    items = [1, 2, 3]
    items[x::2] = [4]
    return items


VARIABLE = tf.Variable([1.0, 2.0])


@pytest.mark.parametrize(
    ("f", "argument", "code"),
    [
        (writes_array, 1.5, "AG253"),
        (writes_variable, 1.5, "AG254"),
        (writes_float, 1.5, "AG256"),
        (writes_slice, 1, "AG252"),
    ],
)
def test_what_cannot_be_written(f, argument, code) -> None:
    line = f.__code__.co_firstlineno + (1 if f is writes_variable else 2)
    with pytest.raises(StagingError) as caught:
        function(f)(tf.constant(argument))
    assert (caught.value.code, caught.value.span.line) == (code, line)


def test_unpacking(graph) -> None:
    def build(xs):
        a, b, c = unpack(xs, 3, None)
        first, *middle = unpack(xs, 2, 1)
        *_, last = unpack(xs, 2, 0)
        return a, b, c, first, len(middle), last

    assert list(graph(build, [1, 2, 3])) == [1, 2, 3, 1, 2, 3]


def test_unpacking_the_wrong_number(graph) -> None:
    with pytest.raises(ValueError, match=r"not enough values to unpack \(expected 3, got 2\)"):
        graph(lambda xs: unpack(xs, 3, None), [1, 2])
    with pytest.raises(ValueError, match=r"too many values to unpack \(expected 1\)"):
        graph(lambda xs: unpack(xs, 1, None), [1, 2])
    with pytest.raises(ValueError, match=r"not enough values to unpack \(expected 3, got 2\)"):
        graph(lambda xs: unpack(xs, 3, None), [1, 2], relaxed=True)
    with pytest.raises(ValueError, match=r"not enough values to unpack \(expected at least 3, got 2\)"):
        graph(lambda xs: unpack(xs, 4, 0), [1, 2], relaxed=True)


def test_weak_numbers_in_an_index() -> None:
    weak = WeakNumber(tf.constant(1), tf.int32)
    found = plain_index((weak, slice(weak, None, weak), Ellipsis))
    assert [type(x).__name__ for x in (found[0], found[1].start, found[1].step)] == ["EagerTensor"] * 3
    assert found[2] is Ellipsis


def test_several_indices_as_in_numpy() -> None:
    def run(xs, rows, some):
        read = xs[[0, 2]], xs[np.array([0, -1])], rows[[1, 0]], xs[[True, False, True]], xs[[some[0], 0]]
        xs[[0, 2]] = 7
        xs[some] += 1
        rows[[True, False]] = 0
        return (*read, xs, rows)

    arrays = np.array([3, 1, 2]), np.array([[1, 2], [3, 4]]), np.array([1, 2])
    made = function(run)(*(tf.constant(a) for a in arrays))
    for got, want in zip(made, run(*arrays), strict=True):
        np.testing.assert_array_equal(got, want)


def test_several_indices_that_a_list_of_unknown_length_holds() -> None:
    def run(xs):
        return xs[[v - 1 for v in xs if v > 1]]

    assert function(run)(tf.constant([3, 1, 2])).numpy().tolist() == [2, 1]
