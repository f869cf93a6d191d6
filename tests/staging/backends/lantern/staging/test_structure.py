"""What a variable can be: specs, and values across a border."""

import pytest

from ag_notebook.staging.backends.carriers import NO_VALUE, Maybe
from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I64, ArrayType
from ag_notebook.staging.backends.lantern.staging.joins import join
from ag_notebook.staging.backends.lantern.staging.parts import containers_in
from ag_notebook.staging.backends.lantern.staging.session import Frame, Session, staging
from ag_notebook.staging.backends.lantern.staging.structure import (
    ArraySpec,
    ChoiceSpec,
    Constant,
    Never,
    Optional,
    Parts,
    described,
    generalised,
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


def test_specs_of_values():
    number = Array(Variable(F32))
    assert spec_of((1, [number], {"a": None})) == Parts(
        tuple, (Constant(1), Parts(list, (ArraySpec(F32),)), Parts(dict, (Constant(None),), ("a",)))
    )
    assert generalised(spec_of((1, 2.5, True, "a", 2**70))) == Parts(
        tuple, (INT, FLOAT, FLAG, Constant("a"), Constant(2**70))
    )
    items = [1]
    assert containers_in(({"a": items}, 1)) == [{"a": items}, items]


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
