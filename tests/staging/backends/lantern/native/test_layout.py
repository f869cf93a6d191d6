"""Frames, records and the context in memory."""

from ag_notebook.staging.backends.lantern.ir.types import F32, F64, I64, ArrayType, RecordType
from ag_notebook.staging.backends.lantern.native.layout import (
    Frames,
    field_offset,
    gradient_offset,
    register_dtype,
    words_of,
)

FIELDS = {"word": I64, "value": F32, "next": RecordType("R"), "vector": ArrayType("f64", (3,))}


def test_alternatives_share_room():
    frame = Frames().new()
    assert frame.take(8) == 0
    start = frame.top
    assert frame.take(100) == 64
    assert frame.back_to(start) == 164
    assert frame.take(8) == 8
    assert frame.size == 164


def test_arrays_without_items_have_an_address():
    frame = Frames().new()
    frame.take(0)
    assert frame.size > 0


def test_sizes_are_filled_in():
    frames = Frames()
    full, empty = frames.new(), frames.new()
    full.take(100)
    text = (
        f"a <size {full.number}> ; frame {full.number}\nb <size {empty.number}> ; frame {empty.number}\nc\n"
    )
    assert frames.fill_in(text) == "a 128 ; frame 0\nc\n"


def test_gradients_of_fields_come_after_the_fields():
    assert [field_offset(FIELDS, name) for name in FIELDS] == [0, 8, 16, 24]
    assert [gradient_offset(FIELDS, name) for name in ("value", "vector")] == [32, 40]
    assert words_of(FIELDS) == 6


def test_registers():
    assert [register_dtype(kind) for kind in (F64, *FIELDS.values())] == ["f64", "i64", "f32", "ptr", "ptr"]
