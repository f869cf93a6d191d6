"""Calls of staged functions: which trace fits, what is stored back, and what comes back."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends.tensorflow import entry

STEP = 1
TOTAL = 0
TABLE = {"k": 10}


class Pair(NamedTuple):
    a: Any
    b: Any


class Model:
    def __init__(self):
        self.n, self.k, self.log = 0, 2, []

    @function
    def count(self, x):
        self.n += 1
        return x * self.k

    @function
    def note(self, x):
        if x > 0:
            self.last = x
        return x


def reasons(staged):
    return [t.reason for t in staged.traces()]


def test_one_trace_for_each_signature() -> None:
    @function
    def add(x, y=1):
        return x + y

    for x in (1, 2, 3):
        assert add(tf.constant(x)).numpy() == x + 1
    assert add(np.array(5, np.int32)).numpy() == 6
    assert len(add.traces()) == 1
    assert add(tf.constant(1), 2).numpy() == 3
    assert add(tf.constant(1.5), y=2).numpy() == 3.5
    assert [t.signature for t in add.traces()] == [
        "x: int32[], y: 1",
        "x: int32[], y: 2",
        "x: float32[], y: 2",
    ]
    assert reasons(add) == ["first call", "y: Python 1 before, 2 now", "x: int32[] before, float32[] now"]


def test_a_global_that_changes(monkeypatch) -> None:
    @function
    def step(x):
        return x + STEP

    assert step(tf.constant(1)).numpy() == 2
    monkeypatch.setitem(globals(), "STEP", 10)
    assert step(tf.constant(1)).numpy() == 11
    assert reasons(step) == ["first call", "STEP changed"]
    monkeypatch.setitem(globals(), "STEP", 1)
    assert step(tf.constant(1)).numpy() == 2
    assert len(step.traces()) == 2  # the first one fits again


def test_an_attribute_a_cell_and_an_item_that_change(monkeypatch) -> None:
    model, scale = Model(), 2
    monkeypatch.setitem(TABLE, "k", 10)

    @function
    def compute(x):
        return x * scale + model.k + TABLE["k"]

    def check(expected, reason):
        assert compute(tf.constant(1)).numpy() == expected
        assert reasons(compute)[-1] == reason

    check(14, "first call")
    model.k = 3
    check(15, "model.k changed")
    scale = 5
    check(18, "scale changed")
    TABLE["k"] = 100
    check(108, "TABLE changed")
    assert len(compute.traces()) == 4


def test_what_the_function_writes_is_no_reason_to_trace_again() -> None:
    model = Model()
    assert [model.count(tf.constant(3)).numpy() for _ in range(4)] == [6] * 4
    assert model.n.numpy() == 4
    assert len(Model.count.entry.traces) == 1
    model.n = 10
    model.count(tf.constant(3))
    assert model.n.numpy() == 11
    assert len(Model.count.entry.traces) == 1


def test_written_state_whose_type_changes_between_calls() -> None:
    model = Model()

    @function
    def add(x):
        model.n = model.n + x
        return model.n

    assert add(tf.constant(1)).numpy() == 1
    model.n = tf.constant([10, 20])
    assert add(tf.constant(1)).numpy().tolist() == [11, 21]
    assert model.n.numpy().tolist() == [11, 21]
    assert reasons(add) == ["first call", "the type of Model.n changed"]


def test_an_attribute_that_is_set_on_one_path_only() -> None:
    model = Model()
    model.note(tf.constant(-1))
    assert not hasattr(model, "last")
    model.note(tf.constant(5))
    assert model.last.numpy() == 5


def test_a_global_that_is_written(monkeypatch) -> None:
    monkeypatch.setitem(globals(), "TOTAL", 0)

    @function
    def add(x):
        global TOTAL
        if x > 0:
            TOTAL += x
        return TOTAL

    assert [add(tf.constant(x)).numpy().item() for x in (3, -1, 4)] == [3, 3, 7]
    assert TOTAL.numpy() == 7


def test_containers_among_the_arguments_are_written_back() -> None:
    @function
    def fill(items, table, x):
        items.append(x)
        table["sum"] = table["sum"] + x

    items, table = [1], {"sum": 0}
    assert fill(items, table, tf.constant(5)) is None
    assert ([int(i) for i in items], int(table["sum"])) == ([1, 5], 5)


def test_results_of_all_kinds() -> None:
    marker = object()

    @function
    def build(x):
        items = [x, "text"]
        return {
            "list": items,
            "pair": Pair(x + 1, None),
            "object": marker,
            "number": 3,
            "ragged": tf.RaggedTensor.from_row_lengths([x], [1]),
        }

    found = build(tf.constant(1))
    assert list(found) == ["list", "pair", "object", "number", "ragged"]
    assert (found["list"][0].numpy(), found["list"][1]) == (1, "text")
    assert isinstance(found["pair"], Pair)
    assert (found["pair"].a.numpy(), found["pair"].b) == (2, None)
    assert found["object"] is marker
    assert (found["number"], type(found["number"])) == (3, int)
    assert found["ragged"].to_list() == [[1]]


def test_none_or_a_tensor_and_one_of_two_objects() -> None:
    @function
    def find(x):
        if x > 0:
            found, kind = x, int
        else:
            found, kind = None, str
        return found, kind

    assert find(tf.constant(5))[0].numpy() == 5
    assert find(tf.constant(5))[1] is int
    assert find(tf.constant(-5)) == (None, str)


def test_the_users_exception_is_raised_anew_each_time() -> None:
    @function
    def check(x):
        if x < 0:
            raise ValueError("negative", x)
        return x

    caught = []
    for x in (-1, -2):
        with pytest.raises(ValueError, match="negative") as error:
            check(tf.constant(x))
        caught.append(error.value)
    assert [e.args for e in caught] == [("negative", -1), ("negative", -2)]
    assert caught[0] is not caught[1]


def test_only_so_many_traces_are_kept(monkeypatch) -> None:
    monkeypatch.setattr(entry, "MOST_TRACES", 2)
    model = Model()

    @function
    def scaled(x):
        return x * model.k

    for k in (1, 2, 3, 1):
        model.k = k
        assert scaled(tf.constant(10)).numpy() == 10 * k
    assert len(scaled.traces()) == 4  # the first had been dropped


def test_threads_get_the_right_values() -> None:
    @function
    def collatz(n):
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    found: dict = {}

    def run(n):
        found[n] = [collatz(tf.constant(n)).numpy().item() for _ in range(5)]

    threads = [threading.Thread(target=run, args=(n,)) for n in range(20, 28)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {n: [s] * 5 for n, s in zip(range(20, 28), (7, 7, 15, 15, 10, 23, 10, 111), strict=True)}
    assert len(collatz.traces()) == 1


def test_inside_a_graph_of_the_users_it_is_built_in() -> None:
    @function
    def absolute(x):
        if x < 0:
            x = -x
        return x

    outer = tf.function(lambda x: absolute(x) + 1)
    assert [outer(tf.constant(x)).numpy() for x in (-3, 3)] == [4, 4]
    mapped = tf.data.Dataset.range(-2, 2).map(absolute)
    assert [v.numpy() for v in mapped] == [2, 1, 0, 1]
    assert absolute.traces() == []


def test_wrong_arguments_are_pythons_error() -> None:
    @function
    def one(x):
        return x

    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        one()
