"""Carriers stand for values: operators and attributes reach what they carry, and the flag is checked."""

from __future__ import annotations

import operator

import pytest

from ag_notebook.staging.backends.carriers import (
    CARRIERS,
    NO_VALUE,
    Choice,
    Maybe,
    NoValue,
    StagedItems,
    StagedRange,
    Undefined,
    resolved,
    staged_items,
)
from ag_notebook.staging.backends.python import PythonBackend


class Checking(PythonBackend):
    """Plays the graph: keeps the checks that it was asked for."""

    def __init__(self):
        self.checks: list = []

    def assert_stmt(self, test, exception):
        self.checks.append((test, exception()))

    def join_parts(self, items):
        items[:] = [StagedItems(tuple(items), "joined", self)]


def test_operators_work_on_what_is_there_and_check_the_flag() -> None:
    backend = Checking()
    five = Maybe("flag", 5, None, backend)
    assert (five + 1, 1 - five, five**2, -five, five < 6, 6 <= five, five // five) == (
        6,
        -4,
        25,
        -5,
        True,
        False,
        1,
    )
    assert {test for test, _ in backend.checks} == {"flag"}
    assert all(isinstance(error, TypeError) for _, error in backend.checks)
    assert str(backend.checks[0][1]) == "None is used as a value here"


def test_an_unbound_name_says_so() -> None:
    backend = Checking()
    assert operator.mul(Maybe("flag", 5, Undefined("x"), backend), 2) == 10
    ((_, error),) = backend.checks
    assert isinstance(error, UnboundLocalError)
    assert "'x'" in str(error)


def test_attributes_are_those_of_the_value() -> None:
    text = Maybe("flag", "abc", None, Checking())
    assert text.upper() == "ABC"
    with pytest.raises(AttributeError):
        text.__array__  # noqa: B018 - protocols of libraries must not see through


def test_carriers_within_carriers_are_resolved() -> None:
    backend = Checking()
    nested = Maybe("outer", Maybe("inner", 3, None, backend), Undefined("x"), backend)
    assert resolved(nested) == 3
    assert [test for test, _ in backend.checks] == ["outer", "inner"]
    assert resolved([nested]) == [nested]


def test_what_is_done_to_a_choice_is_done_to_the_chosen() -> None:
    class Layer:
        def __init__(self, size):
            self.size = size

    choice = Choice(1, [Layer(3), Layer(4)], Checking())
    assert choice.size == 4
    assert choice.ag_each(lambda layer: layer.size * 10) == 40


def test_reading_an_unbound_name_is_noted_outside_too() -> None:
    outer = Undefined("x")
    inner = Undefined("x", origin=outer)
    assert not (outer.was_read or inner.was_read)
    inner.note_read()
    assert outer.was_read
    assert inner.was_read


def test_staged_contents_of_a_list() -> None:
    backend = Checking()
    held = StagedItems((), "int32[]", backend)
    assert staged_items([held]) is held
    assert staged_items([1, 2]) is None
    assert staged_items((held,)) is None
    parts = [1, held]
    joined = staged_items(parts)
    assert parts == [joined]
    assert joined.handles == (1, held)


def test_no_value_is_one_object() -> None:
    assert NoValue() is NO_VALUE
    assert repr(NO_VALUE) == "<no value>"


def test_each_carrier_names_its_back_end() -> None:
    backend = Checking()
    made = [Maybe(True, 1, None, backend), Choice(0, [1], backend), StagedRange(0, 1, 1, backend)]
    assert all(type(carrier) in CARRIERS and carrier.ag_backend is backend for carrier in made)
