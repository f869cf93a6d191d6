"""The types that rules give are those of NumPy's results, and what does not fit is refused in a sentence."""

from __future__ import annotations

import random

import numpy as np
import pytest
from lantern_programs import sample

from ag_notebook.staging.backends.lantern.ir.operations import (
    ATTRIBUTES,
    RULES,
    broadcast,
    check_attributes,
    shape_text,
)
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I64, ArrayType, RecordType, type_of


def array(*shape, dtype="f64"):
    return ArrayType(dtype, shape)


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        ([(2, 1), (3,)], (2, 3)),
        ([("n", 1), (1, "m"), ()], ("n", "m")),
        ([("n",), ("n",)], ("n",)),
        ([(1,), (0,)], (0,)),
        ([], ()),
    ],
)
def test_broadcast(shapes, expected):
    assert broadcast(*shapes) == expected


@pytest.mark.parametrize("shapes", [[(2,), (3,)], [("n",), (3,)], [("n",), ("m",)], [(0,), (2,)]])
def test_shapes_that_do_not_fit(shapes):
    with pytest.raises(TypeError, match="do not fit together"):
        broadcast(*shapes)


def bounds(*each):
    return dict(zip(("starts", "stops", "steps"), zip(*each, strict=True), strict=True))


@pytest.mark.parametrize(
    ("kind", "attributes", "types", "expected"),
    [
        ("+", {}, [array("n", 1), array(3)], array("n", 3)),
        ("<", {}, [F64, array(2)], array(2, dtype="bool")),
        ("where", {}, [array(2, dtype="bool"), F32, array(3, 1, dtype="f32")], array(3, 2, dtype="f32")),
        ("cast", {"dtype": "i32"}, [array("n")], array("n", dtype="i32")),
        ("matmul", {}, [array(3), array(3)], F64),
        ("matmul", {}, [array("m", "n"), array("n")], array("m")),
        ("matmul", {}, [array("n"), array("n", 2)], array(2)),
        ("matmul", {}, [array(4, 2, 3), array(1, 3, 5)], array(4, 2, 5)),
        ("matmul", {}, [array(3), array(4, 3, 2)], array(4, 2)),
        ("sum", {"axes": (0, 2)}, [array(2, "n", 3)], array("n")),
        ("amax", {"axes": (1,), "keepdims": True}, [array(2, "n")], array(2, 1)),
        ("argmax", {"axes": (0,)}, [array(2, 3)], array(3, dtype="i64")),
        ("argmin", {"axes": (0, 1)}, [array(2, 3)], I64),
        ("sum", {"axes": (0,)}, [array(0)], F64),
        ("reshape", {"shape": (3, "n", 2)}, [array(6, "n")], array(3, "n", 2)),
        ("broadcast", {"shape": ("n", 2)}, [array(2)], array("n", 2)),
        ("transpose", {"axes": (1, 0)}, [array(2, "n")], array("n", 2)),
        ("concatenate", {"axis": 0}, [array(2, "n"), array(1, "n")], array(3, "n")),
        ("slice", bounds((0, "n", 1), (4, -1, -2)), [array("n", 5)], array("n", 3)),
        ("slice", bounds((-1, -1, -1)), [array(3)], array(0)),
        ("place", {"shape": (5,), **bounds((4, 0, -2))}, [array(2)], array(5)),
        ("row", {}, [array("n", 2), I64], array(2)),
        ("take", {}, [array("n", 2), array(3, 4, dtype="i32")], array(3, 4, 2)),
        ("set-row", {}, [array("n", 2), I64, array(2)], array("n", 2)),
        ("add-rows", {"size": "n"}, [array(4, dtype="i32"), array(4, 2)], array("n", 2)),
        ("softmax", {}, [array("n")], array("n")),
        ("cross-entropy", {}, [array(2, 3), array(2, dtype="i32")], array(2)),
        ("constant", {"value": np.ones((2, 1), np.float32)}, [], array(2, 1, dtype="f32")),
        ("none?", {}, [RecordType("R")], BOOL),
        ("check", {"failure": 3}, [BOOL], BOOL),
    ],
)
def test_types(kind, attributes, types, expected):
    check_attributes(kind, attributes)
    assert RULES[kind](attributes, *types) == expected


