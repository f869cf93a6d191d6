"""Specs: how many tensors a value is made of, and the types that fit two."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.values.specs import (
    BOOL,
    HANDLE,
    INDEX,
    ChoiceType,
    Constant,
    FieldsType,
    JoinError,
    ListType,
    OptionalType,
    SequenceType,
    TensorType,
    as_tensor_type,
    is_number,
    join_dtypes,
    join_shapes,
    map_tensors,
    natural_dtype,
    same_constant,
    shape_text,
    strong,
)

FLOATS = TensorType(tf.float32, tf.TensorShape([2, None]))
NAN = float("nan")


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [(1, 1, True), (1, 1.0, False), (1, True, False), (0.0, -0.0, False), (NAN, float("nan"), True), ("a", "a", True),
     ([], [], False), (None, None, True)],
)  # fmt: skip
def test_constants_are_one_by_value_type_and_sign(a, b, same) -> None:
    assert same_constant(a, b) is same
    assert (Constant(a) == Constant(b)) is same
    if same:
        assert hash(Constant(a)) == hash(Constant(b))


def test_tensors_that_a_value_is_made_of() -> None:
    pair = SequenceType(tuple, (FLOATS, Constant(3), INDEX))
    assert pair.tensors() == [FLOATS, INDEX]
    assert OptionalType("x", pair).tensors() == [BOOL, FLOATS, INDEX]
    assert FieldsType(dict, ("a",), (pair,)).tensors() == [FLOATS, INDEX]
    assert ListType(pair).tensors() == [HANDLE, HANDLE]
    assert ChoiceType((len, max)).tensors() == [INDEX]


def test_weakness_and_unknown_dimensions_count_in_equality() -> None:
    assert FLOATS == TensorType(tf.float32, tf.TensorShape([2, None]))
    assert FLOATS != TensorType(tf.float32, tf.TensorShape(None))
    assert FLOATS != TensorType(tf.float32, tf.TensorShape([2, None]), weak=True)
    assert strong(TensorType(tf.int32, tf.TensorShape([]), weak=True)) == INDEX


@pytest.mark.parametrize(
    ("a", "b", "joined"),
    [
        ([2, 3], [2, 3], [2, 3]),
        ([2, 3], [2, 4], [2, None]),
        ([2], [2, 3], None),
        (None, [2], None),
        ([], [], []),
    ],
)
def test_shapes(a, b, joined) -> None:
    found = join_shapes(tf.TensorShape(a), tf.TensorShape(b))
    assert found.rank == (None if joined is None else len(joined))
    assert joined is None or found.as_list() == joined


WEAK, STRONG = True, False


@pytest.mark.parametrize(
    ("a", "b", "a_weak", "b_weak", "joined"),
    [
        (tf.int32, tf.int32, WEAK, STRONG, (tf.int32, STRONG)),
        (tf.int32, tf.float32, WEAK, WEAK, (tf.float32, WEAK)),
        (tf.int32, tf.float16, WEAK, STRONG, (tf.float16, STRONG)),
        (tf.int32, tf.uint8, WEAK, STRONG, (tf.uint8, STRONG)),
        (tf.int32, tf.int64, STRONG, STRONG, (tf.int64, STRONG)),
        (tf.float32, tf.float64, STRONG, STRONG, (tf.float64, STRONG)),
    ],
)
def test_dtypes_that_hold_both(a, b, a_weak, b_weak, joined) -> None:
    assert join_dtypes(a, b, a_weak, b_weak) == joined
    assert join_dtypes(b, a, b_weak, a_weak) == joined


@pytest.mark.parametrize(
    ("a", "b"), [(tf.string, tf.int32), (tf.bool, tf.int32), (tf.int64, tf.float32), (tf.int32, tf.float32)]
)
def test_dtypes_that_nothing_holds(a, b) -> None:
    with pytest.raises(JoinError, match=f"{a.name} and {b.name}"):
        join_dtypes(a, b, STRONG, STRONG)


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (True, tf.bool),
        (3, tf.int32),
        (2**31, tf.int64),
        (-(2**31), tf.int32),
        (1.5, tf.float32),
        ("a", tf.string),
    ],
)
def test_python_numbers_are_weak_tensors_of_their_natural_dtype(value, dtype) -> None:
    assert natural_dtype(value) == dtype
    assert as_tensor_type(Constant(value)) == TensorType(dtype, tf.TensorShape([]), type(value) is not str)
    assert is_number(Constant(value))
    assert not is_number(Constant(None))


def test_shapes_as_text() -> None:
    assert [shape_text(tf.TensorShape(s)) for s in ([], [3, None], None)] == ["[]", "[3, ?]", "[...]"]
    assert repr(FLOATS) == "float32[2, ?]"


def test_each_tensor_is_changed_in_place_of_structure() -> None:
    spec = OptionalType(None, SequenceType(list, (FLOATS, Constant("a"), ListType(INDEX))))
    found = map_tensors(spec, lambda t: BOOL)
    assert found == OptionalType(None, SequenceType(list, (BOOL, Constant("a"), ListType(BOOL))))
