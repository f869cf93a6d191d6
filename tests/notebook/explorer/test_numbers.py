"""Numbers as text, and what a slider spans."""

import math

import pytest

from ag_notebook.notebook.explorer import numbers
from ag_notebook.notebook.explorer.problems import InputError


@pytest.mark.parametrize("value", [0, 27, -3, 2**70, 0.1, 1e-300, math.inf, -0.0])
def test_the_text_of_a_number_is_that_number(value):
    found = numbers.parsed(numbers.spelled(value), type(value))
    assert (
        found == value and type(found) is type(value) and math.copysign(1, found) == math.copysign(1, value)
    )


def test_ints_of_other_bases():
    assert numbers.parsed(" 0x1f ", int) == 31
    assert numbers.parsed("1_000", int) == 1000


@pytest.mark.parametrize(
    ("text", "kind", "said"), [("1.5", int, "`1.5` is no int"), ("a", float, "no float"), ("", int, "Write")]
)
def test_what_is_no_number_is_said(text, kind, said):
    with pytest.raises(InputError, match=said):
        numbers.parsed(text, kind)


@pytest.mark.parametrize(
    ("value", "span"),
    [
        (0, (0, 10)),
        (27, (0, 100)),
        (-3, (-10, 10)),
        (500, (0, 1000)),
        (0.0, (-1.0, 1.0)),
        (0.5, (0.0, 1.0)),
        (-2.5, (-5.0, 5.0)),
    ],
)
def test_a_slider_spans_round_numbers(value, span):
    found = numbers.span_of(value)
    assert found == span and all(type(end) is type(value) for end in found)


@pytest.mark.parametrize("value", [1e-12, 3e7, 123456789, -1, 9007199254740992])
def test_a_number_is_inside_of_its_span(value):
    low, high = numbers.span_of(value)
    assert low <= value <= high


def test_numbers_without_a_slider():
    assert numbers.has_slider(2**53) and numbers.has_slider(-1.5)
    assert not any(map(numbers.has_slider, (2**53 + 1, math.inf, math.nan, 1e300)))


def test_a_step_of_a_slider_has_few_digits():
    assert numbers.at_step(0.30000000000000004, 0.0, 1.0) == 0.3
    assert numbers.at_step(0.005, 0.0, 1.0) == 0.005


def test_ints_that_are_no_float_and_have_no_decimal_text():
    for value in (10**400, -(10**400), 10**5000):
        assert not numbers.has_slider(value)
        assert numbers.parsed(numbers.spelled(value), int) == value
