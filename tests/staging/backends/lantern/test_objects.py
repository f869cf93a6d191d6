"""Objects are taken for records field by field; what does not fit is named by the way to it."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.ir.program import Program
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I32, ArrayType, RecordType
from ag_notebook.staging.backends.lantern.objects import Record, array, arrays_of, field, reachable

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
    with pytest.raises(ValueError, match=r"^t\.left\.right holds itself: it is t$"):
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
    with pytest.raises(TypeError, match=r"^t\.value is of type str, not f32$"):
        field(Record(tree("a"), "Tree", "t"), "value", F32)


def test_one_object_is_one_record():
    program = Program({"A": {"b": RecordType("B"), "a": RecordType("A")}, "B": {}})
    top = SimpleNamespace(a=None, b=SimpleNamespace(a=None, b=None))
    top.a = top.b
    with pytest.raises(TypeError, match=r"t\.a is a A, and as t\.b a B"):
        reachable(program, Record(top, "A", "t"))
