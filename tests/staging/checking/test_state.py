"""The state outside: what a function can reach is found, and put back as it was."""

import array
import collections
import contextvars
import dataclasses
import decimal
import functools
import gc
import logging
import random
import sys
import types

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.checking import CHECKS
from ag_notebook.staging.checking.state import Outside

TOTAL = 0
NAMES = ["a"]
FRESH: int


@dataclasses.dataclass
class Box:
    value: object
    shared = [1]


class Slotted:
    __slots__ = ("held",)


def outside(function, **arguments):
    return Outside(function, arguments, CHECKS)


def test_globals_that_it_binds_anew():
    def f():
        global TOTAL, FRESH
        TOTAL += 1
        FRESH = 2
        NAMES.append("b")

    before = outside(f)
    f()
    assert (TOTAL, FRESH, NAMES) == (1, 2, ["a", "b"])
    assert dict(before.contents())["TOTAL"] == 1
    before.restore()
    assert (TOTAL, "FRESH" in globals(), NAMES) == (0, False, ["a"])


def test_closure_cells_and_what_they_hold():
    count, log = 0, {"a": [1]}

    def f():
        nonlocal count
        count += 1
        log["a"].append(2)
        log["b"] = 3

    before, items = outside(f), log["a"]
    f()
    before.restore()
    assert (count, log) == (0, {"a": [1]})
    assert log["a"] is items


def test_an_unbound_cell():
    def f():
        nonlocal later
        later = 1

    before = outside(f)
    f()
    before.restore()
    with pytest.raises(NameError):
        later
    if False:
        later = None


def test_objects_and_their_classes():
    box, slotted = Box([1]), Slotted()

    def f():
        box.value.append(2)
        box.more = 1
        slotted.held = 5
        Box.count = 3
        Box.shared.append(2)

    before = outside(f)
    f()
    before.restore()
    assert vars(box) == {"value": [1]}
    assert not hasattr(slotted, "held")
    assert not hasattr(Box, "count")
    assert Box.shared == [1]


def test_containers_of_every_kind():
    held = {
        "list": [1], "dict": {"a": 1}, "set": {1}, "deque": collections.deque([1], 3), "bytes": bytearray(b"a"),
        "ordered": collections.OrderedDict(a=1, b=2), "default": collections.defaultdict(list, a=[1]),
        "array": np.zeros(2), "variable": tf.Variable([1.0]), "tuple": ([1], {2}),
    }  # fmt: skip
    shown = repr(held)

    def f():
        held["list"][:] = [2, 3]
        held["dict"].clear()
        held["set"].add(2)
        held["deque"].extend([2, 3, 4])
        held["bytes"].extend(b"b")
        held["ordered"].move_to_end("a")
        held["default"]["b"].append(1)
        held["default"]["a"].append(1)
        held["array"][0] = 5
        held["variable"].assign([2.0])
        held["tuple"][0].append(2)
        held["tuple"][1].clear()
        held["new"] = 1

    before, parts = outside(f), list(map(id, held.values()))
    f()
    before.restore()
    assert repr(held) == shown
    assert list(map(id, held.values())) == parts


def test_arguments_and_functions_that_it_calls():
    inner_log = []

    def inner():
        inner_log.append(1)

    def f(items):
        inner()
        items.append(1)

    items: list = []
    before = outside(f, items=items)
    f(items)
    assert dict(before.contents())["items"] == [1]
    before.restore()
    assert (inner_log, items) == ([], [])


def test_modules_of_the_user(monkeypatch):
    module = types.ModuleType("of_the_user")
    module.setting, module.kept = [1], 5
    monkeypatch.setitem(sys.modules, "of_the_user", module)

    def f():
        module.setting.append(2)
        module.kept = 6

    namespace = {"module": module}
    f = types.FunctionType(_without_cells(f), namespace, "f")
    before = outside(f)
    f()
    before.restore()
    assert (module.setting, module.kept) == ([1], 5)


def _without_cells(function):
    """The code of a function whose closure variables are globals."""
    source = "def f():\n    module.setting.append(2)\n    module.kept = 6\n"
    namespace: dict = {}
    exec(source, namespace)
    return namespace["f"].__code__


def test_what_cannot_be_put_back_is_named(tmp_path):
    file = (tmp_path / "a.txt").open("w")

    def f(items):
        file.write("a")
        return next(items)

    found = outside(f, items=(n for n in range(3))).lasting
    file.close()
    assert sorted(found) == [
        "`file` is a TextIOWrapper, which cannot be used twice",
        "`items` is a generator, which cannot be used twice",
    ]


