"""Editors, driven as a front end does it: their controls are set, and what they give is looked at."""

import math

import numpy as np
import pytest

from ag_notebook.notebook.explorer import editors
from ag_notebook.notebook.explorer.problems import InputError


def array_of(array):
    return ("tensor", array.dtype.name, array.tolist())


def said(editor) -> str:
    return editor._problem.value


def number(given, item=None, dtype=None):
    return editors.NumberEditor(given, given if item is None else item, dtype, array_of)


def test_what_nobody_touched_is_the_object_that_was_given():
    for given in (27, 2**80, math.nan, math.inf, 1e-310):
        assert number(given).value() is given
    held = object()
    assert number(held, 3, "int32").value() is held
    array = np.arange(3.0)
    assert editors.ArrayEditor(array, array, array_of).value() is array
    assert editors.ExpressionEditor(len, dict).value() is len


def test_a_slider_moves_the_number_and_the_number_the_slider():
    editor = number(27)
    assert (editor.slider.min, editor.slider.max, editor.slider.value) == (0, 100, 27)
    editor.slider.value = 40
    assert editor.text.value == "40" and editor.value() == 40
    editor.text.value = "30"
    assert editor.slider.value == 30 and editor.value() == 30


def test_a_slider_clamps_nothing():
    editor = number(27)
    editor.text.value = "123456"
    assert editor.value() == 123456
    assert editor.slider.min <= 123456 <= editor.slider.max and editor.slider.value == 123456
    editor.text.value = "-5"
    assert editor.value() == -5 and editor.slider.min <= -5
    editor.text.value = str(2**70 + 1)
    assert editor.value() == 2**70 + 1 and editor.slider.disabled
    editor.text.value = "7"
    assert editor.value() == 7 and not editor.slider.disabled


def test_a_float_keeps_its_digits_beside_a_slider():
    editor = number(0.123456789)
    editor.text.value = "0.987654321"
    assert editor.value() == 0.987654321
    editor.slider.value = 0.35000000000000003
    assert editor.text.value == "0.35"
    editor.text.value = "inf"
    assert editor.value() == math.inf and editor.slider.disabled


def test_a_number_is_pythons_or_staged():
    editor = number(27)
    assert not editor.staged.value and editor.dtype.layout.visibility == "hidden"
    editor.staged.value = True
    assert editor.value() == ("tensor", "int32", 27)
    editor.dtype.value = "float64"
    assert editor.value() == ("tensor", "float64", 27.0)
    editor.staged.value = False
    assert editor.value() == 27 and type(editor.value()) is int
    given = number(object(), 3, "int64")
    assert given.staged.value and given.dtype.value == "int64"
    given.staged.value = False
    assert given.value() == 3


def test_what_is_no_number_is_said_beside_the_field_and_stays_there():
    editor = number(27)
    heard = []
    editor.hears(lambda: heard.append(editor.problem()))
    editor.text.value = "2x"
    assert "`2x` is no int" in said(editor) and editor._problem.layout.display is None
    assert editor.text.value == "2x" and "`2x` is no int" in heard[-1]
    with pytest.raises(InputError):
        editor.value()
    editor.text.value = "2"
    assert said(editor) == "" and editor.problem() == "" and editor.value() == 2
    editor.staged.value = True
    editor.dtype.value = "int8"
    editor.text.value = "200"
    assert "200 does not fit int8" in said(editor)


def test_a_bool_is_a_box():
    editor = editors.BoolEditor(True, True, None, array_of)
    assert editor.value() is True and editor.check.description == "True"
    editor.check.value = False
    assert editor.value() is False and editor.check.description == "False"
    editor.staged.value = True
    assert editor.value() == ("tensor", "bool", False)


def test_a_text_is_a_field():
    editor = editors.TextEditor("a")
    editor.text.value = "1 + 1"
    assert editor.value() == "1 + 1"
    assert editors.TextEditor("two\nlines").text.value == "two\nlines"


def test_one_of_several():
    editor = editors.ChoiceEditor("slow", ["fast", "slow", True, 1])
    assert editor.value() == "slow"
    editor.choice.value = 3
    assert editor.value() is not True and editor.value() == 1
    assert [label for label, _ in editor.choice.options] == ["'fast'", "'slow'", "True", "1"]


def test_an_expression_means_what_names_mean_when_it_is_asked():
    names = {"n": 1}
    editor = editors.ExpressionEditor(len, lambda: names)
    assert "kept as given: <built-in function len>" in editor.text.placeholder
    editor.text.value = "[n, 2]"
    names["n"] = 5
    assert editor.value() == [5, 2]
    editor.text.value = "missing"
    assert editor.problem() == ""  # nothing runs to find that out
    with pytest.raises(InputError):
        editor.value()
    assert "NameError" in said(editor)
    editor.text.value = "["
    assert "no Python expression" in said(editor) and editor.text.value == "["
    editor.text.value = ""
    assert editor.value() is len


def test_a_literal_is_made_anew_each_time():
    given = [1, 2]
    editor = editors.ExpressionEditor(given, dict)
    first = editor.value()
    first.append(3)
    assert editor.value() == [1, 2] and given == [1, 2]


def test_an_argument_that_is_missing_is_asked_for():
    editor = editors.ExpressionEditor(editors.NOTHING, dict)
    assert editor.problem() == "Give a value: a Python expression."
    editor.text.value = "3"
    assert editor.problem() == "" and editor.value() == 3


def test_a_small_array_is_edited_as_text():
    array = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)
    editor = editors.ArrayEditor(object(), array, array_of)
    editor.text.value = "[[1, 2], [3, 5]]"
    assert editor.value() == ("tensor", "float32", [[1.0, 2.0], [3.0, 5.0]])
    editor.dtype.value = "int32"
    assert editor.value() == ("tensor", "int32", [[1, 2], [3, 5]])
    editor.shape.value = "4"
    assert editor.value() == ("tensor", "int32", [1, 2, 3, 5])
    editor.shape.value = "3"
    assert "The list has 4 items, and the shape (3) holds 3" in said(editor)
    assert editor.text.value == "[[1, 2], [3, 5]]"
    editor.make.click()
    assert editor.text.value == "[0, 0, 0]" and said(editor) == ""
    assert editor.value() == ("tensor", "int32", [0, 0, 0])


def test_a_large_array_is_kept_and_made():
    array = np.arange(7840.0).reshape(784, 10)
    editor = editors.ArrayEditor(array, array, array_of)
    assert editor.text.layout.display == "none" and "float64 (784, 10)" in editor.summary.value
    editor.shape.value = "2, 2"
    assert "Press Make" in said(editor)
    editor.filling.value = "random normal"
    assert editor.seed.layout.display is None
    editor.make.click()
    kind, dtype, items = editor.value()
    assert (kind, dtype) == ("tensor", "float64") and np.shape(items) == (2, 2)
    editor.shape.value = "9999, 999999"
    editor.make.click()
    assert "are the most" in said(editor)


def test_none_or_a_value():
    editor = editors.OptionalEditor(None, number(3))
    assert editor.value() is None and editor.inner.box.layout.display == "none"
    editor.none.value = False
    assert editor.value() == 3 and editor.inner.box.layout.display is None
    editor.inner.text.value = "x"
    assert "is no int" in editor.problem()
    editor.none.value = True
    assert editor.problem() == "" and editor.value() is None


def test_a_repr_that_fails_breaks_nothing():
    class Broken:
        def __repr__(self):
            raise RuntimeError("no")

    assert "its repr raises RuntimeError" in editors.ExpressionEditor(Broken(), dict).text.placeholder
