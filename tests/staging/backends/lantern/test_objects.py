"""Objects are taken for records field by field; what does not fit is named by the way to it."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from IPython.lib.pretty import pretty

from ag_notebook.staging.backends.lantern.ir.program import Program
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I32, ArrayType, RecordType
from ag_notebook.staging.backends.lantern.objects import (
    MOST_SHOWN,
    Path,
    Record,
    RecordGradients,
    array,
    arrays_of,
    field,
    reachable,
)

PROGRAM = Program({"Tree": {"value": F32, "left": RecordType("Tree"), "right": RecordType("Tree")}})


def tree(value=1.0, left=None, right=None):
    return SimpleNamespace(value=value, left=left, right=right)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1, F32),
        (1.5, F32),
        (True, F64),
        (np.float32(2), F32),
        (np.array(2, np.int32), I32),
        (True, I32),
        (False, BOOL),
    ],
)
def test_scalars(value, kind):
    found = array(value, kind, "x")
    assert isinstance(found, np.generic)
    assert (found, found.dtype) == (
        value,
        np.dtype({"f32": "f4", "f64": "f8", "i32": "i4", "bool": "?"}[kind.dtype]),
    )


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (1.5, I32, "x is of type float, not i32"),
        (1, BOOL, "x is of type int, not bool"),
        (2**31, I32, "x is 2147483648, which is no i32"),
        (np.float64(1), F32, "x is of type float64, not f32"),
        (np.zeros(2, np.float32), F32, "x has shape (2,), not that of f32"),
        (np.zeros((2, 3)), ArrayType("f64", ("n", 4)), "x has shape (2, 3), not that of (tensor f64 n 4)"),
        ("a", F32, "x is of type str, not f32"),
        (None, F32, "x is of type NoneType, not f32"),
        ([1.0], ArrayType("f64", (1,)), "x is of type list"),
    ],
)
def test_values_of_other_types(value, kind, message):
    with pytest.raises(TypeError) as caught:
        array(value, kind, "x")
    assert message in str(caught.value)


def test_shared_objects_are_reached_once():
    leaf = tree(2.0)
    top = tree(1.0, leaf, leaf)
    found = reachable(PROGRAM, Record(top, "Tree", "t"))
    assert list(found) == [id(top), id(leaf)]
    assert [str(record.path) for record in found.values()] == ["t", "t.left"]
    ((path, kind, value),) = arrays_of(PROGRAM, found[id(leaf)])
    assert (str(path), kind, value) == ("t.left.value", F32, 2.0)
    assert reachable(PROGRAM, Record(None, "Tree", "t")) == {}


def test_records_that_hold_themselves():
    top = tree(left=tree())
    top.left.right = top
    with pytest.raises(
        ValueError, match=r"^t\.left\.right holds itself: it is t\. Records have an end: let it be None"
    ):
        reachable(PROGRAM, Record(top, "Tree", "t"))


def test_long_chains():
    top = None
    for _ in range(50_000):
        top = tree(1.0, top)
    found = reachable(PROGRAM, Record(top, "Tree", "t"))
    assert len(found) == 50_000
    assert str(list(found.values())[-1].path) == "t.left.left.…49995 more….left.left"
    while top is not None:  # Else Python's own recursion takes it apart.
        top.left, top = None, top.left


def test_fields_that_are_not_there():
    with pytest.raises(TypeError, match=r"^t\.left has no field right: it is a"):
        reachable(PROGRAM, Record(tree(left=SimpleNamespace(left=None)), "Tree", "t"))
    with pytest.raises(
        TypeError,
        match=r"^t\.value is of type str, not f32, that is float32, as the hint of SimpleNamespace\.value says: change one",
    ):
        field(Record(tree("a"), "Tree", "t"), "value", F32)


def test_one_object_is_one_record():
    program = Program({"A": {"b": RecordType("B"), "a": RecordType("A")}, "B": {}})
    top = SimpleNamespace(a=None, b=SimpleNamespace(a=None, b=None))
    top.a = top.b
    with pytest.raises(TypeError, match=r"t\.a is a A, and as t\.b a B"):
        reachable(program, Record(top, "A", "t"))


def gradients_of(start):
    found = {
        key: {"value": np.float32(record.value.value) * 2}
        for key, record in reachable(PROGRAM, start).items()
    }
    return RecordGradients(found, PROGRAM, start)


def test_gradients_are_shown_by_the_way_to_their_fields():
    shared = tree(0.25)
    root = tree(1.0, tree(2.0, shared), shared)
    found = gradients_of(Record(root, "Tree", "t"))
    assert found[id(root)] == {"value": 2.0}
    assert found.by_path() == {"t.value": 2.0, "t.left.value": 4.0, "t.left.left.value": 0.5}
    assert repr(found) == "{t.value: 2.0, t.left.value: 4.0, t.left.left.value: 0.5}"
    assert pretty(found) == repr(found)
    assert pretty(found, max_width=30) == "{t.value: 2.0,\n t.left.value: 4.0,\n t.left.left.value: 0.5}"
    assert repr(gradients_of(Record(None, "Tree", "t"))) == "{}"


def test_gradients_are_not_found_by_the_object_itself():
    root = tree(1.0, tree(2.0))
    found = gradients_of(Record(root, "Tree", "t"))
    assert found[id(root.left)] == {"value": 4.0}
    for key in (root, "t.value", [root]):
        with pytest.raises(KeyError, match=r"gradient\[id\(…\)\]; gradient\.by_path\(\)"):
            found[key]
    with pytest.raises(KeyError):
        found[0]
    assert found.get(0) is None


def test_ways_of_many_objects_are_counted_and_none_is_lost():
    def full(depth):
        return tree(1.0) if depth == 0 else tree(1.0, full(depth - 1), full(depth - 1))

    chain = full(6)
    for _ in range(20):
        chain = tree(1.0, chain)
    found = gradients_of(Record(chain, "Tree", "t"))
    assert len(found.by_path()) == len(found) == 20 + 2**7 - 1
    assert repr(found).endswith(f", … {len(found) - MOST_SHOWN} more}}")
    assert all(len(row) < 100 for row in pretty(found).split("\n"))


def test_gradients_of_objects_that_were_changed_are_shown_by_their_ids():
    root = tree(1.0, tree(2.0))
    found = gradients_of(Record(root, "Tree", "t"))
    root.left = "no tree"
    assert repr(found) == pretty(found) == repr(dict(found))


def test_gradients_of_arrays_are_one_line():
    program = Program({"Layer": {"w": ArrayType("f64", (20, 2))}})
    layer = SimpleNamespace(w=np.ones((20, 2)))
    found = RecordGradients({id(layer): {"w": layer.w}}, program, Record(layer, "Layer", "layer"))
    assert repr(found) == "{layer.w: [[1., 1.], [1., 1.], ..., [1., 1.], [1., 1.]]}"


def test_steps():
    assert Path(Path("t", "left"), "value").steps() == ["t", "left", "value"]
