"""What a variable can be: specs, how they join, and values across a border."""

import numpy as np
import pytest

from ag_notebook.staging.backends.carriers import NO_VALUE, Maybe, Undefined
from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I32, I64, ArrayType
from ag_notebook.staging.backends.lantern.staging.parts import containers_in
from ag_notebook.staging.backends.lantern.staging.session import Frame, Session, staging
from ag_notebook.staging.backends.lantern.staging.structure import (
    ArraySpec,
    ChoiceSpec,
    Constant,
    JoinError,
    Never,
    Optional,
    Parts,
    described,
    generalised,
    itself,
    join,
    join_values,
    lift,
    lower,
    spec_of,
    types_of,
)
from ag_notebook.staging.backends.lantern.staging.values import Array

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


def test_specs_of_values():
    number = Array(Variable(F32))
    assert spec_of((1, [number], {"a": None})) == Parts(
        tuple, (Constant(1), Parts(list, (ArraySpec(F32),)), Parts(dict, (Constant(None),), ("a",)))
    )
    assert generalised(spec_of((1, 2.5, True, "a", 2**70))) == Parts(
        tuple, (INT, FLOAT, FLAG, Constant("a"), Constant(2**70))
    )
    items = [1]
    assert itself((1, items)) == Parts(tuple, (Constant(1), Constant(items)))
    assert containers_in(({"a": items}, 1)) == [{"a": items}, items]


def test_objects_of_both_paths_stay_themselves():
    items = [1]
    assert join_values(items, items).value is items
    assert join_values((items, 1), (items, 2)).items[0].value is items
    assert join_values([1], [2]) == Parts(list, (INT,))


def test_keys_tell_constants_apart():
    keys = [Constant(v).key() for v in (1, 1.0, True, "1", 0.0, -0.0, None)]
    assert len(set(keys)) == len(keys)


def test_there_and_back():
    spec = join(spec_of((1, None, [2.5], "a")), spec_of((2, 3, [1.5], "b")))
    variables = lower((1, None, [2.5], "a"), spec)
    assert [v.type for v in variables] == types_of(spec) == [I64, BOOL, F64, I64]
    number, absent, items, word = lift(spec, iter(variables))
    assert number.weak and isinstance(absent, Maybe) and absent.ag_absent is None
    assert items[0].type == F64 and word.ag_objects == ["a", "b"]
    assert [v.type for v in lower(NO_VALUE, spec)] == types_of(spec)
    assert [v.type for v in lower((2, absent, items, word), spec)] == types_of(spec)


def test_described():
    spec = Optional(ArraySpec(ArrayType("f32", (2,))), None)
    assert described(spec) == "(tensor f32 2) or None"
    assert described(ChoiceSpec(("a", len))) == "one of 'a', a builtin_function_or_method"
    assert [described(s) for s in (INT, Constant(3), Never(NO_VALUE))] == ["an int", "3", "unbound"]


def test_dicts_with_other_keys_have_a_way_out_of_their_own():
    with pytest.raises(JoinError, match="keys of the dicts differ") as caught:
        join(Parts(dict, (INT,), ("a",)), Parts(dict, (INT, INT), ("a", "b")))
    assert caught.value.fix == "Give the dict all keys, in one order, when it is made."
    with pytest.raises(JoinError, match="one has 1 item, the other 2") as caught:
        join(Parts(list, (INT,)), Parts(list, (INT, INT)))
    assert not caught.value.fix
