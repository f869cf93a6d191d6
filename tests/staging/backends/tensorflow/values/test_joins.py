"""The type of a variable that has one type on one path and another on the other."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Undefined
from ag_notebook.staging.backends.tensorflow.values.joins import (
    describe,
    element_spec,
    is_list,
    is_none,
    is_unbound,
    join,
    way_out,
)
from ag_notebook.staging.backends.tensorflow.values.specs import (
    ChoiceType,
    CompositeType,
    Constant,
    FieldsType,
    JoinError,
    ListType,
    Never,
    OptionalType,
    PaddedType,
    SequenceType,
    TensorType,
)
from ag_notebook.staging.backends.tensorflow.values.structure import spec_of


def tensor(dtype, *shape, weak=False):
    return TensorType(dtype, tf.TensorShape(shape), weak)


INT, FLOATS = tensor(tf.int32), tensor(tf.float32, 3)
UNBOUND, NONE = Constant(Undefined("x")), Constant(None)


class Point:
    def __init__(self, **held):
        self.__dict__.update(held)


def joined(a, b):
    """The join, which must not depend on the order."""
    found = join(a, b)
    assert join(b, a) == found
    return found


def test_no_value_joins_with_anything() -> None:
    assert joined(Never(), FLOATS) == FLOATS
    assert joined(Never(), NONE) == NONE


def test_numbers() -> None:
    assert joined(Constant(1), Constant(1)) == Constant(1)
    assert joined(Constant(1), Constant(2)) == tensor(tf.int32, weak=True)
    assert joined(Constant(1), tensor(tf.float32)) == tensor(tf.float32)
    assert joined(FLOATS, tensor(tf.float32, 5)) == tensor(tf.float32, None)


def test_unbound_is_the_outer_option_and_none_the_inner() -> None:
    assert joined(UNBOUND, INT) == OptionalType("x", INT)
    assert joined(NONE, INT) == OptionalType(None, INT)
    both = OptionalType("x", OptionalType(None, INT))
    assert joined(UNBOUND, OptionalType(None, INT)) == both
    assert joined(OptionalType("x", INT), NONE) == both
    assert joined(OptionalType("x", INT), INT) == OptionalType("x", INT)
    assert is_unbound(join(UNBOUND, Constant(Undefined("x"))))
    assert (is_none(NONE), is_none(UNBOUND), is_unbound(NONE)) == (True, False, False)


def test_opaque_objects_are_a_choice_by_identity() -> None:
    found = join(Constant(len), Constant(max))
    assert found == ChoiceType((len, max))
    assert join(found, Constant(len)) == found
    assert join(found, Constant(min)) == ChoiceType((len, max, min))


def test_structures_are_joined_by_parts() -> None:
    pair = SequenceType(tuple, (INT, Constant("a")))
    assert joined(pair, SequenceType(tuple, (Constant(1), Constant("a")))) == pair
    assert join(Constant({"a": 1}), Constant({"a": 2})) == FieldsType(
        dict, ("a",), (tensor(tf.int32, weak=True),)
    )
    points = join(Constant(Point(x=1)), Constant(Point(x=2)))
    assert points == FieldsType(Point, ("x",), (tensor(tf.int32, weak=True),))


def test_lists_of_unlike_lengths_are_staged() -> None:
    found = join(Constant([1, 2]), Constant([3]))
    assert found == ListType(tensor(tf.int32, weak=True))
    assert is_list(found)
    assert join(Constant([]), ListType(FLOATS)) == ListType(FLOATS)
    assert join(Constant([1, 2]), Constant([3, 4])) == SequenceType(list, (tensor(tf.int32, weak=True),) * 2)


def test_composites_by_their_common_supertype() -> None:
    a, b = (spec_of(tf.ragged.constant(v)) for v in ([[1], [2, 3]], [[1], [2], [3]]))
    found = join(a, b)
    assert isinstance(found, CompositeType)
    assert found.type_spec.is_compatible_with(tf.ragged.constant([[1, 2]]))


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        (Constant("a"), INT, "string and int32|int32 and string"),
        (Constant((1, 2)), Constant((1, 2, 3)), "a tuple of 2 items and a tuple of 3 items"),
        (Constant({"a": 1}), Constant({"b": 1}), "a dict with the keys 'a' and a dict with the keys 'b'"),
        (Constant([1]), Constant({"a": 1}), "a list of 1 item and a dict with the keys 'a'"),
        (Constant(len), INT, "a builtin_function_or_method"),
    ],
)
def test_what_no_type_fits_is_named(a, b, text) -> None:
    with pytest.raises(JoinError, match=text):
        join(
            a if not isinstance(a.value, tuple) else spec_of(a.value),
            b if not isinstance(b, Constant) else spec_of(b.value),
        )


def test_elements_of_lists_are_tensors() -> None:
    assert element_spec(Constant(3)) == tensor(tf.int32, weak=True)
    assert element_spec(SequenceType(tuple, (Constant(1.5), INT))) == SequenceType(
        tuple, (tensor(tf.float32, weak=True), INT)
    )
    with pytest.raises(JoinError, match="a list of a function|a list of"):
        element_spec(Constant(print))


def test_elements_without_a_tensor_are_padded() -> None:
    assert element_spec(NONE) == PaddedType(NONE)
    assert element_spec(Constant([])) == PaddedType(SequenceType(list, ()))
    assert join(PaddedType(NONE), INT) == OptionalType(None, INT)
    assert element_spec(ListType(INT)) == ListType(INT)
    assert len(ListType(PaddedType(NONE)).tensors()) == 1


def test_types_in_the_readers_words() -> None:
    assert describe(Constant("a")) == "'a'"
    assert describe(UNBOUND) == "an unbound name"
    assert describe(OptionalType(None, FLOATS)) == "float32[3] or None"
    assert describe(OptionalType("x", ListType(INT))) == "a list of int32[] or unbound"


def test_the_way_out_is_of_the_part_that_differs():
    text, number = Constant("x"), INT
    pairs = [SequenceType(tuple, (number, item)) for item in (number, text)]
    assert way_out(*pairs) == "Make a text of the number, for instance with str()."
    longer = SequenceType(tuple, (number, number, number))
    assert way_out(pairs[0], longer) == "A tuple has a fixed length: use a list."
    fields = [FieldsType(dict, ("a",), (item,)) for item in (number, text)]
    assert way_out(*fields) == way_out(*pairs)
    assert "same keys in both branches" in way_out(fields[0], FieldsType(dict, ("b",), (number,)))
