"""What a value is in a few words: short, honest about NaN and size, and without running the user's code."""

from __future__ import annotations

import enum
import math
from typing import NamedTuple

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.report import ProbeSample
from ag_notebook.staging.runtime.samples import LONGEST, Container, Described, container, sample


def said(value):
    found = sample(0, value)
    return found.value, found.shape, found.dtype, found.low, found.high


class Point(NamedTuple):
    x: object
    y: object


class Colour(enum.IntEnum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, ("3", "", "int", 3.0, 3.0)),
        (True, ("True", "", "bool", 1.0, 1.0)),
        (0.1, ("0.1", "", "float", 0.1, 0.1)),
        (math.inf, ("inf", "", "float", math.inf, math.inf)),
        (None, ("None", "", "NoneType", None, None)),
        (1j, ("1j", "", "complex", None, None)),
        ("a\n'", ('"a\\n\'"', "", "str", None, None)),
        (b"ab", ("b'ab'", "", "bytes", None, None)),
        ([1, 2.5, "x"], ("[1, 2.5, 'x']", "3 items", "list", None, None)),
        ((1,), ("(1,)", "1 item", "tuple", None, None)),
        ((), ("()", "0 items", "tuple", None, None)),
        ({"a": [1], 2: None}, ("{'a': [1], 2: None}", "2 items", "dict", None, None)),
        (Point(1, (2, 3)), ("Point(x=1, y=(2, 3))", "2 items", "Point", None, None)),
        (list(range(1000)), ("[0, 1, 2, 3, 4, 5, …]", "1000 items", "list", None, None)),
        ([[[[1]]]], ("[[[[…]]]]", "1 item", "list", None, None)),
        (range(3), ("range(0, 3)", "", "range", None, None)),
        (Colour.RED, ("Colour.RED", "", "Colour", None, None)),
        (len, ("len", "", "builtin_function_or_method", None, None)),
        (said, ("said", "", "function", None, None)),
        (Described("a dataset", "Dataset"), ("a dataset", "", "Dataset", None, None)),
        (np.float32(0.1), ("0.1", "[]", "float32", float(np.float32(0.1)), float(np.float32(0.1)))),
        (np.array([1, -2]), ("[1, -2]", "[2]", "int64", -2.0, 1.0)),
        (np.array([[True]]), ("[[True]]", "[1, 1]", "bool", 1.0, 1.0)),
        (np.zeros((0, 3)), ("[]", "[0, 3]", "float64", None, None)),
        (np.array(["ab", "c"]), ("['ab', 'c']", "[2]", "string", None, None)),
        (np.array([b"\xff", b"c"], object), ("['�', 'c']", "[2]", "string", None, None)),
        (np.array([1j]), ("[0.+1.j]", "[1]", "complex128", None, None)),
    ],
)
def test_values(value, expected):
    assert said(value) == expected


def test_nan_is_left_out_of_the_limits_and_counted():
    assert said(np.array([1.0, math.nan, -math.inf])) == (
        "[1., nan, -inf] (1 NaN)",
        "[3]",
        "float64",
        -math.inf,
        1.0,
    )
    for nothing in (math.nan, np.float32("nan"), np.array([math.nan, math.nan])):
        low, high = said(nothing)[3:]
        assert math.isnan(low)
        assert math.isnan(high)


def test_a_large_array_is_not_written_out():
    value, shape, _, low, high = said(np.arange(1_000_000.0).reshape(1000, 1000))
    assert len(value) <= LONGEST
    assert (shape, low, high) == ("[1000, 1000]", 0.0, 999_999.0)


def test_large_numbers_and_texts():
    assert said(10**400) == ("an int of 1329 bits", "", "int", None, None)
    assert said(-(10**400))[0] == "-an int of 1329 bits"
    value = said("x" * 10_000)[0]
    assert len(value) < 1.3 * LONGEST
    assert value.endswith("(10000 long)")


def test_no_code_of_the_users_is_run():
    class Loud(dict):
        def __repr__(self):
            raise AssertionError

        __getattr__ = __len__ = __iter__ = __hash__ = __eq__ = items = __repr__

    assert said(Loud()) == ("<Loud>", "", "Loud", None, None)
    assert said([Loud()])[0] == "[<Loud>]"
    assert container(Loud()) is None


def test_a_container_of_known_length_and_a_sample_that_is_one_already():
    assert said(Container("list", 9, [np.int32(1), 2])) == ("[1, 2, …]", "9 items", "list", None, None)
    made = ProbeSample(0, "x", "", "str")
    assert sample(4, made) == ProbeSample(4, "x", "", "str")


def test_classes_of_the_users_are_not_asked():
    def raises(*_):
        raise AssertionError

    class Meta(type):
        __name__ = __module__ = property(raises)

    class Named(metaclass=Meta):
        pass

    class Hidden:
        __class__ = property(raises)

    class Pair(Point):
        __getitem__ = __iter__ = __len__ = raises

    class Loud:
        __repr__ = __str__ = raises

    assert said(Named()) == ("<Named>", "", "Named", None, None)
    assert said(Named) == ("<Meta>", "", "Meta", None, None)
    assert said(Hidden()) == ("<Hidden>", "", "Hidden", None, None)
    assert said(Pair(1, 2))[0] == "Pair(x=1, y=2)"
    assert said(np.array([(1, Loud())], [("a", int), ("b", object)]))[0] == "[…]"
    assert said(np.array([Loud()])) == ("[…]", "[1]", "object", None, None)


def test_what_cannot_be_looked_at_is_its_class():
    seen = []

    @tf.function(autograph=False)
    def f(x):
        seen.append(said(x))
        return x

    f(tf.constant(1))
    assert seen == [("<SymbolicTensor>", "", "SymbolicTensor", None, None)]
