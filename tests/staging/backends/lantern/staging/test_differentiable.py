"""What has no gradient is refused, and why is said."""

from typing import Union

import numpy as np
import pytest

from ag_notebook.staging.backends import lantern
from ag_notebook.staging.errors import StagingError


def lacking(call):
    with pytest.raises(StagingError) as found:
        call()
    assert found.value.code == "AG319", found.value
    return found.value


class Bare:
    def __init__(self, value, following=None):
        self.value, self.following = value, following


class Leaf:
    value: float

    def __init__(self, value):
        self.value = value


class Sum:
    left: Union[Leaf, "Sum"]
    right: Union[Leaf, "Sum"]

    def __init__(self, left, right):
        self.left, self.right = left, right


class Rose:
    value: float
    kids: list["Rose"]

    def __init__(self, value, *kids):
        self.value, self.kids = value, list(kids)


def bare_sum(bare):
    return 0.0 if bare is None else bare.value + bare_sum(bare.following)


def evaluated(e, x):
    return e.value * x if isinstance(e, Leaf) else evaluated(e.left, x) + evaluated(e.right, x)


def rose_sum(rose):
    total = rose.value
    for kid in rose.kids:
        total = total + rose_sum(kid)
    return total


@pytest.mark.parametrize(
    ("function", "arguments", "said", "fix"),
    [
        (lambda x: x * x, (3,), "3 is an int", "Pass 3.0."),
        (lambda x: x.sum() * 1.0, (np.arange(3),), "dtype int64", "astype"),
        (lambda x: 2.0 if x else 1.0, (True,), "a bool", "argnums"),
        (lambda xs: xs[0] * 1.5, ([2, 3],), "2 is an int", "Pass 2.0."),
        (lambda w: (w * 2.0).sum(), (lantern.Parameter(np.ones(2)),), "a Parameter", "w.value"),
        (
            lambda m: m["w"][0] * m["x"],
            ({"w": lantern.Parameter([1.0]), "x": 2.0},),
            "a Parameter",
            "w.value",
        ),
        (bare_sum, (Bare(1.0, Bare(2.0)),), "class Bare has no hints", "`value: float`"),
        (evaluated, (Sum(Leaf(1.0), Leaf(2.0)), 3.0), "Sum.left is Union[Leaf, Sum]", "Optional"),
        (rose_sum, (Rose(1.0, Rose(2.0)),), "Rose.kids is list[Rose]", "Optional"),
    ],
)
def test_what_has_no_gradient_is_not_none(function, arguments, said, fix):
    error = lacking(lambda: lantern.grad(function)(*arguments))
    assert said in error.message and fix in error.fix, error
    assert error.message.startswith(function.__code__.co_varnames[0])


def test_an_int_beside_a_float_has_none_where_it_is_asked_for():
    def scaled(x, n):
        return x**2 * n

    assert lantern.value_and_grad(scaled)(2.0, 3) == (12.0, 12.0)
    assert lantern.grad(scaled, (0, 1))(2.0, 3) == (12.0, None)
    for argnums in (1, -1, (1,)):
        assert lacking(lambda argnums=argnums: lantern.grad(scaled, argnums)(2.0, 3)).message.startswith("n ")
    starred = lacking(lambda: lantern.grad(lambda *xs: xs[0] * xs[1], 1)(2.0, 3))
    assert starred.message.startswith("argument 1 ")


def test_objects_without_hints_have_none_beside_floats_either():
    error = lacking(lambda: lantern.grad(evaluated, (0, 1))(Sum(Leaf(1.0), Leaf(2.0)), 3.0))
    assert error.message.startswith("e has no gradient")


def test_a_value_that_is_a_constant_names_the_class_without_hints():
    error = lacking(lambda: lantern.grad(lambda x, bare: bare_sum(bare))(2.0, Bare(1.0)))
    assert "class Bare has no hints" in error.message
    assert "nothing staged" in lacking(lambda: lantern.grad(lambda x: 3.0)(2.0)).message
