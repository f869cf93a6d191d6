"""Comparing values: structure, dtypes, tolerance, and the sentence about the first difference."""

import collections
import dataclasses
import enum
import fractions

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.checking import CHECKS
from ag_notebook.staging.checking.values import Comparison, Freezer, show


def difference(want, got):
    return Comparison().difference(Freezer(CHECKS)(want), Freezer(CHECKS)(got), "result")


@dataclasses.dataclass
class Point:
    x: object
    y: object = 0


class Colour(enum.Enum):
    RED = 1


CYCLE: list = [1]
CYCLE.append(CYCLE)
NAN = float("nan")


@pytest.mark.parametrize(
    ("want", "got"),
    [
        (1, tf.constant(1)),
        (1, tf.constant(1, tf.int64)),
        (1.5, tf.constant(1.5)),
        (0.1, tf.constant(0.1)),
        (True, tf.constant(True)),
        ("wörd", tf.constant("wörd")),
        (b"a", tf.constant("a")),
        (NAN, tf.constant(NAN)),
        (NAN, NAN),
        (float("inf"), tf.constant(float("inf"))),
        (tf.constant([1.0, NAN]), tf.constant([1.0, NAN])),
        (tf.constant([1e6]), tf.constant([1e6 + 1])),
        (tf.constant(1.0, tf.float16), tf.constant(1.001, tf.float16)),
        (np.array([1, 2], np.int32), tf.constant([1, 2])),
        ([1, (2, None)], [tf.constant(1), (2, None)]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({1, 2}, {2, 1}),
        (Point(1), Point(tf.constant(1))),
        (Colour.RED, Colour.RED),
        (CYCLE, CYCLE),
        (fractions.Fraction(1, 2), fractions.Fraction(1, 2)),
        (tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[1], [2, 3]])),
        (len, len),
        (range(3), range(3)),
        (tf.constant(1 + 2j), tf.constant(1 + 2j)),
    ],
)
def test_the_same(want, got):
    assert difference(want, got) == ""


@pytest.mark.parametrize(
    ("want", "got", "says"),
    [
        (1, tf.constant(2), "`result` is 1 in Python and 2 staged."),
        (1, tf.constant(1.0), "`result` is 1 in Python and 1.0 staged."),
        (True, tf.constant(1), "`result` is True in Python and 1 staged."),
        (1, True, "`result` is 1 in Python and True staged."),
        (1, 1.0, "`result` is 1 in Python and 1.0 staged."),
        ("1", 1, "`result` is '1' in Python and 1 staged."),
        (None, tf.constant(0), "`result` is None in Python and 0 staged."),
        (tf.constant([1.0]), tf.constant([1.001]), "`result[0]` is 1.0 in Python and 1.0010000467300415 staged."),
        (tf.constant(NAN), tf.constant(1.0), "`result` is nan in Python and 1.0 staged."),
        (
            tf.constant(float("inf")), tf.constant(float("-inf")),
            "`result` is inf in Python and -inf staged.",
        ),
        (tf.constant([1, 2]), tf.constant([1]), "`result` is int32[2] in Python and int32[1] staged."),
        (tf.constant(1), tf.constant(1, tf.int64), "`result` is int32[] in Python and int64[] staged."),
        (tf.constant(["a", "b"]), tf.constant(["a", "c"]), "`result[1]` is 'b' in Python and 'c' staged."),
        ([1, 2], (1, 2), "`result` is [1, 2] in Python and (1, 2) staged."),
        ([1, 2], [1], "`result[1]` is 2 in Python, and is not there staged."),
        ([1], [1, 3], "`result[1]` is 3 staged, and is not there in Python."),
        ({"a": [1, 5]}, {"a": [1, 6]}, "`result['a'][1]` is 5 in Python and 6 staged."),
        ({1}, {2}, "`result{1}` is True in Python, and is not there staged."),
        (Point(1), Point(2), "`result.x` is 1 in Python and 2 staged."),
        ([], {}, "`result` is [] in Python and {} staged."),
        (len, max, "`result` is a builtin function in Python and a builtin function staged."),
        (
            fractions.Fraction(1, 2), fractions.Fraction(1, 3),
            "`result` is a Fraction in Python and a Fraction staged.",
        ),
        (
            tf.ragged.constant([[1], [2]]), tf.ragged.constant([[1, 2]]),
            "`result.row_splits[0]` is int64[3] in Python and int64[2] staged.",
        ),
    ],
)  # fmt: skip
def test_the_first_difference(want, got, says):
    found = difference(want, got)
    if "builtin" in says or "Fraction" in says:  # both kinds read alike: what counts is that it is seen
        assert found.startswith("`result` is ")
    else:
        assert found == says


def test_a_frozen_value_does_not_change_any_more():
    variable, array, items = tf.Variable([1.0]), np.zeros(1), [1]
    before = Freezer(CHECKS)([variable, array, items])
    variable.assign([2.0])
    array[0] = 5
    items.append(2)
    assert show(before) == "[float32[1] [1.0], float64[1] [0.0], [1]]"


def test_long_values_are_cut():
    assert show(Freezer(CHECKS)(list(range(1000)))).endswith("…")
    assert len(show(Freezer(CHECKS)("x" * 1000))) == 60


def holding(*items):
    """A list of these items and itself."""
    made = [*items]
    made.append(made)
    return made


def test_what_holds_itself_is_compared_to_the_end():
    names = {"a": [1]}
    names["a"].append(names)
    assert difference(holding(1), holding(1)) == ""
    assert difference(holding(1), holding(tf.constant(1))) == ""
    assert difference(holding(1), holding(2)) == "`result[0]` is 1 in Python and 2 staged."
    assert difference(holding(1), [1, [1, 2]]) == "`result[1][1]` is [1, itself] in Python and 2 staged."
    assert (
        difference([holding(1)], [[1, [1, 5]]]) == "`result[0][1][1]` is [1, itself] in Python and 5 staged."
    )
    assert show(Freezer(CHECKS)(names)) == "{'a': [1, itself]}"
    assert show(Freezer(CHECKS)(collections.deque(holding(1)))) == "deque([1, [1, itself]])"
    assert show(Freezer(CHECKS)([names["a"], names["a"]])) == "[[1, {'a': itself}], [1, {'a': itself}]]"


def test_texts_of_numpys_and_of_tensors():
    assert difference(np.array(["a", "é"]), tf.constant(["a", "é"])) == ""
    assert difference(np.str_("a"), tf.constant("a")) == ""
    assert (
        difference(np.array(["a", "b"]), tf.constant(["a", "c"]))
        == "`result[1]` is 'b' in Python and 'c' staged."
    )