def test_standard_streams_are_no_files():
    out = sys.__stdout__

    def f():
        sys.stdout.write("a")
        out.write("b")

    assert outside(f).lasting == []


def test_what_libraries_keep_is_put_back_and_not_compared():
    layer = tf.keras.layers.Dense(2)
    layer.build([None, 3])

    def f(x):
        layer.kernel.assign_add(tf.ones([3, 2]))
        layer.calls = 1
        return layer(x)

    before, kernel = outside(f), layer.kernel.numpy()
    assert before.lasting == []
    assert all("calls" not in label for label, _ in before.contents())
    f(tf.ones([1, 3]))
    before.restore()
    assert np.array_equal(layer.kernel.numpy(), kernel)
    assert not hasattr(layer, "calls")


def test_a_structure_too_large_is_named(monkeypatch):
    monkeypatch.setattr("ag_notebook.staging.checking.state.MOST_PLACES", 10)

    def f(items):
        pass

    assert outside(f, items=[[n] for n in range(20)]).lasting == ["more than 10 objects can be reached"]


def test_handlers_of_messages_are_put_back(monkeypatch):
    monkeypatch.setattr(logging.root, "handlers", [])

    def f():
        logging.warning("a")  # noqa: LOG015  only this one makes a handler

    before = outside(f)
    f()
    assert len(logging.root.handlers) == 1
    before.restore()
    assert logging.root.handlers == []


def test_whether_other_things_were_bound_is_told():
    log, variable, array = {"a": [1]}, tf.Variable(1.0), np.zeros(2)

    def values():
        variable.assign(2.0)
        array[0] = 1.0
        log["a"][0] = log["a"][0]

    def things():
        log["a"].append(tf.Variable(1.0))

    for run, expected in ((values, False), (things, True)):
        before = outside(run)
        run()
        before.restore()
        assert before.changed is expected


CALLS = contextvars.ContextVar("CALLS")
SEEDED, DRAWN = random.Random(0), np.random.default_rng(0)
OLD_DRAWN = np.random.RandomState(0)  # noqa: NPY002  one that is put back
NUMBERS = array.array("i", [1, 2])
MODULE = types.ModuleType("ag_test_module")


def counted(x):
    counted.calls = getattr(counted, "calls", 0) + 1
    return x


def test_hidden_state_is_put_back():
    def f():
        counted(1)
        CALLS.set(CALLS.get(0) + 1)
        SEEDED.random()
        DRAWN.random()
        OLD_DRAWN.rand()
        NUMBERS.append(3)
        NUMBERS[0] = 7
        MODULE.fresh = 1
        globals()["VIA_GLOBALS"] = 1
        decimal.getcontext().prec = 5
        np.set_printoptions(precision=2)
        np.seterr(all="ignore")
        sys.setrecursionlimit(3333)

    def state():
        return (
            vars(counted).copy(),
            SEEDED.getstate(),
            str(DRAWN.bit_generator.state),
            str(OLD_DRAWN.get_state()),
            list(NUMBERS),
            hasattr(MODULE, "fresh"),
            "VIA_GLOBALS" in globals(),
            decimal.getcontext().prec,
            np.get_printoptions()["precision"],
            np.geterr(),
            sys.getrecursionlimit(),
        )

    before, found = state(), outside(f)
    assert found.lasting == []
    f()
    assert all(a != b for a, b in zip(before, state()))
    assert dict(found.contents())["counted"] == {"calls": 1}
    found.restore()
    assert state() == before


def test_tables_are_put_back_and_queues_and_filled_caches_are_not():
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    table.insert("a", 1)
    queue = tf.queue.FIFOQueue(3, [tf.int32])

    @functools.lru_cache
    def cached(n):
        return n

    def f():
        table.insert(["a", "b"], tf.constant([5, 6], tf.int64))
        return cached(1)

    found = outside(f)
    assert found.lasting == []
    f()
    found.restore()
    assert dict(zip(*(part.numpy().tolist() for part in table.export()))) == {b"a": 1}
    assert cached.cache_info().currsize == 0
    cached(1)
    (why,) = outside(f).lasting
    assert "`cached`" in why
    assert "whose results cannot be put back" in why
    (why,) = outside(lambda: queue.size()).lasting
    assert "whose items cannot be put back" in why


def test_items_of_arrays_of_objects_and_the_collector_are_put_back():
    held = np.array([[1], None], dtype=object)

    def f():
        held[0].append(2)
        gc.disable()

    found = outside(f)
    f()
    found.restore()
    assert held.tolist() == [[1], None]
    assert gc.isenabled()