@pytest.mark.parametrize(
    ("kind", "attributes", "types", "message"),
    [
        ("+", {}, [F32, F64], "its operands are of f32 and f64; cast one of them"),
        ("+", {}, [BOOL, BOOL], "it takes f32, f64, i32, i64, not bool"),
        ("+", {}, [F64], "it takes 2 operands, not 1"),
        ("exp", {}, [I64], "it takes f32, f64, not i64"),
        ("exp", {}, [RecordType("R")], r"it takes arrays, not \(ref R\)"),
        ("/", {}, [I64, I64], "it takes f32, f64, not i64"),
        ("matmul", {}, [F64, array(2)], "it takes no scalars"),
        ("matmul", {}, [array(2, 3), array(2)], r"shapes \(2, 3\) and \(2,\) do not fit together"),
        ("sum", {"axes": (1,)}, [array(2)], r"an array of 1 dimensions has no axes \(1,\)"),
        ("sum", {"axes": (0, 0)}, [array(2)], "has no axes"),
        ("amax", {"axes": (0,)}, [array(0)], "there are no items to choose from"),
        ("argmax", {"axes": (0, 1)}, [array(2, 2, 2)], "it takes one axis, or all"),
        ("reshape", {"shape": (4,)}, [array(3)], r"an array of shape \(3,\) cannot have shape \(4,\)"),
        ("reshape", {"shape": ("m",)}, [array("n")], "cannot have shape"),
        ("broadcast", {"shape": (1,)}, [array(3)], "cannot have shape"),
        ("transpose", {"axes": (0, 0)}, [array(3, 3)], "are no order of 2 dimensions"),
        ("concatenate", {"axis": 0}, [], "it takes at least one array"),
        ("concatenate", {"axis": 0}, [array("n")], "sizes along the axis must be known"),
        ("concatenate", {"axis": 0}, [array(2, 3), array(2, 2)], "differ off axis 0"),
        ("slice", bounds((0, 4, 1)), [array(3)], "a dimension of size 3 has no slice 0:4:1"),
        ("slice", bounds((3, 0, -1)), [array(3)], "a dimension of size 3 has no slice 3:0:-1"),
        ("slice", bounds((0, 1, 0)), [array(3)], "has no slice"),
        ("slice", bounds((0, "m", 1)), [array("n")], "has no slice"),
        ("slice", bounds((0, 1, 1)), [array(3, 3)], "a slice of an array of 2 dimensions has as many"),
        ("place", {"shape": (5,), **bounds((0, 3, 1))}, [array(2)], r"a slice of shape \(3,\) has no room"),
        ("row", {}, [F64, I64], "it takes an array and one index"),
        ("row", {}, [array(2), F64], "it takes i32, i64, not f64"),
        ("take", {}, [array(2), I64], "it takes an array and an array of indices"),
        ("set-row", {}, [array(2, 2), I64, array(3)], "a row of .* is no .*"),
        ("add-rows", {"size": 2}, [array(3, dtype="i64"), array(2)], "do not fit together"),
        ("softmax", {}, [F64], "it takes no scalar"),
        ("cross-entropy", {}, [array(2, 3), I64], "do not fit together"),
        ("none?", {}, [F64], "it takes a reference, not f64"),
        ("check", {"failure": 3}, [F64], "it takes one bool, not f64"),
    ],
)
def test_operands_that_do_not_fit(kind, attributes, types, message):
    with pytest.raises(TypeError, match=message):
        RULES[kind](attributes, *types)


@pytest.mark.parametrize(
    ("kind", "attributes", "message"),
    [
        ("sum", {}, "it needs the attribute axes"),
        ("sin", {"axes": (0,)}, "it takes no attribute axes"),
        ("transpose", {"axes": (0,), "keepdims": True}, "it takes no attribute keepdims"),
        ("sum", {"axes": (0,), "keepdims": 1}, "1 is nothing for the attribute keepdims"),
        ("sum", {"axes": (0.5,)}, "is nothing for the attribute axes"),
        ("cast", {"dtype": "f16"}, "'f16' is nothing for the attribute dtype"),
        ("reshape", {"shape": (-1,)}, "is nothing for the attribute shape"),
        ("add-rows", {"size": True}, "True is nothing for the attribute size"),
        ("constant", {"value": 3}, "3 is nothing for the attribute value"),
    ],
)
def test_attributes(kind, attributes, message):
    with pytest.raises(TypeError, match=message):
        check_attributes(kind, attributes)


def test_shapes_as_text():
    assert [shape_text(shape) for shape in ((), (2,), ("n", 3))] == ["()", "(2,)", "(n, 3)"]


def test_random_programs_have_every_operation():
    kinds = {
        operation.kind
        for seed in range(150)
        for definition in sample(random.Random(seed)).program.definitions.values()
        for operation in definition.block.walk()
    }
    ends_the_run = {"check"}
    missing = {*RULES, *ATTRIBUTES, "if", "while", "call"} - kinds - ends_the_run
    assert not missing


def test_constants_have_their_own_type():
    assert RULES["constant"]({"value": np.float32(1)}) == type_of(np.float32(1)) == F32
