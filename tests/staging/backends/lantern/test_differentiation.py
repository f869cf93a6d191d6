"""Gradients through recursion, loops and branches, with respect to arguments, fields and parameters."""

from typing import Union

import numpy as np
import pytest
from lantern_staging import TREE, Tree, refused, staged

from ag_notebook.staging.backends import lantern
from ag_notebook.staging.errors import StagingError


def tree_prod(base, tree):
    if tree is None:
        return base
    return tree_prod(base, tree.left) * tree_prod(base, tree.right) * tree.value


def numeric(f, x, step=1e-6):
    return (f(x + step) - f(x - step)) / (2 * step)


def test_tree_prod():
    value, gradient = lantern.value_and_grad(tree_prod)(2.0, TREE)
    assert value == tree_prod(2.0, TREE) == 3840.0
    assert np.isclose(gradient, numeric(lambda b: tree_prod(b, TREE), 2.0))


def test_fields_of_records():
    base, fields = lantern.grad(tree_prod, (0, 1))(2.0, TREE)
    assert base == 9600.0
    assert fields[id(TREE)] == {"value": 1920.0} and fields[id(TREE.right.left)] == {"value": 768.0}
    assert len(fields) == 4


def test_loops_and_branches():
    def run(x, n):
        total = 0.0
        for k in range(n):
            total += x**2 if k % 2 == 0 else np.sin(x) * k
        return total

    value, gradient = lantern.value_and_grad(run)(1.5, 5)
    assert np.isclose(value, run(1.5, 5)) and np.isclose(gradient, numeric(lambda x: run(x, 5), 1.5))


def test_structures():
    def loss(weights, x):
        return ((weights["w"] @ x + weights["b"][0]) ** 2).sum()

    weights = {"w": np.eye(2), "b": (np.ones(2), 3)}
    gradient = lantern.grad(staged(loss))(weights, np.array([1.0, 2.0]))
    assert np.allclose(gradient["w"], 2 * np.outer([2.0, 3.0], [1.0, 2.0]))
    assert np.allclose(gradient["b"][0], [4.0, 6.0]) and gradient["b"][1] is None


def test_a_tree_rnn():
    w = lantern.Parameter(np.full((2, 2), 0.3), "w")

    def encode(tree):
        if tree is None:
            return np.zeros(2)
        return np.tanh(w @ (encode(tree.left) + encode(tree.right)) + tree.value)

    def loss(tree, label):
        return lantern.cross_entropy(encode(tree), label)

    assert np.isclose(staged(loss)(TREE, 1), loss(TREE, 1))
    from ag_notebook.staging.backends.lantern.differentiation import entry_of, parameter_gradients

    value, ((found, gradient),) = parameter_gradients(entry_of(loss), (TREE, 1), {})
    assert found is w and np.isclose(value, loss(TREE, 1))
    before = w.value.copy()

    def at(x):
        w.value[0, 1] = x
        return loss(TREE, 1)

    assert np.isclose(gradient[0, 1], numeric(at, before[0, 1]))


def test_dtypes():
    assert lantern.grad(lambda x: x * x)(np.float32(3)).dtype == np.float32


@pytest.mark.parametrize(
    "function", [lambda x: x * np.ones(2), lambda x: (x, x), lambda x: 3, lambda x: x > 0]
)
def test_what_is_no_float_has_none(function):
    with pytest.raises(StagingError, match="AG319"):
        lantern.grad(function)(1.0)


def test_python_constants_have_none():
    assert lantern.grad(lambda how, x: x, (0, 1))("a", 2.0) == (None, 1.0)
    assert Tree is not None


def test_a_gradient_inside_of_what_is_staged_is_refused():
    def square(x):
        return x * x

    refused(lambda x: lantern.grad(square)(x), 3.0, code="AG319", at="lantern.grad(square)")
    with pytest.raises(StagingError, match="AG319"):
        lantern.grad(lantern.grad(square))(3.0)


def lacking(call):
    with pytest.raises(StagingError) as found:
        call()
    assert found.value.code == "AG319", found.value
    return found.value


def test_second_derivatives_are_refused_as_such():
    error = lacking(lambda: lantern.grad(lantern.value_and_grad(lambda x: x**3))(2.0))
    assert "second derivatives" in error.message and "differences" in error.fix


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


def test_argnums_that_are_none():
    with pytest.raises(IndexError, match="argument 3"):
        lantern.grad(lambda x: x, 3)(2.0)
    with pytest.raises(TypeError, match="argnums"):
        lantern.grad(lambda x: x, "x")
    with pytest.raises(TypeError, match="a str"):
        lantern.grad("x")
    assert lantern.grad(lambda x, y: x * y, -1)(3.0, 4.0) == 3.0
