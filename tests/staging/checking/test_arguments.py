"""Arguments made of annotations: edge cases, the same each time, and a reason where there are none."""

import functools
import inspect
from typing import Literal

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.python.checking import PythonChecks
from ag_notebook.staging.backends.tensorflow.checking import CHECKS
from ag_notebook.staging.checking.arguments import MOST_CASES, generated


def made(function, checks=CHECKS, **given):
    return generated(function, inspect.signature(function), given, checks)


def column(function, name="x", **given):
    cases, why = made(function, **given)
    assert why == ""
    assert 0 < len(cases) <= MOST_CASES
    return [case[name] for case in cases]


def test_plain_types():
    def ints(x: int): ...
    def floats(x: float): ...
    def bools(x: bool): ...
    def texts(x: str): ...
    def choice(x: Literal["a", "b"]): ...

    assert column(ints)[:3] == [0, 1, -1]
    assert len(column(ints)) == 5
    assert column(floats)[:3] == [0.0, 1.0, -1.5]
    assert column(bools) == [False, True]
    assert column(texts) == ["", "a", "two wörds"]
    assert column(choice) == ["a", "b"]
    assert column(ints) == column(ints)


def test_structures():
    def lists(x: list[int]): ...
    def tuples(x: tuple[int, str]): ...
    def many(x: tuple[bool, ...]): ...
    def dicts(x: dict[str, bool]): ...
    def optional(x: "int | None"): ...

    assert column(lists)[:2] == [[], [0]]
    assert len(column(lists)[2]) == 3
    assert column(tuples)[:2] == [(0, ""), (1, "a")]
    assert column(many) == [(), (False,), (False, True)]
    assert column(dicts) == [{}, {"a": False, "b": True}]
    assert None in column(optional)


def test_tensors():
    def f(x: tf.TensorSpec([None, 2], tf.float32)): ...
    def g(x: tf.TensorSpec([], tf.string)): ...

    assert [tuple(x.shape) for x in column(f)] == [(0, 2), (1, 2), (3, 2)]
    assert all(x.dtype == tf.float32 for x in column(f))
    assert column(g)[0].numpy() == b""


def test_a_given_tensor_says_that_numbers_are_tensors():
    def f(x: int): ...

    found = column(f, x=tf.constant(3, tf.int64))
    assert [x.numpy() for x in found[:3]] == [0, 1, -1]
    assert all(x.dtype == tf.int64 for x in found)


def test_parameters_without_annotation_keep_their_values():
    def f(x: bool, given, default=7): ...

    cases, _ = made(f, given="kept")
    assert cases == [
        {"x": False, "given": "kept", "default": 7},
        {"x": True, "given": "kept", "default": 7},
    ]


def test_a_default_is_an_example():
    def f(x: bool, n: Literal[1, 2] = 9): ...

    assert 9 in column(f, "n")


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda x: x, "no parameter is annotated"),
        (eval("lambda f: f")(lambda: None), "no parameter is annotated"),
    ],
)
def test_none_without_annotations(function, why):
    assert made(function) == ([], why)


def test_types_that_there_are_no_examples_of():
    def f(x: complex): ...
    def g(x: int, y): ...
    def h(x: "Missing"): ...  # noqa: F821
    def t(x: tf.Tensor): ...

    def i(x: "Missing", n: int): ...  # noqa: F821

    assert made(f) == ([], "there are no examples for the annotation `x: complex`")
    assert made(g) == ([], "parameter `y` is not annotated")
    for missing in (h, i):
        assert made(missing) == ([], "there are no examples for the annotation `x: Missing`")
    assert made(t)[0] == []
    assert made(f, PythonChecks()) == made(f)


def test_annotations_of_every_kind_of_callable():
    class Kept:
        def __call__(self, n: bool): ...

        def method(self, n: "bool"): ...

    def two(n: bool, k: "int"): ...

    for each in (Kept(), Kept().method, functools.partial(two, k=1)):
        cases, why = made(each)
        assert ([case["n"] for case in cases][:2], why) == ([False, True], "")


def test_an_annotation_as_text_may_name_what_is_captured():
    kind = bool

    def f(n: "kind"):
        return kind

    assert made(f) == ([{"n": False}, {"n": True}], "")
