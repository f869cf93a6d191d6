"""The type that fits two paths, or why there is none."""

import numpy as np
import pytest

from ag_notebook.staging.backends.carriers import NO_VALUE, Undefined
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I32, I64, ArrayType
from ag_notebook.staging.backends.lantern.staging.joins import JoinError, itself, join, join_values
from ag_notebook.staging.backends.lantern.staging.session import Frame, Session, staging
from ag_notebook.staging.backends.lantern.staging.structure import (
    ArraySpec,
    ChoiceSpec,
    Constant,
    Never,
    Optional,
    Parts,
)

INT, FLOAT, FLAG = ArraySpec(I64, True), ArraySpec(F64, True), ArraySpec(BOOL, True)


@pytest.fixture(autouse=True)
def session():
    with staging(Session()) as made, made.framed(Frame(made.program)):
        yield made


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (Constant(1), Constant(1), Constant(1)),
        (Constant(1), Constant(2), INT),
        (Constant(1), Constant(2.5), FLOAT),
        (Constant(True), Constant(False), FLAG),
        (Constant("a"), Constant("b"), ChoiceSpec(("a", "b"))),
        (Constant(None), Constant(3), Optional(Constant(3), None)),
        (Constant(3), ArraySpec(F32), ArraySpec(F32)),
        (Constant(2**24), ArraySpec(F32), ArraySpec(F32)),
        (ArraySpec(I32), ArraySpec(I64), ArraySpec(I64)),
        (ArraySpec(F32), ArraySpec(F64), ArraySpec(F64)),
        (ArraySpec(I32), FLOAT, ArraySpec(F64)),
        (INT, ArraySpec(I64), ArraySpec(I64)),
        (ArraySpec(I64, True, guess=True), ArraySpec(F32), ArraySpec(F32)),
        (Constant(None), ArraySpec(F32), Optional(ArraySpec(F32), None)),
        (Never(NO_VALUE), INT, INT),
        (Optional(INT, None), Constant(3), Optional(INT, None)),
        (Parts(tuple, (Constant(1), INT)), Parts(tuple, (Constant(2), INT)), Parts(tuple, (INT, INT))),
        (Constant(np.float32(1)), Constant(2.5), ArraySpec(F32)),
    ],
)
def test_join(a, b, expected):
    assert join(a, b) == expected
    if not isinstance(expected, ChoiceSpec):
        assert join(b, a) == expected


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        (INT, FLOAT, "an int and a float"),
        (INT, ArraySpec(F32), "no common type"),
        (ArraySpec(I64), ArraySpec(F64), "no common type"),
        (Constant(0.5), INT, "not held exactly"),
        (Constant(2**24 + 1), ArraySpec(F32), "not held exactly"),
        (Constant(2**40), ArraySpec(I32), "is no i32"),
        (Constant(True), INT, "a bool is no number"),
        (Constant("a"), INT, "a str is no number"),
        (Constant("a"), Constant(1), "no common type"),
        (Constant([]), Constant(()), "cannot be chosen"),
        (ArraySpec(ArrayType("f32", (2,))), ArraySpec(ArrayType("f32", (3,))), "no common type"),
        (Constant(1), ArraySpec(ArrayType("f32", (2,))), "a number is no array"),
        (Parts(tuple, (INT,)), Parts(tuple, (INT, INT)), "one has 1 item"),
        (Parts(tuple, (INT,)), Parts(list, (INT,)), "one is a tuple"),
        (Parts(dict, (INT,), ("a",)), Parts(dict, (INT,), ("b",)), "keys"),
        (Optional(INT, None), Optional(INT, Undefined("x")), "may be unbound"),
    ],
)
def test_what_does_not_join(a, b, says):
    with pytest.raises(JoinError, match=says):
        join(a, b)


def test_too_many_objects():
    with pytest.raises(JoinError, match="more than 16"):
        join(ChoiceSpec(tuple(map(str, range(16)))), Constant("x"))


def test_objects_of_both_paths_stay_themselves():
    items = [1]
    assert itself((1, items)) == Parts(tuple, (Constant(1), Constant(items)))
    assert join_values(items, items).value is items
    assert join_values((items, 1), (items, 2)).items[0].value is items
    assert join_values([1], [2]) == Parts(list, (INT,))


def test_dicts_with_other_keys_have_a_way_out_of_their_own():
    with pytest.raises(JoinError, match="keys of the dicts differ") as caught:
        join(Parts(dict, (INT,), ("a",)), Parts(dict, (INT, INT), ("a", "b")))
    assert caught.value.fix == "Give the dict all keys, in one order, when it is made."
    with pytest.raises(JoinError, match="one has 1 item, the other 2") as caught:
        join(Parts(list, (INT,)), Parts(list, (INT, INT)))
    assert not caught.value.fix
