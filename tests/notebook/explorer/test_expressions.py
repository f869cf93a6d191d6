"""Expressions that are typed, and values that have a text."""

import collections
import sys

import pytest

from ag_notebook.notebook.explorer import expressions
from ag_notebook.notebook.explorer.problems import InputError


@pytest.mark.parametrize("value", [1, 1.5, "a", b"a", None, True, [1, (2.0, "x")], {"a": {1, 2}}, ()])
def test_values_whose_text_gives_them_back(value):
    found = expressions.evaluated(expressions.text_of(value), {})
    assert found == value and type(found) is type(value)


def test_values_that_have_no_text():
    around = [1]
    around.append(around)
    for value in (
        len,
        around,
        float("nan"),
        float("inf"),
        set(),
        sys.version_info,
        collections.Counter("aa"),
        object(),
    ):
        assert expressions.text_of(value) is None
    assert expressions.text_of(list(range(1000))) is None  # too long to be edited


def test_an_expression_sees_names():
    assert expressions.evaluated(" [n] * 2 ", {"n": 3}) == [3, 3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("foo(", "`foo(` is no Python expression: '(' was never closed."),
        ("x = 1", "`x = 1` is no Python expression"),
        ("1 / 0", "`1 / 0` raises ZeroDivisionError: division by zero."),
        ("missing", "`missing` raises NameError: name 'missing' is not defined."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text, said):
    with pytest.raises(InputError) as caught:
        expressions.evaluated(text, {})
    assert str(caught.value).startswith(said)


def test_looking_for_problems_runs_nothing():
    assert expressions.problem_of("1 / 0") == ""
    assert "no Python expression" in expressions.problem_of("1 +")
    assert "no Python expression" in expressions.problem_of("1\0")


@pytest.mark.parametrize("text", ["-" * 100_000 + "1", "+".join(["x"] * 100_000), "x.a" + "[0]" * 10_000])
def test_what_is_nested_too_deep_is_said(text):
    assert expressions.problem_of(text) == "This is no Python expression: it is nested too deep."
    with pytest.raises(InputError, match="too deep"):
        expressions.evaluated(text, {"x": 1})


def test_only_the_beginning_of_long_texts_is_repeated():
    class LoudError(Exception):
        def __str__(self):
            raise ValueError

    def loud():
        raise LoudError

    assert len(expressions.problem_of("(" * 150 + "x" * 10_000)) < 200
    with pytest.raises(InputError, match="NameError") as raised:
        expressions.evaluated("x" * 10_000, {})
    assert len(str(raised.value)) < 300
    with pytest.raises(InputError, match=r"`loud\(\)` raises LoudError\."):
        expressions.evaluated("loud()", {"loud": loud})


def test_an_int_of_more_digits_than_python_writes_has_no_text():
    assert expressions.text_of([10**5000]) is None
