"""Builtins on staged operands give what they give on plain ones."""

from __future__ import annotations

import builtins

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("abs", (-3,)), ("all", ([1, 0, 2],)), ("any", ([0, 0],)), ("bool", (0.5,)), ("float", (3,)), ("float", ("1.5",)), ("int", (-2.7,)),
        ("int", ("12",)), ("len", ([5, 6, 7],)), ("max", ([3, 9, 4],)), ("max", (2, 5)), ("min", ([3, 9, 4],)), ("min", (2.5, 1.0)),
        ("pow", (3, 4)), ("pow", (3, 20, 7)), ("round", (2.5,)), ("round", (-3.7,)), ("sum", ([1, 2, 3],)), ("sum", ([1, 2], 10)), ("divmod", (7, 2)),
        ("str", (5,)), ("repr", ("a",)), ("tuple", ([1, 2],)), ("sorted", ([3, 1, 2],)), ("list", ([4, 5],)),
    ],
)  # fmt: skip
def test_values(graph, name, args) -> None:
    expected = getattr(builtins, name)(*args)
    found = graph(lambda *tensors: builtin(name, tensors, {}), *args)
    found = found.decode() if isinstance(found, bytes) else found
    assert (list(found) if isinstance(found, tuple) else found) == (
        list(expected) if isinstance(expected, tuple) else expected
    )


def test_numbers_that_python_makes_are_weak(graph) -> None:
    def build(x, xs):
        made = [
            builtin("int", (x,), {}),
            builtin("float", (x,), {}),
            builtin("round", (x,), {}),
            builtin("len", (xs,), {}),
        ]
        assert all(isinstance(n, WeakNumber) for n in made)
        return made[0] + tf.constant(1, tf.int64)

    assert graph(build, 2.5, [1, 2], relaxed=True) == 3


def test_a_known_length_is_pythons(graph) -> None:
    def build(xs):
        assert builtin("len", (xs,), {}) == 3
        return xs

    graph(build, [1, 2, 3])
    with pytest.raises(TypeError, match=r"len\(\) of a scalar tensor"):
        graph(lambda x: builtin("len", (x,), {}), 3)


def test_keys_and_defaults() -> None:
    @function
    def run(xs):
        return (
            sorted(xs, key=lambda x: -x),
            sorted(xs, reverse=True),
            max(xs, key=lambda x: x % 5),
            min(xs[:0], default=-1),
        )

    by_key, reverse, most, least = run(tf.constant([4, 7, 5]))
    assert ([int(x) for x in by_key], [int(x) for x in reverse], int(most), int(least)) == (
        [7, 5, 4],
        [7, 5, 4],
        4,
        -1,
    )


def test_an_empty_sequence_is_an_error(graph) -> None:
    for relaxed in (False, True):
        with pytest.raises(ValueError, match=r"max\(\) arg is an empty sequence"):
            graph(lambda xs: builtin("max", (xs,), {}), tf.zeros([0]), relaxed=relaxed)


def test_filter_map_zip() -> None:
    @function
    def run(xs, ys):
        return (
            list(filter(lambda x: x > 1, xs)),
            list(map(lambda x, y: x * y, xs, ys)),
            [x + y for x, y in zip(xs, ys)],
        )

    found = run(tf.constant([1, 2, 3]), tf.constant([10, 20]))
    assert [[int(x) for x in part] for part in found] == [[2, 3], [10, 40], [11, 22]]


def test_zip_strict_is_checked_at_run_time() -> None:
    @function
    def run(xs, n):
        return [x for x, _ in zip(xs, range(n), strict=True)]

    assert [int(x) for x in run(tf.constant([1, 2]), tf.constant(2))] == [1, 2]
    with pytest.raises(ValueError, match="zip"):
        run(tf.constant([1, 2]), tf.constant(3))


def test_next_ends_with_stop_iteration() -> None:
    @function
    def third(xs):
        numbers = iter(xs)
        next(numbers)
        next(numbers)
        return next(numbers)

    assert third(tf.constant([1, 2, 3])).numpy() == 3
    with pytest.raises(StopIteration):
        third(tf.constant([1, 2]))


@pytest.mark.parametrize(
    ("f", "argument"),
    [
        (lambda x: hash(x), 65),
        (lambda x: max(tf.reshape(x, [1, 1])), 65),
    ],
    ids=["hash", "rows"],
)
def test_what_is_not_supported_is_refused_at_its_line(f, argument) -> None:
    with pytest.raises(StagingError) as caught:
        function(f)(tf.constant(argument))
    assert (caught.value.code, caught.value.span.line) == ("AG260", f.__code__.co_firstlineno)


def test_a_tuple_of_unknown_length_is_refused(graph) -> None:
    with pytest.raises(StagingError, match="AG261"):
        graph(lambda xs: builtin("tuple", (xs,), {}), [1, 2], relaxed=True)
